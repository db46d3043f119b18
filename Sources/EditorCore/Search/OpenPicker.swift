import Defaults
import Terminal

/// A list in which typing shows only what matches, the best first: the suites, or everything that can be
/// done.
///
/// The rows are a list of targets, and the view gets the texts of a row from the state when it draws
/// it. So numbers that arrive while the picker is open are shown at once. If the rows change, the
/// typed text and the selected target stay.
struct OpenPicker: NarrowingList, Sendable {
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
  /// The key that was selected when the palette was opened, on which its actions act; nil for none.
  var key: Defaults.KeyName?
  /// The typed text.
  private(set) var buffer: LineBuffer = LineBuffer()
  /// Everything that can be chosen, in the order without a typed text.
  private(set) var targets: [Target] = []
  /// The keys that are not among the targets yet; they are added in slices while no event is pending.
  var missingKeys: ArraySlice<Slot> = []
  /// The targets that match, in the order of the rows.
  private var matches: [RankedTexts.Match] = []
  /// Whether the best match is to be selected: the user has typed, and not moved since.
  private var followsBest: Bool = false
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
  var selected: Target? { selectedRow.map(target) }

  /// The number of rows.
  var count: Int { matches.count }

  /// Returns the target of a row.
  func target(row: Int) -> Target { targets[matches[row].index] }

  /// Replaces what can be chosen; the typed text and the selected target stay.
  mutating func replace(_ targets: [(target: Target, texts: [String])]) {
    let selected = selected
    self.targets = targets.map(\.target)
    texts = RankedTexts(targets.map(\.texts))
    matches = texts.matches(buffer.text)
    select(selected)
  }

  /// Adds targets; those that match are inserted by how well they match.
  mutating func append(_ new: [(target: Target, texts: [String])]) {
    let selected = followsBest ? nil : selected
    targets += new.map(\.target)
    let count = targets.count - new.count
    texts.append(new.map(\.texts))
    matches.merge(texts.matches(buffer.text, from: count), by: RankedTexts.Match.precedes)
    select(selected)
  }

  /// Selects a target, or the first row if it does not match.
  mutating func select(_ target: Target?) {
    let place = target.flatMap { target in matches.firstIndex { targets[$0.index] == target } }
    selectedRow = place ?? (matches.isEmpty ? nil : 0)
  }

  /// Selects a row that was clicked.
  mutating func select(row: Int) {
    guard matches.indices.contains(row) else { return }
    selectedRow = row
    followsBest = false
  }

  /// Moves the selection.
  mutating func move(_ command: MoveCommand, page: Int) {
    guard let row = selectedRow else { return }
    let target = row + command.distance(page: page, count: count)
    selectedRow = max(0, min(count - 1, target))
    followsBest = false
  }

  /// Changes the typed text, and selects the best match; without a text, the selected target stays.
  mutating func edit(_ change: (inout LineBuffer) -> Void) {
    let before = buffer.text
    change(&buffer)
    guard buffer.text != before else { return }
    let selected = selected
    matches = texts.matches(buffer.text)
    followsBest = !buffer.isEmpty
    select(buffer.isEmpty ? selected : nil)
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

extension Array {
  /// Inserts sorted elements into a sorted array; equal elements follow those of the array.
  fileprivate mutating func merge(_ new: [Element], by precedes: (Element, Element) -> Bool) {
    guard let last, let first = new.first, precedes(first, last) else { return self += new }
    var merged: [Element] = []
    merged.reserveCapacity(count + new.count)
    var rest = new[...]
    for element in self {
      while let next = rest.first, precedes(next, element) { merged.append(rest.removeFirst()) }
      merged.append(element)
    }
    self = merged + rest
  }
}
