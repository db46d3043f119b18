import DefaultsCore
import DefaultsSchema
import Terminal

/// The editor of one value of one kind.
///
/// A control is a value that holds what was entered so far. `EditorState` keeps that of the open edit,
/// passes events to it, and requests a write of its value. A control knows no preference key, store or
/// screen, so a list edits its items with the same controls. `ControlCatalog` creates it.
protocol Control: Sendable {
  /// The kind of the value, and the values that editing began with.
  ///
  /// They change if another program has stored a value that saving the input may replace.
  var edited: EditedValue { get set }

  /// Whether the value differs from the one that editing began with.
  var isDirty: Bool { get }

  /// Whether changed input is kept when the control is closed, and offered at the next opening.
  var isWorthParking: Bool { get }

  /// The control that is shown in place of this one and has the input; nil for none.
  var inner: (any Control)? { get set }

  /// Whether the control keeps input of items that were closed without storing it.
  var hasKeptInput: Bool { get }

  /// The open items, from the outermost to the innermost one.
  var openParts: [EditedPart] { get }

  /// The text of the input that ``recall()`` shows, empty if it is no text; nil if there is none.
  var keptText: String? { get }

  /// Shows the kept input of the innermost open item in place of its value; false if there is none.
  mutating func recall() -> Bool

  /// Returns what a value of the control has in the place of ``inner``; nil for nothing.
  func innerPart(of value: Defaults.StoredValue) -> Defaults.StoredValue?

  /// Goes on after a value was stored, or after another one turned out to be stored: the input is
  /// compared with these values from now on.
  mutating func begin(with edited: EditedValue)

  /// Returns the value that was entered; without a change, exactly the value that was shown first.
  ///
  /// - Throws: `Defaults.Rejection` if the input is not of the kind. The caller checks the limits.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue

  /// The input in a form that can be saved on disk, even if it is not a value of the kind.
  var input: Defaults.StoredValue { get }

  /// Replaces the input by one that was saved, or by a text that was edited in another program.
  ///
  /// - Returns: false, without a change, if the control cannot hold it.
  mutating func restore(_ input: Defaults.StoredValue) -> Bool

  /// The input as a text, even if it is not a value of the kind.
  ///
  /// A control that shows another one for a part of its value has the texts of that one.
  var editedText: EditedText { get }

  /// The text of the stored value in the form of ``editedText``; empty if nothing is stored.
  var storedText: String { get }

  /// Whether the text is so long that it must not be checked at each key press.
  var isLong: Bool { get }

  /// Marks the place of an error in the text; nil removes the mark.
  ///
  /// - Returns: the message with the place; nil if the place is not known.
  mutating func mark(_ rejection: Defaults.Rejection?) -> String?

  /// The mode whose key bindings the control uses; its help and hints are made from them.
  var keyMode: KeyMode { get }

  /// The characters that ``type(_:)`` accepts, for the hint; nil to show those of the key table.
  var typedCharacters: String? { get }

  /// Key presses of the control that are in no key table, for the hints and the help.
  var hints: [(key: String, word: String)] { get }

  /// The words of hints that are not those of the key table; empty for a hint that is left out.
  var hintWords: [KeyAction: String] { get }

  /// The control of the innermost open list, dictionary or table; nil without one.
  var openItems: ItemsControl? { get set }

  /// Handles a key press before its character or its action; returns `ignored` to leave it to them.
  mutating func receive(_ press: KeyPress) -> ControlOutcome

  /// Inserts a typed character; returns `ignored` if the control does not accept it.
  mutating func type(_ character: Character) -> ControlOutcome

  /// Performs the action of a key press.
  mutating func perform(_ action: KeyAction) -> ControlOutcome

  /// Inserts pasted text.
  mutating func paste(_ text: String) -> PasteOutcome

  /// Handles a mouse event; its row and column are relative to the first line of the last picture.
  mutating func handle(_ event: MouseEvent) -> ControlOutcome

  /// What the session must find out; it is asked when it changes, and `receive` gets the answer.
  var question: ControlQuestion? { get }

  /// Handles the answer to a question, perhaps to an earlier one.
  mutating func receive(_ answer: ControlAnswer)

  /// The number of rows that the control uses at most for a value of usual size; with fewer it scrolls.
  /// The box of an edit has this height from the opening on.
  var wantedRows: Int { get }

  /// Scrolls so that the cursor is visible, and draws the input in at most this many columns and rows,
  /// both at least 1; called once after each event.
  mutating func render(columns: Int, rows: Int) -> ControlPicture
}

extension Control {
  var isWorthParking: Bool { isDirty }

  var hasKeptInput: Bool { inner?.hasKeptInput ?? false }

  var inner: (any Control)? {
    get { nil }
    set {}
  }

  var openParts: [EditedPart] { inner?.openParts ?? [] }

  var keptText: String? { inner?.keptText }

  mutating func recall() -> Bool { inner?.recall() ?? false }

  func innerPart(of value: Defaults.StoredValue) -> Defaults.StoredValue? { value }

  /// Sets the stored value, and in the open items its parts, to show what is on the disk beside the input.
  mutating func setStored(_ value: Defaults.StoredValue?) {
    edited.stored = value
    let part = value.flatMap(innerPart)
    inner?.setStored(part)
  }

  mutating func begin(with edited: EditedValue) { self.edited = edited }

  var input: Defaults.StoredValue { .null }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool { false }

  var typedCharacters: String? { inner?.typedCharacters }

  var hints: [(key: String, word: String)] { [] }

  var hintWords: [KeyAction: String] { inner?.hintWords ?? [:] }

  var openItems: ItemsControl? {
    get { inner?.openItems }
    set { inner?.openItems = newValue }
  }

  mutating func receive(_ press: KeyPress) -> ControlOutcome { .ignored }

  mutating func type(_ character: Character) -> ControlOutcome { .ignored }

  mutating func paste(_ text: String) -> PasteOutcome { .ignored }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome { .ignored }

  var question: ControlQuestion? { inner?.question }

  mutating func receive(_ answer: ControlAnswer) { inner?.receive(answer) }

  var wantedRows: Int { 2 }
}

/// The result of an event in a control.
package enum ControlOutcome: Hashable, Sendable {
  /// The control does not handle the event.
  case ignored
  /// The input or its cursor changed.
  case changed
  /// Only the cursor or the input of an item changed: the value need not be checked.
  case moved
  /// The key press changed nothing, for a reason that is a sentence.
  case refused(String)
  /// A change of an item is finished: the value must be stored if it is valid, and the control stays.
  case finished
  /// The value must be stored and the control closed.
  case commit
  /// The value must be stored, and the control closed together with all that it is an item of.
  case commitAll
  /// The control must be closed without storing the value.
  case cancel
  /// The control must be closed if it is that of an item.
  case goUp
  /// The control must be created again with the stored value, with the default, or unset: see
  /// ``ResetStep``.
  case reset
  /// The stored value must be removed and the control closed.
  case unset
  /// The current time must be pasted into the control.
  case readClock
}
