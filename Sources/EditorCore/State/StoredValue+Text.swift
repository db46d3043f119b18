import DefaultsCore

extension Defaults.StoredValue {
  /// The text; nil for a value of another type.
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
