import DefaultsCore
import DefaultsSchema
import Terminal

/// The search in all suites: the typed text, and the keys that match below the names of their suites.
struct SuiteSearchView {
  private let search: SuiteSearchScreen
  private let staged: StagedEdits
  private let parts: SearchPanel
  /// The lines.
  var body: Rect { parts.body }

  init(_ search: SuiteSearchScreen, _ layout: Layout, _ staged: StagedEdits) {
    self.search = search
    self.staged = staged
    parts = SearchPanel(Panel(layout, .sheet))
  }

  /// Draws the panel, the typed text and the visible lines.
  func draw(on canvas: inout Canvas) {
    parts.panel.draw(title: SafeText(title), footer: SafeText(footer), on: &canvas)
    let visible = search.cursor.visible(rows: body.size.rows).clamped(to: search.lines.indices)
    let titles = search.lines[visible].compactMap(title)
    for (offset, index) in visible.enumerated() {
      let isSelected = index == search.cursor.selected
      let line = body.line(offset)
      if isSelected { canvas.fill(line, isSelected: true) }
      draw(search.lines[index], among: titles, line, isSelected: isSelected, on: &canvas)
    }
    if search.lines.isEmpty { canvas.write(SafeText(remark), in: body.line(0), role: .quiet) }
    SearchField(buffer: search.buffer, line: parts.field).draw(on: &canvas)
  }

  /// How much is searched, and how much of it matches.
  var title: String {
    let marked = search.marked.isEmpty ? "" : ", \(search.marked.count) marked"
    return
      "Search in \(search.names.count) suites   \(search.matchCount) of \(search.keyCount)\(marked)"
  }

  /// The place of what is selected.
  private var footer: String {
    switch search.selected {
    case .key(let name, let key): "\(name) › \(key)"
    case .suite(let name, _): name
    case .repair: "no key matches what is typed"
    case nil: ""
    }
  }

  /// Returns the words of a line, for a reader who does not see the columns.
  func words(_ line: SuiteSearchScreen.Line) -> String {
    switch line {
    case .suite(let name, let count): return "\(name), suite, \(count) found"
    case .key(let name, let key):
      guard let (item, _) = search.item(key, inSuite: name) else { return key.string }
      let value = ValueText.row(item, showingSecret: false)
      let states = [
        mark(of: item, SuiteKey(suiteName: name, key: key))?.word,
        line.suiteKey.map(search.marked.contains) == true ? "marked" : nil,
      ]
      let words = ["\(item.entry.title), \(value), in \(name)"] + states.compactMap(\.self)
      return words.joined(separator: ", ")
    case .repair(let number): return search.repairs[number].line
    }
  }

  /// Returns the strongest mark of a key that can be told of a suite that is not shown.
  private func mark(of item: Item, _ key: SuiteKey) -> Mark? {
    if item.isLocked { return .locked }
    if item.isInvalid { return .invalid }
    if staged.contains(key) { return .parked }
    if item.isStoredDefault { return .storedDefault }
    return item.stored != nil ? .set : nil
  }

  /// Why no key is shown.
  var remark: String {
    if search.buffer.isEmpty {
      return "Type what to look for in names, keys, values and descriptions."
    }
    if search.missingSuites > 0 { return "\(search.missingSuites) suites are being read." }
    return search.hasWork ? "Searching…" : "No key of any suite matches."
  }

  /// Returns the title of the key of a line; nil for another line.
  private func title(_ line: SuiteSearchScreen.Line) -> String? {
    guard case .key(let name, let key) = line else { return nil }
    return search.item(key, inSuite: name)?.0.entry.title
  }

  private func draw(
    _ line: SuiteSearchScreen.Line,
    among titles: [String],
    _ rect: Rect,
    isSelected: Bool,
    on canvas: inout Canvas
  ) {
    let parts = rect.columns([.fixed(2), .flexible(8)])
    let isMarked = line.suiteKey.map(search.marked.contains) == true
    let sign: SafeText = isMarked ? isSelected ? "X" : "x" : isSelected ? ">" : " "
    canvas.write(sign, in: parts[0], isSelected: isSelected)
    let rect = parts[1]
    switch line {
    case .suite(let name, let count):
      let columns = rect.columns([.flexible(8), .fixed(SafeText("\(count)").width, gap: 1)])
      canvas.write(SafeText(name), in: columns[0], role: .heading, isSelected: isSelected)
      canvas.write(SafeText("\(count)"), in: columns[1], role: .quiet, isSelected: isSelected)
    case .repair(let number):
      canvas.write(SafeText(search.repairs[number].line), in: rect, isSelected: isSelected)
    case .key(let name, let key):
      guard let (item, place) = search.item(key, inSuite: name) else { return }
      let columns = rect.columns([
        .fixed(2), Extent(12, ideal: 30), Extent(8, ideal: 20, gap: 1),
        Extent(0, ideal: 16, maximum: 30, .extra, gap: 1),
      ])
      let role: Role = item.stored != nil ? .valueSet : item.isAtDefault ? .valueUnset : .text
      let titleRole = role == .valueUnset ? .text : role
      let title = RowTitles.cut(item.entry.title, to: columns[1].size.columns, among: titles)
      if let mark = mark(of: item, SuiteKey(suiteName: name, key: key)) {
        canvas.write(
          SafeText(String(mark.glyph)),
          in: columns[0],
          role: mark.role,
          isSelected: isSelected
        )
      }
      canvas.write(title, in: columns[1], role: titleRole, isSelected: isSelected)
      canvas.write(
        SafeText(ValueText.row(item, showingSecret: false)),
        in: columns[2],
        role: role,
        isSelected: isSelected
      )
      canvas.write(SafeText(place), in: columns[3], role: .quiet, isSelected: isSelected)
    }
  }
}
