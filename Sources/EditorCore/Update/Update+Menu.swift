import Terminal

// A menu performs the closure of the chosen line, so this file knows no menu in particular.
extension EditorState {
  /// Handles a key press in a menu: a digit highlights, and the key press of a choice performs it.
  mutating func handle(
    _ press: KeyPress,
    _ action: KeyAction?,
    in menu: OpenMenu
  ) -> [Effect] {
    var menu = menu
    guard let action else {
      if let number = press.typed?.wholeNumberValue { menu.highlight(number - 1) }
      show(menu)
      return []
    }
    if let choice = menu.choices.first(where: { $0.action == action }) { return perform(choice) }
    if let command = MoveCommand(action) {
      menu.highlight(command.moved(menu.index, count: menu.choices.count) ?? 0)
      show(menu)
      return []
    }
    switch FinishCommand(action) {
    case .choose: return perform(menu.highlighted)
    case .close: mode = .list
    case .save, .useDefault, .useStored, .unset, nil: break
    }
    return []
  }

  /// Performs the clicked choice; in a menu of settings, the first click only highlights.
  mutating func handle(_ event: MouseEvent, in menu: OpenMenu) -> [Effect] {
    var menu = menu
    switch event.action {
    case .wheelUp: menu.highlight(menu.index - 1)
    case .wheelDown: menu.highlight(menu.index + 1)
    case .press, .doubleClick:
      let view = MenuView(menu: menu, state: self, layout: Layout(state: self))
      guard let index = view.choice(row: event.row, column: event.column) else { return [] }
      if index == menu.index || menu.choices[index].isCurrent == nil {
        return perform(menu.choices[index])
      }
      menu.highlight(index)
    }
    show(menu)
    return []
  }

  private mutating func show(_ menu: OpenMenu) {
    var menu = menu
    let view = MenuView(menu: menu, state: self, layout: Layout(state: self))
    menu.scroll(rows: view.choiceRows)
    mode = .menu(menu)
  }

  /// Closes the menu and performs a choice.
  mutating func perform(_ choice: OpenMenu.Choice) -> [Effect] {
    mode = .list
    return choice.perform(&self)
  }
}
