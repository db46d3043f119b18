extension Defaults {
  /// Where the values of one suite are kept.
  ///
  /// A store never calls observers and never caches for its callers: that is the suite's part.
  /// Every store passes the same contract, `StoreContract` in the tests.
  public protocol Store: AnyObject, Sendable {
    /// Where the values are, for people: the path of a file, for example.
    var location: String { get }

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

    /// Calls a closure whenever what is stored may have changed, whoever changed it.
    ///
    /// The closure runs on a thread of the store's own, never at the same time as itself.
    ///
    /// - Returns: an object that stops the calls when it is cancelled or released, or nil when
    ///   nobody else can change this store.
    func watch(_ changed: @escaping @Sendable () -> Void) -> (any StoreWatch)?
  }

  /// Keeps a store's notifications coming.
  public protocol StoreWatch: AnyObject, Sendable {
    /// Whether changes are noticed by looking again and again because nothing better works here.
    var isPolling: Bool { get }
    /// Ends the notifications; calling it again does nothing.
    func cancel()
  }

  /// Tells one state of a store from another, without order.
  public struct StoreVersion: Hashable, Sendable {
    let words: [UInt64]

    init(words: [UInt64]) {
      self.words = words
    }
  }

  /// What a store held at one moment.
  public struct StoreSnapshot: Sendable {
    /// The stored values by key; makes all of them when they come from a file.
    public var values: [KeyName: StoredValue] { contents.values }

    /// Tells this state from others.
    public var version: StoreVersion

    /// What the values are made of.
    let contents: PropertyListDocument

    /// Creates a snapshot.
    public init(values: [KeyName: StoredValue], version: StoreVersion) {
      self.init(contents: PropertyListDocument(values), version: version)
    }

    /// Creates a snapshot whose values are made when they are asked for.
    init(contents: PropertyListDocument, version: StoreVersion) {
      self.contents = contents
      self.version = version
    }
  }

  /// What a commit left behind.
  public struct StoreCommit: Sendable {
    /// What is stored now.
    public var snapshot: StoreSnapshot

    /// The version to which the edits were applied; nil when the store does not tell.
    ///
    /// Whoever knows that version needs to look at nothing but the edits.
    public var basis: StoreVersion?

    /// What the edited keys had just before, whoever stored it; keys that had nothing are missing.
    public var replaced: [KeyName: StoredValue]

    /// Unreadable content that was set aside to make room, when there was any.
    public var setAside: SetAside?

    /// Creates the result of a commit.
    public init(
      snapshot: StoreSnapshot,
      basis: StoreVersion? = nil,
      replaced: [KeyName: StoredValue] = [:],
      setAside: SetAside? = nil
    ) {
      self.snapshot = snapshot
      self.basis = basis
      self.replaced = replaced
      self.setAside = setAside
    }

    /// Unreadable content that was kept under another name.
    public struct SetAside: Sendable {
      /// Where it is now, for people.
      public var location: String
      /// Why it could not be read.
      public var reason: StoreError

      /// Creates a record of what was set aside.
      public init(location: String, reason: StoreError) {
        self.location = location
        self.reason = reason
      }
    }
  }
}

extension Dictionary where Key == Defaults.KeyName {
  /// Gives what a closure finds for each key, without the keys for which it finds nothing.
  func compactMapKeys<Found>(_ find: (Key) -> Found?) -> [Key: Found] {
    var found: [Key: Found] = [:]
    for key in keys { found[key] = find(key) }
    return found
  }
}
