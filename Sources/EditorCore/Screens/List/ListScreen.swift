import Terminal

/// The list of keys with the panes beside it: the suites and the details.
///
/// It is below every other screen. The state holds what it shows, because all other parts act on that.
struct ListScreen: Screen {
  /// The pane that gets the input.
  enum Focus: Hashable, Sendable {
    /// The list of keys.
    case list
    /// The pane of suites, with the name of the selected one.
    case suites(String)
    /// The pane of details, with the number of lines above the first visible one.
    case details(top: Int)

    var pane: Pane {
      switch self {
      case .list: .list
      case .suites: .suites
      case .details: .details
      }
    }
  }

  var focus: Focus = .list

  var keyMode: KeyMode {
    switch focus {
    case .list: .list
    case .suites: .suites
    case .details: .details
    }
  }

  var panel: Panel.Form? { nil }
  var allowsNewSchema: Bool { true }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool {
    switch focus {
    case .list, .details: isClick || action.map { !Self.isHarmless($0) } ?? false
    case .suites: true
    }
  }

  /// Returns whether an action of the list need not wait, because it neither reads nor changes a value.
  private static func isHarmless(_ action: KeyAction) -> Bool {
    if MoveCommand(action) != nil || GlobalCommand(action) != nil { return true }
    return switch ListCommand(action) {
    case .halfPageDown, .halfPageUp, .nextGroup, .previousGroup, .unfold, .fold, .toggleFold,
      .foldAll, .details, .mouse, .quit:
      true
    case .edit, .editExternally, .view, .toggle, .stepUp, .stepDown, .reset, .undo, .redo, .filter,
      .onlySet, .nextMatch, .previousMatch, .order, .bookmark, .onlyBookmarks, .links, .back,
      .copy, .clearFilter, .suites, .palette, .showSecret, .allowUndeclared, .add, .messages,
      .settings,
      nil:
      false
    }
  }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    guard let action = input.action else { return .stay }
    return switch focus {
    case .list: .perform { $0.performInList(action) }
    case .suites(let name): .perform { $0.perform(action, inSuitesPane: name) }
    case .details(let top): .perform { $0.perform(action, inDetailsAt: top) }
    }
  }

  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    .perform { $0.handleInList(event) }
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {}
}
