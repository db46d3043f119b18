import Defaults
import DefaultsSchema
import DefaultsTransfer

/// A plan for a suite, to be shown, or applied as one change.
struct PlanRun {
  /// The plan.
  let plan: Plan
  /// The suite that is changed.
  let suite: Defaults.Suite
  private let schema: Schema?
  /// What decides whether a value is hidden.
  let filter: KeyFilter
  private let source: String
  /// The plan as text or JSON.
  let report: PlanReport
  /// A heading, and a line for each key that changes.
  var changeLines: [String] {
    PlanReport(plan.filter(\.isChange), filter: filter, source: source).lines
  }

  /// Creates the run of a plan.
  init(
    _ plan: Plan,
    suite: Defaults.Suite,
    schema: Schema?,
    filter: KeyFilter,
    source: String
  ) {
    self.plan = plan
    self.suite = suite
    self.schema = schema
    self.filter = filter
    self.source = source
    report = PlanReport(plan, filter: filter, source: source)
  }

  /// Checks that no value is refused.
  ///
  /// - Throws: ``Failure`` with all reasons when one is.
  func checkRefusals() throws(Failure) {
    let refused = plan.refusals.compactMap(\.refusal)
    guard refused.isEmpty else { throw Failure(.refused(refused), filter: filter) }
  }

  /// Stores the wanted values durably, as one change in the history.
  ///
  /// - Parameter program: the name of the program in the history.
  /// - Throws: ``Failure`` when a value is refused or a key was changed meanwhile,
  ///   `Defaults.StoreError` when the values cannot be stored.
  func apply(program: String) throws {
    suite.keepHistory(Defaults.HistoryOptions(program: program).hidingSecrets(of: schema))
    do throws(PlanError) {
      try plan.apply(to: suite)
    } catch {
      throw Failure(error, filter: filter)
    }
    try suite.flushReportingProblems()
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
