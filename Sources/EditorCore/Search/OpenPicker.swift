import Defaults
import Terminal

/// A list in which typing shows only what matches, the best first: the suites, or everything that can be
/// done.
///
/// The rows are a list of targets, and the view gets the texts of a row from the state when it draws
/// it. So numbers that arrive while the picker is open are shown at once. If the rows change, the
/// typed text and the selected target stay.
struct OpenPicker: Sendable {
  /// What can be chosen.
  enum Content: Hashable, Sendable {
    /// A suite, which is opened.
    case suites
    /// An action, a key or a suite.
    case palette
  }

  /// Something that can be chosen.
  enum Target: Hashable, Sendable {
    /// A suite.
    case suite(String)
    /// An action of the list.
    case command(KeyAction)
    /// A key of the shown suite.
    case key(Defaults.KeyName)
  }

  /// What can be chosen.
  let content: Content
  /// The typed text.
  private(set) var query: LineBuffer = LineBuffer()
  /// Everything that can be chosen, in the order without a typed text.
  private(set) var targets: [Target] = []
  /// The indices of the targets that match, in the order of the rows.
  private(set) var matches: [Int] = []
  /// The index of the selected row; nil if no target matches.
  private(set) var selectedRow: Int?
  private(set) var scroll: Scroll = Scroll()
  private var texts: RankedTexts = RankedTexts([])

  /// Creates a picker with a selected target.
  init(_ content: Content, _ targets: [(target: Target, texts: [String])], selected: Target? = nil)
  {
    self.content = content
    replace(targets)
    select(selected)
  }

  /// The selected target; nil if none matches.
  var selected: Target? { selectedRow.map { targets[matches[$0]] } }

  /// The number of rows.
  var count: Int { matches.count }

  /// Returns the target of a row.
  func target(row: Int) -> Target { targets[matches[row]] }

  /// Replaces what can be chosen; the typed text and the selected target stay.
  mutating func replace(_ targets: [(target: Target, texts: [String])]) {
    let selected = selected
    self.targets = targets.map(\.target)
    texts = RankedTexts(targets.map(\.texts))
    matches = texts.matches(query.text)
    select(selected)
  }

  /// Selects a target, or the first row if it does not match.
  private mutating func select(_ target: Target?) {
    let place = target.flatMap { target in matches.firstIndex { targets[$0] == target } }
    selectedRow = place ?? (matches.isEmpty ? nil : 0)
  }

  /// Selects a row that was clicked.
  mutating func select(row: Int) {
    if matches.indices.contains(row) { selectedRow = row }
  }

  /// Moves the selection.
  mutating func move(_ command: MoveCommand, page: Int) {
    guard let row = selectedRow else { return }
    let target = row + command.distance(page: page, count: count)
    selectedRow = max(0, min(count - 1, target))
  }

  /// Changes the typed text, and selects the best match; without a text, the selected target stays.
  mutating func edit(_ change: (inout LineBuffer) -> Void) {
    let before = query.text
    change(&query)
    guard query.text != before else { return }
    let selected = selected
    matches = texts.matches(query.text)
    select(query.isEmpty ? selected : nil)
  }

  /// Returns the visible rows.
  func visible(rows: Int) -> Range<Int> {
    scroll.visible(containing: selectedRow, of: count, rows: rows)
  }

  /// Scrolls so that the selected row is visible.
  mutating func show(rows: Int) {
    scroll.show(selectedRow, of: count, rows: rows)
  }
}
