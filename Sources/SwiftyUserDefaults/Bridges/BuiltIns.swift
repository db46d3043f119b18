public import Foundation

// The built-in types, and the types that only have to declare the conformance.

extension String: DefaultsSerializable {
  /// The bridge that stores a string.
  public static var _defaults: DefaultsStringBridge { .init() }
  /// The bridge that stores an array of strings.
  public static var _defaultsArray: DefaultsArrayBridge<[String]> { .init() }
}

extension Int: DefaultsSerializable {
  /// The bridge that stores an integer.
  public static var _defaults: DefaultsIntBridge { .init() }
  /// The bridge that stores an array of integers.
  public static var _defaultsArray: DefaultsArrayBridge<[Int]> { .init() }
}

extension Double: DefaultsSerializable {
  /// The bridge that stores a floating-point number.
  public static var _defaults: DefaultsDoubleBridge { .init() }
  /// The bridge that stores an array of floating-point numbers.
  public static var _defaultsArray: DefaultsArrayBridge<[Double]> { .init() }
}

extension Bool: DefaultsSerializable {
  /// The bridge that stores a Boolean.
  public static var _defaults: DefaultsBoolBridge { .init() }
  /// The bridge that stores an array of Booleans.
  public static var _defaultsArray: DefaultsArrayBridge<[Bool]> { .init() }
}

extension Data: DefaultsSerializable {
  /// The bridge that stores data.
  public static var _defaults: DefaultsDataBridge { .init() }
  /// The bridge that stores an array of data.
  public static var _defaultsArray: DefaultsArrayBridge<[Data]> { .init() }
}

extension Date: DefaultsSerializable {
  /// The bridge that stores a date.
  public static var _defaults: DefaultsObjectBridge<Date> { .init() }
  /// The bridge that stores an array of dates.
  public static var _defaultsArray: DefaultsArrayBridge<[Date]> { .init() }
}

extension URL: DefaultsSerializable {
  /// The bridge that stores a URL.
  public static var _defaults: DefaultsUrlBridge { .init() }
  /// The bridge that stores an array of URLs as one archive.
  public static var _defaultsArray: DefaultsKeyedArchiverBridge<[URL]> { .init() }
}

extension Dictionary: DefaultsSerializable where Key == String {
  /// The bridge that stores a dictionary of property-list values.
  public static var _defaults: DefaultsObjectBridge<[String: Value]> { .init() }
  /// The bridge that stores an array of dictionaries.
  public static var _defaultsArray: DefaultsArrayBridge<[[String: Value]]> { .init() }
}

extension Array: DefaultsSerializable where Element: DefaultsSerializable {
  /// The bridge that stores an array in the form that its elements declare for arrays.
  public static var _defaults: Element._ArrayBridge { Element._defaultsArray }
  /// The bridge that stores an array of arrays.
  public static var _defaultsArray: DefaultsNestedArrayBridge<Element._ArrayBridge> {
    .init(bridge: Element._defaultsArray)
  }
}

extension Optional: DefaultsSerializable where Wrapped: DefaultsSerializable {
  /// The bridge that stores a value, or removes the stored one for nil.
  public static var _defaults: DefaultsOptionalBridge<Wrapped._Bridge> {
    .init(bridge: Wrapped._defaults)
  }
  /// The bridge that stores an array of values, or removes the stored one for nil.
  public static var _defaultsArray: DefaultsOptionalBridge<Wrapped._ArrayBridge> {
    .init(bridge: Wrapped._defaultsArray)
  }
}

extension DefaultsSerializable where Self: Codable {
  /// The bridge that stores a value as JSON.
  public static var _defaults: DefaultsCodableBridge<Self> { .init() }
  /// The bridge that stores an array of values as one JSON array.
  public static var _defaultsArray: DefaultsCodableBridge<[Self]> { .init() }
}

extension DefaultsSerializable where Self: RawRepresentable {
  /// The bridge that stores the raw value.
  public static var _defaults: DefaultsRawRepresentableBridge<Self> { .init() }
  /// The bridge that stores an array of raw values.
  public static var _defaultsArray: DefaultsRawRepresentableArrayBridge<[Self]> { .init() }
}

extension DefaultsSerializable where Self: NSObject & NSCoding {
  /// The bridge that stores an object as an archive.
  public static var _defaults: DefaultsKeyedArchiverBridge<Self> { .init() }
  /// The bridge that stores an array of objects as one archive.
  public static var _defaultsArray: DefaultsKeyedArchiverBridge<[Self]> { .init() }
}

// A type with two of these forms is stored in the plainer one.

extension DefaultsSerializable where Self: Codable & RawRepresentable {
  /// The bridge that stores the raw value and also reads JSON.
  public static var _defaults: DefaultsRawRepresentableBridge<Self> { .init() }
  /// The bridge that stores an array of raw values and skips invalid ones when reading.
  public static var _defaultsArray: DefaultsRawRepresentableArrayBridge<[Self]> { .init() }
}

extension DefaultsSerializable where Self: Codable & NSObject & NSCoding {
  /// The bridge that stores an object as JSON.
  public static var _defaults: DefaultsCodableBridge<Self> { .init() }
  /// The bridge that stores an array of objects as one JSON array.
  public static var _defaultsArray: DefaultsCodableBridge<[Self]> { .init() }
}
