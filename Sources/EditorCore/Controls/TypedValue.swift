import Defaults
import DefaultsSchema
import Terminal

/// A line of text that is parsed as a value.
struct TypedValue: Sendable {
  let edited: EditedValue
  var buffer: LineBuffer
  /// The text of the value that was shown first.
  private let shownText: String

  init(_ edited: EditedValue) {
    self.edited = edited
    shownText = edited.shown.map(edited.kind.editableText) ?? ""
    buffer = LineBuffer(shownText)
  }

  /// Whether the text was not changed, byte by byte: `==` would ignore how an accent is encoded.
  private var isUnchanged: Bool { buffer.text.utf8.elementsEqual(shownText.utf8) }

  var isDirty: Bool { !isUnchanged || edited.isReplaced }

  /// Returns the value that was shown first if the text is unchanged, else the parsed text.
  ///
  /// Parsing the unchanged text could return another value: it may have been cut or normalized.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    return try edited.kind.parse(buffer.text)
  }

  /// Whether the text is not a valid value of the kind.
  private var isRejected: Bool {
    guard isDirty || edited.shown != nil else { return false }
    guard let value = try? value() else { return true }
    return (try? edited.kind.validate(value)) == nil
  }

  /// The text, to be kept on disk.
  var input: Defaults.StoredValue { .string(buffer.text) }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    guard case .string(let text) = input else { return false }
    buffer.replace(with: text)
    return true
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    .inserted(dropped: buffer.insert(text))
  }

  /// Scrolls so that the cursor is visible in this many columns.
  mutating func scroll(columns: Int) {
    buffer.scroll(columns: columns)
  }

  /// Draws the visible part of the text.
  func picture(columns: Int) -> ControlPicture {
    buffer.picture(columns: columns, isRejected: isRejected)
  }
}
