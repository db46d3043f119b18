extension Defaults {
  /// The keys and values that a store accepts, and the functions that it supports.
  ///
  /// A suite refuses a write that its store cannot hold before anything is changed.
  public struct StoreCapabilities: Hashable, Sendable {
    /// The keys that a store accepts.
    public enum Keys: Hashable, Sendable {
      /// Any key.
      case any
      /// Only these keys.
      case known(Set<KeyName>)
    }

    /// The keys that can be written.
    public var keys: Keys
    /// The kinds of values that can be written, including values inside containers.
    ///
    /// A store may hold and return other kinds. Undoing a change, an import, and a write that
    /// replaces opaque values may store any kind that the store's commit accepts.
    public var kinds: Set<StoredValue.Kind> {
      didSet { refusedKinds = Self.refusedKinds(unlike: kinds) }
    }
    /// The maximum number of keys in one commit; nil for no limit.
    public var transactionLimit: Int?
    /// Whether the store reports changes by other processes; if not, the suite must be reloaded.
    public var isWatchable: Bool
    /// Whether the store records its history itself, so that the suite keeps no journal.
    public var keepsHistory: Bool
    /// Whether all values are secrets, which no history records and the editor hides.
    public var holdsSecrets: Bool

    private var refusedKinds: StoredValue.KindSet

    /// Creates capabilities; by default all keys and ordinary kinds, without a limit.
    public init(
      keys: Keys = .any,
      kinds: Set<StoredValue.Kind> = Self.ordinaryKinds,
      transactionLimit: Int? = nil,
      isWatchable: Bool = true,
      keepsHistory: Bool = false,
      holdsSecrets: Bool = false
    ) {
      self.keys = keys
      self.kinds = kinds
      refusedKinds = Self.refusedKinds(unlike: kinds)
      self.transactionLimit = transactionLimit
      self.isWatchable = isWatchable
      self.keepsHistory = keepsHistory
      self.holdsSecrets = holdsSecrets
    }

    /// All kinds except null and opaque values: those that Foundation reads and writes in both
    /// formats of property lists.
    public static let ordinaryKinds = Set(StoredValue.Kind.allCases).subtracting([.null, .opaque])

    private static func refusedKinds(unlike kinds: Set<StoredValue.Kind>) -> StoredValue.KindSet {
      StoredValue.KindSet(StoredValue.Kind.allCases.filter { !kinds.contains($0) })
    }
  }
}

extension Defaults.StoreCapabilities {
  /// Returns why a value cannot be stored under a key, as a short phrase.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: the name of the key.
  ///   - allowsAnyKind: whether to accept kinds that cannot be written otherwise.
  /// - Returns: nil when the value can be stored.
  func refusal(
    of value: Defaults.StoredValue,
    forKey key: Defaults.KeyName,
    allowsAnyKind: Bool
  ) -> String? {
    if let reason = refusal(ofKey: key) ?? value.refusal() { return reason }
    guard !allowsAnyKind, !refusedKinds.isEmpty, value.contains(refusedKinds) else { return nil }
    return "the store holds no value of these kinds: \(refusedKinds.names)"
  }

  /// Returns why a key cannot be written, as a short phrase; nil when it can.
  func refusal(ofKey key: Defaults.KeyName) -> String? {
    switch keys {
    case .any: nil
    case .known(let known): known.contains(key) ? nil : "the store has no such key"
    }
  }
}
