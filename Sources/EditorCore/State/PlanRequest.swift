import DefaultsCore
import DefaultsTransfer

/// A request for a plan: a table of wanted values that the user sees before they are stored.
///
/// `update` knows only the values of the shown suite, and no rules that are closures of the app. So the
/// session makes the `Plan`: it compares the wanted values with the stored ones and checks them.
struct PlanRequest: Hashable, Sendable {
  /// Where the wanted values come from.
  enum Wanted: Hashable, Sendable {
    /// By key, the value to store, or nil to remove the stored one.
    case values([Defaults.KeyName: Defaults.StoredValue?])
    /// No key is to have a stored value.
    case nothing
    /// No key is to have a stored value that differs from its default.
    case defaults
    /// The values of a file; with `isWhole`, keys that the file does not have are to be unset.
    case file(path: String, isWhole: Bool)
    /// Values of a suite that were read from a file; with `isWhole`, keys that they do not have are to be
    /// unset.
    case document(ValueDocument, isWhole: Bool)
    /// The values of another suite, or of the suite in another file; with `isWhole`, keys that it does not
    /// have are to be unset.
    case suite(ScopedSuite, isWhole: Bool)
    /// The values that were stored at a time, which is written as for `TimeText`.
    case past(at: String)
  }

  /// The purpose of the change, which decides its cause in the history and the texts about it.
  enum Purpose: Hashable, Sendable {
    /// Keys are reset.
    case reset
    /// All keys of the suite are reset, after they were exported.
    case resetSuite
    /// Keys get values that the user has chosen for all of them.
    case assignment
    /// Staged edits are applied.
    case staged
    /// Values are imported.
    case importing
    /// Values are taken from somewhere else: from another user, or from an earlier time.
    case copying
    /// Values are compared; the user may apply single rows.
    case comparison
    /// The values before an earlier change are stored again.
    case goingBack
  }

  /// The suite.
  let suiteName: String
  /// Where the wanted values come from.
  private(set) var wanted: Wanted
  /// The purpose of the change.
  let purpose: Purpose
  /// The file to which the values are written.
  var scope: WriteScope = .user
  /// The title of the table.
  let title: String
  /// The values that the keys must have now for the plan to be applied without a question; nil to show
  /// it in any case.
  var expected: [Defaults.KeyName: Defaults.StoredValue?]?
  /// The stored values that the user saw when the wanted ones were chosen, by key, as far as known.
  ///
  /// A key that has another value when the plan is made is a conflict.
  var bases: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  /// The requests for single suites, whose plans are one table; empty if the request is for one suite.
  ///
  /// Such a request has no wanted values of its own.
  var parts: [PlanRequest] = []

  /// The suite with the file.
  var suite: ScopedSuite { ScopedSuite(name: suiteName, scope: scope) }

  /// Whether its table is open before the plan is made, because the suites are read first.
  var opensTable: Bool { !parts.isEmpty && [.importing, .copying, .comparison].contains(purpose) }

  /// Returns whether another request is for the same table, with other rows or values that the user saw.
  func isSameTable(as other: PlanRequest) -> Bool {
    suite == other.suite && purpose == other.purpose
      && (purpose == .staged || title == other.title)
  }

  /// Returns the request for another suite with what is wanted of this one.
  func part(ofSuite name: String, _ wanted: Wanted? = nil) -> PlanRequest {
    var part = PlanRequest(
      suiteName: name,
      wanted: wanted ?? self.wanted,
      purpose: purpose,
      scope: scope,
      title: title
    )
    if case .suite(var other, let isWhole) = part.wanted {
      other.name = name
      part.wanted = .suite(other, isWhole: isWhole)
    }
    return part
  }

  /// Removes keys whose values are not wanted any more.
  mutating func remove(_ keys: Set<SuiteKey>) {
    for index in parts.indices { parts[index].remove(keys) }
    guard case .values(let values) = wanted else { return }
    let suiteName = suiteName
    wanted = .values(values.filter { !keys.contains(SuiteKey(suiteName: suiteName, key: $0.key)) })
  }

  /// The cause that the history records.
  var cause: Defaults.Cause {
    switch purpose {
    case .reset, .resetSuite: .reset
    case .importing, .copying: .import
    case .assignment, .staged, .comparison, .goingBack: .edit
    }
  }
}

/// The outcome of a request for a plan.
enum PlanOutcome: Sendable {
  /// The plan was made.
  case planned(PlannedChange)
  /// The wanted values could not be read: the reason as a sentence.
  case failed(String)
}

/// A plan with what the user should know about it.
struct PlannedChange: Sendable {
  /// The rows, and how they are written.
  let plan: Plan
  /// Sentences about the wanted values.
  var remarks: [String] = []
  /// The number of rows that are left out of the table because their values are stored already.
  var sameCount: Int = 0
  /// The path of the file to which the stored values are exported first; nil for none.
  var backupPath: String?
  /// The changed keys whose values the history does not keep.
  var secretKeys: Set<Defaults.KeyName> = []
  /// The keys of the rows, for a suite that may not be the shown one.
  var items: [Defaults.KeyName: Item] = [:]
  /// The outcomes of the parts of the request, in their order.
  var parts: [PlanOutcome] = []
}

/// A plan that `update` requests to be applied.
struct ApplyRequest: Hashable, Sendable {
  /// The request for the plan.
  let request: PlanRequest
  /// The rows to apply.
  let plan: Plan
  /// The path of the file to which the stored values are exported first; nil for none.
  var backupPath: String?
  /// The plans of single suites; empty if the request is for one suite.
  var parts: [ApplyRequest] = []

  /// The keys that the rows change, without those of the parts.
  var changedKeys: [SuiteKey] {
    plan.changes.map { SuiteKey(suiteName: request.suiteName, key: $0.key) }
  }

  /// The number of keys in all suites.
  var keyCount: Int { plan.rows.count + parts.reduce(0) { $0 + $1.keyCount } }

  /// Returns whether two requests are equal, without the options, which follow from the request.
  static func == (left: Self, right: Self) -> Bool {
    left.request == right.request && left.plan.rows == right.plan.rows && left.parts == right.parts
  }

  /// Hashes the request and the rows.
  func hash(into hasher: inout Hasher) {
    hasher.combine(request)
    hasher.combine(plan.rows)
    hasher.combine(parts)
  }
}

/// The outcome of applying a plan.
enum ApplyOutcome: Hashable, Sendable {
  /// The values are on disk: with the path of the file to which they were exported before, if they
  /// were, and the entry of the history.
  case applied(backup: String?, entry: Defaults.HistoryEntry.Own? = nil)
  /// The values are in memory but not on disk; the suite retries the commit.
  case pending
  /// Nothing was changed, because someone else has changed these keys since the plan was made.
  case outdated([Defaults.KeyName])
  /// Nothing was changed: the reason as a sentence.
  case failed(String)
  /// The outcomes of the parts of the request, in their order.
  indirect case parts([ApplyOutcome])
}
