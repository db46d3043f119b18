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
    /// The whole numbers that can be written, at most those of property lists.
    public var integers: ClosedRange<Int128>
    /// How deep containers can be nested in the dictionary of all values, which counts as one level;
    /// at most 512, as in property lists.
    public var nesting: Int
    /// The maximum number of keys in one commit; nil for no limit.
    public var transactionLimit: Int?
    /// Whether the store reports changes by other processes; if not, the suite must be reloaded.
    public var isWatchable: Bool
    /// Whether the store records its history itself, so that the suite keeps no journal.
    public var keepsHistory: Bool
    /// Whether all values are secrets, which no history records and the editor hides.
    public var holdsSecrets: Bool
    /// Whether other processes see a commit as a whole, and expected values are compared in it.
    ///
    /// A store that keeps one item for each key may not be able to.
    public var isAtomic: Bool

    /// Whether the values are JSON, in which 1 and 1.0 are the same and no number is infinite.
    ///
    /// A suite then writes real numbers without a fraction as whole ones, and the store returns them so.
    /// Undoing a change and an import can store no other kinds either.
    public var holdsJSON: Bool

    private var refusedKinds: StoredValue.KindSet

    /// Creates capabilities; by default all keys and ordinary kinds, without a limit.
    public init(
      keys: Keys = .any,
      kinds: Set<StoredValue.Kind> = Self.ordinaryKinds,
      integers: ClosedRange<Int128> = Self.ordinaryIntegers,
      nesting: Int = Self.ordinaryNesting,
      transactionLimit: Int? = nil,
      isWatchable: Bool = true,
      keepsHistory: Bool = false,
      holdsSecrets: Bool = false,
      isAtomic: Bool = true,
      holdsJSON: Bool = false
    ) {
      self.keys = keys
      self.kinds = kinds
      refusedKinds = Self.refusedKinds(unlike: kinds)
      self.integers = integers
      self.nesting = nesting
      self.transactionLimit = transactionLimit
      self.isWatchable = isWatchable
      self.keepsHistory = keepsHistory
      self.holdsSecrets = holdsSecrets
      self.isAtomic = isAtomic
      self.holdsJSON = holdsJSON
    }

    /// All kinds except null and opaque values: those that Foundation reads and writes in both
    /// formats of property lists.
    public static let ordinaryKinds = Set(StoredValue.Kind.allCases).subtracting([.null, .opaque])

    /// The whole numbers of property lists: those of `Int64` and `UInt64`.
    public static let ordinaryIntegers: ClosedRange<Int128> = PropertyListLimits.integers

    /// How deep property lists are nested at most.
    public static let ordinaryNesting: Int = PropertyListLimits.nesting

    private static func refusedKinds(unlike kinds: Set<StoredValue.Kind>) -> StoredValue.KindSet {
      StoredValue.KindSet(StoredValue.Kind.allCases.filter { !kinds.contains($0) })
    }
  }
}

extension Defaults.StoreCapabilities {
  /// Returns why a value cannot be stored under any key, as a short phrase; nil when it can.
  ///
  /// `allowsAnyKind` says whether to accept kinds that cannot be written otherwise.
  package func refusal(of value: Defaults.StoredValue, allowsAnyKind: Bool = false) -> String? {
    if let reason = value.refusal() ?? narrowRefusal(of: value) { return reason }
    if holdsJSON, value.hasInfinity { return "JSON has no number that is infinite or not a number" }
    guard holdsJSON || !allowsAnyKind, !refusedKinds.isEmpty, value.contains(refusedKinds) else {
      return nil
    }
    return "the store holds no value of these kinds: \(refusedKinds.names)"
  }

  /// Returns why a value is too large for a store that holds less than property lists.
  private func narrowRefusal(of value: Defaults.StoredValue) -> String? {
    guard integers != Self.ordinaryIntegers || nesting < Self.ordinaryNesting else { return nil }
    if let number = value.integers.first(where: { !integers.contains($0) }) {
      return "the whole number \(number) is outside \(integers.lowerBound)...\(integers.upperBound)"
    }
    guard value.nesting + 1 > nesting else { return nil }
    return "containers are nested more than \(nesting) levels deep"
  }

  /// Returns why a key cannot be written, as a short phrase; nil when it can.
  func refusal(ofKey key: Defaults.KeyName) -> String? {
    switch keys {
    case .any: nil
    case .known(let known): known.contains(key) ? nil : "the store has no such key"
    }
  }
}

extension Defaults.StoredValue {
  /// The whole numbers in the value.
  fileprivate var integers: [Int128] {
    if case .integer(let number) = self { [number] } else { parts.flatMap(\.integers) }
  }

  /// Whether there is a number in the value that is infinite or not a number.
  package var hasInfinity: Bool {
    if case .real(let number) = self {
      !number.isFinite
    } else {
      parts.contains(where: \.hasInfinity)
    }
  }

  /// How deep containers are nested in the value; 0 for one that is no container.
  package var nesting: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.nesting).max() ?? 0)
    case .dictionary(let members): 1 + (members.values.map(\.nesting).max() ?? 0)
    case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque: 0
    }
  }
}
