extension Defaults {
  /// Where the values of one suite are kept.
  ///
  /// A store reads, commits and reports that something changed. It never calls observers and never
  /// caches for its callers: that is the suite's part. All functions may block; the suite calls
  /// ``load(unlike:)`` and ``commit(_:)`` one at a time, but a store may serve several suites.
  ///
  /// Any module can conform with the public declarations alone. The product `DefaultsTesting` has
  /// `StoreContract`, which every store must pass.
  public protocol Store: AnyObject, Sendable {
    /// Where the values are, for people: the path of a file, for example.
    var location: String { get }

    /// What the store can hold and do; constant for the life of the store.
    var capabilities: StoreCapabilities { get }

    /// Reads what is stored now.
    ///
    /// - Parameter known: a version the caller has already seen.
    /// - Returns: the values, or nil when they are still those of `known`.
    /// - Throws: ``StoreError`` when the values cannot be read or make no sense.
    func load(unlike known: StoreVersion?) throws(StoreError) -> StoreSnapshot?

    /// Applies edits to what is stored now, all of them or none, durably.
    ///
    /// Keys that are not named keep whatever value they have by then, whoever wrote it.
    ///
    /// - Parameter edits: by key, the value to store, or nil to remove the key.
    /// - Returns: what is stored afterwards.
    /// - Throws: ``StoreError`` when nothing was changed.
    func commit(_ edits: [KeyName: StoredValue?]) throws(StoreError) -> StoreCommit

    /// Calls a closure whenever what is stored may have changed, whoever changed it, and when the
    /// connection to the values is lost or regained.
    ///
    /// The closure runs on a thread of the store's own, never at the same time as itself.
    ///
    /// - Returns: an object that stops the calls when it is cancelled or released, or nil when
    ///   nobody else can change this store.
    func watch(_ report: @escaping @Sendable (StoreEvent) -> Void) -> (any StoreWatch)?

    /// Returns the changes that the store remembers by itself, the oldest first.
    ///
    /// Called only where ``StoreCapabilities/keepsHistory`` is true; by default there are none.
    ///
    /// - Throws: ``StoreError`` when the history cannot be read.
    func history() throws(StoreError) -> [HistoryEntry]
  }

  /// What a store reports about the values that it keeps.
  public enum StoreEvent: Hashable, Sendable {
    /// The values may be others now.
    case changed
    /// The values cannot be reached; commits fail until ``connected``.
    case disconnected(StoreError)
    /// The values can be reached again, and may have changed meanwhile.
    case connected
  }

  /// Keeps a store's reports coming.
  public protocol StoreWatch: AnyObject, Sendable {
    /// Whether the store polls, because nothing better works here.
    var isPolling: Bool { get }
    /// Ends the reports; calling it again does nothing.
    func cancel()
  }
}

extension Defaults.Store {
  /// Any key, every kind of value but null and opaque values, transactions of any size.
  public var capabilities: Defaults.StoreCapabilities { .init() }

  /// No history.
  public func history() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] { [] }
}
