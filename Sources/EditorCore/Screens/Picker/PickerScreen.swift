import DefaultsCore
import Terminal

/// A list in which typing shows only what matches, the best first: the suites, or everything that can be
/// done.
///
/// The rows are a list of targets, and the view gets the texts of a row from the state when it draws
/// it. So numbers that arrive while the picker is open are shown at once. If the rows change, the
/// typed text and the selected target stay.
struct PickerScreen {
  /// What can be chosen.
  enum Content: Hashable, Sendable {
    /// A suite, which is opened.
    case suites
    /// A suite, with which the shown one is compared.
    case comparison
    /// An action, a key or a suite.
    case palette
    /// An item of the open edit, which is selected.
    case items
    /// A line of the page of a key, which is selected.
    case lines
  }

  /// Something that can be chosen.
  enum Target: Hashable, Sendable {
    /// A suite.
    case suite(String)
    /// An action of the list.
    case command(KeyAction)
    /// A key of the shown suite.
    case key(Defaults.KeyName)
    /// An item with an index.
    case item(Int, SearchedItem)

    /// The place among other targets: actions first, then keys, then suites.
    fileprivate var group: Int {
      switch self {
      case .command, .item: 0
      case .key: 1
      case .suite: 2
      }
    }
  }

  /// What can be chosen.
  let content: Content
  /// The heading of each suite, below which it is listed while no text is typed; none for other targets.
  private var origins: [Target: String] = [:]
  /// The headings whose suites the user has shown or hidden.
  private var toggled: Set<String> = []
  /// The key that was selected when the palette was opened, on which its actions act; nil for none.
  var key: Defaults.KeyName?
  /// The typed text.
  private(set) var buffer: TextBuffer = TextBuffer(line: "")
  /// Everything that can be chosen, in the order without a typed text.
  private(set) var targets: [Target] = []
  /// The keys that are not among the targets yet; they are added in slices while no event is pending.
  var missingKeys: ArraySlice<Slot> = []
  /// The targets that match, the best first.
  private var matches: [RankedTexts.Match] = []
  /// What is shown: the targets that match, with headings if there are several.
  private(set) var rows: [Row] = []
  /// The selected row, none if no target matches, and the scroll position.
  var cursor: ListCursor = ListCursor()
  private var texts: RankedTexts = RankedTexts([])

  /// Creates a picker with a selected target.
  init(_ content: Content, _ targets: [(target: Target, texts: [String])], selected: Target? = nil)
  {
    self.content = content
    replace(targets)
    select(selected)
  }

  /// Creates a list of suites, below the headings of the programs whose settings they are.
  init(_ content: Content, suites: [SuiteSummary], selected: Target? = nil) {
    self.content = content
    replace(suites: suites)
    select(selected)
  }

  /// The selected target; nil if none matches, or a heading is selected.
  var selected: Target? { cursor.selected.flatMap { target(row: $0) } }

  /// Whether the rows have the columns of suites.
  var hasColumns: Bool { content == .suites || content == .comparison }

  /// The number of rows.
  var count: Int { rows.count }

  /// The number of targets that match.
  var matchCount: Int { matches.count }

  /// Whether the rows have headings.
  var hasHeadings: Bool { rows.first?.heading != nil }

  /// Returns the target of a row; nil if it is a heading.
  func target(row: Int) -> Target? {
    guard rows.indices.contains(row), case .target(let index) = rows[row] else { return nil }
    return targets[index]
  }

  /// Replaces what can be chosen; the typed text and the selected target stay.
  mutating func replace(_ targets: [(target: Target, texts: [String])]) {
    let selected = selected
    self.targets = []
    texts = RankedTexts([])
    add(targets)
    matches = texts.matches(buffer.text)
    arrange()
    select(selected)
  }

  /// Replaces the suites that can be chosen, as ``replace(_:)`` does.
  mutating func replace(suites: [SuiteSummary]) {
    origins = Dictionary(suites.map { (.suite($0.name), $0.origin) }) { first, _ in first }
    replace(suites.map { (.suite($0.name), [$0.name, $0.title, $0.origin]) })
  }

