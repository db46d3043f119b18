import Defaults
import DefaultsSchema
import Terminal

/// Edits one line of text, and every kind of value that a line of text can stand for.
struct TextControl: Control {
  let kind: ValueKind

  func draft(for value: Defaults.StoredValue?) -> Draft {
    .text(LineBuffer(value.map(kind.editableText) ?? ""))
  }

  func parse(_ draft: Draft) throws(Defaults.Rejection) -> Defaults.StoredValue {
    guard case .text(let buffer) = draft else {
      throw .wrongKind(found: "a choice", expected: kind.name)
    }
    return try kind.parse(buffer.text)
  }

  func update(_ draft: inout Draft, with press: KeyPress) -> ControlOutcome {
    guard case .text(var buffer) = draft else { return .ignored }
    let outcome = buffer.update(with: press, keymap: .text) { _, _ in .ignored }
    draft = .text(buffer)
    return outcome
  }

  func render(_ draft: Draft, context: ControlContext, columns: Int) -> ControlPicture {
    guard case .text(let buffer) = draft else { return ControlPicture(lines: []) }
    var picture = buffer.picture(columns: columns, isRejected: context.isRejected)
    if let note = note(on: buffer) { picture.lines.append(StyledLine(note)) }
    return picture
  }

  var helpGroups: [HelpGroup] { Keymap.text.helpGroups }

  var hints: [(key: String, word: String)] { Keymap.text.hints }

  /// What is good to know about the notation or the length.
  private func note(on buffer: LineBuffer) -> SafeText? {
    switch kind {
    case .string(let limits):
      let length = buffer.text.unicodeScalars.count
      guard let maximum = limits.maximumLength else {
        return SafeText("\(length) character\(length == 1 ? "" : "s")")
      }
      return SafeText("\(length) of at most \(maximum) characters")
    case .date: return "ISO 8601: 2026-03-14 09:26:53, UTC unless it ends in +01:00"
    case .data: return "Base64"
    case .list: return "JSON: [\"one\", \"two\"]"
    case .dictionary: return "JSON: {\"name\": \"value\"}"
    case .table(let members, _):
      let names = members.prefix(4).map { "\"\($0.name)\": …" }
      return SafeText("JSON: {\(names.joined(separator: ", "))}")
    case .choices(let choices, _):
      return SafeText("some of \(Self.values(choices)), with commas between them")
    case .choice(let choices, let others):
      return SafeText("\(Self.values(choices)) or \(others?.name ?? "nothing else")")
    case .alternatives: return SafeText(kind.name)
    case .path: return "the path of a file or directory"
    case .color: return "a colour: #ff8800, or a name such as orange"
    case .json, .any: return "JSON"
    case .url: return "an address with a scheme: https://example.org"
    case .bool, .integer, .real: return nil
    }
  }

  /// The first choices as they are typed.
  private static func values(_ choices: [Choice]) -> String {
    let values = choices.prefix(6).map(\.value.plainText)
    return (values + (choices.count > 6 ? ["…"] : [])).joined(separator: ", ")
  }
}

extension LineBuffer {
  /// Takes a key press: an editing command, another command, or text.
  mutating func update(
    with press: KeyPress,
    keymap: Keymap<FieldCommand>,
    other: (FieldCommand, inout LineBuffer) -> ControlOutcome
  ) -> ControlOutcome {
    guard let command = keymap.command(for: press) else {
      guard case .character(let character) = press.key, press.modifiers.isEmpty else {
        return .ignored
      }
      insert(String(character))
      return .changed
    }
    if perform(command) { return .changed }
    switch command {
    case .save: return .commit
    case .cancel: return .cancel
    case .useDefault: return .useDefault
    case .help: return .help
    case .redraw: return .redraw
    case .suspend: return .suspend
    case .left, .right, .wordLeft, .wordRight, .start, .end, .deleteBack, .deleteForward,
      .deleteWord, .deleteToStart, .deleteToEnd, .putBack, .undo, .stepUp, .stepDown, .tenStepsUp,
      .tenStepsDown, .minimum, .maximum:
      return other(command, &self)
    }
  }

  /// The part of the text around the cursor that fits, and where the cursor stands in it.
  func picture(columns: Int, isRejected: Bool) -> ControlPicture {
    let width = max(1, columns)
    let before = SafeText(String(characters[..<cursor]))
    let after = SafeText(String(characters[cursor...].prefix(width)))
    let hidden = max(0, before.width - (width - 1))
    let shown = before.dropping(columns: hidden)
    let text = (shown + after).prefix(columns: width)
    let style = Style(color: isRejected ? .red : .standard, bold: true, underlined: true)
    return ControlPicture(
      lines: [StyledLine(text.padded(to: width), style: style)],
      cursor: (line: 0, column: min(shown.width, width - 1))
    )
  }
}
