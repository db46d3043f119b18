extension Defaults {
  /// A storage for the values of a suite.
  ///
  /// A store loads values, commits edits, and reports when the stored values may have changed. The
  /// suite calls the observers and caches the values. All functions may block. A suite calls
  /// ``load(unlike:)`` and ``commit(_:expecting:)`` one at a time, but a store may serve several
  /// suites.
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

    /// Applies edits durably, all of them or none, if keys have expected values.
    ///
    /// All other keys keep the values they have at that time, whichever process wrote them. The
    /// expected values are compared in the same critical section, or transaction, as the commit,
    /// see ``StoreError/check(_:for:stored:)``.
    ///
    /// - Parameters:
    ///   - edits: by key, the value to store, or nil to remove the key.
    ///   - expected: by key, the value that must be stored, or nil for none.
    /// - Returns: the values that are stored afterwards.
    /// - Throws: ``StoreError`` when the commit fails, with ``StoreError/Cause/outdated(_:)`` when
    ///   a key has another value; nothing is changed then.
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

  /// Applies edits, whatever values the keys have.
  ///
  /// - Parameter edits: by key, the value to store, or nil to remove the key.
  /// - Returns: the values that are stored afterwards.
  /// - Throws: ``Defaults/StoreError`` when the commit fails; nothing is changed then.
  @discardableResult
  public func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try commit(edits, expecting: [:])
  }

  /// Returns no changes.
  public func history() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] { [] }

  /// Returns nil, for stores of this package that report no changes.
  package func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    nil
  }
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

extension Defaults {
  /// A store of texts, which an undo brings back as they were.
  package protocol TextStore: Store {
    /// Sets the text that commits bring back if it has the values to store; nil for none.
    func setTextToRestore(_ inverse: TextInverse?)

    /// Returns why this process cannot replace the file, as far as permissions tell before a commit; nil if
    /// it can.
    func writeObstacle() -> StoreError?
  }

  /// A store that returns some values in another form than they were given in.
  package protocol NormalizingStore: Store {
    /// Returns the form in which the store will return a value; the value itself if it cannot hold it.
    func normalized(_ value: StoredValue, forKey key: KeyName) -> StoredValue
  }

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
