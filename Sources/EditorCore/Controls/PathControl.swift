import Defaults
import DefaultsSchema
import Terminal

/// Edits a path: completes names, and says whether there is a file or a directory.
///
/// The file system is examined by the session, so a slow one delays no key press. The path is stored as
/// it is typed: a `~` at the start is replaced only to examine it.
struct PathControl: Control {
  private var text: TypedValue
  private var completion = PathCompletion()

  init(_ edited: EditedValue) {
    text = TypedValue(edited)
  }

  var isDirty: Bool { text.isDirty }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue { try text.value() }

  var input: Defaults.StoredValue { text.input }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool { text.restore(input) }

  var keyMode: KeyMode { .path }

  mutating func type(_ character: Character) -> ControlOutcome { text.buffer.type(character) }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    guard PathCommand(action) == .completePath else { return text.buffer.perform(action) }
    completion.complete(&text.buffer)
    return .changed
  }

  mutating func paste(_ text: String) -> PasteOutcome { self.text.paste(text) }

  var question: ControlQuestion? { completion.question(text.buffer.text) }

  mutating func receive(_ answer: ControlAnswer) { completion.receive(answer, &text.buffer) }

  mutating func scroll(columns: Int, rows: Int) {
    text.scroll(columns: columns)
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    var picture = text.picture(columns: columns)
    picture.lines += completion.lines(text.buffer.text, columns: columns, rows: rows - 1)
    return picture
  }
}
