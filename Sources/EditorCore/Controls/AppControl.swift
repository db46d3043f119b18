package import DefaultsCore
import DefaultsSchema
package import Terminal

/// A control that an app provides, without the type of its value.
///
/// The module `DefaultsEditor` has the protocol to which apps conform, and an adapter that conforms to
/// this one. So neither needs the rest of ``Control``, which `AppControl` adds.
package protocol AppControlState: Sendable {
  /// Returns the value that was entered, in the form in which the key stores it.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue

  /// Handles a key press.
  mutating func handle(_ press: KeyPress) -> ControlOutcome

  /// Handles pasted text.
  mutating func paste(_ text: String) -> ControlOutcome

  /// The key presses of the control, and one or two words for each.
  var hints: [(key: String, word: String)] { get }

  /// Draws the input in at most this many columns and rows.
  func render(columns: Int, rows: Int) -> ControlPicture
}

/// Creates the control of an entry from the value in use; nil for none.
package struct AppControlFactory: EntryControl {
  fileprivate let make: @Sendable (Defaults.StoredValue?) -> any AppControlState

  /// Creates a factory.
  package init(_ make: @escaping @Sendable (Defaults.StoredValue?) -> any AppControlState) {
    self.make = make
  }
}

/// Edits a value with a control that the app provides.
///
/// The app's control gets every key press first, except those that close the control or belong to every
/// mode. What it ignores is looked up in the bindings.
struct AppControl: Control {
  var edited: EditedValue
  private let factory: AppControlFactory
  private var state: any AppControlState
  /// The value of the app's control before the first change; nil if it has none.
  private let first: Defaults.StoredValue?
  /// The last value that the app's control had; nil if it never had one.
  private var last: Defaults.StoredValue?

  init(_ factory: AppControlFactory, _ edited: EditedValue) {
    self.edited = edited
    self.factory = factory
    state = factory.make(edited.shown)
    first = try? state.value()
    last = first
  }

  /// Whether the value is the one that was shown first, in the form in which it is stored.
  private var isUnchanged: Bool { (try? state.value()) == first }

  var isDirty: Bool { edited.isReplaced || !isUnchanged }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    return try state.value()
  }

  /// The last valid value: only the app knows the form of what was entered since.
  var input: Defaults.StoredValue { last ?? .null }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    let restored = factory.make(input)
    // A control that cannot show this input shows another value instead.
    guard (try? restored.value()) == input else { return false }
    state = restored
    last = input
    return true
  }

  var keyMode: KeyMode { .app }

  var hints: [(key: String, word: String)] { state.hints }

  mutating func receive(_ press: KeyPress) -> ControlOutcome { noted(state.handle(press)) }

  mutating func perform(_ action: KeyAction) -> ControlOutcome { ControlOutcome(action) }

  mutating func paste(_ text: String) -> PasteOutcome {
    noted(state.paste(text)) == .ignored ? .ignored : .inserted(dropped: 0)
  }

  /// The rows that the app's control draws at first, or a few.
  var wantedRows: Int { max(4, state.render(columns: 68, rows: 12).lines.count) }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    var picture = state.render(columns: columns, rows: rows)
    picture.lines = Array(picture.lines.prefix(rows))
    if let cursor = picture.cursor, !picture.lines.isEmpty {
      picture.cursor = (
        line: max(0, min(cursor.line, picture.lines.count - 1)),
        column: max(0, min(cursor.column, columns - 1))
      )
    } else {
      picture.cursor = nil
    }
    return picture
  }

  private mutating func noted(_ outcome: ControlOutcome) -> ControlOutcome {
    last = (try? state.value()) ?? last
    return outcome
  }
}
