import Defaults
import DefaultsTesting
import Foundation
import Synchronization

/// A store in memory that keeps the contract except for one fault, for each check one.
final class FaultyStore: Defaults.Store {
  /// What is wrong.
  enum Fault: CaseIterable {
    case startsWithAValue
    case forgetsWhatItReplaced
    case emptiesData
    case mergesEquivalentKeys
    case keepsRemovedKeys
    case forgetsOtherKeys
    case ignoresExpectations
    case recognizesNoVersion
    case countsEqualEdits
    case storesAPartOfWhatItRefuses
    case hasNoLock
    case comparesWithoutLock
    case storesKeyByKey
    case losesAllWhenItIsClosed
    case reportsNothing
    case ignoresCommitsOfItsWatch

    /// The check that finds it.
    var check: StoreContract.Check {
      switch self {
      case .startsWithAValue: .newStoreIsEmpty
      case .forgetsWhatItReplaced: .commitReturnsReplacedValues
      case .emptiesData: .everyKindComesBack
      case .mergesEquivalentKeys: .everyKeyComesBack
      case .keepsRemovedKeys: .removedKeysAreGone
      case .forgetsOtherKeys: .commitKeepsOtherKeys
      case .ignoresExpectations: .outdatedCommitChangesNothing
      case .recognizesNoVersion: .loadRecognizesVersions
      case .countsEqualEdits: .equalEditsKeepTheVersion
      case .storesAPartOfWhatItRefuses: .refusedValueRefusesAll
      case .hasNoLock: .concurrentCommitsAreKept
      case .comparesWithoutLock: .concurrentExpectationsHold
      case .storesKeyByKey: .loadsSeeWholeCommits
      case .losesAllWhenItIsClosed: .valuesOutliveTheStore
      case .reportsNothing: .watchReportsOtherStores
      case .ignoresCommitsOfItsWatch: .watchCanEndItself
      }
    }
  }

  /// The values, which several stores share.
  final class Values: Sendable {
    struct State {
      var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
      var commits: UInt64 = 0
      var reports: [@Sendable (Defaults.StoreEvent) -> Void] = []
    }

    let state = Mutex(State())
    /// How many commits are between reading and writing.
    let waiting = Atomic<Int>(0)
    let isReporting = Atomic<Bool>(false)
  }

  private final class Watch: Defaults.StoreWatch {
    let isPolling = false
    private let values: Values
    init(_ values: Values) { self.values = values }
    func cancel() { values.state.withLock { $0.reports = [] } }
  }

  let location = "a faulty store"
  private let fault: Fault?
  private let shared: Values

  init(_ fault: Fault?, _ shared: Values) {
    self.fault = fault
    self.shared = shared
    if fault == .startsWithAValue { shared.state.withLock { $0.values["x"] = .bool(true) } }
  }

