public import Foundation

extension CGFloat: Defaults.Serializable {
  /// True: a property list has real numbers.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a number into its stored form.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .real(Double(value))
  }

  /// Reads a real number, or a whole number that this type holds exactly.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    stored.double.map { CGFloat($0) }
  }
}
