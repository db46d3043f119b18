public import DefaultsCore

/// A control of your own for one value: it draws the value and handles key presses.
///
/// A control is a value that holds what was entered. The editor creates it from the value in use, passes
/// key presses to it, draws its lines, and stores its value when the user saves. Closing without saving
/// keeps the control for the next opening. It has no access to the key or the screen.
///
/// ```swift
/// struct VolumeControl: PreferenceControl {
///   var value: Int
///
///   mutating func handle(_ key: ControlKey) -> ControlResponse {
///     switch key {
///     case .left where value > 0: value -= 1
///     case .right where value < 10: value += 1
///     default: return .ignored
///     }
///     return .changed
///   }
///
///   func render(columns: Int, rows: Int) -> ControlPicture {
///     let bar = String(repeating: "#", count: value) + String(repeating: "-", count: 10 - value)
///     return [ControlText(bar, style: .strong) + " \(value) of 10"]
///   }
/// }
///
/// Defaults.ValueField("Volume", key: .volume)
///   .control { VolumeControl(value: $0) }
/// ```
public protocol PreferenceControl<Value>: Sendable {
  /// The type of the key's value.
  associatedtype Value: Defaults.Serializable

  /// The value that was entered.
  ///
  /// A stored property is enough for a control whose every state is a value. A control of typed text
  /// throws while the text is not a value, and the editor shows the reason:
  ///
  /// ```swift
  /// var value: Int {
  ///   get throws(Defaults.Rejection) {
  ///     guard let number = Int(text) else { throw .notANumber(text) }
  ///     return number
  ///   }
  /// }
  /// ```
  ///
  /// The limits of the field are checked by the editor.
  var value: Value { get throws(Defaults.Rejection) }

  /// Handles a key press.
  ///
  /// The control gets every key press except those that close it, show the help, redraw the screen or
  /// suspend the program. A key press that it ignores keeps its meaning: Enter saves, F8 shows the
  /// default, F7 the stored value.
  mutating func handle(_ key: ControlKey) -> ControlResponse

  /// Handles pasted text; by default ignores it.
  mutating func paste(_ text: String) -> ControlResponse

  /// Draws the control.
  ///
  /// Called after each event, also when the size has changed. Lines that are too long are cut, and
  /// excess lines are left out.
  ///
  /// - Parameters:
  ///   - columns: the greatest width in columns of the terminal, at least 1.
  ///   - rows: the greatest number of lines, at least 1.
  /// - Returns: the lines, and the position of the cursor.
  func render(columns: Int, rows: Int) -> ControlPicture

  /// Key presses with one or two words for each, for the last line of the screen and the help; by
  /// default none.
  ///
  /// ```swift
  /// var hints: KeyValuePairs<String, String> { ["Left": "quieter", "Right": "louder"] }
  /// ```
  var hints: KeyValuePairs<String, String> { get }
}

extension PreferenceControl {
  /// Ignores pasted text.
  public mutating func paste(_ text: String) -> ControlResponse { .ignored }

  /// No hints.
  public var hints: KeyValuePairs<String, String> { [:] }
}

/// The result of a key press in a control.
public enum ControlResponse: Hashable, Sendable {
  /// The control did not use the key press.
  case ignored
  /// The control has used the key press, and must be drawn again.
  case changed
  /// The value must be stored and the control closed.
  case save
  /// The control must be closed without storing the value.
  case close
}

/// A key press that a control gets.
public enum ControlKey: Hashable, Sendable {
  /// A key that types text.
  case character(Character)
  /// A key that types no text; `backTab` is Tab together with Shift.
  case enter, tab, backTab, backspace, delete, insert
  /// An arrow key.
  case up, down, left, right
  /// A key that moves to an end or by a page.
  case home, end, pageUp, pageDown
  /// A function key, 1 to 24.
  case function(Int)
  /// A character that was pressed together with Control; a letter in lower case.
  case control(Character)
  /// A character that was pressed together with Alt.
  case alt(Character)
}
