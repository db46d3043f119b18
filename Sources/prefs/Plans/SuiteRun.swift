import DefaultsCore
import DefaultsTransfer

/// A plan of the values or locks of a suite, to be shown, or applied as one change.
protocol SuiteRun {
  associatedtype Report: SuiteReport
  /// The report of all keys.
  var report: Report { get }
  /// How many keys it has.
  var count: Int { get }
  /// What the keys change together, as in "old is new now"; nil if each of them changes by itself.
  var outcome: String? { get }
  /// The keys that may not be changed, each with the reason.
  var refusals: [(key: Defaults.KeyName, reason: String)] { get }
  /// The status of a dry run: that of the refused keys, if there are any.
  var status: Status { get }

  /// Checks that no key is refused; a failure has all reasons.
  func checkRefusals() throws(Failure)
  /// Leaves out some keys, or all if they change together.
  mutating func leaveOut(_ keys: Set<Defaults.KeyName>)
  /// Makes the change durably, which the history says `program` has made, and returns how many keys changed.
  mutating func apply(program: String) throws -> Int
  /// Prints what people should know about the keys that have changed.
  func reportNotes()
}

extension SuiteRun {
  /// Leaves out the keys that are refused, prints why, and returns the status of the refusals.
  mutating func leaveOutRefusals() -> Status {
    let (refusals, status) = (refusals, status)
    guard !refusals.isEmpty else { return .done }
    for (key, reason) in refusals {
      let subject: MessageText =
        outcome == nil
        ? "\(report.suite): \(key) was left out" : "\(report.suite) was left out: \(key)"
      Output.writeError("\(subject): \(verbatim: reason).")
    }
    leaveOut(Set(refusals.map(\.key)))
    return status
  }
}

extension PlanRun: SuiteRun {
  var count: Int { plan.rows.count }

  var refusals: [(key: Defaults.KeyName, reason: String)] {
    plan.refusals.map { row in
      (row.key, filter.reason(of: row) ?? "")
    }
  }

  func reportNotes() { reportNotes(isApplied: true) }
}

extension LockRun: SuiteRun {
  var report: LockRun { self }
  var outcome: String? { nil }
  var count: Int { plan.rows.count }

  var refusals: [(key: Defaults.KeyName, reason: String)] {
    plan.refusals.map { ($0.key, reason($0) ?? "") }
  }

  mutating func apply(program _: String) throws -> Int {
    try ManagedSuite.checkRights()
    try apply()
    return plan.changes.count
  }

  func reportNotes() {
    // The name is valid, because its managed file was changed; the notes are no reason to report a failure.
    guard let suite = try? Defaults.Suite(named: suite) else { return }
    reportNotes(for: suite, filter.schema, isApplied: true)
  }
}
