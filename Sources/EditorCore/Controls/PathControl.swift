import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a path: completes names, and says whether there is a file or a directory.
///
/// The file system is examined by the session, so a slow one delays no key press. The path is stored as
/// it is typed: a `~` at the start is replaced only to examine it.
struct PathControl: LineEditing {
  var text: TypedValue
  private var completion = PathCompletion()

  init(_ edited: EditedValue) {
    text = TypedValue(edited)
  }

  var keyMode: KeyMode { .path }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    guard PathCommand(action) == .completePath else { return text.buffer.perform(action) }
    completion.complete(&text.buffer)
    return .changed
  }

  var question: ControlQuestion? { completion.question(text.buffer.text) }

  mutating func receive(_ answer: ControlAnswer) { completion.receive(answer, &text.buffer) }

  var wantedRows: Int { 4 }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    var picture = text.render(columns: columns)
    picture.lines += completion.lines(text.buffer.text, columns: columns, rows: rows - 1)
    return picture
  }
}
