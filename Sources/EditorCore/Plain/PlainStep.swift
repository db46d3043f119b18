import DefaultsCore
import DefaultsSchema
import Terminal

/// An input of the editor on plain lines that is no event of a terminal.
enum PlainStep: Hashable, Sendable {
  /// Select a key.
  case select(Defaults.KeyName)
  /// Select a key and open its value, also that of a Bool.
  case open(Defaults.KeyName)
  /// Store a value with the open edit.
  case answer(Defaults.StoredValue)
  /// Choose a row of the top screen, by its index.
  case choose(Int)
  /// Select a row of the top screen, by its index, for a key press that acts on it.
  case selectRow(Int)
  /// Filter the list, or search in the top screen.
  case search(String)
}

extension EditorState {
  /// Performs an input of the editor on plain lines.
  mutating func perform(_ step: PlainStep) {
    dismissShownFailure()
    switch step {
    case .select(let key): go(to: key)
    case .open(let key):
      go(to: key)
      guard !mustAsk(before: .edit) else {
        return show(UndeclaredQuestion(command: .edit, key: selectedItem?.key))
      }
      open()
    case .answer(let value):
      guard var edit = topScreen(EditScreen.self)?.edit else { return }
      edit.show(value)
      finish(.commit, edit)
    case .choose(let index): choose(index)
    case .selectRow(let index):
      if let screen = screen(selecting: index) { finish(.stay, screen) }
    case .search(let text): search(text)
    }
  }

  /// Chooses a row of the top screen; in a table, selects it.
  private mutating func choose(_ index: Int) {
    guard var screen = screen(selecting: index) else { return }
    feedback.notice = nil
    finish(screen.choose(in: self), screen)
  }

  /// Returns the top screen with a row selected; nil if it does not have the row.
  private func screen(selecting index: Int) -> (any RowScreen)? {
    guard var screen = screen as? any RowScreen, (0..<plainRowCount).contains(index) else {
      return nil
    }
    screen.select(row: index)
    return screen
  }

  /// Filters the list, or searches in the top screen; a slash before the text searches in all suites.
  private mutating func search(_ text: String) {
    if var screen = screen as? any NarrowingScreen {
      screen.edit { $0.replace(with: text) }
      return finish(.stay, screen)
    }
    guard screen is FilterScreen || isInList && list.focus == .list else {
      return refuse("There is nothing to search here.")
    }
    if text.hasPrefix("/") { return searchEverywhere(TextBuffer(line: String(text.dropFirst()))) }
    keepFilter(text)
  }
}
