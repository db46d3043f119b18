public import Foundation

extension Defaults {
  /// A type whose values older versions stored as JSON text, and newer ones in a form of their own.
  ///
  /// It names the type that is decoded from the text:
  ///
  /// ```swift
  /// enum Mode: String, Defaults.Serializable { case light, dark }
  /// enum CodableMode: String { case light, dark }
  ///
  /// extension Mode: Defaults.NativeType { typealias CodableForm = CodableMode }
  /// extension CodableMode: Defaults.CodableType { typealias NativeForm = Mode }
  /// ```
  public protocol NativeType: Serializable {
    /// The type that is decoded from the text.
    associatedtype CodableForm: CodableType
  }

  /// A type that is decoded from JSON text to become a ``NativeType``.
  public protocol CodableType: Codable {
    /// The type of the values that are stored instead.
    associatedtype NativeForm: NativeType

    /// Converts a decoded value.
    func toNative() -> NativeForm

    /// Converts a decoded value; nil when there is no such native value.
    func _nativeForm() -> NativeForm?
  }
}

extension Defaults.CodableType {
  /// The converted value.
  public func _nativeForm() -> NativeForm? { toNative() }
}

extension Defaults.CodableType where NativeForm == Self {
  /// The value itself.
  public func toNative() -> Self { self }
}

extension Defaults.CodableType
where Self: RawRepresentable, NativeForm: RawRepresentable, RawValue == NativeForm.RawValue {
  /// The native value with the same raw value, which must exist.
  public func toNative() -> NativeForm {
    guard let native = _nativeForm() else {
      preconditionFailure("\(NativeForm.self) has no value for \(rawValue)")
    }
    return native
  }

  /// The native value with the same raw value, if there is one.
  public func _nativeForm() -> NativeForm? { NativeForm(rawValue: rawValue) }
}

extension Bool: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Int: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Int8: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Int16: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Int32: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Int64: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension UInt: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension UInt8: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension UInt16: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension UInt32: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension UInt64: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Double: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Float: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension CGFloat: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension String: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Date: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Data: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension URL: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension UUID: Defaults.NativeType, Defaults.CodableType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Self
  /// What is stored instead.
  public typealias NativeForm = Self
}

extension Optional: Defaults.NativeType where Wrapped: Defaults.NativeType {
  /// What is decoded from JSON text.
  public typealias CodableForm = Wrapped.CodableForm?
}

extension Optional: Defaults.CodableType where Wrapped: Defaults.CodableType {
  /// What is stored instead.
  public typealias NativeForm = Wrapped.NativeForm?

  /// Converts the wrapped value.
  public func toNative() -> Wrapped.NativeForm? { map { $0.toNative() } }

  /// Converts the wrapped value; the outer nil when it has no native value.
  public func _nativeForm() -> Wrapped.NativeForm?? {
    guard let self else { return .some(nil) }
    return self._nativeForm().map { .some($0) }
  }
}

extension Array: Defaults.NativeType where Element: Defaults.NativeType {
  /// What is decoded from JSON text.
  public typealias CodableForm = [Element.CodableForm]
}

extension Array: Defaults.CodableType where Element: Defaults.CodableType {
  /// What is stored instead.
  public typealias NativeForm = [Element.NativeForm]

  /// Converts every element.
  public func toNative() -> [Element.NativeForm] { map { $0.toNative() } }

  /// Converts every element; nil when one of them has no native value.
  public func _nativeForm() -> [Element.NativeForm]? { mapAll { $0._nativeForm() } }
}

extension Set: Defaults.NativeType where Element: Defaults.NativeType {
  /// What is decoded from JSON text.
  public typealias CodableForm = [Element.CodableForm]
}

extension Dictionary: Defaults.NativeType
where Key: LosslessStringConvertible & Hashable, Value: Defaults.NativeType {
  /// What is decoded from JSON text.
  public typealias CodableForm = [String: Value.CodableForm]
}

extension Dictionary: Defaults.CodableType where Key == String, Value: Defaults.CodableType {
  /// What is stored instead.
  public typealias NativeForm = [String: Value.NativeForm]

  /// Converts every value.
  public func toNative() -> [String: Value.NativeForm] { mapValues { $0.toNative() } }

  /// Converts every value; nil when one of them has no native value.
  public func _nativeForm() -> [String: Value.NativeForm]? {
    mapAll { key, value in value._nativeForm().map { (key, $0) } }
      .map { Dictionary<String, Value.NativeForm>(uniqueKeysWithValues: $0) }
  }
}
