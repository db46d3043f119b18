import DefaultsCore

/// A type of JSON Schema.
enum RuleType: String {
  case null, boolean, integer, number, string, array, object

  /// The name of the type's values in messages.
  var name: String {
    switch self {
    case .null: "null"
    case .boolean: "Bool"
    case .integer: "Int"
    case .number: "Real"
    case .string: "String"
    case .array: "List"
    case .object: "Dictionary"
    }
  }

  /// Returns whether a value has the type; 1.0 is an integer.
  func includes(_ value: Defaults.StoredValue) -> Bool {
    switch (self, value) {
    case (.null, .null), (.boolean, .bool), (.integer, .integer), (.number, .integer),
      (.number, .real), (.string, .string), (.array, .array), (.object, .dictionary):
      true
    case (.integer, .real(let number)): number.rounded() == number && number.isFinite
    default: false
    }
  }
}
