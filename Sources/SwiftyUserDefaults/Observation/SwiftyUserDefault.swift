/// The ways in which a property reads the value of its key.
public struct SwiftyUserDefaultOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The value is cached, and decoded again only after it has changed.
  public static let cached = Self(rawValue: 1)

  /// The value is decoded when it changes, so that no read has to decode it.
  public static let observed = Self(rawValue: 2)
}

/// A property wrapper for the value of a key.
///
/// ```swift
/// struct Profile {
///   @SwiftyUserDefault(keyPath: \.username, options: [.cached, .observed])
///   var name: String?
/// }
/// ```
///
/// With any options, the property returns the current value, even after a change by another
/// process. Setting it does not mutate the wrapper, so it may be a property of a constant.
@propertyWrapper
public struct SwiftyUserDefault<T: DefaultsSerializable>: Sendable where T.T == T {
  /// The key of the property.
  public let key: DefaultsKey<T>

  /// The ways in which the property reads the value.
  public let options: SwiftyUserDefaultOptions

  private let kept: KeptValue<T>

  /// Creates a property for a key of the global adapter, as that is at this moment.
  public init(
    keyPath: KeyPath<DefaultsKeys, DefaultsKey<T>>,
    options: SwiftyUserDefaultOptions = []
  ) {
    self.init(keyPath: keyPath, adapter: Defaults, options: options)
  }

  /// Creates a property for a key of an adapter.
  public init<KeyStore>(
    keyPath: KeyPath<KeyStore, DefaultsKey<T>>,
    adapter: DefaultsAdapter<KeyStore>,
    options: SwiftyUserDefaultOptions = []
  ) {
    key = adapter.keyStore[keyPath: keyPath]
    self.options = options
    kept = KeptValue(key, in: adapter.defaults)
    if options.contains(.observed) { kept.observe() }
  }

  /// The value of the key.
  public var wrappedValue: T {
    get { options.isEmpty ? kept.storedValue : kept.value }
    nonmutating set { kept.store(newValue) }
  }

  /// The property wrapper itself, which has the key.
  public var projectedValue: Self { self }
}
