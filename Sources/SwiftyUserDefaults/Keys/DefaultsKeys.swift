/// A type whose properties are keys.
///
/// ```swift
/// struct PlayerKeys: DefaultsKeyStore {
///   let volume = DefaultsKey<Double>("volume", defaultValue: 0.5)
/// }
/// ```
public protocol DefaultsKeyStore {}

/// Where keys are declared that the global ``Defaults`` knows.
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
/// It is the superclass of the keys, so that a static one can be written with a leading dot.
public class DefaultsKeys: DefaultsKeyStore, @unchecked Sendable {  // Constant, keys included.
  /// Creates a key store.
  public init() {}
}
