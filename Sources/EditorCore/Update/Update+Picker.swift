import Defaults
import Terminal

// The pickers: typing narrows, arrows move, Enter chooses.
extension EditorState {
  /// Opens the list of suites with the shown one selected, and reads the numbers of all suites again.
  mutating func chooseSuite() {
    guard hasOtherSuites else { return refuse("There is no other suite.") }
    overviews.expire()
    mode = .picker(
      OpenPicker(.suites, suiteTargets, selected: .suite(document.suiteName))
    )
  }

  /// The suites as targets, found by their names and titles.
  private var suiteTargets: [(target: OpenPicker.Target, texts: [String])] {
    suites.map { (.suite($0.name), [$0.name, $0.title]) }
  }

  /// Gives an open picker the suites and keys that exist now.
  mutating func refreshPicker() {
    guard case .picker(var picker) = modeBelowHelp else { return }
    switch picker.content {
    case .suites:
      picker.replace(suiteTargets)
      modeBelowHelp = suites.isEmpty ? .list : .picker(picker)
    case .palette:
      modeBelowHelp = .picker(filledPalette(picker))
    }
  }

  /// Scrolls an open picker to its selected row.
  mutating func scrollPicker() {
    guard case .picker(var picker) = mode else { return }
    picker.show(rows: PickerView(picker: picker, state: self, layout: Layout(state: self)).rowCount)
    mode = .picker(picker)
  }

  /// Handles a key press in a picker.
  mutating func handle(
    _ press: KeyPress,
    _ action: KeyAction?,
    in picker: OpenPicker
  ) -> [Effect] {
    var picker = picker
    notice = nil
    // People type a slash from habit before they search.
    if press.typed == "/", picker.buffer.isEmpty { return [] }
    let view = PickerView(picker: picker, state: self, layout: Layout(state: self))
    if !picker.perform(press, action, page: max(1, view.rowCount - 1)) {
      if action == KeyAction(FinishCommand.choose) { return choose(in: picker) }
      if action != nil {
        mode = .list
        return []
      }
    }
    mode = .picker(picker)
    return []
  }

  /// Inserts pasted text into a picker.
  mutating func paste(_ text: String, into picker: OpenPicker) {
    var picker = picker
    picker.paste(text)
    mode = .picker(picker)
  }

  /// Selects the clicked row, chooses it at the second click, and moves with the wheel.
  mutating func handle(_ event: MouseEvent, in picker: OpenPicker) -> [Effect] {
    var picker = picker
    let view = PickerView(picker: picker, state: self, layout: Layout(state: self))
    switch event.action {
    case .wheelUp: picker.move(.previous, page: 1)
    case .wheelDown: picker.move(.next, page: 1)
    case .press, .doubleClick:
      guard let row = view.row(at: event) else { return [] }
      picker.select(row: row)
      if event.action == .doubleClick { return choose(in: picker) }
    }
    mode = .picker(picker)
    return []
  }

  /// Does what the selected target of a picker stands for.
  mutating func choose(in picker: OpenPicker) -> [Effect] {
    guard let target = picker.selected else {
      refuse("Nothing matches \(picker.buffer.text).")
      return []
    }
    mode = .list
    switch target {
    case .suite(let name):
      return open(suite: name)
    case .command(let action):
      return performNamed(action, on: picker.key)
    case .key(let key):
      go(to: key)
      return []
    }
  }

  /// Opens a suite, unless it is the shown one.
  mutating func open(suite name: String) -> [Effect] {
    name == document.suiteName ? [] : [.open(suiteName: name)]
  }
}
