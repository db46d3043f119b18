/// A type whose properties are keys.
///
/// ```swift
/// struct PlayerKeys: DefaultsKeyStore {
///   let volume = DefaultsKey<Double>("volume", defaultValue: 0.5)
/// }
/// ```
public protocol DefaultsKeyStore {}

/// The class whose extensions declare the keys of the global adapter.
///
/// ```swift
/// extension DefaultsKeys {
///   var username: DefaultsKey<String?> { .init("username") }
///   static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
/// }
///
/// Defaults.username = "ada"
/// Defaults[\.username]  // "ada"
/// Defaults[.launchCount] += 1
/// ```
///
/// It is also the superclass of ``DefaultsKey``, so that a static key can be written with a leading
/// dot.
public class DefaultsKeys: DefaultsKeyStore, @unchecked Sendable {  // Immutable, as are keys.
  /// Creates a key store.
  public init() {}
}
