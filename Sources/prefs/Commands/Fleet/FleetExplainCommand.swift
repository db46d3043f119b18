#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd

struct FleetExplainCommand: KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show the values of keys in all scopes that a machine is in, and which one it uses.",
    discussion: """
      A locked value comes first, and of each kind that of the narrowest scope: the machine, its groups \
      from the last to the first, all machines. What the machine has in its own files comes before \
      all of these; prefs read --layers shows it there. Values are checked with the schema in etcd: a \
      machine with another one, or one that refuses a value and keeps the one before, can use another value.

      In a KEY, * stands for any text and ? for one character. Ends with status 1 when no scope has a \
      value.
      """
  )

  static let namesBeforeData: Int? = 2

  @OptionGroup var shared: SharedOptions
  @OptionGroup var options: FleetOptions

  @Flag(help: "Print JSON: a record for each value.")
  var json: Bool = false

  @Argument(help: "The name of the machine.")
  var host: String

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: ArgumentHelp("The keys to explain, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try shared.apply()
    let fleet = try options.open()
    let status = try fleet.status(of: host, among: fleet.machines())
    let values = try fleet.values(of: suite, for: status)
    let schema = try KnownSchemas.named(suite)
    let filter = KeyFilter(
      keys,
      among: Set(values.map(\.key)),
      schema: schema,
      and: try fleet.schema(of: suite),
      showsNamed: true
    )
    let rows = values.filter { filter.matches($0.key) }.map { value in
      ExplainedValue(value: value, isHidden: filter.hides(value.key, value.value))
    }
    guard !rows.isEmpty else {
      throw Failure(.notSet, "The fleet \(fleet.name) has no such value for \(host).")
    }
    if json {
      try Output.writeRecords(rows.map { $0.record(of: suite) })
    } else {
      let heading = ["key", "scope", "value", "in use", "reason"]
      try Output.writeLines(TextTable.lines(heading: heading, rows.map(\.cells)))
    }
  }
}

/// A value in a scope, and whether it must not be printed.
private struct ExplainedValue {
  let value: FleetValue
  let isHidden: Bool

  var cells: [OutputLine.Part] {
    let reason = value.refusal.map { "refused: \($0)" } ?? value.reason ?? ""
    return [
      .init(text: value.key.string), .init(text: value.scope.path),
      .init(text: ValueReport.text(value.value, isHidden)),
      .init(text: value.isInUse ? "yes" : "no"),
      .init(text: reason.onOneLine, role: value.refusal == nil ? .plain : .bad),
    ]
  }

  func record(of suite: String) -> Record {
    Record([
      .suite: .string(suite), .key: .string(value.key.string), .scope: .string(value.scope.path),
      .value: isHidden ? nil : value.value.taggedJSON,
      .omitted: isHidden ? .string("secret") : nil, .inUse: .bool(value.isInUse),
      .reason: value.reason.map { .string($0) }, .refusal: value.refusal.map { .string($0) },
    ])
  }
}

#endif
