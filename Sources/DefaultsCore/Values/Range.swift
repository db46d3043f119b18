extension Defaults {
  /// A range with two bounds: the common part of `Range` and `ClosedRange`.
  public protocol Range<Bound> {
    /// The type of the bounds.
    associatedtype Bound: Comparable

    /// The lower bound.
    var lowerBound: Bound { get }

    /// The upper bound.
    var upperBound: Bound { get }

    /// Creates a range from bounds that are in order.
    init(uncheckedBounds: (lower: Bound, upper: Bound))
  }

  /// A range that can be the value of a key.
  public typealias RangeSerializable = Defaults.Range & Defaults.Serializable

  /// A bridge that stores a range as an array of its lower and upper bound.
  public struct RangeBridge<Value: RangeSerializable>: Bridge, Sendable
  where Value.Bound: Defaults.Serializable {
    /// Creates a bridge.
    public init() {}

    /// Converts both bounds; nil when one cannot be converted.
    public func serialize(_ value: Value?) -> [Value.Bound.Bridge.Serializable]? {
      value.flatMap { range in
        [range.lowerBound, range.upperBound].mapAll {
          Value.Bound.bridge.serialize($0 as? Value.Bound.Bridge.Value)
        }
      }
    }

    /// Converts both bounds back; nil unless there are two and they are in order.
    public func deserialize(_ object: [Value.Bound.Bridge.Serializable]?) -> Value? {
      let bounds = object?.mapAll { Value.Bound.bridge.deserialize($0) as? Value.Bound }
      return bounds.flatMap { Self.range($0) }
    }

    static func range(_ bounds: [Value.Bound]) -> Value? {
      // A range whose bounds are not in order traps when it is used.
      guard bounds.count == 2, bounds[0] <= bounds[1] else { return nil }
      return Value(uncheckedBounds: (lower: bounds[0], upper: bounds[1]))
    }
  }
}

// For ranges that use this bridge.
extension Defaults.Serializable
where
  Self: Defaults.Range,
  Bound: Defaults.Serializable,
  Bridge == Defaults.RangeBridge<Self>
{
  /// Converts both bounds.
  ///
  /// - Throws: ``Defaults/SerializationError`` when a bound has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    .array([
      try Bound._storedElement(of: value.lowerBound),
      try Bound._storedElement(of: value.upperBound),
    ])
  }

  /// Converts two stored bounds; nil unless they are in order.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .array(let elements) = stored else { return nil }
    return elements.mapAll(Bound._value).flatMap { Defaults.RangeBridge<Self>.range($0) }
  }
}

extension Range: Defaults.Range {}

extension Range: Defaults.Serializable where Bound: Defaults.Serializable {
  /// The bridge, which stores arrays of two bounds.
  public static var bridge: Defaults.RangeBridge<Self> { .init() }
}

extension ClosedRange: Defaults.Range {}

extension ClosedRange: Defaults.Serializable where Bound: Defaults.Serializable {
  /// The bridge, which stores arrays of two bounds.
  public static var bridge: Defaults.RangeBridge<Self> { .init() }
}
