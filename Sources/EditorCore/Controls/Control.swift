import Defaults
import DefaultsSchema
import Terminal

/// The editor of one value of one kind.
///
/// A control is a value that holds what was entered so far. `EditorState` keeps that of the open edit,
/// passes events to it, and requests a write of its value. A control knows no preference key, store or
/// screen, so a list edits its items with the same controls. `ControlCatalog` creates it.
protocol Control: Sendable {
  /// Whether the value differs from the one that editing began with.
  var isDirty: Bool { get }

  /// Whether the input is parked when the control is closed, and shown again at the next opening.
  var isWorthParking: Bool { get }

  /// Returns the value that was entered; without a change, exactly the value that was shown first.
  ///
  /// - Throws: `Defaults.Rejection` if the input is not of the kind. The caller checks the limits.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue

  /// The input in a form that can be saved on disk, even if it is not a value of the kind.
  var input: Defaults.StoredValue { get }

  /// Replaces the input by one that was saved.
  ///
  /// - Returns: false, without a change, if another type of control must have saved it.
  mutating func restore(_ input: Defaults.StoredValue) -> Bool

  /// The mode whose key bindings the control uses; its help and hints are made from them.
  var keyMode: KeyMode { get }

  /// The characters that ``type(_:)`` accepts, for the hint; nil to show those of the key table.
  var typedCharacters: String? { get }

  /// Inserts a typed character; returns `ignored` if the control does not accept it.
  mutating func type(_ character: Character) -> ControlOutcome

  /// Performs the action of a key press.
  mutating func perform(_ action: KeyAction) -> ControlOutcome

  /// Inserts pasted text.
  mutating func paste(_ text: String) -> PasteOutcome

  /// Handles a mouse event; its row and column are relative to the first line of the picture.
  mutating func handle(_ event: MouseEvent, columns: Int, rows: Int) -> ControlOutcome

  /// Scrolls so that the cursor is visible in this many columns and rows.
  ///
  /// Called after each event, with the size that is passed to ``render(columns:rows:)`` next.
  mutating func scroll(columns: Int, rows: Int)

  /// Draws the input in at most this many columns and rows, both at least 1.
  func render(columns: Int, rows: Int) -> ControlPicture
}

extension Control {
  var isWorthParking: Bool { isDirty }

  var input: Defaults.StoredValue { .null }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool { false }

  var typedCharacters: String? { nil }

  mutating func type(_ character: Character) -> ControlOutcome { .ignored }

  mutating func paste(_ text: String) -> PasteOutcome { .ignored }

  mutating func handle(_ event: MouseEvent, columns: Int, rows: Int) -> ControlOutcome { .ignored }

  mutating func scroll(columns: Int, rows: Int) {}
}

/// The kind of value that a control edits, and the values that it starts with.
struct EditedValue: Sendable {
  let kind: ValueKind
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
  /// Whether the control shows another value than the original one, for example the default.
  var isReplaced: Bool { shown != original }
}

/// The result of an event in a control.
enum ControlOutcome: Hashable, Sendable {
  /// The control does not handle the event.
  case ignored
  /// The input or its cursor changed.
  case changed
  /// Only the cursor or the input of an item changed: the value need not be checked.
  case moved
  /// The value must be stored and the control closed.
  case commit
  /// The control must be closed without storing the value.
  case cancel
  /// The control must be created again with the default.
  case useDefault
  /// The control must be created again with the original value.
  case useOriginal
  /// The current time must be pasted into the control.
  case readClock
}

/// The result of pasting text into a control.
enum PasteOutcome: Hashable, Sendable {
  /// Nothing can be pasted here.
  case ignored
  /// The text was inserted, except for this number of characters at its end, which exceeded the
  /// limit.
  case inserted(dropped: Int)
  /// The text is not a value, so nothing was inserted.
  case rejected(Defaults.Rejection)
}

/// The lines of a control on the screen.
struct ControlPicture: Sendable {
  var lines: [StyledLine]
  /// The position of the cursor in the lines, 0-based; nil for no cursor.
  var cursor: (line: Int, column: Int)?
}
