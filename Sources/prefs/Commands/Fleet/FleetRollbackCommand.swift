#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd
import DefaultsTransfer

struct FleetRollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Give the suites of a fleet the values that they had at a revision.",
    discussion: """
      prefs fleet history lists the revisions. Keys that had no value then are removed; the reasons for \
      locks change with them. Schemas stay as they are, and the values must fit them. What etcd can \
      store at once is changed at once; more is changed in parts.

      Ends with status 3 when a value is refused, and with 5 when somebody changes one of the keys \
      meanwhile, whose value then stays.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var options: FleetOptions
  @OptionGroup var plans: PlanOptions

  @Option(help: ArgumentHelp("The revision of etcd with the values.", valueName: "revision"))
  var to: Int64

  @Argument(help: "The names of the suites; all suites without them.")
  var suites: [String] = []

  func run() throws {
    try shared.apply()
    let fleet = try options.open(author: .current(program: "prefs fleet rollback"))
    try checkRevision(among: try fleet.revisions())
    let plan = try fleet.rollback(to: to, of: suites, installedSchema: KnownSchemas.named)
    var filters = FleetFilters(fleet)
    let report = try RollbackReport(plan.rows) { try filters.filter(of: $0) }
    guard !plans.dryRun else {
      try print(report)
      return try Self.finish(plan)
    }
    let rows = try accepted(plan)
    try Confirmation.ask(changing: rows.count, "values")
    try apply(rows, to: fleet)
    if plans.json {
      try print(report)
    } else {
      let values = rows.count == 1 ? "1 value" : "\(rows.count) values"
      let hint = "; prefs fleet rollback --to \(plan.revision) takes this back"
      try Output.writeLines(["\(values) changed\(rows.isEmpty ? "" : hint)"])
    }
    try Self.finish(plan)
  }

  /// Ends the command with the status of refused values if there are any.
  private static func finish(_ plan: FleetRollback) throws {
    if plan.rows.contains(where: { $0.refusal != nil }) {
      throw ExitCode(Status.invalidValue.rawValue)
    }
  }

  /// Returns the changes without those that are refused, which are printed.
  ///
  /// - Throws: ``Failure`` when there are refusals that are not to be left out.
  private func accepted(_ plan: FleetRollback) throws(Failure) -> [FleetRollback.Row] {
    let refusals = RollbackReport.refusals(plan.rows)
    guard plans.skipRefused || refusals.isEmpty else {
      let more = refusals.count > 20 ? ["and \(refusals.count - 20) more"] : []
      throw Failure(
        .invalidValue,
        .lines(
          ["Nothing was changed, because values were refused:"] + refusals.prefix(20) + more
        )
      )
    }
    for refusal in refusals { Output.writeError(verbatim: "left out: \(refusal)") }
    return plan.rows.filter { $0.refusal == nil }
  }

  private func checkRevision(among revisions: ClosedRange<Int64>) throws(Failure) {
    guard !revisions.contains(to) else { return }
    throw Failure(
      .notSet,
      to < revisions.lowerBound
        ? "Revision \(to) is no longer in etcd; the oldest one is \(revisions.lowerBound)."
        : "There is no revision \(to) so far; the latest one is \(revisions.upperBound)."
    )
  }

  private func apply(_ rows: [FleetRollback.Row], to fleet: EtcdFleet) throws {
    var count = 0
    do {
      for part in fleet.parts(of: rows) {
        let outdated = try fleet.apply(part)
        guard outdated.isEmpty else {
          throw Failure(
            .conflict,
            "Somebody has changed these keys meanwhile: \(list: outdated.map(\.key.string)). Try again."
          )
        }
        count += part.rows.count
      }
    } catch {
      if count > 0 {
        Output.writeError("\(count) of \(rows.count) values were changed before the failure.")
      }
      throw error
    }
  }

  private func print(_ report: RollbackReport) throws {
    if plans.json {
      try Output.writeRecords(report.records)
    } else {
      try Output.writeLines(report.lines)
    }
  }
}

/// The changes of a rollback, as text or JSON, without the values of secrets.
private struct RollbackReport {
  private let rows: [(row: FleetRollback.Row, isHidden: Bool)]

  init(_ rows: [FleetRollback.Row], _ filter: (String) throws -> KeyFilter) throws {
    self.rows = try rows.map { ($0, try filter($0.suite).hides($0.key, $0.now, $0.wanted)) }
  }

  /// Returns a line for each refused value.
  static func refusals(_ rows: [FleetRollback.Row]) -> [String] {
    rows.compactMap { row in
      row.refusal.map { "\(row.suite) \(row.scope.path) \(row.key): \($0)" }
    }
  }

  var lines: [OutputLine] {
    guard !rows.isEmpty else { return [] }
    let cells = rows.map { row, isHidden in
      [
        row.suite, row.scope.path, row.key.string, ValueReport.text(row.now, isHidden),
        ValueReport.text(row.wanted, isHidden),
      ].map { OutputLine.Part(text: $0) } + [
        OutputLine.Part(
          text: row.result.rawValue + (row.refusal.map { ": \($0)" } ?? ""),
          role: row.result.role
        )
      ]
    }
    return TextTable.lines(heading: ["suite", "scope", "key", "now", "then", "result"], cells)
  }

  var records: [Record] {
    rows.map { row, isHidden in
      var record = Record([
        .suite: .string(row.suite), .scope: .string(row.scope.path), .key: .string(row.key.string),
        .result: .string(row.result.rawValue), .refusal: row.refusal.map { .string($0) },
      ])
      record.setValues(row.now, row.wanted, isHidden: isHidden)
      return record
    }
  }
}

extension FleetRollback.Row {
  fileprivate var result: Plan.Result {
    if refusal != nil { return .refused }
    return wanted == nil ? .removed : now == nil ? .new : .changed
  }
}

#endif
