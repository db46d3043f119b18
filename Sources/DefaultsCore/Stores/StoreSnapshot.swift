extension Defaults {
  /// A token that identifies one state of a store; versions have no order.
  public struct StoreVersion: Hashable, Sendable {
    /// The bytes of the token: a sequence number, a hash or an entity tag, for example.
    public let bytes: [UInt8]

    /// Creates a version from bytes, which must differ whenever the values differ.
    public init(bytes: some Sequence<UInt8>) {
      self.bytes = Array(bytes)
    }

    /// Creates a version from numbers.
    init(words: [UInt64]) {
      bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
    }
  }

  /// The values of a store at one moment.
  public struct StoreSnapshot: Sendable {
    /// The stored values by key; if they come from a file, every access decodes all of them.
    public var values: [KeyName: StoredValue] { contents.values }

    /// The version of the store at that moment.
    public var version: StoreVersion

    /// The document that contains the values.
    let contents: PropertyListDocument

    /// Creates a snapshot.
    public init(values: [KeyName: StoredValue], version: StoreVersion) {
      self.init(contents: PropertyListDocument(values), version: version)
    }

    /// Creates a snapshot of a document, whose values are decoded when they are read.
    init(contents: PropertyListDocument, version: StoreVersion) {
      self.contents = contents
      self.version = version
    }
  }

  /// The result of a commit.
  public struct StoreCommit: Sendable {
    /// The values after the commit.
    public var snapshot: StoreSnapshot

    /// The version to which the edits were applied; nil when the store does not know it.
    ///
    /// If the caller has that version already, only the edited keys can differ.
    public var previousVersion: StoreVersion?

    /// The values that the edited keys had before, whichever process stored them; keys without a
    /// value are missing.
    public var replaced: [KeyName: StoredValue]

    /// Unreadable content that the commit moved away; nil when there was none.
    public var setAside: SetAside?

    /// The values of edited keys that the store has in another form than they were given in.
    package var otherForms: [KeyName: StoredValue] = [:]

    /// What brings the text of the file back, if the store edits texts.
    package var inverse: TextInverse?

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
      /// The new location of the content, for people.
      public var location: String
      /// The reason why it could not be read.
      public var reason: StoreError
      /// Whether the store still has the values that were last read, besides the edits of the commit.
      public var keepsValues: Bool

      /// Creates a record of unreadable content.
      public init(location: String, reason: StoreError, keepsValues: Bool = false) {
        self.location = location
        self.reason = reason
        self.keepsValues = keepsValues
      }
    }
  }
}

extension Dictionary where Key == Defaults.KeyName {
  /// Returns the results of a closure by key, without the keys for which it returns nil.
  func compactMapKeys<Found>(_ find: (Key) -> Found?) -> [Key: Found] {
    var found: [Key: Found] = [:]
    for key in keys { found[key] = find(key) }
    return found
  }
}
