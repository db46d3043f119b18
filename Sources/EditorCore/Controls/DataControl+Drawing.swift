import Defaults
import DefaultsSchema
import Terminal

// The bytes in lines, and the prompt below them.
extension DataControl {
  mutating func scroll(columns: Int, rows: Int) {
    if digest == nil, hasRoomForDigest(columns, rows), case .data(let data)? = shown {
      digest = SHA256.hexadecimal(of: Array(data))
    }
    page = (HexText.bytesPerLine(columns: columns), hexRows(columns, rows))
    // More rows may be visible than when the place was chosen, as a closed prompt has left its rows.
    if prompt == nil { scroll(toLine: top / page.perLine) }
    let room = fieldColumns(columns)
    _ = changePrompt { $0.scroll(columns: room) }
  }

  /// Returns the number of lines for bytes: without the size and the digest, and without the prompt and
  /// its notes.
  private func hexRows(_ columns: Int, _ rows: Int) -> Int {
    let head = hasRoomForDigest(columns, rows) ? 2 : 1
    return max(0, rows - head - (prompt == nil ? message == nil ? 0 : 1 : min(4, max(1, rows / 2))))
  }

  /// Returns whether the digest of data fits on a line, and bytes are visible below it.
  private func hasRoomForDigest(_ columns: Int, _ rows: Int) -> Bool {
    guard case .data? = shown, prompt == nil else { return false }
    return columns >= 64 && rows >= 4
  }

  /// Returns the size, what the data may be, and the digest where there is room.
  private func head(_ columns: Int, _ rows: Int) -> [StyledLine] {
    let digest = hasRoomForDigest(columns, rows) ? digest : nil
    let text = digest == nil ? summary : "\(summary)   SHA-256:"
    return [StyledLine(SafeText(text).truncated(to: columns), role: .strong)]
      + [digest].compactMap { $0.map { StyledLine(SafeText($0), role: .quiet) } }
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    var lines = head(columns, rows)
    let perLine = HexText.bytesPerLine(columns: columns)
    let first = top / perLine * perLine
    for offset in stride(from: first, to: count, by: perLine).prefix(hexRows(columns, rows)) {
      let slice = bytes(at: offset, length: perLine)
      let line = HexText.line(offset: offset, slice, perLine: perLine)
      lines.append(StyledLine(SafeText(line).truncated(to: columns)))
    }
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
    case .offset(let buffer):
      field = buffer.picture(columns: fieldColumns(columns), isRejected: false)
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
    case .offset: "Go to offset: "
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
