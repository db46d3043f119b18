/// Limits on a number, and the step by which the editor changes it.
public struct NumberLimits<Number: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// The least value; nil for no limit.
  public var minimum: Number?
  /// The greatest value; nil for no limit.
  public var maximum: Number?
  /// Whether the minimum itself is not allowed.
  public var excludesMinimum: Bool
  /// Whether the maximum itself is not allowed.
  public var excludesMaximum: Bool
  /// The step of one press of an arrow key; nil for the editor's own step.
  public var step: Number?
  /// A positive number of which every value must be a multiple; nil for no such rule.
  public var multipleOf: Number?

  /// Creates limits; by default there are none.
  public init(
    minimum: Number? = nil,
    maximum: Number? = nil,
    excludesMinimum: Bool = false,
    excludesMaximum: Bool = false,
    step: Number? = nil,
    multipleOf: Number? = nil
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.excludesMinimum = excludesMinimum
    self.excludesMaximum = excludesMaximum
    self.step = step
    self.multipleOf = multipleOf
  }
}

extension NumberLimits {
  /// Whether no number is between the bounds.
  var isEmpty: Bool {
    guard let minimum, let maximum else { return false }
    return minimum > maximum || minimum == maximum && (excludesMinimum || excludesMaximum)
  }
}

extension NumberLimits<Int128> {
  /// Creates the range of a type.
  init<Whole: FixedWidthInteger>(of type: Whole.Type) {
    self.init(minimum: Int128(Whole.min), maximum: Int128(Whole.max))
  }

  /// The limits, with the bounds of a signed 64-bit integer where there are none.
  var bounded: Self {
    var limits = self
    limits.minimum = minimum ?? Self.word.minimum
    limits.maximum = maximum ?? Self.word.maximum
    return limits
  }

  /// The limits without the bounds of a 32-bit or 64-bit integer, which are those of a type.
  package var declared: Self {
    var limits = self
    let lowest = [Int128(Int32.min), Int128(Int64.min)]
    let highest = [Int128(Int32.max), Int128(UInt32.max)]
    if let minimum, lowest.contains(minimum) { limits.minimum = nil }
    if let maximum, highest.contains(maximum) || maximum >= Int128(Int64.max) {
      limits.maximum = nil
    }
    return limits
  }

  /// The range of a signed 64-bit integer, which is the default range of an integer.
  public static var word: Self { Self(of: Int64.self) }

  /// The range of an unsigned 64-bit integer, which a property list can also hold.
  public static var unsignedWord: Self { Self(of: UInt64.self) }
}
