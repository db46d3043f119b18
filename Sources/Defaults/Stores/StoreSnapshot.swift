extension Defaults {
  /// A token that tells one state of a store from another, without order.
  public struct StoreVersion: Hashable, Sendable {
    /// What the token is made of: a sequence number, a hash or an entity tag, for example.
    public let bytes: [UInt8]

    /// Creates a version from bytes that differ whenever the values do.
    public init(bytes: some Sequence<UInt8>) {
      self.bytes = Array(bytes)
    }

    /// Creates a version from numbers.
    init(words: [UInt64]) {
      bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
    }
  }

  /// What a store held at one moment.
  public struct StoreSnapshot: Sendable {
    /// The stored values by key; decodes all of them when they come from a file.
    public var values: [KeyName: StoredValue] { contents.values }

    /// The version of the store at that moment.
    public var version: StoreVersion

    /// The document that the values are read from.
    let contents: PropertyListDocument

    /// Creates a snapshot.
    public init(values: [KeyName: StoredValue], version: StoreVersion) {
      self.init(contents: PropertyListDocument(values), version: version)
    }

    /// Creates a snapshot whose values are decoded when they are read.
    init(contents: PropertyListDocument, version: StoreVersion) {
      self.contents = contents
      self.version = version
    }
  }

  /// The result of a commit.
  public struct StoreCommit: Sendable {
    /// What is stored now.
    public var snapshot: StoreSnapshot

    /// The version to which the edits were applied; nil when the store does not know.
    ///
    /// A caller that knows that version needs to look at nothing but the edits.
    public var previousVersion: StoreVersion?

    /// The values that the edited keys had just before, whoever stored them; keys that had none are
    /// missing.
    public var replaced: [KeyName: StoredValue]

    /// Unreadable content that was set aside to make room, when there was any.
    public var setAside: SetAside?

    /// Creates the result of a commit.
    public init(
      snapshot: StoreSnapshot,
      previousVersion: StoreVersion? = nil,
      replaced: [KeyName: StoredValue] = [:],
      setAside: SetAside? = nil
    ) {
      self.snapshot = snapshot
      self.previousVersion = previousVersion
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
  /// Returns what a closure finds for each key, without the keys for which it finds nothing.
  func compactMapKeys<Found>(_ find: (Key) -> Found?) -> [Key: Found] {
    var found: [Key: Found] = [:]
    for key in keys { found[key] = find(key) }
    return found
  }
}
