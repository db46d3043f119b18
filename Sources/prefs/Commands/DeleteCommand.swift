import ArgumentParser
import Defaults
import DefaultsSchema

struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Remove the stored values of keys, or of a whole suite.",
    discussion: "Ends with status 1 when one of the keys was not set; the others are removed."
  )

  @OptionGroup var shared: SuiteOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  /// Set by ``Invocation``, because there may be very many.
  @Argument(help: "The names of the keys; without any, all stored values are removed.")
  var keys: [String] = []

  @Flag(help: "Also remove values of kinds that cannot be shown.")
  var force: Bool = false

  func run() throws {
    try shared.apply()
    let suite = try shared.openRememberingSuite(suite, program: "prefs delete")
    let stored = suite.storedValues()
    let names = keys.isEmpty ? stored.keys.sorted() : keys.map { Defaults.KeyName($0) }
    try suite.write(
      Dictionary(names.map { ($0, Defaults.StoredValue?.none) }) { first, _ in first },
      options: Defaults.WriteOptions(cause: .reset, replacesOpaque: force)
    )
    try suite.flushReportingProblems()
    if keys.isEmpty, stored.isEmpty {
      throw Failure(.notSet, "\(suite.name) stores nothing.")
    }
    let missing = names.filter { stored[$0] == nil }
    if !missing.isEmpty {
      let shown = missing.prefix(20).map { MessageText.fact($0.string) }.joined(separator: ", ")
      let more = missing.count > 20 ? " and \(missing.count - 20) more" : ""
      throw Failure(.notSet, "Not set in \(suite.name): \(verbatim: shown + more).")
    }
  }
}

extension DeleteCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    keys = invocation.data
  }
}