  var capabilities: Defaults.StoreCapabilities {
    Defaults.StoreCapabilities(integers: -1000...1_000_000, nesting: 20)
  }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let snapshot = shared.state.withLock { Self.snapshot($0) }
    return snapshot.version == known && fault != .recognizesNoVersion ? nil : snapshot
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    if fault == .ignoresCommitsOfItsWatch, shared.isReporting.load(ordering: .acquiring) {
      return Defaults.StoreCommit(snapshot: shared.state.withLock { Self.snapshot($0) })
    }
    let edits = try accepted(edits)
    let stale = shared.state.withLock(\.values)
    if fault == .comparesWithoutLock { try compare(expected, with: stale) }
    if fault == .hasNoLock || fault == .comparesWithoutLock { letAnotherCommitRead() }
    if fault == .storesKeyByKey {
      for (key, value) in edits {
        shared.state.withLock { $0.values[key] = value }
        letAnotherCommitRead()
      }
    }
    let (commit, reports) = try shared.state.withLock { state throws(Defaults.StoreError) in
      if fault != .ignoresExpectations, fault != .comparesWithoutLock {
        try compare(expected, with: state.values)
      }
      if fault == .hasNoLock { state.values = stale }
      let old = state.values
      if fault == .forgetsOtherKeys { state.values = [:] }
      for (key, value) in edits where value != nil || fault != .keepsRemovedKeys {
        state.values[key] = value
      }
      if state.values != old || fault == .countsEqualEdits { state.commits += 1 }
      let replaced = old.filter { edits[$0.key] != nil }
      let commit = Defaults.StoreCommit(
        snapshot: Self.snapshot(state),
        replaced: fault == .forgetsWhatItReplaced ? [:] : replaced
      )
      return (commit, state.reports)
    }
    guard fault != .reportsNothing, !reports.isEmpty else { return commit }
    shared.isReporting.store(true, ordering: .releasing)
    for report in reports { report(.changed) }
    shared.isReporting.store(false, ordering: .releasing)
    return commit
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    shared.state.withLock { $0.reports.append(report) }
    return Watch(shared)
  }

  /// Waits until another commit has read too, for a while.
  private func letAnotherCommitRead() {
    shared.waiting.add(1, ordering: .acquiringAndReleasing)
    for _ in 0..<1000 where shared.waiting.load(ordering: .acquiring) < 2 { sched_yield() }
    shared.waiting.subtract(1, ordering: .acquiringAndReleasing)
  }

  /// Returns edits as the store makes them.
  ///
  /// - Throws: an error for the first value that it does not hold.
  private func accepted(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> [Defaults.KeyName: Defaults.StoredValue?] {
    var accepted: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for (key, edit) in edits {
      guard let value = edit, let reason = reason(against: value) else {
        let key = fault == .mergesEquivalentKeys ? Defaults.KeyName(key.string.decomposed) : key
        if fault == .emptiesData, case .data? = edit {
          accepted[key] = .data(.init())
        } else {
          accepted[key] = .some(edit)
        }
        continue
      }
      if fault == .storesAPartOfWhatItRefuses {
        for (key, edit) in edits { shared.state.withLock { $0.values[key] = edit } }
      }
      throw Defaults.StoreError(
        location: location,
        cause: .unsupportedValue(key: key, reason: reason)
      )
    }
    return accepted
  }

  private func reason(against value: Defaults.StoredValue) -> String? {
    switch value {
    case .integer(let number):
      return capabilities.integers.contains(number) ? nil : "too large"
    case .date(let date):
      return date.timeIntervalSinceReferenceDate.isFinite ? nil : "not finite"
    case .array(let elements):
      if depth(of: value) >= capabilities.nesting { return "too deep" }
      return elements.lazy.compactMap { self.reason(against: $0) }.first
    case .dictionary(let members):
      if depth(of: value) >= capabilities.nesting { return "too deep" }
      return members.values.lazy.compactMap { self.reason(against: $0) }.first
    case .bool, .real, .string, .data, .uid, .null, .opaque:
      return nil
    }
  }

  private func depth(of value: Defaults.StoredValue) -> Int {
    switch value {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .dictionary(let members): 1 + (members.values.map(depth).max() ?? 0)
    default: 0
    }
  }

  private func compare(
    _ expected: [Defaults.KeyName: Defaults.StoredValue?],
    with values: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(Defaults.StoreError) {
    let outdated = expected.filter { values[$0.key] != $0.value }.keys.sorted()
    guard outdated.isEmpty else {
      throw Defaults.StoreError(location: location, cause: .outdated(outdated))
    }
  }

  private static func snapshot(_ state: Values.State) -> Defaults.StoreSnapshot {
    Defaults.StoreSnapshot(
      values: state.values,
      version: Defaults.StoreVersion(bytes: "\(state.commits)".utf8)
    )
  }
}

extension String {
  /// The text with its characters taken apart, so that equivalent texts have equal bytes.
  fileprivate var decomposed: String {
    String(String.UnicodeScalarView(decomposedStringWithCanonicalMapping.unicodeScalars))
  }
}
