import DefaultsCore
import DefaultsSchema

/// The kind of value that a control edits, and the values that it starts with.
struct EditedValue: Sendable {
  private(set) var kind: ValueKind
  /// The unit of a number; empty for none.
  var unit: String = ""
  /// The stored value; nil for none.
  var stored: Defaults.StoredValue?
  /// The default of the key; nil for none.
  var defaultValue: Defaults.StoredValue?
  /// The value in use when editing began; nil for none.
  var original: Defaults.StoredValue?
  /// The value that the control shows first: the original value, or the default.
  var shown: Defaults.StoredValue?
  /// Whether the value is an item of another control.
  var isItem: Bool = false
  /// Whether the value may be unset, so that this is one of the choices.
  var isOptional: Bool = false
  /// Whether the value must be hidden on the screen until the user asks for it.
  var isSecret: Bool = false
  /// Creates the app's own control for the value; nil for the control of the kind.
  var appControl: AppControlFactory?
  /// The time zone of the user, for dates.
  var clock: LocalClock = .utc

  /// Returns the same values for a control of another kind.
  func withKind(_ kind: ValueKind) -> EditedValue {
    var edited = self
    edited.kind = kind
    return edited
  }

  /// Returns the values for a control that goes on after a value was stored.
  func begun(with value: Defaults.StoredValue?) -> EditedValue {
    var edited = self
    (edited.stored, edited.original, edited.shown) = (value, value, value)
    return edited
  }

  /// Whether the control shows another value than the original one, for example the default.
  var isReplaced: Bool { shown != original }
}
