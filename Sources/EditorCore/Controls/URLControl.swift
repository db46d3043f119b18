import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a URL as text, and says which part of it is wrong or missing.
struct URLControl: LineEditing {
  var text: TypedValue

  init(_ edited: EditedValue) {
    text = TypedValue(edited)
  }

  var keyMode: KeyMode { .text }

  mutating func paste(_ text: String) -> PasteOutcome {
    // Addresses are often copied with the line break that follows them.
    self.text.paste(text.trimmed)
  }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    var picture = text.render(columns: columns)
    guard rows > 1 else { return picture }
    let problem = URLProblem.text(about: text.buffer.text)
    let note = problem ?? "an address with a scheme: https://example.org"
    picture.lines.append(
      StyledLine(
        SafeText(note),
        cutTo: columns,
        role: problem == nil || text.buffer.isEmpty ? .quiet : .caution
      )
    )
    return picture
  }
}
