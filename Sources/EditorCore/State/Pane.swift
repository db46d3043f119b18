import Terminal

/// A part of the screen that can have the focus.
enum Pane: Hashable, Sendable, CaseIterable {
  /// The names of the suites.
  case suites
  /// The keys.
  case list
  /// The text about the selected key.
  case details

  /// The part of the layout that shows the pane.
  var part: Layout.Part { facts.part }

  /// The command that goes to the pane.
  var command: PaneCommand { facts.command }

  /// The title, without the key press that goes to the pane.
  var title: String { facts.title }

  private var facts: (part: Layout.Part, command: PaneCommand, title: String) {
    switch self {
    case .suites: (.suites, .suitesPane, "Suites")
    case .list: (.list, .listPane, "Keys")
    case .details: (.details, .detailsPane, "Details")
    }
  }
}

extension EditorState {
  /// Whether the list or a pane beside it gets the key presses, with nothing over them.
  var isInList: Bool { screens.isEmpty }

  /// The pane with the focus.
  var focusedPane: Pane { screens.isEmpty ? list.focus.pane : .list }

  /// Returns the panes that can have the focus at the present size, from left to right.
  func panes(_ layout: Layout) -> [Pane] {
    guard layout.kind == .panes || layout.kind == .stacked else { return [.list] }
    return Pane.allCases.filter { !layout[$0.part].isEmpty }
  }

  /// Returns the title of a pane after the key press that goes to it.
  func title(of pane: Pane) -> String {
    keyText(pane.command, pane.title) ?? pane.title
  }

  /// Returns the row of a suite in the pane of suites; nil if the pane does not have the suite.
  func row(ofSuite name: String) -> Int? { catalog.suites.firstIndex { $0.name == name } }

  /// The selected suite and the scroll position of the pane of suites.
  var suiteCursor: ListCursor {
    var cursor = catalog.cursor
    cursor.select(row(ofSuite: selectedSuite), of: catalog.suites.count)
    return cursor
  }

  /// The selected suite of the pane of suites; the shown one if the pane does not have the focus.
  var selectedSuite: String {
    if isInList, case .suites(let name) = list.focus { name } else { document.suiteName }
  }
}
