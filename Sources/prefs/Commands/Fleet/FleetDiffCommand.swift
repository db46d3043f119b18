#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd
import DefaultsSchema

struct FleetDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare what a fleet has for two machines.",
    discussion: """
      Compared are the values that prefs fleet explain shows as in use, not what is in the files of the \
      machines. \
      Ends with status 1 when a value is different. Secrets are listed without their values.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var options: FleetOptions

  @Flag(help: "Print JSON: a record for each key.")
  var json: Bool = false

  @Argument(help: ArgumentHelp("The name of a machine.", valueName: "host"))
  var first: String

  @Argument(help: ArgumentHelp("The name of the other machine.", valueName: "host"))
  var second: String

  @Argument(help: "The name of the suite, org.example.app for example; all suites without it.")
  var suite: String?

  func run() throws {
    try shared.apply()
    let fleet = try options.open()
    let machines = try fleet.machines()
    let hosts = try [first, second].map { try fleet.status(of: $0, among: machines) }
    let suites =
      try suite.map { [Defaults.KeyName($0)] }
      ?? Set(fleet.listing().counts.map { Defaults.KeyName($0.suite) }).sorted()
    var filters = FleetFilters(fleet)
    var rows: [DifferentValue] = []
    for suite in suites {
      let sides = try hosts.map { try Self.values(of: suite.string, for: $0, in: fleet) }
      rows += try DifferentValue.rows(sides[0], sides[1], of: suite.string) {
        try filters.filter(of: suite.string)
      }
    }
    if json {
      try Output.writeRecords(rows.map(\.record))
    } else if !rows.isEmpty {
      let heading = ["suite", "key", first, second]
      try Output.writeLines(TextTable.lines(heading: heading, rows.map(\.cells)))
    }
    guard rows.isEmpty else { throw ExitCode(Status.notSet.rawValue) }
  }

  private static func values(
    of suite: String,
    for host: FleetStatus,
    in fleet: EtcdFleet
  ) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    let used = try fleet.values(of: suite, for: host).filter(\.isInUse)
    return Dictionary(used.map { ($0.key, $0.value) }) { first, _ in first }
  }
}

/// A key with different values on two machines.
private struct DifferentValue {
  let suite: String
  let key: Defaults.KeyName
  let values: [Defaults.StoredValue?]
  let isHidden: Bool

  /// Returns the keys with different values, sorted.
  static func rows(
    _ first: [Defaults.KeyName: Defaults.StoredValue],
    _ second: [Defaults.KeyName: Defaults.StoredValue],
    of suite: String,
    _ filter: () throws -> KeyFilter
  ) throws -> [DifferentValue] {
    let keys = Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }
    guard !keys.isEmpty else { return [] }
    let filter = try filter()
    return keys.sorted().map { key in
      DifferentValue(
        suite: suite,
        key: key,
        values: [first[key], second[key]],
        isHidden: filter.hides(key, first[key], second[key])
      )
    }
  }

  var cells: [OutputLine.Part] {
    [suite, key.string].map { .init(text: $0) }
      + values.map { .init(text: ValueReport.text($0, isHidden)) }
  }

  var record: Record {
    var record = Record([.suite: .string(suite), .key: .string(key.string)])
    record.setValues(values[0], values[1], isHidden: isHidden)
    return record
  }
}

extension KnownSchemas {
  /// Returns the schema on this machine for a suite of a fleet; nil for none.
  static func named(_ suite: String) throws -> Schema? {
    try KnownSchemas(suiteName: suite).registry(with: suite).schema(named: suite)
  }
}

#endif
