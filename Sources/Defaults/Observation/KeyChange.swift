public import Foundation

extension Defaults {
  /// A change of a key's value.
  ///
  /// Where nothing is stored the key's default stands, so that a reset shows as a change to the
  /// default.
  public struct KeyChange<Value: Serializable> {
    /// What kind of change it is.
    public typealias Kind = KeyChangeKind

    /// What kind of change it is.
    public var kind: Kind

    /// Whether the change is about to happen; only for observers that ask for it.
    public var isPrior: Bool

    /// The value after the change.
    public var newValue: Value

    /// The value before the change; in the initial event, the default.
    public var oldValue: Value

    /// Who made the change.
    public var origin: StoredChange.Origin

    /// Which members of a collection changed: never set; it exists for code that reads it.
    public var indexes: IndexSet? { nil }
  }

  /// What kind of change a change of a key's value is.
  public enum KeyChangeKind: Hashable, Sendable {
    /// The value was set, or reset.
    case setting
  }

  /// When a handler is called, besides at every change.
  public enum ObservationOption: Hashable, Sendable {
    /// Once at the start, before the observing function returns.
    case initial

    /// Also before every change that this process makes, with the value still to come.
    ///
    /// A change that comes from elsewhere has happened when it is noticed; both calls follow.
    case prior
  }

  /// When a handler is called, besides at every change.
  public typealias ObservationOptions = Set<ObservationOption>
}

extension Defaults.KeyChange: Sendable where Value: Sendable {}

extension Defaults.KeyChange: Equatable where Value: Equatable {
  /// Returns whether both are the same change of values, whoever made it.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.isPrior == right.isPrior && left.newValue == right.newValue
      && left.oldValue == right.oldValue
  }
}
