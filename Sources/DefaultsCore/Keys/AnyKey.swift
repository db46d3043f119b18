extension Defaults {
  /// A key whose value type is not known at compile time.
  ///
  /// Keys are declared in an extension of ``Defaults/Keys``, a typealias of this class. So they can
  /// be written with a leading dot, and keys with different value types fit in one array:
  ///
  /// ```swift
  /// extension Defaults.Keys {
  ///   static let quality = Key<Double>("quality", default: 0.8)
  ///   static let name = Key<String?>("name")
  /// }
  ///
  /// Defaults[.quality]  // 0.8
  /// Defaults.reset([.quality, .name])
  /// ```
  public class AnyKey: @unchecked Sendable {  // All properties are `let`, here and in `Key`.
    /// A key with a value type.
    public typealias Key = Defaults.Key

    /// The key's name.
    ///
    /// Not called `name`, because a key declared `static let name` would shadow it.
    let storedName: KeyName

    /// The key's suite.
    ///
    /// Not called `suite`, because a key declared `static let suite` would shadow it.
    let ownSuite: Suite

    /// Creates a key.
    init(name: String, suite: Suite) {
      storedName = KeyName(name)
      ownSuite = suite
    }

    /// Returns whether the key's type and rule accept a value of a layer.
    func canHave(_ value: LayeredValue) -> Bool { true }

    /// Calls a closure whenever the key's value changes.
    func observe(with subscription: Subscription, handler: @escaping @Sendable () -> Void) {
      subscription.observe(suite.core, key: storedName) { _, _ in handler() }
    }
  }

  /// The properties that identify a key; only the class of keys conforms.
  ///
  /// They are declared here, because a key with the same name would shadow a member of the class:
  /// after `static let name = Key<String?>("name")`, no key's name could be read any more.
  public protocol KeyIdentity: AnyKey {}

  /// The class of all keys, under the name for declarations of keys.
  public typealias Keys = AnyKey

  /// The class of all keys, under the name that older code uses.
  public typealias _AnyKey = AnyKey
}

extension Defaults.AnyKey: Defaults.KeyIdentity {}

extension Defaults.KeyIdentity {
  /// The name under which the value is stored: any text, dots included.
  public var name: String { storedName.string }

  /// The suite the value belongs to.
  public var suite: Defaults.Suite { ownSuite }

  /// The names of the suite and the key, such as `com.example.Sketchbook quality`.
  public var description: String { "\(ownSuite) \(storedName)" }
}

extension Defaults.AnyKey: CustomStringConvertible {}

extension Defaults.AnyKey {
  /// Whether a value is stored, even one that equals the default.
  public var isSet: Bool { suite.storedValue(forKey: name) != nil }

  /// Removes the stored value, so that the default is used again.
  public func reset() {
    suite.core.removeOrReport([storedName])
  }
}

extension Defaults.AnyKey: Hashable {
  /// Returns whether both keys have the same name and suite.
  public static func == (left: Defaults.AnyKey, right: Defaults.AnyKey) -> Bool {
    left.storedName == right.storedName && left.suite == right.suite
  }

  /// Feeds name and suite to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storedName)
    hasher.combine(suite)
  }
}
