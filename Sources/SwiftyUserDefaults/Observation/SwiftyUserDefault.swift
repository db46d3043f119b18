/// How a property over a key reads.
public struct SwiftyUserDefaultOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The value is made once of what is stored, and again only after something has changed.
  public static let cached = Self(rawValue: 1)

  /// The value is made anew when what is stored changes, so that no read has to.
  public static let observed = Self(rawValue: 2)
}

/// A property whose value is that of a key.
///
/// ```swift
/// struct Profile {
///   @SwiftyUserDefault(keyPath: \.username, options: [.cached, .observed])
///   var name: String?
/// }
/// ```
///
/// Whatever the options, the property has the value that is stored now, also after a change by
/// another process. What is set is the key's value, so that the property may be in a constant.
@propertyWrapper
public struct SwiftyUserDefault<T: DefaultsSerializable>: Sendable where T.T == T {
  /// The key whose value the property has.
  public let key: DefaultsKey<T>

  /// How the property reads.
  public let options: SwiftyUserDefaultOptions

  private let kept: KeptValue<T>

  /// Creates a property over a key of the global adapter, as that is now.
  public init(
    keyPath: KeyPath<DefaultsKeys, DefaultsKey<T>>,
    options: SwiftyUserDefaultOptions = []
  ) {
    self.init(keyPath: keyPath, adapter: Defaults, options: options)
  }

  /// Creates a property over a key of an adapter.
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

  /// The property itself, which knows its key.
  public var projectedValue: Self { self }
}
