import Terminal

// The top screen as lines of words. The rows of a `RowScreen` have numbers, which the user types to choose
// one. Any other screen is written as it is drawn, without its border.
extension EditorState {
  /// The number of rows that can be chosen by their number.
  var plainRowCount: Int { (screen as? any RowScreen)?.rowCount(in: self) ?? 0 }

  /// The lines of the top screen.
  var plainPanel: [String] {
    let layout = Layout(state: self)
    return (screen as? any RowScreen)?.plainLines(self, layout) ?? plainDrawing(layout)
  }

  /// The words of the hints of the top screen, with the key presses that they stand for.
  ///
  /// The keys that move by a line have none, because a row is chosen by its number.
  var plainWords: [(word: String, press: KeyPress)] {
    let moves: [KeyAction?] = [KeyAction(MoveCommand.next), KeyAction(MoveCommand.previous)]
    return hints.compactMap { hint in
      guard let press = KeyPress(named: hint.key),
        let action = bindings.action(for: press, in: keyMode), !moves.contains(action)
      else { return nil }
      return (hint.word, press)
    }
  }

  /// What can be typed at the top screen, in sentences.
  var plainHints: String {
    // A word is enough, but a letter is shorter, for example the y of a question.
    var hints = plainWords.map { word, press in
      press.name.count == 1 && press.name != word ? "\(word) (\(press.name))" : word
    }
    if plainRowCount > 0 { hints = ["a number to choose"] + hints.filter { $0 != "choose" } }
    let words = keyMode.types("a") ? "Other words" : "A slash and words"
    let search = screen is any NarrowingScreen ? " \(words) search." : ""
    return "Type \(hints.joined(separator: ", ")).\(search) An empty line closes this."
  }

  /// Returns the text that the top screen draws, without its border.
  ///
  /// It is indented, because a line of it could look like another message.
  private func plainDrawing(_ layout: Layout) -> [String] {
    var canvas = Canvas(size: size, theme: theme, showsSwatches: false)
    screen.draw(self, layout, on: &canvas)
    let edges: Set<Character> = [" ", "─", "│", "┌", "┐", "└", "┘"]
    return canvas.frame.text.split(separator: "\n")
      .map { line in
        String(line.drop { edges.contains($0) }.reversed().drop { edges.contains($0) }.reversed())
      }
      .filter { !$0.isEmpty }
      .map { "  \($0)" }
  }
}

/// Rows as lines that are numbered from 1; a long list is shortened.
enum PlainRows {
  /// The most rows of a list that are written at once.
  private static let limit = 30

  /// Returns the first rows with their numbers, and the number of the rows that are left out.
  static func numbered(_ indices: Range<Int>, _ text: (Int) -> String) -> [String] {
    let shown = indices.prefix(limit)
    let rest = indices.count - shown.count
    return shown.map { "\($0 + 1). \(text($0))" }
      + (rest > 0 ? ["\(rest) more. Type words to find them."] : [])
  }

  /// Returns the rows of a table (of a long one, from the selected row on) and the remarks on that row.
  static func lines(of table: TableView) -> [String] {
    let selected = table.cursor.selected ?? 0
    let start = table.count > limit ? selected : 0
    let shown = (start..<table.count).prefix(limit)
    var lines = [table.title]
    if let text = table.filter?.buffer.text, !text.isEmpty {
      lines.append("Only rows that match \"\(text)\" are shown.")
    }
    lines += shown.map { "\($0 + 1). \(table.words($0))" }
    if table.count == 0 { lines.append(table.empty) }
    if shown.endIndex < table.count {
      lines.append("\(table.count - shown.endIndex) more, from number \(shown.endIndex + 1) on.")
    }
    let remarks = table.remarks.filter { !$0.isEmpty }
    if table.count > 0 { lines.append("Number \(selected + 1) is selected.") }
    return lines + remarks + [table.footer].filter { !$0.isEmpty }
  }
}

extension MenuScreen.Choice {
  /// The choice in words.
  var words: String {
    let texts = [title, note, isCurrent == true ? "chosen" : ""]
    let line = texts.filter { !$0.isEmpty }.joined(separator: ", ")
    return help.isEmpty ? line : "\(line). \(help)"
  }
}

extension TableView {
  /// Returns the words of a row, without columns that are empty or have only a sign.
  fileprivate func words(_ index: Int) -> String {
    zip(columns, cells(index)).filter {
      !$1.text.isEmpty && !($0.heading.isEmpty && $1.text.count == 1)
    }
    .map(\.1.text).joined(separator: ", ")
  }
}
