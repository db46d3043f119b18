public import Defaults

/// The behaviour that every store must have, whatever it keeps its values in.
///
/// The checks throw what they find, so they work with any test framework. With Swift Testing:
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
  /// Two stores that keep their values together, where nothing is stored yet.
  public struct Pair {
    /// The store under test.
    public var store: any Defaults.Store
    /// A second store over the same values, as another process would have it.
    public var other: any Defaults.Store
    /// An object that must live as long as the stores, a directory for example.
    public var owner: (any AnyObject & Sendable)?

    /// Creates a pair.
    public init(
      store: any Defaults.Store,
      other: any Defaults.Store,
      owner: (any AnyObject & Sendable)? = nil
    ) {
      self.store = store
      self.other = other
      self.owner = owner
    }
  }

  /// One part of the behaviour.
  public enum Check: String, CaseIterable, Sendable {
    /// Nothing is stored at first.
    case newStoreIsEmpty
    /// A commit returns the values that it replaced, also those of another store.
    case commitReturnsReplacedValues
    /// A value of every kind is equal after it was stored.
    case everyKindComesBack
    /// Values of all kinds can be stored together, under any key.
    case everyKeyComesBack
    /// A removed key is not stored, and removing it again does nothing.
    case removedKeysAreGone
    /// A commit changes only the keys it names.
    case commitKeepsOtherKeys
    /// Loading returns nil for an unchanged version, and values for any other.
    case loadRecognizesVersions
    /// A commit that changes nothing keeps the version.
    case equalEditsKeepTheVersion
    /// A commit with one value that cannot be stored stores none of its values.
    case refusedValueRefusesAll
    /// A watch reports commits of other stores, and can be cancelled twice.
    case watchReportsOtherStores
    /// A watch can be cancelled, and the store changed, inside its closure.
    case watchCanEndItself
  }

  /// Whether a check applied to a store.
  public enum Outcome: Hashable, Sendable {
    /// The store behaves as it must.
    case passed
    /// The store's capabilities, or missing samples, leave nothing to check; the reason as a phrase.
    case notApplicable(String)
  }

  /// The store's name in messages.
  public let name: String
  let samples: StoredSamples
  let open: @Sendable () throws -> Pair

  /// Creates the contract of one kind of store.
  ///
  /// - Parameters:
  ///   - name: the store's name in messages.
  ///   - samples: the keys and values to store, and values that must be refused.
  ///   - open: returns an empty pair of stores at each call.
  public init(
    _ name: String,
    samples: StoredSamples = StoredSamples(),
    open: @escaping @Sendable () throws -> Pair
  ) {
    self.name = name
    self.samples = samples
    self.open = open
  }

  /// Runs one check.
  ///
  /// - Returns: whether the check applied to the store.
  /// - Throws: ``StoreContract/Violation`` for the first thing that is not as it must be, and what
  ///   the store or `open` throws.
  @discardableResult
  public func run(_ check: Check) async throws -> Outcome {
    let pair = try open()
    defer { withExtendedLifetime(pair.owner) {} }
    let run = try ContractRun(self, check, pair)
    switch check {
    case .newStoreIsEmpty: try run.newStoreIsEmpty()
    case .commitReturnsReplacedValues: try run.commitReturnsReplacedValues()
    case .everyKindComesBack: try run.everyKindComesBack()
    case .everyKeyComesBack: try run.everyKeyComesBack()
    case .removedKeysAreGone: try run.removedKeysAreGone()
    case .commitKeepsOtherKeys: try run.commitKeepsOtherKeys()
    case .loadRecognizesVersions: try run.loadRecognizesVersions()
    case .equalEditsKeepTheVersion: try run.equalEditsKeepTheVersion()
    case .refusedValueRefusesAll:
      guard !samples.refused.isEmpty else { return .notApplicable("no value must be refused") }
      try run.refusedValueRefusesAll()
    case .watchReportsOtherStores, .watchCanEndItself:
      guard pair.store.capabilities.isWatchable else {
        return .notApplicable("the store reports no changes")
      }
      if check == .watchCanEndItself {
        try await run.watchCanEndItself()
      } else {
        try await run.watchReportsOtherStores()
      }
    }
    return .passed
  }

  /// What a store does not do as it must.
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
