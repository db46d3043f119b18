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
    /// Tells what is wrong with a value; nil when nothing is.
    let violation: @Sendable (Value) -> Violation?

    /// What is demanded, where that can be said to people before they try.
    package let demands: [ValidationDemand]

    /// Creates a validation from a closure that throws for a value that may not be stored.
    ///
    /// What it throws is told to people as it describes itself.
    @preconcurrency
    public init(_ check: @escaping @Sendable (Value) throws -> Void) {
      self.init(violation: { value in
        do {
          try check(value)
          return nil
        } catch let violation as Violation {
          return violation
        } catch {
          return .refused(value: "\(value)", reason: "\(error)")
        }
      })
    }

    /// Creates a validation from a closure that tells what is wrong; nil for nothing.
    init(
      demands: [ValidationDemand] = [],
      violation: @escaping @Sendable (Value) -> Violation?
    ) {
      self.demands = demands
      self.violation = violation
    }

    /// Creates a validation that demands this one and another, this one first.
    public func and(_ other: Self) -> Self {
      Self(demands: demands + other.demands) { violation($0) ?? other.violation($0) }
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

  /// What is wrong with a value, as facts.
  public enum Violation: Error, Hashable, Sendable {
    /// It is too small.
    case belowMinimum(value: String, minimum: String)
    /// It is too large.
    case aboveMaximum(value: String, maximum: String)
    /// It is none of those that are allowed.
    case notAllowed(value: String, allowed: [String])
    /// It does not match a regular expression.
    case patternMismatch(value: String, pattern: String, message: String?)
    /// A closure of the key refused it.
    case refused(value: String, reason: String)
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
        ? nil : .notAllowed(value: "\(value)", allowed: allowed.map { "\($0)" })
    }
  }
}

extension Defaults.Validation where Value == String {
  /// Demands a text in which a regular expression matches somewhere.
  ///
  /// - Parameters:
  ///   - pattern: the expression, as `NSRegularExpression` has it; one that does not compile
  ///     demands nothing.
  ///   - message: what to tell a person whose text does not match.
  /// - Returns: the validation.
  public static func pattern(_ pattern: String, message: String? = nil) -> Self {
    let expression = try? NSRegularExpression(pattern: pattern)
    let demands: [Defaults.ValidationDemand] =
      expression == nil ? [] : [.pattern(pattern, message: message)]
    return Self(demands: demands) { text in
      let range = NSRange(text.startIndex..., in: text)
      guard let expression, expression.firstMatch(in: text, range: range) == nil else { return nil }
      return .patternMismatch(value: text, pattern: pattern, message: message)
    }
  }
}

extension Defaults.Violation: CustomStringConvertible {
  /// The reason in words, without a full stop.
  public var description: String {
    switch self {
    case .belowMinimum(let value, let minimum): "\(value) is below the minimum \(minimum)"
    case .aboveMaximum(let value, let maximum): "\(value) is above the maximum \(maximum)"
    case .notAllowed(let value, let allowed):
      "\(value) is none of \(allowed.joined(separator: ", "))"
    case .patternMismatch(let value, let pattern, let message):
      message ?? "\"\(value)\" does not match \(pattern)"
    case .refused(let value, let reason): "\(value) is refused: \(reason)"
    }
  }
}
