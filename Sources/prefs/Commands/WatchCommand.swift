import ArgumentParser
import Defaults
import DefaultsSchema
import DefaultsTransfer
import Foundation

struct WatchCommand: LiveCommand, SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print a line for each change of a suite, until interrupted.",
    discussion: "It also ends when the reader of its output is gone."
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Flag(help: "Print a line of JSON for each change: time, key, old and new value, layer, origin.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  func run() throws {
    try options.apply()
    try Output.checkIsOpen()
    let suite = try options.openReadableSuite(suite)
    let isJSON = json
    let end = try OutputEnd()
    let observation = suite.observeStoredValues { change in
      end.attempt { () throws(Failure) in
        if isJSON {
          try Output.writeJSON(Self.json(change))
        } else {
          try Output.writeLines([Self.line(change)])
        }
      }
    }
    let complaints = suite.observeDiagnostics { Output.writeError("\($0)") }
    defer {
      observation.invalidate()
      complaints.invalidate()
    }
    try end.wait()
  }

  private static func line(_ change: Defaults.StoredChange) -> String {
    let old = change.old.map { $0.json.text() } ?? "(unset)"
    let new = change.new.map { $0.json.text() } ?? "(unset)"
    return "\(change.key): \(old) -> \(new)"
  }

  private static func json(_ change: Defaults.StoredChange) -> String {
    JSONValue.object([
      .init("time", .string(DateText.iso8601(Date()))),
      .init("key", .string(change.key.string)),
      .init("old", change.old?.taggedJSON ?? .null),
      .init("new", change.new?.taggedJSON ?? .null),
      .init("layer", .string(layer(of: change))),
      .init("origin", .string(change.origin == .thisProcess ? "this process" : "elsewhere")),
    ]).text()
  }

  /// Returns the layer that changed: the user's, or the highest one that has a value now.
  private static func layer(of change: Defaults.StoredChange) -> String {
    if change.old != change.new { return "\(Defaults.Layer.user)" }
    let highest = change.suite.layeredValues(forKey: change.key.string).first?.layer
    return "\(highest ?? .registered)"
  }
}
