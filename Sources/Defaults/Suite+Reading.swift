public import DefaultsCore
public import Foundation

// The untyped getters of Foundation's `UserDefaults`, with the same conversions. They return the
// value of the highest layer that has one.
extension Defaults.Suite {
  /// Returns a value as a property-list object; nil when there is none.
  public func object(forKey key: String) -> Any? {
    guard let value = effectiveValue(forKey: key) else { return nil }
    return reportingMergedNames { value.propertyList(&$0) } as Any
  }

  /// Returns a Boolean; true also for numbers other than zero and for text such as `YES`.
  public func bool(forKey key: String) -> Bool {
    switch effectiveValue(forKey: key) {
    case .bool(let value): value
    case .integer(let value): value != 0
    case .real(let value): value != 0
    case .string(let text): NSString(string: text).boolValue
    case .date, .data, .array, .dictionary, .uid, .null, .opaque, nil: false
    }
  }

  /// Returns an integer, clamped to the range of the type; 0 when there is none.
  public func integer(forKey key: String) -> Int {
    switch effectiveValue(forKey: key) {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Int(clamping: value)
    case .real(let value): Int(cutting: value)
    case .string(let text): NSString(string: text).integerValue
    case .date, .data, .array, .dictionary, .uid, .null, .opaque, nil: 0
    }
  }

  /// Returns a double; 0 when there is none.
  public func double(forKey key: String) -> Double {
    switch effectiveValue(forKey: key) {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .real(let value): value
    case .string(let text): NSString(string: text).doubleValue
    case .date, .data, .array, .dictionary, .uid, .null, .opaque, nil: 0
    }
  }

  /// Returns a float; 0 when there is none.
  public func float(forKey key: String) -> Float {
    Float(double(forKey: key))
  }

  /// Returns a string; numbers and Booleans are converted.
  public func string(forKey key: String) -> String? {
    switch effectiveValue(forKey: key) {
    case .string(let value): value
    case .bool(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    case .real(let value): NSNumber(value: value).stringValue
    case .date, .data, .array, .dictionary, .uid, .null, .opaque, nil: nil
    }
  }

  /// Returns data; nil when there is none.
  public func data(forKey key: String) -> Data? {
    guard case .data(let value) = effectiveValue(forKey: key) else { return nil }
    return value
  }

  /// Returns an array of property-list objects; nil when there is none.
  public func array(forKey key: String) -> [Any]? {
    object(forKey: key) as? [Any]
  }

  /// Returns a dictionary of property-list objects; nil when there is none.
  public func dictionary(forKey key: String) -> [String: Any]? {
    guard case .dictionary(let members) = effectiveValue(forKey: key) else { return nil }
    return reportingMergedNames { members.propertyList(&$0) }
  }

  /// Returns an array of strings; nil when an element is not a string.
  public func stringArray(forKey key: String) -> [String]? {
    effectiveValue(forKey: key).flatMap([String]._value)
  }

  /// Returns a URL; text that starts with `/` or `~` is the path of a file.
  public func url(forKey key: String) -> URL? {
    guard let stored = effectiveValue(forKey: key) else { return nil }
    if case .string(let text) = stored,
      text.starts(withASCII: "/") || text.starts(withASCII: "~")
    {
      return URL(fileURLWithPath: NSString(string: text).expandingTildeInPath)
    }
    return URL._value(from: stored)
  }

  /// Returns the values of all keys, including registered defaults.
  public func dictionaryRepresentation() -> [String: Any] {
    let values = SuiteRegistry.shared.registered.all().merging(core.effectiveValues()) { $1 }
    return reportingMergedNames { values.propertyList(&$0) }
  }

  /// Returns what a closure makes, and reports the names that became one in a dictionary of strings.
  private func reportingMergedNames<Result>(
    _ convert: (inout [[Defaults.KeyName]]) -> Result
  ) -> Result {
    var merged: [[Defaults.KeyName]] = []
    let result = convert(&merged)
    for names in merged { core.diagnostics.report(.indistinguishableNames(names)) }
    return result
  }
}

extension Int {
  /// Creates an integer by dropping the fraction and clamping to the range; 0 for not-a-number.
  fileprivate init(cutting value: Double) {
    self =
      Int(exactly: value.rounded(.towardZero))
      ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }
}
