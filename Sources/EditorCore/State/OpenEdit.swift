import Defaults
import DefaultsSchema

/// A key that is being edited.
///
/// It holds everything the edit needs, also when the key's type changes or the key is removed
/// while it is open: the entry as it was at the opening, and a control with its own state.
struct OpenEdit: Sendable {
  /// The entry whose limits apply to the input.
  private(set) var entry: Entry
  /// The values that the control was made from.
  let edited: EditedValue
  var control: any Control
  /// Whether the stored value was changed by someone else since the opening.
  var isChangedElsewhere: Bool = false
  /// Whether the control holds the input of an earlier, closed edit.
  private(set) var isParked: Bool = false
  /// The reason why the input cannot be stored; nil if it can.
  private(set) var rejection: Defaults.Rejection?

  /// The entry at the opening; another one than `entry` if the input is parked and the type of the
  /// key has changed since.
  private let openingEntry: Entry

  /// Opens an item with its stored value, also if the write of it has no outcome so far; nil for
  /// none.
  init(_ item: Item, stored value: Defaults.StoredValue?) {
    entry = item.entry
    openingEntry = item.entry
    let original = value ?? item.valueWhenReset
    edited = EditedValue(
      kind: item.entry.kind,
      unit: item.entry.unit,
      stored: value,
      defaultValue: item.defaultValue,
      original: original,
      shown: original
    )
    control = ControlCatalog.control(for: edited)
    check()
  }

  /// Opens an item with the input of an edit in an earlier session.
  ///
  /// - Returns: nil if the item's control cannot have had this input, because the type of the key
  ///   has changed.
  init?(_ item: Item, stored value: Defaults.StoredValue?, kept input: Defaults.StoredValue) {
    self.init(item, stored: value)
    guard control.restore(input) else { return nil }
    isParked = true
    check()
  }

  /// Opens an item with the input of an earlier edit.
  init(_ item: Item, stored value: Defaults.StoredValue?, continuing parked: OpenEdit) {
    self.init(item, stored: value)
    // The type of a key without a schema is the type of its value: the input keeps its own.
    if !item.isDeclared { entry = parked.entry }
    control = parked.control
    isParked = true
    check()
  }

  var key: Defaults.KeyName { entry.key }

  /// The value that was stored at the opening; nil for none.
  var base: Defaults.StoredValue? { edited.stored }

  /// Shows the default, or the value that editing began with, instead of the input.
  mutating func show(_ value: Defaults.StoredValue?) {
    var edited = edited
    edited.shown = value
    control = ControlCatalog.control(for: edited)
    entry = openingEntry
    isParked = false
    check()
  }

  /// Computes the rejection anew; must be called after each change of the control.
  mutating func check() {
    rejection = nil
    do throws(Defaults.Rejection) {
      try entry.validate(control.value())
    } catch {
      // Before anything is entered, a key without a value is not wrong.
      if control.isDirty || base != nil { rejection = error }
    }
  }

  /// Returns the value to store.
  ///
  /// - Throws: the reason why the input cannot be stored.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    let value = try control.value()
    try entry.validate(value)
    return value
  }
}

/// The input of an edit that was closed without saving it.
enum ParkedEdit: Sendable {
  /// The edit, as it was closed in this session.
  case edit(OpenEdit)
  /// The input of an earlier session.
  case kept(Defaults.StoredValue)

  /// The input as it is kept on disk.
  var input: Defaults.StoredValue {
    switch self {
    case .edit(let edit): edit.control.input
    case .kept(let input): input
    }
  }
}

/// The name of a key together with the name of its suite.
struct SuiteKey: Hashable, Sendable {
  var suiteName: String
  var key: Defaults.KeyName
}