  /// Adds targets; those that match are inserted by how well they match.
  mutating func append(_ new: [(target: Target, texts: [String])]) {
    // What the user types is to select the best match.
    let selected = !buffer.isEmpty && cursor.selected == 0 ? nil : selected
    let count = targets.count
    add(new)
    matches.merge(texts.matches(buffer.text, from: count), by: RankedTexts.Match.precedes)
    arrange()
    select(selected)
  }

  private mutating func add(_ new: [(target: Target, texts: [String])]) {
    targets += new.map(\.target)
    for (target, words) in new { texts.append(words, group: target.group) }
  }

  /// Selects a target, or the first row if it does not match.
  mutating func select(_ target: Target?) {
    func place() -> Int? {
      target.flatMap { target in rows.indices.first { self.target(row: $0) == target } }
    }
    if place() == nil, let target, let origin = origins[target], isFolded(origin) {
      toggle(origin)
    }
    // Not a heading, so that Enter opens a suite.
    cursor.select(place() ?? rows.firstIndex { $0.heading == nil } ?? 0, of: count)
  }

  /// Changes the typed text, and selects the best match; without a text, the selected target stays.
  mutating func edit(_ change: (inout TextBuffer) -> Void) {
    let before = buffer.text
    change(&buffer)
    guard buffer.text != before else { return }
    let selected = selected
    matches = texts.matches(buffer.text)
    arrange()
    select(buffer.isEmpty ? selected : nil)
  }
}

// MARK: - Headings

extension PickerScreen {
  /// A row: the heading of some suites, or something that can be chosen.
  enum Row: Hashable, Sendable {
    /// The name of the programs, and how many of their suites follow.
    case heading(String, count: Int)
    /// The target with an index.
    case target(Int)

    fileprivate var heading: String? {
      if case .heading(let name, _) = self { name } else { nil }
    }
  }

  /// Whether the suites below a heading are hidden: those of other programs, if they are many and not all, until
  /// the user wants to see them.
  func isFolded(_ origin: String) -> Bool { isLarge(origin) != toggled.contains(origin) }

  private func isLarge(_ origin: String) -> Bool {
    let count = origins.values.count { $0 == origin }
    return !origin.isEmpty && count > 8 && count < origins.count
  }

  /// Shows or hides the suites below a heading.
  private mutating func toggle(_ origin: String) {
    toggled.formSymmetricDifference([origin])
    arrange()
    cursor.select(cursor.selected, of: count)
  }

  /// Makes the rows of what matches; a typed text finds what is below any heading.
  private mutating func arrange() {
    guard buffer.isEmpty, origins.values.contains(where: { !$0.isEmpty }) else {
      rows = matches.map { .target($0.index) }
      return
    }
    let byOrigin = Dictionary(grouping: matches) { origins[targets[$0.index]] ?? "" }
    // What is below a large heading, if it is shown, leaves the other headings in sight.
    let order = byOrigin.sorted { left, right in
      func place(_ group: (key: String, value: [RankedTexts.Match])) -> (Int, Int) {
        (isLarge(group.key) ? 1 : 0, group.value[0].index)
      }
      return place(left) < place(right)
    }
    rows = order.flatMap { origin, matches -> [Row] in
      let shown = isFolded(origin) ? [] : matches
      return [.heading(origin, count: matches.count)] + shown.map { .target($0.index) }
    }
  }
}

