extension Defaults {
  /// A key whose type of value is not known.
  ///
  /// Keys are declared in an extension of ``Defaults/Keys``, which is another name of this
  /// class. It exists so that they can be written with a leading dot, and kept together:
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
  public class AnyKey: @unchecked Sendable {  // All is constant, here and in Key.
    /// A key with a type of value.
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

    /// Calls a closure whenever the key's value changes.
    func observe(with subscription: Subscription, handler: @escaping @Sendable () -> Void) {
      subscription.observe(suite.core, key: storedName) { _, _ in handler() }
    }
  }

  /// What identifies a key; no other type conforms.
  ///
  /// Members of the class itself would be hidden by keys of the same name: after `static let
  /// name = Key<String?>("name")`, no key's name could be read any more.
  public protocol KeyIdentity: AnyKey {}

  /// Where keys are declared.
  public typealias Keys = AnyKey

  /// A key whose type of value is not known, as older code calls it.
  public typealias _AnyKey = AnyKey
}

extension Defaults.AnyKey: Defaults.KeyIdentity {}

extension Defaults.KeyIdentity {
  /// The name under which the value is stored: any text, dots included.
  public var name: String { storedName.string }

  /// The suite the value belongs to.
  public var suite: Defaults.Suite { ownSuite }
}

extension Defaults.AnyKey {
  /// Whether a value is stored, be it equal to the default or not.
  public var isSet: Bool { suite.storedValue(forKey: name) != nil }

  /// Removes what is stored, so that the default shows again.
  public func reset() {
    suite.removeObject(forKey: name)
  }
}

extension Defaults.AnyKey: Hashable {
  /// Returns whether both name the same value of the same suite.
  public static func == (left: Defaults.AnyKey, right: Defaults.AnyKey) -> Bool {
    left.storedName == right.storedName && left.suite == right.suite
  }

  /// Feeds name and suite to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storedName)
    hasher.combine(suite)
  }
}
