public import Defaults

/// The behaviour that every store must have.
///
/// A failed check throws an error, so the checks work with any test framework. With Swift Testing:
///
/// ```swift
/// let contract = StoreContract("my store") {
///   let database = try TemporaryDatabase()
///   return StoreContract.Pair(store: MyStore(database), other: MyStore(database), owner: database)
/// }
///
/// @Test(arguments: StoreContract.Check.allCases)
/// func `my store keeps the contract`(check: StoreContract.Check) async throws {
///   try await contract.run(check)
/// }
/// ```
///
/// What is checked depends on the store's ``Defaults/StoreCapabilities``: only keys and kinds of
/// values that it accepts are stored, and no commit has more keys than it allows.
public struct StoreContract: Sendable {
  /// Two empty stores that share their values.
  public struct Pair {
    /// The store under test.
    public var store: any Defaults.Store
    /// A second store with the same values, like one in another process.
    public var other: any Defaults.Store
    /// An object that is retained while the stores are used, for example a temporary directory.
    public var owner: (any AnyObject & Sendable)?
    /// Opens another store with the same values, like a process that starts later; nil for a store
    /// whose values do not outlive it.
    public var reopen: (@Sendable () throws -> any Defaults.Store)?

    /// Creates a pair.
    public init(
      store: any Defaults.Store,
      other: any Defaults.Store,
      owner: (any AnyObject & Sendable)? = nil,
      reopen: (@Sendable () throws -> any Defaults.Store)? = nil
    ) {
      self.store = store
      self.other = other
      self.owner = owner
      self.reopen = reopen
    }
  }

  /// One check of the behaviour.
  public enum Check: String, CaseIterable, Sendable {
    /// A new store has no values.
    case newStoreIsEmpty
    /// A commit returns the values that it replaced, also those that another store committed.
    case commitReturnsReplacedValues
    /// A value of every kind is loaded equal to the committed one.
    case everyKindComesBack
    /// Values of all kinds can be stored in one store, under any key it accepts.
    case everyKeyComesBack
    /// A removed key has no value, and removing it again does nothing.
    case removedKeysAreGone
    /// A commit changes only the keys it names.
    case commitKeepsOtherKeys
    /// A commit that expects another value than the stored one changes nothing.
    case outdatedCommitChangesNothing
    /// Loading returns nil for the current version, and a snapshot for any other.
    case loadRecognizesVersions
    /// A commit that changes nothing keeps the version.
    case equalEditsKeepTheVersion
    /// A commit with a value that cannot be stored throws an error and stores none of its values.
    case refusedValueRefusesAll
    /// Commits that are made at the same time are all stored.
    case concurrentCommitsAreKept
    /// Of commits that expect the same value at the same time, one is made.
    case concurrentExpectationsHold
    /// A load during commits returns the values of whole commits.
    case loadsSeeWholeCommits
    /// A store that is opened later has the committed values.
    case valuesOutliveTheStore
    /// A watch reports commits of other stores, and can be cancelled twice.
    case watchReportsOtherStores
    /// A watch's closure can cancel the watch and commit to the store.
    case watchCanEndItself
  }

  /// The outcome of a check that found no violation.
  public enum Outcome: Hashable, Sendable {
    /// The store has the checked behaviour.
    case passed
    /// The check does not apply to the store's capabilities or samples; with the reason as a
    /// phrase.
    case notApplicable(String)
  }

  /// The store's name in messages.
  public let name: String
  let samples: StoredSamples
  let patience: Duration
  let open: @Sendable () throws -> Pair

  /// Creates the contract of one kind of store.
  ///
  /// - Parameters:
  ///   - name: the store's name in messages.
  ///   - samples: the keys and values to store, and values that must be refused.
  ///   - patience: how long a watch may take to report a commit.
  ///   - open: returns an empty pair of stores at each call.
  public init(
    _ name: String,
    samples: StoredSamples = StoredSamples(),
    patience: Duration = .seconds(60),
    open: @escaping @Sendable () throws -> Pair
  ) {
    self.name = name
    self.samples = samples
    self.patience = patience
    self.open = open
  }

  /// Runs one check.
  ///
  /// - Returns: whether the check applied to the store.
  /// - Throws: ``StoreContract/Violation`` for the first difference from the contract, and the
  ///   errors of the store and of `open`.
  @discardableResult
  public func run(_ check: Check) async throws -> Outcome {
    let pair = try open()
    defer { withExtendedLifetime(pair.owner) {} }
    let run = try ContractRun(self, check, pair)
    let capabilities = pair.store.capabilities
    switch check {
    case .newStoreIsEmpty: try run.newStoreIsEmpty()
    case .commitReturnsReplacedValues: try run.commitReturnsReplacedValues()
    case .everyKindComesBack: try run.everyKindComesBack()
    case .everyKeyComesBack: try run.everyKeyComesBack()
    case .removedKeysAreGone: try run.removedKeysAreGone()
    case .commitKeepsOtherKeys: try run.commitKeepsOtherKeys()
    case .outdatedCommitChangesNothing: try run.outdatedCommitChangesNothing()
    case .loadRecognizesVersions: try run.loadRecognizesVersions()
    case .equalEditsKeepTheVersion: try run.equalEditsKeepTheVersion()
    case .refusedValueRefusesAll:
      let refused = samples.refused ?? StoredSamples.refused(by: capabilities)
      guard !refused.isEmpty else {
        return .notApplicable("there are no samples of refused values")
      }
      try run.refusedValueRefusesAll(refused)
    case .concurrentCommitsAreKept: try await run.concurrentCommitsAreKept()
    case .concurrentExpectationsHold where capabilities.isAtomic:
      try await run.concurrentExpectationsHold()
    case .loadsSeeWholeCommits where capabilities.isAtomic:
      try await run.loadsSeeWholeCommits()
    case .concurrentExpectationsHold, .loadsSeeWholeCommits:
      return .notApplicable("other processes may see parts of the store's commits")
    case .valuesOutliveTheStore:
      guard let reopen = pair.reopen else {
        return .notApplicable("the store's values do not outlive it")
      }
      try run.valuesOutliveTheStore(reopen)
    case .watchReportsOtherStores where capabilities.isWatchable:
      try await run.watchReportsOtherStores()
    case .watchCanEndItself where capabilities.isWatchable:
      try await run.watchCanEndItself()
    case .watchReportsOtherStores, .watchCanEndItself:
      return .notApplicable("the store is not watchable")
    }
    return .passed
  }

  /// The error of a store that does not have the checked behaviour.
  public struct Violation: Error, CustomStringConvertible {
    /// The store's name.
    public let store: String
    /// The check that failed.
    public let check: Check
    /// What was expected, and what was found.
    public let message: String

    /// The message of the error.
    public var description: String { "\(store), \(check): \(message)" }
  }
}

extension StoreContract: CustomStringConvertible {
  /// The store's name.
  public var description: String { name }
}
