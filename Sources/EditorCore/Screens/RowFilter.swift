/// The filter over the rows of a table: those in which all words of a typed text occur are shown.
///
/// The rows keep their order. Their texts are prepared once, in slices between events, because a plan
/// can have thousands of rows.
struct RowFilter: Sendable {
  /// The typed text.
  private(set) var buffer: TextBuffer = TextBuffer(line: "")
  /// Whether key presses edit the text.
  var isTyped: Bool = false
  /// The texts of the first rows, as far as they have been prepared.
  private var texts: [SearchedTexts] = []
  /// The indices of the rows that match so far; nil if all rows are shown.
  private(set) var shown: [Int]?

  /// The number of rows whose texts are prepared in one slice.
  private static let slice = 200

  /// Whether the text has its line in the table.
  var isOpen: Bool { isTyped || !buffer.isEmpty }

  /// The word of the hint for closing the table.
  var hintWords: [KeyAction: String] {
    isOpen && !isTyped ? [KeyAction(FilterCommand.clearFilter): "show all"] : [:]
  }

  /// Changes the text, and finds the rows among those whose texts have been prepared.
  mutating func edit(_ change: (inout TextBuffer) -> Void) {
    change(&buffer)
    shown = Query(buffer.text).isEmpty ? nil : []
    match(texts.indices)
  }

  /// Removes the text.
  mutating func clear() {
    isTyped = false
    edit { $0.replace(with: "") }
  }

  /// Forgets the texts of the rows, because the rows have changed.
  mutating func forgetRows() {
    texts = []
    edit { _ in }
  }

  /// Forgets the texts of some rows, which have been removed.
  mutating func remove(rows: Set<Int>) {
    texts = texts.indices.filter { !rows.contains($0) }.map { texts[$0] }
    edit { _ in }
  }

  /// Returns whether texts of rows have not been prepared yet.
  func hasWork(count: Int) -> Bool { isOpen && texts.count < count }

  /// The rows whose texts are prepared next, of `count` rows in all.
  func nextRows(count: Int) -> Range<Int> {
    texts.count..<max(texts.count, isOpen ? min(count, texts.count + Self.slice) : 0)
  }

  /// Adds the texts of the next rows.
  mutating func add(_ next: [SearchedTexts]) {
    texts += next
    match(texts.count - next.count..<texts.count)
  }

  private mutating func match(_ rows: Range<Int>) {
    guard shown != nil else { return }
    let query = Query(buffer.text)
    shown?.append(contentsOf: rows.filter { query.matches(texts[$0]) })
  }
}

// The filter of a table, which a key press opens. Its text is edited until it is kept or cleared; a kept one
// stays until it is cleared.
extension TableScreen {
  var buffer: TextBuffer { filter.buffer }

  /// The number of rows that are shown.
  private var shownCount: Int { filter.shown?.count ?? rowTotal }

  func rowCount(in state: EditorState) -> Int { shownCount }

  /// The index of the selected row among all rows; nil for none.
  var selectedIndex: Int? {
    guard let line = cursor.selected, line < shownCount else { return nil }
    return filter.shown?[line] ?? line
  }

  /// Selects a row by its index among all rows; if the filter hides it, the first one.
  private mutating func select(index: Int?) {
    let line = index.flatMap {
      filter.shown?.firstIndex(of: $0) ?? (filter.shown == nil ? $0 : nil)
    }
    cursor.select(line ?? 0, of: shownCount)
  }

  /// Selects a row by its index among all rows, and clears the filter if it hides the row.
  mutating func reveal(index: Int) {
    if filter.shown?.contains(index) == false { filter.clear() }
    select(index: index)
  }

  /// Changes the text of the filter; the selected row stays selected if it is shown.
  mutating func edit(_ change: (inout TextBuffer) -> Void) {
    let index = selectedIndex
    filter.edit(change)
    select(index: index)
  }

  /// Edits, keeps or clears the filter, if a key press means that; returns whether it did.
  mutating func performFilter(_ input: KeyInput) -> Bool {
    if filter.isTyped, filter.buffer.isEmpty, input.action == KeyAction(FieldCommand.deleteBack) {
      filter.isTyped = false
    } else if filter.isTyped, perform(input) {
      return true
    } else if input.action == KeyAction(ListCommand.filter) {
      filter.isTyped = true
    } else if input.action == KeyAction(FilterCommand.keepFilter) {
      filter.isTyped = false
    } else if input.action == KeyAction(FilterCommand.clearFilter), filter.isOpen {
      let index = selectedIndex
      filter.clear()
      select(index: index)
    } else {
      return false
    }
    return true
  }

  var hasWork: Bool { filter.hasWork(count: rowTotal) }

  mutating func proceed(in state: EditorState) {
    prepareRows(in: state)
    cursor.limit(to: shownCount)
  }

  /// Prepares the texts of the next rows.
  private mutating func prepareRows(in state: EditorState) {
    filter.add(filter.nextRows(count: rowTotal).map { searchedTexts(ofRow: $0, in: state) })
  }

  /// Finds the rows among others than before at once, and selects one of them by its index among all.
  ///
  /// Until all of them are found, the cursor would be on another row than the selected one.
  mutating func filterAgain(selecting index: Int?, in state: EditorState) {
    filter.forgetRows()
    while hasWork { prepareRows(in: state) }
    if let index { select(index: index) }
  }

  /// Returns the table with the rows that the filter shows.
  func filteredTable(_ state: EditorState, _ layout: Layout) -> TableView {
    var table = table(state, layout)
    guard filter.isOpen else { return table }
    table.filter = filter
    guard let shown = filter.shown else { return table }
    table.title += "   \(shown.count) of \(table.count)"
    table.count = shown.count
    table.empty = hasWork ? "The rows are being searched." : "No row matches."
    table.cells = { [cells = table.cells] in cells(shown[$0]) }
    return table
  }
}
