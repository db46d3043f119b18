import Defaults
import DefaultsSchema
import Terminal

/// The editor of one value of one kind.
///
/// A control is a value that holds everything that was entered so far. `EditorState` keeps the
/// control of the open edit, passes events to it, and stores the value that it returns. A control
/// knows no preference key, no store and no place on the screen, so a list can use the same
/// controls for its items. It is made by `ControlCatalog` from an ``EditedValue``.
protocol Control: Sendable {
  /// Whether the value differs from the one that editing began with.
  var isDirty: Bool { get }

  /// Whether the input is kept when the control is closed, and shown again at the next opening.
  var isWorthParking: Bool { get }

  /// Returns the value that was entered; without a change, exactly the value that was shown first.
  ///
  /// - Throws: `Defaults.Rejection` when the input is not a value of the kind. Limits are not
  ///   checked.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue

  /// The input in a form that can be kept on disk, also if it is no value of the kind.
  var input: Defaults.StoredValue { get }

  /// Replaces the input by one that was kept.
  ///
  /// - Returns: false, and changes nothing, if the control cannot have had this input.
  mutating func restore(_ input: Defaults.StoredValue) -> Bool

  /// Handles a key press.
  mutating func update(_ press: KeyPress) -> ControlOutcome

  /// Inserts pasted text.
  mutating func paste(_ text: String) -> PasteOutcome

  /// Handles a mouse event; its row and column are relative to the first line of the picture.
  mutating func handle(_ event: MouseEvent, columns: Int, rows: Int) -> ControlOutcome

  /// Scrolls so that the cursor is visible in this many columns and rows.
  ///
  /// It is called after each event, with the size that ``render(columns:rows:)`` gets next.
  mutating func scroll(columns: Int, rows: Int)

  /// Draws the input in at most this many columns and rows, both at least 1.
  func render(columns: Int, rows: Int) -> ControlPicture

  /// The key bindings, for the help and for the hints on the last line.
  var keys: KeyHelp { get }
}

extension Control {
  var isWorthParking: Bool { isDirty }

  var input: Defaults.StoredValue { .null }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool { false }

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
  /// The value that is used while nothing is stored; nil for none.
  var defaultValue: Defaults.StoredValue?
  /// The value that editing begins with; nil for none.
  var original: Defaults.StoredValue?
  /// The value that the control shows first: the original value, or the default.
  var shown: Defaults.StoredValue?

  /// Whether the value is an item of another control.
  var isItem: Bool = false

  /// Whether the control shows another value than the original one from the start.
  var isReplaced: Bool { shown != original }
}

/// The result of an event in a control.
enum ControlOutcome: Hashable, Sendable {
  /// The event has no meaning here.
  case ignored
  /// The input or its cursor changed.
  case changed
  /// The value must be stored and the control closed.
  case commit
  /// The control must be closed without storing the value.
  case cancel
  /// The control must be made anew, showing the default.
  case useDefault
  /// The control must be made anew, showing the original value.
  case useOriginal
  /// The current time must be pasted into the control.
  case readClock
  /// The editor must open the help, draw the screen anew, or suspend the program.
  case help, redraw, suspend
}

/// The result of pasting text into a control.
enum PasteOutcome: Hashable, Sendable {
  /// Nothing can be pasted here.
  case ignored
  /// The text was inserted, without the last characters if there was no room for them; the number
  /// of these.
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
