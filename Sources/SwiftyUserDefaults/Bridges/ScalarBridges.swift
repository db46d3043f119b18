public import Defaults
public import Foundation

/// Stores text; numbers are read as their digits.
public struct DefaultsStringBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = String

  /// Creates a bridge.
  public init() {}

  /// Makes text of its stored form.
  public func value(of stored: Defaults.StoredValue) -> String? {
    switch stored {
    case .string(let text): text
    case .integer(let number): String(number)
    case .real(let number): NSNumber(value: number).stringValue
    case .bool(let flag): flag ? "1" : "0"
    case .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// Makes the stored form of text.
  public func storedValue(of value: String) -> Defaults.StoredValue { .string(value) }
}

/// Stores whole numbers; text that is one, as on a command line, is read as well.
public struct DefaultsIntBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = Int

  /// Creates a bridge.
  public init() {}

  /// Makes a whole number of its stored form, if nothing is lost.
  public func value(of stored: Defaults.StoredValue) -> Int? {
    switch stored {
    case .integer(let number): Int(exactly: number)
    case .real(let number): Int(exactly: number)
    case .bool(let flag): flag ? 1 : 0
    case .string(let text): Int(text)
    case .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// Makes the stored form of a whole number.
  public func storedValue(of value: Int) -> Defaults.StoredValue { .integer(Int128(value)) }
}

/// Stores real numbers; text that is one, as on a command line, is read as well.
public struct DefaultsDoubleBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = Double

  /// Creates a bridge.
  public init() {}

  /// Makes a real number of its stored form.
  public func value(of stored: Defaults.StoredValue) -> Double? {
    switch stored {
    case .real(let number): number
    case .integer(let number): Double(exactly: number)
    case .bool(let flag): flag ? 1 : 0
    case .string(let text): Double(text)
    case .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// Makes the stored form of a real number.
  public func storedValue(of value: Double) -> Defaults.StoredValue { .real(value) }
}

/// Stores truth values; the numbers 0 and 1 are read as well, and words as on a command line.
public struct DefaultsBoolBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = Bool

  /// Creates a bridge.
  public init() {}

  /// Makes a truth value of its stored form: `true t yes y 1` or `false f no n 0`, in any case.
  public func value(of stored: Defaults.StoredValue) -> Bool? {
    switch stored {
    case .bool(let flag): flag
    case .integer(0), .real(0): false
    case .integer(1), .real(1): true
    case .string(let text): Self.words[text.lowercased()]
    case .integer, .real, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// Makes the stored form of a truth value.
  public func storedValue(of value: Bool) -> Defaults.StoredValue { .bool(value) }

  private static let words = [
    "true": true, "t": true, "yes": true, "y": true, "1": true,
    "false": false, "f": false, "no": false, "n": false, "0": false,
  ]
}

/// Stores bytes.
public struct DefaultsDataBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = Data

  /// Creates a bridge.
  public init() {}

  /// Makes bytes of their stored form.
  public func value(of stored: Defaults.StoredValue) -> Data? {
    guard case .data(let data) = stored else { return nil }
    return data
  }

  /// Makes the stored form of bytes.
  public func storedValue(of value: Data) -> Defaults.StoredValue { .data(value) }
}
