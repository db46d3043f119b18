import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// A plan for a suite, to be shown, or applied as one change.
///
/// Nobody sees the plan before it is applied, so it is made again once if another program changes a
/// key meanwhile.
struct PlanRun {
  /// The plan, which is another one after ``apply(program:)`` if it was made again.
  private(set) var plan: Plan
  /// The suite that is changed.
  let suite: Defaults.Suite
  /// The schema of the suite; nil for none.
  let schema: Schema?
  /// What decides whether a value is hidden.
  let filter: KeyFilter
  /// What the keys change together, as in "old is new now"; nil if each of them changes by itself.
  let outcome: String?
  /// Called with the changed rows after they have been stored; nil for nothing.
  var completion: (([Plan.Row]) throws -> Void)?
  private let source: String
  private var make: () throws -> Plan

  /// The report of all keys.
  var report: ValueReport { report(of: plan.rows) }

  /// The report of the keys that change.
  var changeReport: ValueReport { report(of: plan.changes) }

  private func report(of rows: [Plan.Row]) -> ValueReport {
    ValueReport(suite: suite.name, rows: rows, filter: filter, heading: source)
  }

  /// Creates the run of a plan, which `make` makes for the present values of the suite.
  ///
  /// `source` is the heading of the wanted values, "file" for example. With `outcome`, no key changes without
  /// the others.
  init(
    suite: Defaults.Suite,
    schema: Schema?,
    filter: KeyFilter,
    source: String,
    outcome: String? = nil,
    _ make: @escaping () throws -> Plan
  ) throws {
    self.suite = suite
    self.schema = schema
    self.filter = filter
    self.source = source
    self.outcome = outcome
    self.make = make
    plan = try make()
  }

  /// Leaves out some keys, or all if they change together: without the new key, a rename would lose the value.
  mutating func leaveOut(_ keys: Set<Defaults.KeyName>) {
    let (all, isWhole) = (make, outcome != nil)
    let isKept = { (row: Plan.Row) in !isWhole && !keys.contains(row.key) }
    make = { try all().filter(isKept) }
    plan = plan.filter(isKept)
  }

  /// Prints what people should know about the keys that change.
  func reportNotes(isApplied: Bool) {
    let changes = plan.changes.compactMap { row in row.wanted.map { (row.key, $0) } }
    let outcome: KeyNotes.Outcome = isApplied ? .stored : .wouldBeStored
    KeyNotes.report(Dictionary(changes) { $1 }, in: suite, schema, outcome)
  }

  /// Checks that no value is refused; a failure has all reasons.
  func checkRefusals() throws(Failure) {
    let refused = plan.refusals.compactMap(\.refusal)
    guard refused.isEmpty else { throw failure(.refused(refused)) }
  }

  /// Stores the wanted values durably, as one change in the history, and returns how many changed.
  ///
  /// - Throws: ``Failure`` when a value is refused, or when keys were changed meanwhile, twice;
  ///   `Defaults.StoreError` when the values cannot be stored.
  @discardableResult
  mutating func apply(program: String) throws -> Int {
    suite.keepHistory(Defaults.HistoryOptions(program: program).hidingSecrets(of: schema))
    defer { suite.reportProblems() }
    do {
      plan = try plan.committed(to: suite) {
        plan = try make()
        return plan
      }
      // After the completion, which changes the reasons for locks that the log quotes.
      defer {
        SystemLog.noteChanges(plan.changes.map { ($0.key, $0.wanted) }, of: suite, hiding: filter)
      }
      try completion?(plan.changes)
      return plan.changes.count
    } catch let error as PlanError {
      throw failure(error)
    }
  }

  private func failure(_ error: PlanError) -> Failure {
    Failure(error, of: suite.name) { error in
      plan.rows.first { $0.key == error.key }.flatMap(filter.reason(of:))
        ?? error.reason(isSecret: true)
    }
  }

  /// The status of a dry run: that of the refused values, if there are any.
  var status: Status {
    do throws(Failure) {
      try checkRefusals()
      return .done
    } catch {
      return error.status
    }
  }
}

extension Failure {
  /// Creates the failure of a plan that was not applied.
  ///
  /// The status is that of a locked key if there is one, else that of the first reason. `reason`
  /// returns the reasons without secrets.
  init(_ error: PlanError, of suiteName: String, reason: (Defaults.WriteError) -> String) {
    switch error {
    case .refused(let errors):
      let failures = errors.map { Failure($0) }
      let status = failures.contains { $0.status == .locked } ? .locked : failures[0].status
      let lines = errors.prefix(20).map { error in
        "\(MessageText.fact(error.key?.string ?? "")): \(reason(error))"
      }
      let more = errors.count > 20 ? ["and \(errors.count - 20) more"] : []
      let hint = failures.contains { $0.status == .conflict } ? ["--force replaces it."] : []
      self.init(
        status,
        .lines(
          ["\(suiteName) was not changed, because values were refused:"] + lines + more
            + hint
        )
      )
    case .outdated(let keys):
      self.init(
        .conflict,
        "\(suiteName) was not changed, because another program changed these keys meanwhile: "
          + "\(list: keys.map(\.string)). Try again."
      )
    }
  }
}
