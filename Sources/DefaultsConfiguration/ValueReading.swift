#if Configuration

import Configuration
import Defaults
import Foundation

/// How stored values become values of swift-configuration.
///
/// Each type is read from its own stored form: a text is never read as a number. Only what is exact is
/// converted: an integer is read as a `Double` that equals it. An array has elements of one type.
struct ValueReading: Sendable {
  /// The name of the suite.
  let suiteName: String
  /// Returns whether a key's value must not be printed, by its name.
  let isSecret: @Sendable (String) -> Bool

  /// The name of the provider and its snapshots.
  var providerName: String { "DefaultsProvider[\(suiteName)]" }

  /// Returns the name of a key in the suite.
  static func name(of key: AbsoluteConfigKey) -> String {
    key.components.joined(separator: ".")
  }

  /// Returns the result of looking a key up.
  ///
  /// - Throws: ``DefaultsConfigurationError`` when the value has another type.
  func result(
    _ value: Defaults.StoredValue?,
    forKey name: String,
    _ type: ConfigType
  ) throws(DefaultsConfigurationError) -> LookupResult {
    guard let value, value != .null else { return LookupResult(encodedKey: name, value: nil) }
    guard let content = Self.content(of: value, type) else {
      throw DefaultsConfigurationError(
        suiteName: suiteName,
        key: name,
        expected: type,
        found: value.kind
      )
    }
    let isHidden = isSecret(name) || Defaults.HistoryOptions.holdsSecret(value)
    return LookupResult(encodedKey: name, value: ConfigValue(content, isSecret: isHidden))
  }

  private static func content(of value: Defaults.StoredValue, _ type: ConfigType) -> ConfigContent?
  {
    switch type {
    case .string: string(value).map(ConfigContent.string)
    case .int: int(value).map(ConfigContent.int)
    case .double: double(value).map(ConfigContent.double)
    case .bool: bool(value).map(ConfigContent.bool)
    case .bytes: bytes(value).map(ConfigContent.bytes)
    case .stringArray: array(value, string).map(ConfigContent.stringArray)
    case .intArray: array(value, int).map(ConfigContent.intArray)
    case .doubleArray: array(value, double).map(ConfigContent.doubleArray)
    case .boolArray: array(value, bool).map(ConfigContent.boolArray)
    case .byteChunkArray: array(value, bytes).map(ConfigContent.byteChunkArray)
    }
  }

  private static func string(_ value: Defaults.StoredValue) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  private static func int(_ value: Defaults.StoredValue) -> Int? {
    if case .integer(let number) = value { Int(exactly: number) } else { nil }
  }

  private static func double(_ value: Defaults.StoredValue) -> Double? {
    switch value {
    case .real(let number): number
    case .integer(let number): Double(exactly: number)
    default: nil
    }
  }

  private static func bool(_ value: Defaults.StoredValue) -> Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  private static func bytes(_ value: Defaults.StoredValue) -> [UInt8]? {
    if case .data(let data) = value { [UInt8](data) } else { nil }
  }

  private static func array<Element>(
    _ value: Defaults.StoredValue,
    _ element: (Defaults.StoredValue) -> Element?
  ) -> [Element]? {
    guard case .array(let values) = value else { return nil }
    let elements = values.compactMap(element)
    return elements.count == values.count ? elements : nil
  }
}

#endif
