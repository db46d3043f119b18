/// How far a number may go and in which steps.
public struct NumberLimits<Number: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// The least value, or nil when there is none.
  public var minimum: Number?
  /// The greatest value, or nil when there is none.
  public var maximum: Number?
  /// Whether the minimum itself is too small.
  public var excludesMinimum: Bool
  /// Whether the maximum itself is too large.
  public var excludesMaximum: Bool
  /// How far one step of an arrow key goes; nil leaves it to the editor.
  public var step: Number?
  /// A positive number of which every value must be a multiple, or nil for none.
  public var multipleOf: Number?

  /// Creates limits; what is not named is not limited.
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

extension NumberLimits<Int128> {
  /// The limits with the bounds of a 64-bit word where they have none.
  var bounded: Self {
    var limits = self
    limits.minimum = minimum ?? Self.word.minimum
    limits.maximum = maximum ?? Self.word.maximum
    return limits
  }

  /// What a property list carries with a sign, which is what a whole number is limited to.
  public static var word: Self {
    Self(minimum: Int128(Int64.min), maximum: Int128(Int64.max))
  }

  /// What a property list carries without a sign.
  public static var unsignedWord: Self {
    Self(minimum: 0, maximum: Int128(UInt64.max))
  }
}
