import ArgumentParser
import DefaultsCore
import DefaultsSchema
import FoundationEssentials
import Synchronization

struct WatchCommand: LiveCommand, SuiteCommand, DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print a line for each change of suites, until interrupted.",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character. Those suites are watched that match \
      when the command begins. A change of another layer, a lock for example, is followed by its name. A \
      change of the user's values is followed by who made it, if its program keeps the history.

      It also ends when the reader of its output is gone. The values of secrets are not printed \
      unless --secrets asks for them.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Flag(help: "Print a record as a line of JSON for each change.")
  var json: Bool = false

  @Flag(help: "Print the values of secrets.")
  var secrets: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of a key: only changes of it are printed.")
  var key: String?

  var jsonForm: Record.Form { .record }

  func run() throws {
    try options.apply()
    try Output.checkIsOpen()
    var choice = try options.suites(suite)
    let isPattern = choice.isPattern
    let end = try OutputEnd()
    var observations: [any Defaults.Observation] = []
    defer { for observation in observations { observation.invalidate() } }
    try choice.forEach { name in
      let suite = try options.openReadableSuite(name)
      let rule = try SecretRule(of: suite, includesSecrets: secrets)
      let authors = ChangeAuthors(of: suite)
      if !isPattern { reportNothing(in: suite) }
      let stored = suite.storedValues()
      let wanted = key.map { NameChoice(suite.spelled($0)) { stored[$0] != nil } }
      if let key, !isPattern, !stored.keys.contains(where: { wanted?.contains($0) == true }) {
        Output.writeError("\(key) is not set so far; waiting for its first value.")
      }
      observations.append(
        suite.observeStoredValues { [json] change in
          guard wanted?.contains(change.key) != false else { return }
          let isHidden = rule.hides(change)
          let author = authors.author(of: change)
          end.attempt { () throws(Failure) in
            if json {
              try Output.writeJSON(Self.record(change, author, isHidden).json, isIndented: false)
            } else {
              try Output.writeLines([Self.line(change, author, isHidden, namesSuite: isPattern)])
            }
          }
        }
      )
      observations.append(suite.observeDiagnostics { Output.writeError(verbatim: "\($0)") })
    }
    guard !observations.isEmpty else { return try choice.finish() }
    try end.wait()
  }

  /// Says that a suite stores nothing so far: its name may be mistyped.
  private func reportNothing(in suite: Defaults.Suite) {
    guard suite.storedValues().isEmpty else { return }
    let near = NameSuggestion.suite(near: suite.name)
    Output.writeError("\(suite.name) stores nothing so far; waiting for its first value.\(near)")
  }

  private static func line(
    _ change: Defaults.StoredChange,
    _ author: Defaults.HistoryEntry.Author?,
    _ isHidden: Bool,
    namesSuite: Bool
  ) -> String {
    // A lock, or another layer, changes only which value is in use.
    let isOfUser = change.old != change.new
    let values =
      isOfUser ? [change.old, change.new] : [change.oldEffective, change.newEffective]
    let texts = values.map { value in
      value.map { isHidden ? ValueReport.hidden : $0.json.text() } ?? "(unset)"
    }
    let start = namesSuite ? "\(change.suite.name): " : ""
    let name = author.map { "  by \($0.user), \($0.program) [\($0.process)]" } ?? ""
    let end = isOfUser ? name : " (\(layer(of: change)))"
    return "\(start)\(change.key): \(texts.joined(separator: " -> "))\(end)"
  }

  private static func record(
    _ change: Defaults.StoredChange,
    _ author: Defaults.HistoryEntry.Author?,
    _ isHidden: Bool
  ) -> Record {
    var record = Record([
      .suite: .string(change.suite.name), .key: .string(change.key.string),
      .layer: .string(layer(of: change)),
    ])
    record.setChange(author, at: Date())
    record.setValues(change.old, change.new, isHidden: isHidden)
    if !isHidden {
      record[.oldInUse] = change.oldEffective?.taggedJSON ?? .null
      record[.newInUse] = change.newEffective?.taggedJSON ?? .null
    }
    return record
  }

  /// Returns the layer that changed: the suite's own, or the highest one that has a value now.
  private static func layer(of change: Defaults.StoredChange) -> String {
    if change.old != change.new { return "\(change.suite.ownLayer)" }
    let highest = change.suite.layeredValues(forKey: change.key.string).first?.layer
    return "\(highest ?? .registered)"
  }
}

/// Which changes are printed without their values, by the schema that is published at the time.
///
/// A watch may run for months, and the app with the schema may be installed meanwhile.
private final class SecretRule: Sendable {
  private let filter: Mutex<KeyFilter>
  private let watch = Mutex<SchemaWatch?>(nil)

  init(of suite: Defaults.Suite, includesSecrets: Bool) throws {
    let searchPath = SchemaSearchPath.ofCommand()
    let known = try KnownSchemas(searchPath, suiteName: suite.name)
    let schema = known.schema(for: suite)
    filter = Mutex(KeyFilter(schema: schema, includesSecrets: includesSecrets))
    guard !includesSecrets else { return }
    let watch = SchemaWatch(
      searchPath,
      options: KnownSchemas.readingOptions,
      known: known.catalog
    ) { [weak self] catalog in
      let schema = KnownSchemas(catalog).schema(for: suite)
      self?.filter.withLock { $0 = KeyFilter(schema: schema) }
    }
    self.watch.withLock { $0 = watch }
  }

  func hides(_ change: Defaults.StoredChange) -> Bool {
    let filter = filter.withLock(\.self)
    return filter.hides(
      change.key,
      change.old,
      change.new,
      change.oldEffective,
      change.newEffective
    )
  }
}
