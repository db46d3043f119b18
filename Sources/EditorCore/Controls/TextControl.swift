import Defaults
import DefaultsSchema
import Terminal

/// Edits text, and every kind of value that can be written as one line of text.
///
/// It is the control of all kinds without one of their own: `ValueKind` converts each value to text and
/// parses the text. The line below the field describes the notation of the kind.
struct TextControl: Control {
  private var text: TypedValue

  init(_ edited: EditedValue) {
    text = TypedValue(edited)
  }

  var isDirty: Bool { text.isDirty }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue { try text.value() }

  var input: Defaults.StoredValue { text.input }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool { text.restore(input) }

  var keyMode: KeyMode { .text }

  mutating func type(_ character: Character) -> ControlOutcome { text.buffer.type(character) }

  mutating func perform(_ action: KeyAction) -> ControlOutcome { text.buffer.perform(action) }

  mutating func paste(_ text: String) -> PasteOutcome { self.text.paste(text) }

  mutating func scroll(columns: Int, rows: Int) {
    text.scroll(columns: columns)
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    var picture = text.picture(columns: columns)
    if rows > 1, !text.isUnset, let note {
      picture.lines.append(StyledLine(note.truncated(to: columns)))
    }
    return picture
  }

  /// The description of the kind's notation, or the length of the text.
  private var note: SafeText? {
    let kind = text.edited.kind
    switch kind {
    case .string(let limits):
      let length = text.buffer.text.unicodeScalars.count
      guard let maximum = limits.maximumLength else {
        return SafeText("\(length) character\(length == 1 ? "" : "s")")
      }
      return SafeText("\(length) of at most \(maximum) characters")
    case .dictionary: return "JSON: {\"name\": \"value\"}"
    case .table(let members, _):
      let names = members.prefix(4).map { "\"\($0.name)\": …" }
      return SafeText("JSON: {\(names.joined(separator: ", "))}")
    case .choices(let choices, _):
      return SafeText("any of \(Self.values(choices)), separated by commas")
    case .choice(let choices, let others):
      return SafeText("\(Self.values(choices)) or \(others?.name ?? "nothing else")")
    case .json, .any: return "JSON"
    case .bool, .integer, .real, .date, .list, .data, .url, .path, .color, .alternatives: return nil
    }
  }

  /// Returns the first six choices in the form in which they are typed.
  private static func values(_ choices: [Choice]) -> String {
    let values = choices.prefix(6).map(\.value.plainText)
    return (values + (choices.count > 6 ? ["…"] : [])).joined(separator: ", ")
  }
}
