public import FoundationEssentials

extension Defaults {
  /// A type whose values were stored as JSON text by older versions, and no longer are.
  ///
  /// It names the type that decodes the text:
  ///
  /// ```swift
  /// enum Mode: String, Defaults.Serializable { case light, dark }
  /// enum CodableMode: String { case light, dark }
  ///
  /// extension Mode: Defaults.NativeType { typealias CodableForm = CodableMode }
  /// extension CodableMode: Defaults.CodableType { typealias NativeForm = Mode }
  /// ```
  public protocol NativeType: Serializable {
    /// The type that decodes the text.
    associatedtype CodableForm: CodableType
  }

  /// A type that decodes JSON text and is converted to a ``NativeType``.
  public protocol CodableType: Codable {
    /// The type of the values that are stored now.
    associatedtype NativeForm: NativeType

    /// Returns the converted value.
    func toNative() -> NativeForm

    /// Returns the converted value; nil when there is no such value.
    func _nativeForm() -> NativeForm?
  }

  /// A type that decodes the JSON text of its values itself, so that nothing is left to convert.
  public protocol _UnconvertedType: NativeType, CodableType
  where CodableForm == Self, NativeForm == Self {}
}

extension Defaults.CodableType {
  /// Returns the converted value.
  public func _nativeForm() -> NativeForm? { toNative() }
}

extension Defaults.CodableType where NativeForm == Self {
  /// Returns the value itself.
  public func toNative() -> Self { self }
}

extension Defaults.CodableType
where Self: RawRepresentable, NativeForm: RawRepresentable, RawValue == NativeForm.RawValue {
  /// Returns the value with the same raw value, which must exist.
  public func toNative() -> NativeForm {
    guard let native = _nativeForm() else {
      preconditionFailure("\(NativeForm.self) has no value for \(rawValue)")
    }
    return native
  }

  /// Returns the value with the same raw value; nil when there is none.
  public func _nativeForm() -> NativeForm? { NativeForm(rawValue: rawValue) }
}

extension Bool: Defaults._UnconvertedType {}
extension Int: Defaults._UnconvertedType {}
extension Int8: Defaults._UnconvertedType {}
extension Int16: Defaults._UnconvertedType {}
extension Int32: Defaults._UnconvertedType {}
extension Int64: Defaults._UnconvertedType {}
extension UInt: Defaults._UnconvertedType {}
extension UInt8: Defaults._UnconvertedType {}
extension UInt16: Defaults._UnconvertedType {}
extension UInt32: Defaults._UnconvertedType {}
extension UInt64: Defaults._UnconvertedType {}
extension Double: Defaults._UnconvertedType {}
extension Float: Defaults._UnconvertedType {}
extension String: Defaults._UnconvertedType {}
extension Date: Defaults._UnconvertedType {}
extension Data: Defaults._UnconvertedType {}
extension URL: Defaults._UnconvertedType {}
extension UUID: Defaults._UnconvertedType {}

extension Optional: Defaults.NativeType where Wrapped: Defaults.NativeType {
  /// The type that decodes the text.
  public typealias CodableForm = Wrapped.CodableForm?
}

extension Optional: Defaults.CodableType where Wrapped: Defaults.CodableType {
  /// The type of the values that are stored now.
  public typealias NativeForm = Wrapped.NativeForm?

  /// Returns the converted wrapped value.
  public func toNative() -> Wrapped.NativeForm? { map { $0.toNative() } }

  /// Returns the converted wrapped value; the outer nil when there is no such value.
  public func _nativeForm() -> Wrapped.NativeForm?? {
    guard let self else { return .some(nil) }
    return self._nativeForm().map { .some($0) }
  }
}

extension Array: Defaults.NativeType where Element: Defaults.NativeType {
  /// The type that decodes the text.
  public typealias CodableForm = [Element.CodableForm]
}

extension Array: Defaults.CodableType where Element: Defaults.CodableType {
  /// The type of the values that are stored now.
  public typealias NativeForm = [Element.NativeForm]

  /// Returns all elements, converted.
  public func toNative() -> [Element.NativeForm] { map { $0.toNative() } }

  /// Returns all elements, converted; nil when there is no such value for one.
  public func _nativeForm() -> [Element.NativeForm]? { mapAll { $0._nativeForm() } }
}

extension Set: Defaults.NativeType where Element: Defaults.NativeType {
  /// The type that decodes the text.
  public typealias CodableForm = [Element.CodableForm]
}

extension Dictionary: Defaults.NativeType
where Key: LosslessStringConvertible & Hashable, Value: Defaults.NativeType {
  /// The type that decodes the text.
  public typealias CodableForm = [String: Value.CodableForm]
}

extension Dictionary: Defaults.CodableType where Key == String, Value: Defaults.CodableType {
  /// The type of the values that are stored now.
  public typealias NativeForm = [String: Value.NativeForm]

  /// Returns the dictionary with its values converted.
  public func toNative() -> [String: Value.NativeForm] { mapValues { $0.toNative() } }

  /// Returns the dictionary with its values converted; nil when there is no such value for one.
  public func _nativeForm() -> [String: Value.NativeForm]? {
    mapAll { key, value in value._nativeForm().map { (key, $0) } }
      .map { Dictionary<String, Value.NativeForm>(uniqueKeysWithValues: $0) }
  }
}

extension Defaults.CollectionSerializable
where Self: Defaults.NativeType, Element: Defaults.NativeType {
  /// The type that decodes the text.
  public typealias CodableForm = [Element.CodableForm]
}

extension Defaults.SetAlgebraSerializable
where Self: Defaults.NativeType, Element: Defaults.NativeType {
  /// The type that decodes the text.
  public typealias CodableForm = [Element.CodableForm]
}
