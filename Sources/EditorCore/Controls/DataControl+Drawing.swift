import DefaultsCore
import DefaultsSchema
import Terminal

// The size and the first bytes, and the prompt below them.
extension DataControl {
  /// Returns the lines about the data, as many as leave room for the prompt and its notes.
  private func head(_ columns: Int, _ rows: Int) -> [StyledLine] {
    var lines = [StyledLine(SafeText(summary), cutTo: columns, role: .strong)]
    if case .data(let data)? = shown {
      lines += HexText.lines(of: data, columns: columns).map {
        StyledLine(SafeText($0), cutTo: columns)
      }
    }
    let below = prompt == nil ? message == nil ? 0 : 1 : min(4, max(1, rows / 2))
    return Array(lines.prefix(max(1, rows - below)))
  }

  /// The size, the bytes, and a prompt with its notes.
  var wantedRows: Int { 7 }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    var lines = head(columns, rows)
    guard var prompt else {
      let note = message.map {
        StyledLine(SafeText($0.text), cutTo: columns, role: $0.isProblem ? .warning : .news)
      }
      return ControlPicture(
        lines: Array((lines + [note].compactMap(\.self)).prefix(rows)),
        cursor: (line: 0, column: 0)
      )
    }
    if rows < 2 { lines = [] }
    defer { self.prompt = prompt }
    return render(&prompt, below: lines, columns: columns, rows: rows)
  }

  /// Draws the prompt and its notes below the lines of the data.
  private func render(
    _ prompt: inout Prompt,
    below lines: [StyledLine],
    columns: Int,
    rows: Int
  ) -> ControlPicture {
    // A narrow screen has no room for the label.
    let label = SafeText(columns < 30 ? "" : label(prompt.purpose))
    let text = prompt.field.text
    let rest = rows - lines.count - 1
    let isText = prompt.purpose == .text
    var field = prompt.field.render(
      columns: columns - label.width,
      isRejected: isText && !edited.kind.accepts(text)
    )
    var notes = isText ? [] : prompt.completion.lines(text, columns: columns, rows: rest)
    if request != nil {
      notes = [StyledLine(prompt.purpose == .save ? "writing …" : "reading …", role: .quiet)]
    }
    if let message {
      notes = [StyledLine(SafeText("! \(message.text)"), cutTo: columns, role: .warning)]
    }
    field.lines[0].spans.insert(.init(text: label, role: .text), at: 0)
    field.lines = lines + field.lines + notes.prefix(max(0, rest))
    field.cursor = field.cursor.map { (lines.count, label.width + $0.column) }
    return field
  }

  private func label(_ purpose: Prompt.Purpose) -> String {
    switch purpose {
    case .save: "Save to file: "
    case .load: "Load file:    "
    case .text: "Base64:       "
    }
  }

  /// The size of the data and what it may be.
  private var summary: String {
    switch shown {
    case nil: return "unset"
    case .data(let data)?:
      let size = data.count.counted("byte")
      return [size, DataGuess.name(of: data)].line(separator: "   ")
    case let value?: return "\(value.kindName), and not data"
    }
  }
}

extension ValueKind {
  /// Returns whether a text can be typed for a value of the kind.
  fileprivate func accepts(_ text: String) -> Bool {
    guard let value = try? parse(text) else { return false }
    return (try? validate(value)) != nil
  }
}
