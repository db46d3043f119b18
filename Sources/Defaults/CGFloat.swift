public import DefaultsCore
public import Foundation

extension CGFloat: Defaults.Serializable {
  /// True: property lists have real numbers.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a number to its stored form.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .real(Double(value))
  }

  /// Converts a stored real number, or a whole number that this type can represent exactly.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    stored.double.map { CGFloat($0) }
  }
}

extension CGFloat: Defaults._UnconvertedType {}
