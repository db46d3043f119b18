#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd
import DefaultsSchema
import FoundationEssentials

struct FleetHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Print which values of a fleet were changed, and who did it.",
    discussion: """
      The latest change comes first. All changes since the last compaction of etcd are known. A change \
      that prefs has made has its author and the time; one by etcdctl for example has neither. Secrets are \
      listed without their values.

      Ends with status 1 when no change is known.
      """
  )

  /// How many changes are printed by default, as many as the history of a suite remembers.
  private static let defaultLimit = 500

  @OptionGroup var shared: SharedOptions
  @OptionGroup var options: FleetOptions

  @Flag(help: "Print JSON: a record for each change of a key.")
  var json: Bool = false

  @Option(help: ArgumentHelp("Print the latest N changes only; 500 by default.", valueName: "n"))
  var limit: Int?

  @Argument(help: "The name of the suite, org.example.app for example; all suites without it.")
  var suite: String?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number of at least 1.") }
  }

  func run() throws {
    try shared.apply()
    let fleet = try options.open()
    let history = try fleet.history(of: suite, limit: limit ?? Self.defaultLimit)
    var filters = FleetFilters(fleet)
    let rows = try history.changes.map { change in
      let filter = try filters.filter(of: change.suite)
      return ChangeRow(change: change, filter: filter)
    }
    if json, !rows.isEmpty {
      try Output.writeRecords(rows.map(\.record))
    } else {
      try Output.writeLines(Self.lines(rows))
    }
    if !history.isCut, history.start > 1 {
      Output.writeError(
        "Changes up to revision \(history.start) are no longer in etcd, which was compacted."
      )
    }
    guard !rows.isEmpty else {
      throw Failure(.notSet, "The fleet \(fleet.name) has no such change.")
    }
  }

  /// Returns a heading for each revision, and below it a line for each of its changes.
  private static func lines(_ rows: [ChangeRow]) -> [OutputLine] {
    var lines: [OutputLine] = []
    var heading: String?
    for row in rows {
      if row.heading != heading { lines.append(OutputLine(row.heading, .heading)) }
      heading = row.heading
      lines.append(OutputLine("  \(row.text)"))
    }
    return lines
  }
}

/// A change, and whether its values must not be printed.
private struct ChangeRow {
  let change: FleetChange
  let filter: KeyFilter

  private var isHidden: Bool {
    change.place.map { filter.hides($0.key, change.old, change.new) } ?? false
  }

  var heading: String {
    var parts = ["revision \(change.revision)"]
    if let time = change.time { parts.append(LocalClock.system.text(time)) }
    if let author = change.author {
      parts += ["\(author.user) on \(author.host)", author.program]
    } else {
      parts.append("by an unknown program")
    }
    return parts.joined(separator: "  ")
  }

  var text: String {
    guard let (scope, key) = change.place.map({ ($0.scope, $0.key) }) else {
      return "\(change.suite)  schema changed"
    }
    let kind = filter.schema?.entry(forKey: key.string)?.kind
    let values = isHidden ? "changed (secret)" : ValueReport.change(change.old, change.new, kind)
    return "\(change.suite)  \(scope.path)  \(key): \(values)"
  }

  var record: Record {
    var record = Record([
      .suite: .string(change.suite), .scope: .string(change.place?.scope.path ?? "schema"),
      .key: change.place.map { .string($0.key.string) },
      .layer: change.place.map { .string("\($0.scope.part)") },
      .revision: .number("\(change.revision)"),
      .time: change.time.map { .string(DateText.iso8601($0)) },
      .actor: change.author.map { .string($0.user) },
      .host: change.author.map { .string($0.host) },
      .program: change.author.map { .string($0.program) },
    ])
    if change.place != nil { record.setValues(change.old, change.new, isHidden: isHidden) }
    return record
  }
}

#endif
