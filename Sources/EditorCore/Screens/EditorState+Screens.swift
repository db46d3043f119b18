import Terminal

// The stack of screens. The list is always at the bottom of it; each screen above it covers the ones
// below it, and gets the input.
extension EditorState {
  /// The screen that gets the input.
  var screen: any Screen { screens.last ?? list }

  /// The unfinished input that is open, over which the help may be; nil for none.
  var openEdit: OpenEdit? { screens.lazy.compactMap(\.openEdit).last }

  /// Opens a screen over the list, in place of every other one.
  mutating func show(_ screen: any Screen) {
    list.focus = .list
    screens = [screen]
  }

  /// Opens a screen over the top one, to which it returns.
  mutating func push(_ screen: any Screen) { screens.append(screen) }

  /// Closes every screen over the list.
  mutating func showList() {
    list.focus = .list
    screens = []
  }

  /// Returns the top screen if it is of a type.
  func topScreen<Kind: Screen>(_ kind: Kind.Type) -> Kind? { screen as? Kind }

  /// Returns the open screen of a type, over which the help may be; nil if there is none.
  func screen<Kind: Screen>(_ kind: Kind.Type) -> Kind? {
    screens.lazy.compactMap { $0 as? Kind }.last
  }

  /// Changes the open screen of a type, if there is one.
  mutating func change<Kind: Screen>(_ kind: Kind.Type, _ change: (inout Kind) -> Void) {
    for index in screens.indices {
      guard var screen = screens[index] as? Kind else { continue }
      change(&screen)
      screens[index] = screen
    }
  }

  /// Replaces the top screen by what has become of it, and does what it wants.
  mutating func finish(_ outcome: ScreenOutcome, _ screen: any Screen) -> [Effect] {
    if case .close(let perform) = outcome {
      if screens.popLast() == nil { list.focus = .list }
      return perform(&self)
    }
    if screens.isEmpty {
      if let screen = screen as? ListScreen { list = screen }
    } else {
      screens[screens.count - 1] = screen
    }
    switch outcome {
    case .stay, .close: break
    case .refuse(let text): refuse(text)
    case .perform(let perform): return perform(&self)
    }
    return []
  }

  /// Lets the top screen adapt to the state.
  mutating func refreshScreen() {
    var screen = screen
    screen.refresh(self)
    _ = finish(.stay, screen)
  }

  // MARK: - Input

  /// Handles a key press.
  ///
  /// The commands of every screen (help, redraw, suspend) are performed here. All others are passed to
  /// the top screen, with the action that is bound to the key press in its mode.
  mutating func handle(_ press: KeyPress) -> [Effect] {
    dismissShownFailure()
    let action = bindings.action(for: press, in: keyMode)
    if let command = action.flatMap(GlobalCommand.init) { return perform(command) }
    if press == .interrupt, action == KeyAction(ListCommand.quit) { return leaveNow() }
    var screen = screen
    if action != nil, !screen.keepsNotice { feedback.notice = nil }
    return finish(screen.handle(press, action, in: self), screen)
  }

  /// Inserts pasted text into the top screen.
  mutating func paste(_ text: String) -> [Effect] {
    feedback.notice = nil
    var screen = screen
    return finish(screen.paste(text, in: self), screen)
  }

  /// Performs a command that every screen has.
  mutating func perform(_ command: GlobalCommand) -> [Effect] {
    switch command {
    case .help:
      if screen is HelpScreen {
        screens.removeLast()
      } else {
        feedback.notice = nil
        push(HelpScreen(of: self))
      }
      return []
    case .redraw: return [.reload]
    case .suspend: return [.suspend]
    }
  }
}
