/// A type that reads and writes the keys of a key store, so that tests can pass another one.
public protocol DefaultsProviding<KeyStore> {
  /// The type whose properties are the keys.
  associatedtype KeyStore: DefaultsKeyStore

  /// Reads or writes the value of a key.
  subscript<T: DefaultsSerializable>(key key: DefaultsKey<T>) -> T.T { get nonmutating set }

  /// Reads or writes the value of a key of the key store.
  subscript<T: DefaultsSerializable>(
    keyPath: KeyPath<KeyStore, DefaultsKey<T>>
  ) -> T.T { get nonmutating set }

  /// Returns whether any layer has a value for a key, even one equal to the key's default.
  func hasKey<T: DefaultsSerializable>(_ key: DefaultsKey<T>) -> Bool

  /// Returns whether any layer has a value for a key of the key store.
  func hasKey<T: DefaultsSerializable>(_ keyPath: KeyPath<KeyStore, DefaultsKey<T>>) -> Bool

  /// Removes the stored value of a key.
  func remove<T: DefaultsSerializable>(_ key: DefaultsKey<T>)

  /// Removes the stored value of a key of the key store.
  func remove<T: DefaultsSerializable>(_ keyPath: KeyPath<KeyStore, DefaultsKey<T>>)

  /// Removes all stored values.
  func removeAll()

  /// Calls a closure whenever the value of a key changes.
  @preconcurrency
  func observe<T: DefaultsSerializable>(
    _ key: DefaultsKey<T>,
    options: DefaultsObservingOptions,
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable

  /// Calls a closure whenever the value of a key of the key store changes.
  @preconcurrency
  func observe<T: DefaultsSerializable>(
    _ keyPath: KeyPath<KeyStore, DefaultsKey<T>>,
    options: DefaultsObservingOptions,
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable
}
