#if Configuration

public import Configuration
public import Defaults
public import DefaultsSchema

/// A provider of swift-configuration that reads a suite.
///
/// A server reads its configuration with a `ConfigReader`, and an administrator changes it while the
/// server runs: with `prefs write`, the editor, or any other program that writes the suite.
///
/// ```swift
/// let suite = try Defaults.Suite(named: "org.example.server")
/// let config = ConfigReader(providers: [EnvironmentVariablesProvider(), DefaultsProvider(suite)])
/// let port = config.int(forKey: "http.port", default: 8080)
/// try await config.watchString(forKey: "log.level", default: "info") { levels in
///   for await level in levels { print("log level \(level)") }
/// }
/// ```
///
/// The components of a key are joined by full stops: `http.port` is the suite's key of that name. The
/// value is the one in the highest layer that has one. Registered defaults are not provided, so that
/// they do not hide the values of the providers after this one.
public struct DefaultsProvider: Sendable {
  /// The suite whose values are provided.
  public let suite: Defaults.Suite
  let reading: ValueReading

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - suite: the suite to read.
  ///   - schema: the schema of the suite, whose secret keys are marked as secrets; nil for none.
  ///   - isSecret: returns whether the name of a key suggests a secret, besides the keys of the
  ///     schema; all keys of a suite for secrets are secret.
  public init(
    _ suite: Defaults.Suite = .standard,
    schema: Schema? = nil,
    isSecret: @escaping @Sendable (String) -> Bool = Defaults.HistoryOptions.looksSecret
  ) {
    self.suite = suite
    var options = Defaults.HistoryOptions(isSecret: isSecret).hidingSecrets(of: schema)
    if suite.capabilities.holdsSecrets { options.isSecret = { _ in true } }
    reading = ValueReading(suiteName: suite.name, isSecret: options.isSecret)
  }
}

extension DefaultsProvider: CustomStringConvertible {
  /// The name of the provider with that of the suite.
  public var description: String { providerName }
}

extension DefaultsProvider: ConfigProvider {
  /// The name of the provider with that of the suite, for messages.
  public var providerName: String { reading.providerName }

  /// Returns the value of a key at this moment.
  ///
  /// - Throws: ``DefaultsConfigurationError`` when the value has another type.
  public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    let name = ValueReading.name(of: key)
    return try reading.result(suite.layeredValue(forKey: name), forKey: name, type)
  }

  /// Reads the store again, and returns the value of a key.
  ///
  /// - Throws: `Defaults.StoreError` when the store cannot be read, and
  ///   ``DefaultsConfigurationError`` when the value has another type.
  public func fetchValue(
    forKey key: AbsoluteConfigKey,
    type: ConfigType
  ) async throws -> LookupResult {
    try await suite.fetch()
    return try value(forKey: key, type: type)
  }

  /// Passes the value of a key to a closure, then each change by any process, until the task ends.
  ///
  /// - Throws: what the closure throws.
  public func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey,
    type: ConfigType,
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
    ) async throws -> Return
  ) async throws -> Return {
    let name = ValueReading.name(of: key)
    let (suite, reading) = (suite, reading)
    let updates = SuiteUpdates(suite, of: Defaults.KeyName(name)) {
      suite.layeredValue(forKey: name)
    } transform: { value in
      Result<LookupResult, any Error> { try reading.result(value, forKey: name, type) }
    }
    return try await updatesHandler(ConfigUpdatesAsyncSequence(updates))
  }

  /// Returns all values of this moment.
  public func snapshot() -> any ConfigSnapshot {
    SuiteSnapshot(values: suite.effectiveValues(), reading: reading)
  }

  /// Passes all values to a closure, then those after each change by any process, until the task ends.
  ///
  /// - Throws: what the closure throws.
  public func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
    ) async throws -> Return
  ) async throws -> Return {
    let (suite, reading) = (suite, reading)
    let updates = SuiteUpdates(suite, of: nil) {
      suite.effectiveValues()
    } transform: { values -> any ConfigSnapshot in
      SuiteSnapshot(values: values, reading: reading)
    }
    return try await updatesHandler(ConfigUpdatesAsyncSequence(updates))
  }
}

/// The values of a suite at one moment.
private struct SuiteSnapshot: ConfigSnapshot {
  let values: [Defaults.KeyName: Defaults.StoredValue]
  let reading: ValueReading

  var providerName: String { reading.providerName }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    let name = ValueReading.name(of: key)
    return try reading.result(values[Defaults.KeyName(name)], forKey: name, type)
  }
}

#endif
