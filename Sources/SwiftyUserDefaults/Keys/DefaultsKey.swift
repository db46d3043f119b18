/// The name of a stored value, with its type and the value to use when nothing is stored.
///
/// ```swift
/// let color = DefaultsKey<String>("color", defaultValue: "blue")
/// let nickname = DefaultsKey<String?>("nickname")
/// ```
///
/// A key belongs to no suite: the suite or adapter that it is given to reads and writes it. The
/// default is not registered, so ``DefaultsAdapter/hasKey(_:)`` tells what is stored.
public final class DefaultsKey<ValueType: DefaultsSerializable>: DefaultsKeys,
  @unchecked Sendable  // All is constant; the default is as safe to share as its type.
{
  /// The name under which the value is stored.
  public let _key: String

  /// What is read when nothing is stored.
  let fallback: ValueType.T

  private let hasDefault: Bool

  private init(_ key: String, fallback: ValueType.T, hasDefault: Bool) {
    _key = key
    self.fallback = fallback
    self.hasDefault = hasDefault
    super.init()
  }

  /// Creates a key with a default.
  ///
  /// - Parameters:
  ///   - key: any text, dots included.
  ///   - defaultValue: the value to use when nothing is stored.
  public convenience init(_ key: String, defaultValue: ValueType.T) {
    self.init(key, fallback: defaultValue, hasDefault: true)
  }

  /// Creates an optional key, which reads as nil when nothing is stored.
  ///
  /// - Parameter key: any text, dots included.
  public convenience init<Wrapped>(_ key: String) where ValueType == Wrapped? {
    self.init(key, fallback: nil, hasDefault: false)
  }

  /// Says that a key which is not optional needs a default.
  @available(*, unavailable, message: "Add a 'defaultValue', or make the type of the key optional.")
  public convenience init(_ key: String) {
    preconditionFailure("The compiler lets nobody call this.")
  }

  /// The value to use when nothing is stored; nil for an optional key without one.
  public var defaultValue: ValueType.T? { hasDefault ? fallback : nil }
}

extension DefaultsKey: Equatable where ValueType.T: Equatable {
  /// Answers whether both name the same value and have the same default.
  public static func == (left: DefaultsKey, right: DefaultsKey) -> Bool {
    left._key == right._key && left.hasDefault == right.hasDefault
      && left.fallback == right.fallback
  }
}
