#if Configuration

public import Configuration
public import Defaults

/// The error of a stored value that has another type than the one that is asked for.
public struct DefaultsConfigurationError: Error, Hashable, CustomStringConvertible {
  /// The name of the suite.
  public var suiteName: String
  /// The name of the key.
  public var key: String
  /// The type that is asked for.
  public var expected: ConfigType
  /// The kind of the stored value.
  public var found: Defaults.StoredValue.Kind

  /// The suite, the key, both types, and what to do; never the value, which may be a secret.
  public var description: String {
    "\(suiteName): the value of \"\(key)\" is of the kind \(found) and cannot be read as "
      + "\(expected.rawValue). prefs write \(suiteName) \(key) stores another one."
  }
}

#endif
