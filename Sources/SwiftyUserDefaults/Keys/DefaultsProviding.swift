/// What reads and writes the keys of a key store: for code that is handed one, in tests another.
public protocol DefaultsProviding<KeyStore> {
  /// The type whose properties are the keys.
  associatedtype KeyStore: DefaultsKeyStore

  /// Reads or writes the value of a key.
  subscript<T: DefaultsSerializable>(key key: DefaultsKey<T>) -> T.T { get nonmutating set }

  /// Reads or writes the value of a key of the key store.
  subscript<T: DefaultsSerializable>(
    keyPath: KeyPath<KeyStore, DefaultsKey<T>>
  ) -> T.T { get nonmutating set }

  /// Answers whether there is a value for a key besides its default.
  func hasKey<T: DefaultsSerializable>(_ key: DefaultsKey<T>) -> Bool

  /// Answers whether there is a value for a key of the key store besides its default.
  func hasKey<T: DefaultsSerializable>(_ keyPath: KeyPath<KeyStore, DefaultsKey<T>>) -> Bool

  /// Removes what is stored for a key.
  func remove<T: DefaultsSerializable>(_ key: DefaultsKey<T>)

  /// Removes what is stored for a key of the key store.
  func remove<T: DefaultsSerializable>(_ keyPath: KeyPath<KeyStore, DefaultsKey<T>>)

  /// Removes all that is stored.
  func removeAll()

  /// Calls a closure whenever what is stored for a key changes.
  @preconcurrency
  func observe<T: DefaultsSerializable>(
    _ key: DefaultsKey<T>,
    options: DefaultsObservingOptions,
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable

  /// Calls a closure whenever what is stored for a key of the key store changes.
  @preconcurrency
  func observe<T: DefaultsSerializable>(
    _ keyPath: KeyPath<KeyStore, DefaultsKey<T>>,
    options: DefaultsObservingOptions,
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable
}
