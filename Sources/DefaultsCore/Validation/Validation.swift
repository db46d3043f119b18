extension Defaults {
  /// A rule for the values that a key may have.
  ///
  /// ```swift
  /// static let quality = Key<Double>("quality", default: 0.8, validation: .range(0...1))
  /// static let nickname = Key<String?>("nickname", validation: .pattern("^[a-z]+$"))
  /// static let even = Key<Int>("even", default: 0, validation: .init { number in
  ///   guard number.isMultiple(of: 2) else { throw NumberError.odd }
  /// })
  /// ```
  ///
  /// It is checked for every write of the key in this process, typed or untyped. A refused write
  /// changes nothing and is reported. If a stored value is invalid, the key has its default.
  public struct Validation<Value>: Sendable {
    /// Returns why a value is refused; nil when it is valid.
    let rejection: @Sendable (Value) -> Rejection?

    /// The demands that can be shown to people before they enter a value.
    package let demands: [ValidationDemand]

    /// Creates a validation from a closure that throws for an invalid value.
    ///
    /// The description of the thrown error is shown to people.
    @preconcurrency
    public init(_ check: @escaping @Sendable (Value) throws -> Void) {
      self.init(rejection: { value in
        do {
          try check(value)
          return nil
        } catch let rejection as Rejection {
          return rejection
        } catch {
          return .refused(value: "\(value)", reason: "\(error)")
        }
      })
    }

    /// Creates a validation from a closure that returns why a value is refused; nil if it is valid.
    package init(
      demands: [ValidationDemand] = [],
      rejection: @escaping @Sendable (Value) -> Rejection?
    ) {
      self.demands = demands
      self.rejection = rejection
    }

    /// Returns a validation that checks this one first, then another.
    public func and(_ other: Self) -> Self {
      Self(demands: demands + other.demands) { rejection($0) ?? other.rejection($0) }
    }
  }

  /// A condition of a validation that can be shown to people.
  package enum ValidationDemand: Sendable {
    /// The value is at least this one.
    case minimum(any Sendable)
    /// The value is at most this one.
    case maximum(any Sendable)
    /// The value is one of these.
    case oneOf([any Sendable])
    /// A regular expression matches a part of the text; the message is shown when it does not.
    case pattern(String, message: String?)
  }
}

extension Defaults.Validation where Value: Comparable & Sendable {
  /// Returns a validation for a closed range; not-a-number is outside of every range.
  public static func range(_ range: ClosedRange<Value>) -> Self {
    Self(demands: [.minimum(range.lowerBound), .maximum(range.upperBound)]) { value in
      if value >= range.lowerBound, value <= range.upperBound { return nil }
      return value > range.upperBound
        ? .aboveMaximum(value: "\(value)", maximum: "\(range.upperBound)")
        : .belowMinimum(value: "\(value)", minimum: "\(range.lowerBound)")
    }
  }

  /// Returns a validation for values at or above a lower bound.
  public static func range(_ range: PartialRangeFrom<Value>) -> Self {
    Self(demands: [.minimum(range.lowerBound)]) { value in
      value >= range.lowerBound
        ? nil : .belowMinimum(value: "\(value)", minimum: "\(range.lowerBound)")
    }
  }

  /// Returns a validation for values at or below an upper bound.
  public static func range(_ range: PartialRangeThrough<Value>) -> Self {
    Self(demands: [.maximum(range.upperBound)]) { value in
      value <= range.upperBound
        ? nil : .aboveMaximum(value: "\(value)", maximum: "\(range.upperBound)")
    }
  }
}

extension Defaults.Validation where Value: Equatable & Sendable {
  /// Returns a validation for a list of allowed values.
  public static func oneOf(_ allowed: [Value]) -> Self {
    Self(demands: [.oneOf(allowed)]) { value in
      allowed.contains(value)
        ? nil : .notAChoice("\(value)", choices: allowed.map { "\($0)" })
    }
  }
}
