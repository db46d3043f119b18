import DefaultsCore

/// The item of a value that is being edited, or its name.
struct OpenItem: Sendable {
  /// What the control edits.
  enum Part: Hashable, Sendable {
    case name, value
  }

  /// The index of the item; for a new item, the index at which it is inserted when it is saved.
  var index: Int
  var isNew: Bool
  var name: Defaults.KeyName?
  var part: Part = .value
  var control: any Control
  /// Whether the item is a record of which one cell is edited.
  var isCell: Bool = false
  /// The value that a new item with a name shows first; nil for none.
  var template: Defaults.StoredValue?

  /// Whether the item is a record whose cell has been closed.
  var isLeftCell: Bool { isCell && control.openParts.isEmpty }
}
