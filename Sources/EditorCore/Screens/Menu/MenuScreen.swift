import Terminal

/// A short list over the screen from which the user performs one choice, such as an order of the list.
///
/// Each choice has a closure, which is called after the menu was closed. More than nine choices need a
/// search instead, because each choice has a digit.
struct MenuScreen {
  /// One line of a menu.
  struct Choice: Sendable {
    /// The words of the choice.
    var title: String
    /// A short text behind the title, such as a value; empty for none.
    var note: String = ""
    /// Sentences about the choice, which are shown below while it is highlighted; empty for none.
    var help: String = ""
    /// Whether the choice is the present setting; nil in a menu of actions, which has none.
    var isCurrent: Bool?
    /// The action whose key press performs the choice at once; nil for none.
    ///
    /// It needs a row for the menu's mode in the table of keys.
    var action: KeyAction?
    /// Performs the choice, after the menu was closed.
    var perform: @Sendable (inout EditorState) -> Void
  }

  /// The greatest number of choices.
  static let limit = 9

  /// The title of the box.
  let title: String
  /// The mode of the key bindings: one of ``KeyMode/menus``.
  let keyMode: KeyMode
  /// The choices, from top to bottom.
  let choices: [Choice]
  /// The highlighted choice and the scroll position.
  var cursor: ListCursor = ListCursor()

  /// Creates a menu that highlights the present setting, or the first choice.
  ///
  /// - Precondition: there is at least one choice, and no more than ``limit``.
  init(title: String, keyMode: KeyMode = .menu, _ choices: [Choice]) {
    precondition((1...Self.limit).contains(choices.count), "A menu has one to nine choices")
    self.title = title
    self.keyMode = keyMode
    self.choices = choices
    cursor.select(choices.firstIndex { $0.isCurrent == true } ?? 0, of: choices.count)
  }
}

extension MenuScreen: ListedScreen, RowScreen {
  var panel: Panel.Form? { .row }

  /// A digit highlights, and the key press of a choice performs it.
  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    guard let action = input.action else {
      if let number = input.press.typed?.wholeNumberValue { cursor.select(number - 1) }
      return .stay
    }
    if let choice = choices.first(where: { $0.action == action }) {
      return .close(then: choice.perform)
    }
    if move(action) { return .stay }
    switch FinishCommand(action) {
    case .choose: return choose(in: state)
    case .close: return .close
    case .save, .goUp, .resetInput, nil: return .stay
    }
  }

  /// Performs the clicked choice; in a menu of settings, the first click only highlights.
  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    let before = cursor.selected
    let click = cursor.handle(event, in: linesRect(in: state))
    guard click == .selected || click == .chosen,
      cursor.selected == before || choices[cursor]?.isCurrent == nil
    else { return .stay }
    return choose(in: state)
  }

  func choose(in state: EditorState) -> ScreenOutcome {
    choices[cursor].map { .close(then: $0.perform) } ?? .stay
  }

  func linesRect(in state: EditorState) -> Rect {
    MenuView(menu: self, state: state, layout: Layout(state: state)).choices
  }

  func rowCount(in state: EditorState) -> Int { choices.count }

  func plainLines(_ state: EditorState, _ layout: Layout) -> [String] {
    [title] + PlainRows.numbered(choices.indices) { choices[$0].words }
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    MenuView(menu: self, state: state, layout: layout).draw(on: &canvas)
  }
}
