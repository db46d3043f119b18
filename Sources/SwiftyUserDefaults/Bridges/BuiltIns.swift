public import Foundation

// The types of this dialect, and the types that need nothing but the conformance.

extension String: DefaultsSerializable {
  /// Stores text.
  public static var _defaults: DefaultsStringBridge { .init() }
  /// Stores an array of texts.
  public static var _defaultsArray: DefaultsArrayBridge<[String]> { .init() }
}

extension Int: DefaultsSerializable {
  /// Stores a whole number.
  public static var _defaults: DefaultsIntBridge { .init() }
  /// Stores an array of whole numbers.
  public static var _defaultsArray: DefaultsArrayBridge<[Int]> { .init() }
}

extension Double: DefaultsSerializable {
  /// Stores a real number.
  public static var _defaults: DefaultsDoubleBridge { .init() }
  /// Stores an array of real numbers.
  public static var _defaultsArray: DefaultsArrayBridge<[Double]> { .init() }
}

extension Bool: DefaultsSerializable {
  /// Stores a truth value.
  public static var _defaults: DefaultsBoolBridge { .init() }
  /// Stores an array of truth values.
  public static var _defaultsArray: DefaultsArrayBridge<[Bool]> { .init() }
}

extension Data: DefaultsSerializable {
  /// Stores bytes.
  public static var _defaults: DefaultsDataBridge { .init() }
  /// Stores an array of bytes.
  public static var _defaultsArray: DefaultsArrayBridge<[Data]> { .init() }
}

extension Date: DefaultsSerializable {
  /// Stores a date.
  public static var _defaults: DefaultsObjectBridge<Date> { .init() }
  /// Stores an array of dates.
  public static var _defaultsArray: DefaultsArrayBridge<[Date]> { .init() }
}

extension URL: DefaultsSerializable {
  /// Stores a URL.
  public static var _defaults: DefaultsUrlBridge { .init() }
  /// Stores an array of URLs as one archive.
  public static var _defaultsArray: DefaultsKeyedArchiverBridge<[URL]> { .init() }
}

extension Dictionary: DefaultsSerializable where Key == String {
  /// Stores a dictionary of what a property list holds.
  public static var _defaults: DefaultsObjectBridge<[String: Value]> { .init() }
  /// Stores an array of dictionaries.
  public static var _defaultsArray: DefaultsArrayBridge<[[String: Value]]> { .init() }
}

extension Array: DefaultsSerializable where Element: DefaultsSerializable {
  /// Stores an array as its elements want to be stored together.
  public static var _defaults: Element._ArrayBridge { Element._defaultsArray }
  /// Stores an array of arrays.
  public static var _defaultsArray: DefaultsNestedArrayBridge<Element._ArrayBridge> {
    .init(bridge: Element._defaultsArray)
  }
}

extension Optional: DefaultsSerializable where Wrapped: DefaultsSerializable {
  /// Stores the value, or nothing.
  public static var _defaults: DefaultsOptionalBridge<Wrapped._Bridge> {
    .init(bridge: Wrapped._defaults)
  }
  /// Stores an array of values, or nothing.
  public static var _defaultsArray: DefaultsOptionalBridge<Wrapped._ArrayBridge> {
    .init(bridge: Wrapped._defaultsArray)
  }
}

extension DefaultsSerializable where Self: Codable {
  /// Stores a value as JSON.
  public static var _defaults: DefaultsCodableBridge<Self> { .init() }
  /// Stores an array of values as one JSON.
  public static var _defaultsArray: DefaultsCodableBridge<[Self]> { .init() }
}

extension DefaultsSerializable where Self: RawRepresentable {
  /// Stores the raw value.
  public static var _defaults: DefaultsRawRepresentableBridge<Self> { .init() }
  /// Stores an array of raw values.
  public static var _defaultsArray: DefaultsRawRepresentableArrayBridge<[Self]> { .init() }
}

extension DefaultsSerializable where Self: NSObject & NSCoding {
  /// Stores an object as an archive.
  public static var _defaults: DefaultsKeyedArchiverBridge<Self> { .init() }
  /// Stores an array of objects as one archive.
  public static var _defaultsArray: DefaultsKeyedArchiverBridge<[Self]> { .init() }
}

// Where a type has two of these forms, the plainer one is stored, and both are read.

extension DefaultsSerializable where Self: Codable & RawRepresentable {
  /// Stores the raw value; JSON is read as well.
  public static var _defaults: DefaultsRawRepresentableBridge<Self> { .init() }
  /// Stores an array of raw values; those that are none of the type's are left out when read.
  public static var _defaultsArray: DefaultsRawRepresentableArrayBridge<[Self]> { .init() }
}

extension DefaultsSerializable where Self: Codable & NSObject & NSCoding {
  /// Stores an object as JSON.
  public static var _defaults: DefaultsCodableBridge<Self> { .init() }
  /// Stores an array of objects as one JSON.
  public static var _defaultsArray: DefaultsCodableBridge<[Self]> { .init() }
}
