extension Defaults {
  /// A change of a key's value.
  ///
  /// Where nothing is stored, the value is the key's default; a reset is a change to the default.
  public struct KeyChange<Value: Serializable> {
    /// The kind of the change.
    public typealias Kind = KeyChangeKind

    /// The kind of the change.
    public var kind: Kind

    /// Whether the change has not been made yet; true only with the option `prior`.
    public var isPrior: Bool

    /// The value after the change.
    public var newValue: Value

    /// The value before the change; in the event of the call at the start, the default.
    public var oldValue: Value

    /// Who made the change.
    public var origin: StoredChange.Origin
  }

  /// The kind of a change of a key's value.
  public enum KeyChangeKind: Hashable, Sendable {
    /// The value was set, or reset.
    case setting
  }

  /// A moment at which a handler is called, besides after every change.
  public enum ObservationOption: Hashable, Sendable {
    /// Once at the start, before the observing function returns.
    case initial

    /// Before every change that this process makes, with the value that will be stored.
    ///
    /// A change from elsewhere is noticed only after it was made; both calls are made then.
    case prior
  }

  /// The moments at which a handler is called, besides after every change.
  public typealias ObservationOptions = Set<ObservationOption>
}

extension Defaults.KeyChange: Sendable where Value: Sendable {}

extension Defaults.KeyChange: Equatable where Value: Equatable {
  /// Returns whether both have the same kind, moment and values; the origins may differ.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.isPrior == right.isPrior && left.newValue == right.newValue
      && left.oldValue == right.oldValue
  }
}
