public import DefaultsCore

/// The control of a number.
///
/// ```swift
/// Defaults.NumberField("Interval", key: .interval, in: 5...3600, step: 5, unit: "s")
/// ```
public struct NumberField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a number field for a whole number.
  ///
  /// - Parameters:
  ///   - title: a short title that is shown for the key.
  ///   - key: the key.
  ///   - range: the allowed values; all values of the type by default.
  ///   - step: the step of one press of an arrow key; values between the steps are valid.
  ///   - unit: the unit, "s" for example.
  public init(
    _ title: String,
    key: Defaults.Key<Value>,
    in range: ClosedRange<Value>? = nil,
    step: Value? = nil,
    unit: String = ""
  ) where Value: FixedWidthInteger & Sendable {
    let limits = NumberLimits(wholeNumbersIn: range, step: step)
    self.key = key
    entry = Entry(title, key: key, kind: .integer(limits), unit: unit)
  }

  /// Creates a number field for a whole number that may be unset.
  public init<Number: FixedWidthInteger & Sendable & Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Number?>,
    in range: ClosedRange<Number>? = nil,
    step: Number? = nil,
    unit: String = ""
  ) where Value == Number? {
    let limits = NumberLimits(wholeNumbersIn: range, step: step)
    self.key = key
    entry = Entry(title, key: key, kind: .integer(limits), unit: unit).unsettable
  }

  /// Creates a number field for a number with a fraction.
  public init(
    _ title: String,
    key: Defaults.Key<Value>,
    in range: ClosedRange<Value>? = nil,
    step: Value? = nil,
    unit: String = ""
  ) where Value: BinaryFloatingPoint & Sendable {
    let limits = NumberLimits(numbersIn: range, step: step)
    self.key = key
    entry = Entry(title, key: key, kind: .real(limits), unit: unit)
  }

  /// Creates a number field for a number with a fraction that may be unset.
  public init<Number: BinaryFloatingPoint & Sendable & Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Number?>,
    in range: ClosedRange<Number>? = nil,
    step: Number? = nil,
    unit: String = ""
  ) where Value == Number? {
    let limits = NumberLimits(numbersIn: range, step: step)
    self.key = key
    entry = Entry(title, key: key, kind: .real(limits), unit: unit).unsettable
  }
}

extension NumberLimits<Int128> {
  fileprivate init<Whole: FixedWidthInteger>(
    wholeNumbersIn range: ClosedRange<Whole>?,
    step: Whole?
  ) {
    self.init(
      minimum: Int128(range?.lowerBound ?? .min),
      maximum: Int128(range?.upperBound ?? .max),
      step: step.map { Int128($0) }
    )
  }
}

extension NumberLimits<Double> {
  fileprivate init<Fraction: BinaryFloatingPoint>(
    numbersIn range: ClosedRange<Fraction>?,
    step: Fraction?
  ) {
    self.init(
      minimum: range.map { Double($0.lowerBound) },
      maximum: range.map { Double($0.upperBound) },
      step: step.map { Double($0) }
    )
  }
}
