import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// A plan of locks, to be shown, or applied.
///
/// Like a ``PlanRun``, it is made again once if another program changes a lock meanwhile.
struct LockRun: SuiteReport {
  /// The plan.
  private(set) var plan: LockPlan
  let suite: String
  /// What decides whether a value is hidden.
  let filter: KeyFilter
  private var make: () throws -> LockPlan

  /// Creates the run of a plan, which `make` makes for the present locks.
  init(suite: String, filter: KeyFilter, _ make: @escaping () throws -> LockPlan) throws {
    self.suite = suite
    self.filter = filter
    self.make = make
    plan = try make()
  }

  /// Leaves out some keys.
  mutating func leaveOut(_ keys: Set<Defaults.KeyName>) {
    let all = make
    make = { try all().filter { !keys.contains($0.key) } }
    plan = plan.filter { !keys.contains($0.key) }
  }

  /// Checks that no lock is refused; a failure has all reasons.
  func checkRefusals() throws(Failure) {
    let refused = plan.refusals.compactMap(\.refusal)
    guard refused.isEmpty else { throw failure(.refused(refused)) }
  }

  /// Changes the locks durably, and tells the log of this system.
  ///
  /// - Throws: ``Failure`` when a lock cannot be changed, or when locks were changed meanwhile, twice;
  ///   `Defaults.StoreError` when a file cannot be written.
  mutating func apply() throws {
    do {
      do {
        try plan.apply()
      } catch PlanError.outdated {
        plan = try make()
        try plan.apply()
      }
    } catch let error as PlanError {
      throw failure(error)
    } catch let error as LockPlan.Unfinished {
      let outcome: MessageText =
        if case .notDurable = error.error.cause, error.isChanged {
          "The locks were changed."
        } else if error.isChanged {
          "The locked values were changed, but not all reasons. The same command again "
            + "does the rest."
        } else {
          "No lock was changed."
        }
      throw Failure(.inputOutputFailed, "\(outcome) \(error.error)")
    }
    // The locks of an image are none of this system.
    guard SystemRoot.current == nil else { return }
    for row in plan.changes {
      SystemLog.note(row.wanted, of: row.key, suite, isHidden: hides(row))
    }
  }

  private func failure(_ error: PlanError) -> Failure {
    Failure(error, of: suite) { error in
      plan.rows.first { $0.key == error.key }.flatMap(reason) ?? error.reason(isSecret: true)
    }
  }

  /// Returns whether the values of a row must not be printed.
  func hides(_ row: LockPlan.Row) -> Bool {
    filter.hides(row.key, row.now?.value, row.wanted?.value)
  }

  /// Returns why the lock of a row is refused, as a phrase without secrets; nil if it is not.
  func reason(_ row: LockPlan.Row) -> String? {
    row.refusal.map { filter.reason(of: $0, row.key, row.now?.value, row.wanted?.value) }
  }

  /// Prints what people should know about the keys whose locks change.
  func reportNotes(for suite: Defaults.Suite, _ schema: Schema?, isApplied: Bool) {
    let changes = plan.changes.compactMap { row in row.wanted.map { (row.key, $0.value) } }
    let outcome: KeyNotes.Outcome = isApplied ? .locked : .wouldBeLocked
    KeyNotes.report(Dictionary(changes) { $1 }, in: suite, schema, outcome)
  }

  /// The status of a dry run: that of the first lock that cannot be changed, if there is one.
  var status: Status {
    plan.refusals.lazy.compactMap(\.refusal).first.map { Failure($0).status } ?? .done
  }

  /// A heading, and a line for each key in columns: key, now, lock, reason, result.
  var lines: [OutputLine] { lines(of: plan.rows) }

  /// Returns the lines of some rows.
  func lines(of rows: [LockPlan.Row]) -> [OutputLine] {
    let lines = rows.map { row in
      let isHidden = hides(row)
      let texts = [
        row.key.string, Self.text(row.now, isHidden), Self.text(row.wanted, isHidden),
        row.wanted?.reason ?? "",
      ]
      return texts.map { OutputLine.Part(text: $0) } + [row.resultCell(reason(row))]
    }
    guard !lines.isEmpty else { return [] }
    return TextTable.lines(heading: ["key", "now", "lock", "reason", "result"], lines)
  }

  private static func text(_ lock: LockPlan.Lock?, _ isHidden: Bool) -> String {
    lock.map { ValueReport.text($0.value, isHidden) } ?? "unlocked"
  }

  /// A record for each key.
  var records: [Record] {
    plan.rows.map { row in
      let isHidden = hides(row)
      var record = Record([
        .suite: .string(suite), .key: .string(row.key.string),
        .layer: .string("\(Defaults.Layer.managed)"), .result: .string(row.result.rawValue),
        .reason: row.wanted?.reason.map { .string($0) },
        .refusal: reason(row).map { .string($0) },
      ])
      record.setValues(row.now?.value, row.wanted?.value, isHidden: isHidden)
      return record
    }
  }
}
