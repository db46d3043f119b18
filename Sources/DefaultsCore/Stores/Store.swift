extension Defaults {
  /// A storage for the values of a suite.
  ///
  /// A store loads values, commits edits, and reports when the stored values may have changed. The
  /// suite calls the observers and caches the values. All functions may block. A suite calls
  /// ``load(unlike:)`` and ``commit(_:)`` one at a time, but a store may serve several suites.
  ///
  /// Any module can implement a store with the public declarations alone. The product
  /// `DefaultsTesting` has `StoreContract`, which every store must pass.
  public protocol Store: AnyObject, Sendable {
    /// The location of the values, for people: the path of a file, for example.
    var location: String { get }

    /// The keys and values that the store accepts; constant for the life of the store.
    var capabilities: StoreCapabilities { get }

    /// Reads the stored values.
    ///
    /// - Parameter known: a version that the caller has already.
    /// - Returns: the values, or nil when their version is still `known`.
    /// - Throws: ``StoreError`` when the values cannot be read or parsed.
    func load(unlike known: StoreVersion?) throws(StoreError) -> StoreSnapshot?

    /// Applies edits durably to the stored values, all of them or none.
    ///
    /// All other keys keep the values they have at that time, whichever process wrote them.
    ///
    /// - Parameter edits: by key, the value to store, or nil to remove the key.
    /// - Returns: the values that are stored afterwards.
    /// - Throws: ``StoreError`` when the commit fails; nothing is changed then.
    func commit(_ edits: [KeyName: StoredValue?]) throws(StoreError) -> StoreCommit

    /// Applies edits like ``commit(_:)``, but only if keys still have expected values.
    ///
    /// The values are compared in the same critical section, or transaction, as the commit. By default
    /// they are loaded and compared before the commit, so another thread or process can change them in
    /// between; this serves only a store that one thread at a time uses.
    ///
    /// - Parameters:
    ///   - edits: by key, the value to store, or nil to remove the key.
    ///   - expected: by key, the value that must be stored, or nil for none.
    /// - Returns: the values that are stored afterwards.
    /// - Throws: ``StoreError`` with ``StoreError/Cause/outdated(_:)`` when a key has another value,
    ///   and the errors of ``commit(_:)``; nothing is changed then.
    func commit(
      _ edits: [KeyName: StoredValue?],
      expecting expected: [KeyName: StoredValue?]
    ) throws(StoreError) -> StoreCommit

    /// Calls a closure whenever any process may have changed the stored values, and when the
    /// connection to the store is lost or restored.
    ///
    /// The closure is called on a thread of the store, never concurrently with itself.
    ///
    /// - Returns: an object that ends the calls when it is cancelled or released, or nil when only
    ///   the caller can change the store.
    func watch(_ report: @escaping @Sendable (StoreEvent) -> Void) -> (any StoreWatch)?

    /// Returns the changes that the store has recorded, the oldest first.
    ///
    /// Called only if ``StoreCapabilities/keepsHistory`` is true. Returns none by default.
    ///
    /// - Throws: ``StoreError`` when the history cannot be read.
    func history() throws(StoreError) -> [HistoryEntry]
  }

  /// An event that a store reports.
  public enum StoreEvent: Hashable, Sendable {
    /// The values may have changed.
    case changed
    /// The connection to the values is lost; commits fail until ``connected``.
    case disconnected(StoreError)
    /// The connection is restored; the values may have changed meanwhile.
    case connected
  }

  /// A running watch of a store.
  public protocol StoreWatch: AnyObject, Sendable {
    /// Whether changes are detected by polling, because the system cannot report them.
    var isPolling: Bool { get }
    /// Ends the reports; calling it again does nothing.
    func cancel()
  }
}

extension Defaults.Store {
  /// All keys, all kinds of values except null and opaque values, and commits of any size.
  public var capabilities: Defaults.StoreCapabilities { .init() }

  /// Compares the loaded values, and then applies the edits.
  public func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    if !expected.isEmpty, let values = try load(unlike: nil)?.values {
      try Defaults.StoreError.check(expected, for: location) { values[$0] }
    }
    return try commit(edits)
  }

  /// Returns no changes.
  public func history() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] { [] }
}

extension Defaults {
  /// A store that compares expected values in every commit, also in one that expects none.
  package protocol ComparingStore: Store {}
}

extension Defaults.StoreCommit {
  /// Notes the values that the store has in another form than they were given in.
  package mutating func noteOtherForms(of edits: [Defaults.KeyName: Defaults.StoredValue?]) {
    let values = snapshot.values
    for case (let key, let value?) in edits where values[key] != value {
      otherForms[key] = values[key]
    }
  }
}

extension Defaults.ComparingStore {
  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try commit(edits, expecting: [:])
  }
}

extension Defaults {
  /// A store that reports problems which no call of it can throw.
  package protocol ReportingStore: Store {
    /// Sets what is called with a problem, and when the values may have changed without a commit.
    ///
    /// `report` is called on any thread. `changed` is called on a thread of the store; nil if the
    /// store must not use one.
    func report(
      to report: @escaping @Sendable (Diagnostic.Kind) -> Void,
      changed: (@Sendable () -> Void)?
    )
  }
}
