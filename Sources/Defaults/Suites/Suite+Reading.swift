public import Foundation

// The untyped readers of Foundation's `UserDefaults`, with its conversions: the value of the highest
// layer that has one.
extension Defaults.Suite {
  /// Gives a value as an object a property list holds, or nil.
  public func object(forKey key: String) -> Any? {
    effectiveValue(forKey: key)?.propertyList
  }

  /// Gives a truth value: also for numbers other than zero, and for text such as `YES`.
  public func bool(forKey key: String) -> Bool {
    switch effectiveValue(forKey: key) {
    case .bool(let value): value
    case .integer(let value): value != 0
    case .real(let value): value != 0
    case .string(let text): NSString(string: text).boolValue
    case .date, .data, .array, .dictionary, .uid, .null, .opaque, nil: false
    }
  }

  /// Gives a whole number, cut to the range of the type; 0 when there is none.
  public func integer(forKey key: String) -> Int {
    switch effectiveValue(forKey: key) {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Int(clamping: value)
    case .real(let value): Int(cutting: value)
    case .string(let text): NSString(string: text).integerValue
    case .date, .data, .array, .dictionary, .uid, .null, .opaque, nil: 0
    }
  }

  /// Gives a real number; 0 when there is none.
  public func double(forKey key: String) -> Double {
    switch effectiveValue(forKey: key) {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .real(let value): value
    case .string(let text): NSString(string: text).doubleValue
    case .date, .data, .array, .dictionary, .uid, .null, .opaque, nil: 0
    }
  }

  /// Gives a real number of single precision; 0 when there is none.
  public func float(forKey key: String) -> Float {
    Float(double(forKey: key))
  }

  /// Gives text, also for a number.
  public func string(forKey key: String) -> String? {
    switch effectiveValue(forKey: key) {
    case .string(let value): value
    case .bool(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    case .real(let value): NSNumber(value: value).stringValue
    case .date, .data, .array, .dictionary, .uid, .null, .opaque, nil: nil
    }
  }

  /// Gives bytes.
  public func data(forKey key: String) -> Data? {
    effectiveValue(forKey: key).flatMap(Data.nativeValue)
  }

  /// Gives an array of objects a property list holds.
  public func array(forKey key: String) -> [Any]? {
    object(forKey: key) as? [Any]
  }

  /// Gives a dictionary of objects a property list holds.
  public func dictionary(forKey key: String) -> [String: Any]? {
    guard case .dictionary(let members) = effectiveValue(forKey: key) else { return nil }
    return members.propertyList
  }

  /// Gives an array of text; nil when one element is not text.
  public func stringArray(forKey key: String) -> [String]? {
    effectiveValue(forKey: key).flatMap([String]._value)
  }

  /// Gives a URL; text that starts with `/` or `~` is the path of a file.
  public func url(forKey key: String) -> URL? {
    guard let stored = effectiveValue(forKey: key) else { return nil }
    if case .string(let text) = stored, text.hasPrefix("/") || text.hasPrefix("~") {
      return URL(fileURLWithPath: NSString(string: text).expandingTildeInPath)
    }
    return URL._value(from: stored)
  }

  /// Gives everything that has a value, registered defaults included.
  public func dictionaryRepresentation() -> [String: Any] {
    SuiteRegistry.shared.registered.all()
      .merging(core.effectiveValues()) { $1 }
      .propertyList
  }
}

extension Data {
  fileprivate static func nativeValue(_ stored: Defaults.StoredValue) -> Data? {
    guard case .data(let value) = stored else { return nil }
    return value
  }
}

extension Int {
  /// Cuts the fraction off, and what exceeds the range; not-a-number gives 0.
  fileprivate init(cutting value: Double) {
    self =
      Int(exactly: value.rounded(.towardZero))
      ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }
}
