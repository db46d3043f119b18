import Terminal

// What is over the list, as lines of words. Lists get numbers, which can be typed to choose; everything
// else is the text of its view without the lines around it. So a new mode needs nothing here.
extension EditorState {
  /// The most rows of a list that are said at once.
  private static let plainRows = 30

  /// The number of rows that can be chosen by their number.
  var plainRowCount: Int {
    switch mode {
    case .menu(let menu): menu.choices.count
    case .picker(let picker): picker.count
    case .everywhere(let search): search.keyLines.count
    case .plan(let open): open.rows.count
    case .history(let open): open.entries.count
    case .layers(let open):
      document.item(open.key)?.layerRows(file: document.location).count ?? 0
    default: 0
    }
  }

  /// The lines of the mode.
  var plainPanel: [String] {
    let layout = Layout(state: self)
    switch mode {
    case .menu(let menu):
      return [menu.title] + numbered(menu.choices.indices) { plainText(of: menu.choices[$0]) }
    case .picker(let picker):
      let view = PickerView(picker: picker, state: self, layout: layout)
      return [view.title] + numbered(0..<picker.count, view.words)
    case .everywhere(let search):
      let view = SuiteSearchView(search: search, layout: layout)
      let lines = search.keyLines
      let rows = numbered(lines.indices) { view.words(search.lines[lines[$0]]) }
      return [view.title] + (lines.isEmpty ? [view.remark] : rows)
    case .plan(let open):
      return plainTable(PlanView(state: self, open: open, layout: layout).content)
    case .history(let open):
      return plainTable(HistoryView(state: self, open: open, layout: layout).content)
    case .layers(let open):
      return plainTable(LayersView(state: self, open: open, layout: layout).content)
    default:
      return plainDrawing(layout)
    }
  }

  /// What the keys of the mode do, in a sentence.
  var plainHints: String {
    let hints = hints.map { "\($0.key) \($0.word)" }.joined(separator: ", ")
    let numbers = plainRowCount > 0 ? "a number chooses, " : ""
    return "Type a key: \(numbers)\(hints). An empty line goes back."
  }

  private func plainText(of choice: OpenMenu.Choice) -> String {
    let texts = [choice.title, choice.note, choice.isCurrent == true ? "chosen" : ""]
    let line = texts.filter { !$0.isEmpty }.joined(separator: ", ")
    return choice.help.isEmpty ? line : "\(line). \(choice.help)"
  }

  /// Returns rows with their numbers; of many the first ones, and how many there are.
  private func numbered(_ indices: Range<Int>, _ text: (Int) -> String) -> [String] {
    let shown = indices.prefix(Self.plainRows)
    let rest = indices.count - shown.count
    return shown.map { "\($0 + 1). \(text($0))" }
      + (rest > 0 ? ["\(rest) more. Type words to find them."] : [])
  }

  /// Returns the rows of a table from the selected one on, and what it says about that row.
  private func plainTable(_ table: TableView) -> [String] {
    let selected = table.cursor.selected
    let start = table.count > Self.plainRows ? selected : 0
    let shown = (start..<table.count).prefix(Self.plainRows)
    var lines = [table.title]
    lines += shown.map { "\($0 + 1). \(table.words($0))" }
    if table.count == 0 { lines.append(table.empty) }
    if shown.endIndex < table.count {
      lines.append("\(table.count - shown.endIndex) more, from number \(shown.endIndex + 1) on.")
    }
    let remarks = table.remarks.filter { !$0.isEmpty }
    if table.count > 0 { lines.append("Number \(selected + 1) is selected.") }
    return lines + remarks + [table.footer].filter { !$0.isEmpty }
  }

  /// Returns the text that the mode draws, without the lines around it.
  ///
  /// It is indented, because a text with several lines could look like other messages.
  private func plainDrawing(_ layout: Layout) -> [String] {
    var canvas = Canvas(size: size, theme: theme, showsSwatches: false)
    drawPanel(self, layout, on: &canvas)
    let edges: Set<Character> = [" ", "─", "│", "┌", "┐", "└", "┘"]
    return canvas.frame.text.split(separator: "\n")
      .map { line in
        String(line.drop { edges.contains($0) }.reversed().drop { edges.contains($0) }.reversed())
      }
      .filter { !$0.isEmpty }
      .map { "  \($0)" }
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