extension PickerScreen: NarrowingScreen, RowScreen {
  var keyMode: KeyMode { .picker }
  var panel: Panel.Form? { content == .items ? .row : .sheet }
  var allowsNewSchema: Bool { true }
  var hintWords: [KeyAction: String] {
    var words: [KeyAction: String] = [:]
    if buffer.isEmpty { words[KeyAction(ChoiceCommand.clearSearch)] = "close" }
    if content != .suites { words[KeyAction(ManyCommand.forSuites)] = "" }
    return words
  }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    // People type a slash from habit before they search.
    if input.press.typed == "/", buffer.isEmpty { return .stay }
    if perform(input) { return .stay }
    if input.action == KeyAction(FinishCommand.choose) { return choose(in: state) }
    if input.action == KeyAction(ManyCommand.forSuites) {
      guard content == .suites else { return .refuse("The list of suites has this.") }
      return .close { [buffer] in $0.chooseForSuites(matching: buffer.text) }
    }
    return input.action == nil ? .stay : .close
  }

  mutating func choose(in state: EditorState) -> ScreenOutcome {
    if let row = cursor.selected, let heading = rows[row].heading {
      toggle(heading)
      return .stay
    }
    return switch selected {
    case .suite(let name) where content == .comparison: .close { $0.compare(with: name) }
    case .suite(let name): .close { $0.open(suite: name) }
    case .command(let action): .close { [key] in $0.performNamed(action, on: key) }
    case .key(let key):
      .close { $0.go(to: key) }
    case .item(let index, _) where content == .lines:
      .close { state in
        let now = state
        state.change(ViewerScreen.self) { $0.select(unfoldedLine: index, in: now) }
      }
    case .item(let index, _):
      .close { state in
        state.change(EditScreen.self) { $0.edit.control.openItems?.selected = index }
      }
    // The text may be the name of a setting, whose suite the user does not know.
    case nil where content == .suites: .close { [buffer] in $0.searchEverywhere(buffer) }
    case nil: .refuse("Nothing matches \(buffer.text).")
    }
  }

  func linesRect(in state: EditorState) -> Rect { view(state, Layout(state: state)).body }

  func rowCount(in state: EditorState) -> Int { count }

  func plainLines(_ state: EditorState, _ layout: Layout) -> [String] {
    let view = view(state, layout)
    return [view.title] + PlainRows.numbered(0..<count, view.words)
  }

  var hasWork: Bool { !missingKeys.isEmpty }

  mutating func proceed(in state: EditorState) { state.addMissingKeys(to: &self) }

  private func view(_ state: EditorState, _ layout: Layout) -> PickerView {
    PickerView(picker: self, state: state, layout: layout)
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    view(state, layout).draw(on: &canvas)
  }
}

extension EditorState {
  /// Opens the list of suites with the shown one selected, and reads the numbers of all suites again.
  mutating func chooseSuite() {
    guard hasOtherSuites else { return refuse("There is no other suite.") }
    catalog.overviews.expire()
    show(PickerScreen(.suites, suites: catalog.suites, selected: .suite(document.suiteName)))
  }

  /// Opens the list of the items of the open edit.
  mutating func searchItems(of edit: OpenEdit) {
    let items = edit.control.openItems?.searchedItems ?? []
    guard !items.isEmpty else { return refuse("There is nothing to find here.") }
    push(PickerScreen(.items, items.enumerated().map { (.item($0, $1), [$1.label] + $1.texts) }))
  }

  /// Opens the list of the lines of a key's page.
  mutating func searchLines(of viewer: ViewerScreen) {
    // It stays open for any time.
    suite.shownSecret = nil
    let lines = viewer.unfolded(self).lines.enumerated().compactMap { index, line in
      line.searched.map { (PickerScreen.Target.item(index, $0), [$0.label, $0.value]) }
    }
    push(PickerScreen(.lines, lines))
  }

  /// Gives an open picker the suites and keys that exist now.
  mutating func refreshPicker() {
    guard let picker = screen(PickerScreen.self) else { return }
    switch picker.content {
    case .suites where catalog.suites.isEmpty: screens.removeAll { $0 is PickerScreen }
    case .suites:
      let suites = catalog.suites
      change(PickerScreen.self) { $0.replace(suites: suites) }
    case .comparison, .items, .lines: break
    case .palette:
      let filled = filledPalette(picker)
      change(PickerScreen.self) { $0 = filled }
    }
  }

  /// Opens a suite, unless it is the shown one, and keeps the shown one for the way back.
  mutating func open(suite name: String) {
    guard name != document.suiteName else { return }
    earlierSuites = earlierSuites.suffix(99) + [document.suiteName]
    send(.open(suiteName: name))
  }
}
