import Defaults
import DefaultsSchema

/// A text that is edited in another program, or compared line by line.
struct EditedText: Hashable, Sendable {
  var text: String
  /// Whether the text is JSON, which decides the ending of the file's name.
  var isJSON: Bool = false
}

/// A control whose whole input is a text.
///
/// Such an input can be edited in another program, compared with the stored value line by line, and
/// marked at the place of an error. A control that shows another one for a part of its value passes all
/// calls to that one.
protocol TextEditing: Control {
  /// The input as a text, even if it is not a value of the kind.
  var editedText: EditedText { get }

  /// The text of the stored value in the same form; empty if nothing is stored.
  var storedText: String { get }

  /// Whether the text is so long that it must not be checked at each key press.
  var isLong: Bool { get }

  /// Replaces the input; returns false, without a change, if the control cannot hold the text.
  mutating func replaceText(by text: String) -> Bool

  /// Marks the place of an error; nil removes the mark.
  mutating func mark(_ rejection: Defaults.Rejection?)

  /// Returns the message for an error with its place in the text; nil if the place is not known.
  func message(for rejection: Defaults.Rejection) -> String?
}

extension TextEditing {
  var isLong: Bool { false }

  mutating func mark(_ rejection: Defaults.Rejection?) {}

  func message(for rejection: Defaults.Rejection) -> String? { nil }
}

/// The form in which a value is edited as text.
enum TextForm: Hashable, Sendable {
  /// One line.
  case line
  /// Lines of plain text.
  case lines
  /// JSON with a line for each member and element.
  case json
}

extension ValueKind {
  /// The longest text in bytes that is edited as one line.
  private static let longestLine = 4096

  /// Returns the form in which a value of the kind is edited; nil is for no value.
  func textForm(of value: Defaults.StoredValue?) -> TextForm {
    switch (self, value) {
    case (.json, _), (.list, _), (.dictionary, _), (.table, _), (.choices, _): return .json
    case (.any, .array), (.any, .dictionary), (.alternatives, .array), (.alternatives, .dictionary),
      (.choice, .array), (.choice, .dictionary):
      return .json
    case (.string(let limits), _) where limits.isMultiline: return .lines
    case (_, .string(let text)):
      let isLong = text.utf8.count > Self.longestLine || text.utf8.contains(UInt8(ascii: "\n"))
      return isLong ? .lines : .line
    default: return .line
    }
  }

  /// Returns the text for editing a value in a form.
  func text(of value: Defaults.StoredValue, _ form: TextForm) -> String {
    let text = editableText(value)
    // A stored text that is not JSON is edited as it is.
    guard form == .json, let json = try? JSONValue(parsing: text) else { return text }
    return json.text(indented: true)
  }
}
