import SwiftyUserDefaults

// Shortcuts of an app's own, declarations of properties, and code that is handed its preferences.

extension DefaultsKeys {
  static let croaks = DefaultsKey<Int>("croaks", defaultValue: 0)
  var motto: DefaultsKey<String?> { .init("motto") }
}

/// An app that replaces the shortcut by a suite, as the first versions of the dialect had it.
public enum OlderApp {
  static var Defaults = UserDefaults(inMemory: "org.example.older")

  /// Counts a croak.
  ///
  /// - Returns: how many there were.
  public static func croak() -> Int {
    Defaults[.croaks] += 1
    return Defaults.hasKey(.croaks) ? Defaults[.croaks] : -1
  }
}

/// An app that replaces the shortcut by an adapter.
public enum NewerApp {
  static var Defaults = DefaultsAdapter(
    defaults: UserDefaults(inMemory: "org.example.newer"),
    keyStore: DefaultsKeys()
  )

  /// Changes the motto.
  ///
  /// - Returns: the motto as it is stored then.
  public static func say(_ motto: String?) -> String? {
    Defaults.motto = motto
    return Defaults.hasKey(\.motto) ? Defaults[\.motto] : nil
  }
}

/// A type whose properties are keys of the global shortcut.
public struct Banner {
  /// The motto.
  @SwiftyUserDefault(keyPath: \.motto, options: [.cached, .observed])
  public var motto: String?

  /// The number of hops.
  @SwiftyUserDefault(keyPath: \.hops)
  public var hops: Int

  /// Creates a banner.
  public init() {}
}

/// Changes the motto of whatever it is handed.
public func rename<Prefs: DefaultsProviding>(
  _ prefs: Prefs,
  to motto: String
) where Prefs.KeyStore == DefaultsKeys {
  prefs[\.motto] = motto
}
