/// A key: the name of a stored value, its type, and its default.
///
/// ```swift
/// let color = DefaultsKey<String>("color", defaultValue: "blue")
/// let nickname = DefaultsKey<String?>("nickname")
/// ```
///
/// A key is not bound to a suite: the suite or adapter that it is passed to reads and writes the
/// value. The default is not registered, so ``DefaultsAdapter/hasKey(_:)`` does not count it.
public final class DefaultsKey<ValueType: DefaultsSerializable>: DefaultsKeys,
  @unchecked Sendable  // Immutable; the default is as safe to share as its type.
{
  /// The name under which the value is stored.
  public let _key: String

  /// The value read when nothing is stored.
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

  /// Makes the compiler report that a key of a type that is not optional needs a default.
  @available(*, unavailable, message: "Add a 'defaultValue', or make the type of the key optional.")
  public convenience init(_ key: String) {
    preconditionFailure("The compiler lets nobody call this.")
  }

  /// The value to use when nothing is stored; nil for an optional key without one.
  public var defaultValue: ValueType.T? { hasDefault ? fallback : nil }
}

extension DefaultsKey: Equatable where ValueType.T: Equatable {
  /// Returns whether both keys have the same name and the same default.
  public static func == (left: DefaultsKey, right: DefaultsKey) -> Bool {
    left._key == right._key && left.hasDefault == right.hasDefault
      && left.fallback == right.fallback
  }
}
