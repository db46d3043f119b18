public import Defaults

/// An entry that holds a number.
public struct NumberField: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates a number field for a whole number.
  ///
  /// - Parameters:
  ///   - title: a short name for people.
  ///   - key: the key.
  ///   - range: the least and the greatest value; without it the limits of the type hold.
  ///   - step: how far one press of an arrow key goes.
  ///   - unit: what the number counts, "s" for example.
  public init<Number: FixedWidthInteger & Sendable & Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Number>,
    in range: ClosedRange<Number>? = nil,
    step: Number? = nil,
    unit: String = ""
  ) {
    let limits = NumberLimits(wholeNumbersIn: range, step: step)
    entry = Entry(title, key: key, kind: .integer(limits), unit: unit)
  }

  /// Creates a number field for a whole number that may be unset.
  public init<Number: FixedWidthInteger & Sendable & Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Number?>,
    in range: ClosedRange<Number>? = nil,
    step: Number? = nil,
    unit: String = ""
  ) {
    let limits = NumberLimits(wholeNumbersIn: range, step: step)
    entry = Entry(title, key: key, kind: .integer(limits), unit: unit).unsettable
  }

  /// Creates a number field for a number with a fraction.
  public init<Number: BinaryFloatingPoint & Sendable & Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Number>,
    in range: ClosedRange<Number>? = nil,
    step: Number? = nil,
    unit: String = ""
  ) {
    let limits = NumberLimits(numbersIn: range, step: step)
    entry = Entry(title, key: key, kind: .real(limits), unit: unit)
  }

  /// Creates a number field for a number with a fraction that may be unset.
  public init<Number: BinaryFloatingPoint & Sendable & Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Number?>,
    in range: ClosedRange<Number>? = nil,
    step: Number? = nil,
    unit: String = ""
  ) {
    let limits = NumberLimits(numbersIn: range, step: step)
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
