import Defaults
import DefaultsSchema
import Terminal

// The size and the first bytes, and the prompt below them.
extension DataControl {
  mutating func scroll(columns: Int, rows: Int) {
    let room = fieldColumns(columns)
    _ = changePrompt { $0.scroll(columns: room) }
  }

  /// Returns the lines about the data, as many as leave room for the prompt and its notes.
  private func head(_ columns: Int, _ rows: Int) -> [StyledLine] {
    var lines = [StyledLine(SafeText(summary).truncated(to: columns), role: .strong)]
    if case .data(let data)? = shown {
      lines += HexText.lines(of: data, columns: columns).map {
        StyledLine(SafeText($0).truncated(to: columns))
      }
    }
    let below = prompt == nil ? message == nil ? 0 : 1 : min(4, max(1, rows / 2))
    return Array(lines.prefix(max(1, rows - below)))
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    var lines = head(columns, rows)
    guard let prompt else {
      let note = message.map {
        StyledLine(
          SafeText($0.text).truncated(to: columns),
          role: $0.isProblem ? .warning : .news
        )
      }
      return ControlPicture(
        lines: Array((lines + [note].compactMap(\.self)).prefix(rows)),
        cursor: (line: 0, column: 0)
      )
    }
    if rows < 2 { lines = [] }
    return render(prompt, below: lines, columns: columns, rows: rows)
  }

  /// Draws the prompt and its notes below the lines of the data.
  private func render(
    _ prompt: Prompt,
    below lines: [StyledLine],
    columns: Int,
    rows: Int
  ) -> ControlPicture {
    let label = SafeText(label(prompt)).prefix(columns: labelColumns(columns))
    var field: ControlPicture
    var notes: [StyledLine] = []
    let rest = rows - lines.count - 1
    switch prompt {
    case .save(let buffer, let completion), .load(let buffer, let completion):
      field = buffer.picture(columns: fieldColumns(columns), isRejected: false)
      notes = completion.lines(buffer.text, columns: columns, rows: rest)
    case .text(let text):
      field = text.picture(columns: fieldColumns(columns))
    }
    if request != nil, case .save = prompt { notes = [StyledLine("writing …", role: .quiet)] }
    if request != nil, case .load = prompt { notes = [StyledLine("reading …", role: .quiet)] }
    if let message {
      notes = [StyledLine(SafeText("! \(message.text)").truncated(to: columns), role: .warning)]
    }
    field.lines[0].spans.insert(.init(text: label, role: .text), at: 0)
    field.lines = lines + field.lines + notes.prefix(max(0, rest))
    field.cursor = field.cursor.map { (lines.count, label.width + $0.column) }
    return field
  }

  private func label(_ prompt: Prompt) -> String {
    switch prompt {
    case .save: "Save to file: "
    case .load: "Load file:    "
    case .text: "Base64:       "
    }
  }

  /// Returns the columns of the label before the field; none on a narrow screen.
  private func labelColumns(_ columns: Int) -> Int { columns < 30 ? 0 : 14 }

  private func fieldColumns(_ columns: Int) -> Int { columns - labelColumns(columns) }

  /// The size of the data and what it may be.
  private var summary: String {
    switch shown {
    case nil: return "unset"
    case .data(let data)?:
      let size = "\(data.count) byte\(data.count == 1 ? "" : "s")"
      return [size, DataGuess.name(of: data)].line(separator: "   ")
    case let value?: return "\(value.kindName), and not data"
    }
  }
}
