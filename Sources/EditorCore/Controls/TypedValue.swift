import DefaultsCore
import DefaultsSchema
import Terminal

/// A line of text that is parsed as a value of a kind; shared by the controls of text and numbers.
struct TypedValue: Sendable {
  /// The kind, and the values that the text began with.
  var edited: EditedValue
  /// The text as it was edited.
  var buffer: TextBuffer
  /// The text of the value that was shown first.
  let shownText: String
  /// Whether the whole text is selected, so that what is typed or pasted replaces it.
  var isSelected: Bool = false

  init(_ edited: EditedValue) {
    self.edited = edited
    shownText = edited.shown.map(edited.kind.editableText) ?? ""
    buffer = TextBuffer(line: shownText)
  }

  /// Whether the text is the one that was shown first.
  ///
  /// Bytes are compared, because `==` ignores how an accent is encoded, which is a change too.
  var isUnchanged: Bool { buffer.text.utf8.elementsEqual(shownText.utf8) }

  /// Whether the value may be unset, is so, and nothing was entered.
  var isUnset: Bool { edited.isOptional && edited.shown == nil && !buffer.canUndo }

  /// Whether an empty text was entered for a value that is unset, which is not the same.
  private var isEmptied: Bool {
    edited.isOptional && edited.shown == nil && buffer.canUndo
      && (try? edited.kind.parse("")) != nil
  }

  /// Whether the value differs from the original one.
  var isDirty: Bool { !isUnchanged || edited.isReplaced || isEmptied }

  /// Returns the value that was shown first if the text is unchanged, otherwise the parsed text.
  ///
  /// The unchanged text is not parsed, because the text of a value can be cut or normalized, and
  /// parsing it would then return a different value.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    return try parsed()
  }

  /// Returns the parsed text; a number may have its unit after it, as the list shows it.
  func parsed() throws(Defaults.Rejection) -> Defaults.StoredValue {
    var text = buffer.text[...]
    switch edited.kind {
    case .integer, .real:
      if !edited.unit.isEmpty, text.hasSuffix(edited.unit) {
        text = text.dropLast(edited.unit.count)
        while text.last == " " { text.removeLast() }
      }
    default: break
    }
    return try edited.kind.parse(String(text))
  }

  /// Whether the text is not a valid value of the kind.
  var isRejected: Bool {
    guard isDirty || edited.shown != nil else { return false }
    guard let value = try? value() else { return true }
    return (try? edited.kind.validate(value)) == nil
  }

  /// The text, in the form that is saved on disk.
  var input: Defaults.StoredValue { .string(buffer.text) }

  /// Replaces the text; returns false, without a change, if the input is not a text of one line.
  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    isSelected = false
    guard case .string(let text) = input, !text.utf8.contains(UInt8(ascii: "\n")) else {
      return false
    }
    buffer.replace(with: text)
    return true
  }

  /// Inserts pasted text at the cursor, without the line ends before and after it.
  mutating func paste(_ text: String) -> PasteOutcome {
    let text = text.withoutOuterLineEnds
    endSelection(replacingText: !text.isEmpty)
    return .inserted(dropped: buffer.insert(text))
  }

  /// Ends the selection, and removes the selected text if something is typed in its place.
  mutating func endSelection(replacingText: Bool) {
    if isSelected, replacingText { buffer.replace(with: "") }
    isSelected = false
  }

  /// Draws the visible part of the text, in the style of a rejected field if it is invalid.
  ///
  /// A value that is unset is not an empty text, so a word stands in the field.
  mutating func render(columns: Int) -> ControlPicture {
    guard !isUnset else {
      let line = StyledLine(SafeText("unset"), cutTo: columns, role: .quiet)
      return ControlPicture(lines: [line], cursor: (line: 0, column: 0))
    }
    var picture = buffer.render(columns: columns, isRejected: isRejected)
    if isSelected, let column = picture.cursor?.column { picture.lines[0].select(columns: column) }
    return picture
  }
}
