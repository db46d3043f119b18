public import Defaults
public import Foundation

/// A bridge that stores strings and also reads numbers, as their digits.
public struct DefaultsStringBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = String

  /// Creates a bridge.
  public init() {}

  /// Converts a stored form to a string.
  public func value(of stored: Defaults.StoredValue) -> String? {
    switch stored {
    case .string(let text): text
    case .integer(let number): String(number)
    case .real(let number): NSNumber(value: number).stringValue
    case .bool(let flag): flag ? "1" : "0"
    case .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// Converts a string to its stored form.
  public func storedValue(of value: String) -> Defaults.StoredValue { .string(value) }
}

/// A bridge that stores integers and also reads them from text, as on a command line.
public struct DefaultsIntBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = Int

  /// Creates a bridge.
  public init() {}

  /// Converts a stored form to an integer, if nothing is lost.
  public func value(of stored: Defaults.StoredValue) -> Int? {
    switch stored {
    case .integer(let number): Int(exactly: number)
    case .real(let number): Int(exactly: number)
    case .bool(let flag): flag ? 1 : 0
    case .string(let text): Int(text)
    case .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// Converts an integer to its stored form.
  public func storedValue(of value: Int) -> Defaults.StoredValue { .integer(Int128(value)) }
}

/// A bridge that stores floating-point numbers and also reads them from text.
public struct DefaultsDoubleBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = Double

  /// Creates a bridge.
  public init() {}

  /// Converts a stored form to a floating-point number.
  public func value(of stored: Defaults.StoredValue) -> Double? {
    switch stored {
    case .real(let number): number
    case .integer(let number): Double(exactly: number)
    case .bool(let flag): flag ? 1 : 0
    case .string(let text): Double(text)
    case .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// Converts a floating-point number to its stored form.
  public func storedValue(of value: Double) -> Defaults.StoredValue { .real(value) }
}

/// A bridge that stores Booleans and also reads 0, 1 and words, as on a command line.
public struct DefaultsBoolBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = Bool

  /// Creates a bridge.
  public init() {}

  /// Converts a stored form, `true t yes y 1` or `false f no n 0` in any case, to a Boolean.
  public func value(of stored: Defaults.StoredValue) -> Bool? {
    switch stored {
    case .bool(let flag): flag
    case .integer(0), .real(0): false
    case .integer(1), .real(1): true
    case .string(let text): text.isASCII ? Self.words[text.lowercased()] : nil
    case .integer, .real, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// Converts a Boolean to its stored form.
  public func storedValue(of value: Bool) -> Defaults.StoredValue { .bool(value) }

  private static let words = [
    "true": true, "t": true, "yes": true, "y": true, "1": true,
    "false": false, "f": false, "no": false, "n": false, "0": false,
  ]
}

/// A bridge that stores data.
public struct DefaultsDataBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = Data

  /// Creates a bridge.
  public init() {}

  /// Converts a stored form to data.
  public func value(of stored: Defaults.StoredValue) -> Data? {
    guard case .data(let data) = stored else { return nil }
    return data
  }

  /// Converts data to its stored form.
  public func storedValue(of value: Data) -> Defaults.StoredValue { .data(value) }
}
