import Foundation

extension Defaults {
  /// Which values a key may have.
  ///
  /// ```swift
  /// static let quality = Key<Double>("quality", default: 0.8, validation: .range(0...1))
  /// static let nickname = Key<String?>("nickname", validation: .pattern("^[a-z]+$"))
  /// static let even = Key<Int>("even", default: 0, validation: .init { number in
  ///   guard number.isMultiple(of: 2) else { throw NumberError.odd }
  /// })
  /// ```
  ///
  /// It holds for every write of the key in this process, typed or not; one that it refuses
  /// changes nothing and is reported. A stored value that it refuses reads as the default.
  public struct Validation<Value>: Sendable {
    /// Returns what is wrong with a value; nil when nothing is.
    let rejection: @Sendable (Value) -> Rejection?

    /// What is demanded, where that can be said to people before they try.
    package let demands: [ValidationDemand]

    /// Creates a validation from a closure that throws for a value that may not be stored.
    ///
    /// What it throws is told to people as it describes itself.
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

    /// Creates a validation from a closure that returns what is wrong; nil for nothing.
    init(
      demands: [ValidationDemand] = [],
      rejection: @escaping @Sendable (Value) -> Rejection?
    ) {
      self.demands = demands
      self.rejection = rejection
    }

    /// Creates a validation that demands this one and another, this one first.
    public func and(_ other: Self) -> Self {
      Self(demands: demands + other.demands) { rejection($0) ?? other.rejection($0) }
    }
  }

  /// Something that a validation demands of every value.
  package enum ValidationDemand: Sendable {
    /// It is at least this.
    case minimum(any Sendable)
    /// It is at most this.
    case maximum(any Sendable)
    /// It is one of these.
    case oneOf([any Sendable])
    /// A regular expression matches in it; otherwise there may be a message for people.
    case pattern(String, message: String?)
  }
}

extension Defaults.Validation where Value: Comparable & Sendable {
  /// Demands a value from a lower to an upper bound; not-a-number is outside of every range.
  public static func range(_ range: ClosedRange<Value>) -> Self {
    Self(demands: [.minimum(range.lowerBound), .maximum(range.upperBound)]) { value in
      if value >= range.lowerBound, value <= range.upperBound { return nil }
      return value > range.upperBound
        ? .aboveMaximum(value: "\(value)", maximum: "\(range.upperBound)")
        : .belowMinimum(value: "\(value)", minimum: "\(range.lowerBound)")
    }
  }

  /// Demands a value from a lower bound on.
  public static func range(_ range: PartialRangeFrom<Value>) -> Self {
    Self(demands: [.minimum(range.lowerBound)]) { value in
      value >= range.lowerBound
        ? nil : .belowMinimum(value: "\(value)", minimum: "\(range.lowerBound)")
    }
  }

  /// Demands a value up to an upper bound.
  public static func range(_ range: PartialRangeThrough<Value>) -> Self {
    Self(demands: [.maximum(range.upperBound)]) { value in
      value <= range.upperBound
        ? nil : .aboveMaximum(value: "\(value)", maximum: "\(range.upperBound)")
    }
  }
}

extension Defaults.Validation where Value: Equatable & Sendable {
  /// Demands one of some values.
  public static func oneOf(_ allowed: [Value]) -> Self {
    Self(demands: [.oneOf(allowed)]) { value in
      allowed.contains(value)
        ? nil : .notAChoice("\(value)", choices: allowed.map { "\($0)" })
    }
  }
}

extension Defaults.Validation where Value == String {
  /// Demands a text in which a regular expression matches somewhere.
  ///
  /// - Parameters:
  ///   - pattern: the expression, as `NSRegularExpression` has it. One that does not compile is a
  ///     programming mistake and stops the program with the place of the declaration.
  ///   - message: what to tell a person whose text does not match.
  ///   - file: the file of the declaration.
  ///   - line: the line of the declaration.
  /// - Returns: the validation.
  public static func pattern(
    _ pattern: String,
    message: String? = nil,
    file: StaticString = #file,
    line: UInt = #line
  ) -> Self {
    let expression: NSRegularExpression
    do {
      expression = try NSRegularExpression(pattern: pattern)
    } catch {
      preconditionFailure(
        "\"\(pattern)\" is not a regular expression that NSRegularExpression can compile: "
          + "correct the pattern of this validation.",
        file: file,
        line: line,
      )
    }
    return Self(demands: [.pattern(pattern, message: message)]) { text in
      let range = NSRange(text.startIndex..., in: text)
      guard expression.firstMatch(in: text, range: range) == nil else { return nil }
      return .patternMismatch(pattern: pattern, message: message)
    }
  }
}
