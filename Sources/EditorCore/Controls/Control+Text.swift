import DefaultsCore
import DefaultsSchema

/// A text that is edited in another program, or compared line by line.
struct EditedText: Hashable, Sendable {
  var text: String
  /// Whether the text is JSON, which decides the ending of the file's name.
  var isJSON: Bool = false
  /// Whether the text is edited in a box, so that it can end with line ends.
  var hasLines: Bool = false
}

extension Control {
  var editedText: EditedText {
    let value = try? value()
    return EditedText(text: value.map(edited.kind.editableText) ?? "")
  }

  var storedText: String { edited.stored.map(edited.kind.editableText) ?? "" }

  var isLong: Bool { false }

  mutating func mark(_ rejection: Defaults.Rejection?) -> String? { nil }
}

extension ControlCatalog {
  /// Replaces the input of a control; a control of text replaces one that cannot hold a text.
  ///
  /// So no text is lost that was edited in another program and is not a value of the kind. If
  /// neither can hold the input, nothing changes, and the result is false.
  static func restore(_ input: Defaults.StoredValue, in control: inout any Control) -> Bool {
    if control.restore(input) { return true }
    var text = textControl(for: control.edited)
    guard !control.edited.isSecret, text.restore(input) else { return false }
    control = text
    return true
  }
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
