public import Defaults
public import Foundation

/// An adapter that reads and writes the keys of a key store in a suite.
///
/// ```swift
/// struct PlayerKeys: DefaultsKeyStore {
///   let volume = DefaultsKey<Double>("volume", defaultValue: 0.5)
/// }
///
/// let player = DefaultsAdapter(defaults: .standard, keyStore: PlayerKeys())
/// player.volume += 0.1
/// player[\.volume]  // 0.6
/// ```
@dynamicMemberLookup
public struct DefaultsAdapter<KeyStore: DefaultsKeyStore>: DefaultsProviding {
  /// The suite that holds the values.
  public let defaults: DefaultsSuite

  /// The value whose properties are the keys.
  public let keyStore: KeyStore

  /// Creates an adapter.
  public init(defaults: DefaultsSuite, keyStore: KeyStore) {
    self.defaults = defaults
    self.keyStore = keyStore
  }

  /// Creates an adapter for the suite that has the name of a Foundation suite.
  @_disfavoredOverload
  public init(defaults: UserDefaults, keyStore: KeyStore) {
    self.init(defaults: DefaultsSuite(defaults), keyStore: keyStore)
  }
}

extension DefaultsAdapter: Sendable where KeyStore: Sendable {}

extension DefaultsAdapter {
  /// Reads or writes the value of a key.
  public subscript<T: DefaultsSerializable>(key key: DefaultsKey<T>) -> T.T {
    get { defaults[key: key] }
    nonmutating set { defaults[key: key] = newValue }
  }

  /// Reads or writes the value of a key, which may be written with a leading dot.
  public subscript<T: DefaultsSerializable>(key: DefaultsKey<T>) -> T.T {
    get { defaults[key: key] }
    nonmutating set { defaults[key: key] = newValue }
  }

  /// Reads or writes the value of a key of the key store.
  public subscript<T: DefaultsSerializable>(
    keyPath: KeyPath<KeyStore, DefaultsKey<T>>
  ) -> T.T {
    get { defaults[key: keyStore[keyPath: keyPath]] }
    nonmutating set { defaults[key: keyStore[keyPath: keyPath]] = newValue }
  }

  /// Reads or writes the value of a key of the key store, spelled as a property.
  public subscript<T: DefaultsSerializable>(
    dynamicMember keyPath: KeyPath<KeyStore, DefaultsKey<T>>
  ) -> T.T {
    get { self[keyPath] }
    nonmutating set { self[keyPath] = newValue }
  }

  /// Makes the compiler report that the key store has no key of a name.
  @available(*, unavailable, message: "The key store has no key of this name.")
  public subscript(dynamicMember member: String) -> Never {
    preconditionFailure("The compiler lets nobody call this.")
  }
}

extension DefaultsAdapter {
  /// Returns whether any layer has a value for a key, even one equal to the key's default.
  public func hasKey<T: DefaultsSerializable>(_ key: DefaultsKey<T>) -> Bool {
    defaults.hasKey(key)
  }

  /// Returns whether any layer has a value for a key of the key store.
  public func hasKey<T: DefaultsSerializable>(
    _ keyPath: KeyPath<KeyStore, DefaultsKey<T>>
  ) -> Bool {
    defaults.hasKey(keyStore[keyPath: keyPath])
  }

  /// Removes the stored value of a key, so that its default is used again.
  public func remove<T: DefaultsSerializable>(_ key: DefaultsKey<T>) {
    defaults.remove(key)
  }

  /// Removes the stored value of a key of the key store, so that its default is used again.
  public func remove<T: DefaultsSerializable>(_ keyPath: KeyPath<KeyStore, DefaultsKey<T>>) {
    defaults.remove(keyStore[keyPath: keyPath])
  }

  /// Removes all stored values, so that defaults are used again, and calls their observers.
  public func removeAll() {
    defaults.removeAll()
  }
}
