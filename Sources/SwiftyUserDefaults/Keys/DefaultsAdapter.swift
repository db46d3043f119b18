public import Defaults
public import Foundation

/// Keys of a key store over a suite.
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

  /// What has the keys.
  public let keyStore: KeyStore

  /// Creates an adapter.
  public init(defaults: DefaultsSuite, keyStore: KeyStore) {
    self.defaults = defaults
    self.keyStore = keyStore
  }

  /// Creates an adapter over the suite that has the name of a Foundation suite.
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

  /// Says that a name stands for no key.
  @available(*, unavailable, message: "The key store has no key of this name.")
  public subscript(dynamicMember member: String) -> Never {
    preconditionFailure("The compiler lets nobody call this.")
  }
}

extension DefaultsAdapter {
  /// Answers whether there is a value for a key besides its default, equal to it or not.
  public func hasKey<T: DefaultsSerializable>(_ key: DefaultsKey<T>) -> Bool {
    defaults.hasKey(key)
  }

  /// Answers whether there is a value for a key of the key store besides its default.
  public func hasKey<T: DefaultsSerializable>(
    _ keyPath: KeyPath<KeyStore, DefaultsKey<T>>
  ) -> Bool {
    defaults.hasKey(keyStore[keyPath: keyPath])
  }

  /// Removes what is stored for a key, so that its default shows again.
  public func remove<T: DefaultsSerializable>(_ key: DefaultsKey<T>) {
    defaults.remove(key)
  }

  /// Removes what is stored for a key of the key store, so that its default shows again.
  public func remove<T: DefaultsSerializable>(_ keyPath: KeyPath<KeyStore, DefaultsKey<T>>) {
    defaults.remove(keyStore[keyPath: keyPath])
  }

  /// Removes all that is stored; defaults show again, and every observer is told.
  public func removeAll() {
    defaults.removeAll()
  }
}
