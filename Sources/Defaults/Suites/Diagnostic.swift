extension Defaults {
  /// Something that went wrong in a suite and was survived.
  public struct Diagnostic: Hashable, Sendable {
    /// What went wrong, as facts.
    public enum Kind: Hashable, Sendable {
      /// A stored value makes no sense for a key's type; the key reads as its default, and the
      /// stored value stays where it is.
      case unreadableValue(key: KeyName, stored: StoredValue, type: String)

      /// The key's own rule forbids a value; what was stored before stays.
      case invalidValue(key: KeyName, violation: Violation)

      /// A key was declared once more, with another type of value; both read and write what is
      /// stored, each as its own type.
      case redeclaredKey(key: KeyName, type: String, before: String)

      /// What is stored under a former name of a key could not be moved, and stays there.
      case notMoved(from: String, error: WriteError)

      /// A value has no stored form; what was stored before stays.
      case refusedValue(key: KeyName, reason: SerializationError)

      /// The store cannot hold a value; the key has its committed value again.
      case rejectedByStore(key: KeyName, error: StoreError)

      /// What is stored could not be read; what was read before, if anything, is still used.
      case loadFailed(StoreError)

      /// Edits could not be committed; they are kept in memory and tried again.
      case commitFailed(StoreError, keys: [KeyName])

      /// An environment variable holds a relative path and was ignored, as the XDG Base Directory
      /// Specification says.
      case ignoredSetting(variable: String, value: String)

      /// A commit could not be remembered, so it cannot be undone; it was stored all the same.
      case historyFailed(StoreError)

      /// A write was refused because an administrator allows no other value.
      case lockedKey(key: KeyName, lock: Lock)

      /// The file of another layer could not be read and counts as empty.
      case layerIgnored(StoreError)

      /// A file or directory of locked values does not belong to its owner, or others may write
      /// it, so it counts as empty.
      case untrustedLayer(location: String)

      /// Unreadable content was kept under another name to make room for a commit.
      case contentSetAside(location: String, reason: StoreError)
    }

    /// The name of the suite.
    public var suiteName: String

    /// What went wrong.
    public var kind: Kind

    /// Creates a diagnostic.
    public init(suiteName: String, kind: Kind) {
      self.suiteName = suiteName
      self.kind = kind
    }
  }
}
