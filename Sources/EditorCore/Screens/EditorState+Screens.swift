import Terminal

// The stack of screens, with the list at the bottom. The top screen gets the input.
extension EditorState {
  /// The screen that gets the input.
  var screen: any Screen { screens.last ?? list }

  /// The topmost open edit, which another screen may cover; nil for none.
  var openEdit: OpenEdit? { screens.lazy.compactMap(\.openEdit).last }

  /// Opens a screen over the list, or over the search in all suites, and closes all other screens.
  mutating func show(_ screen: any Screen) {
    closePanels()
    screens.append(screen)
  }

  /// Opens a screen over the top one, which is shown again when the new one closes.
  mutating func push(_ screen: any Screen) { screens.append(screen) }

  /// Closes every screen over the list.
  mutating func showList() {
    list.focus = .list
    screens = []
  }

  /// Closes every screen over the list, or over the search in all suites.
  mutating func closePanels() {
    list.focus = .list
    screens = Array(screens.prefix { $0 is SuiteSearchScreen })
  }

  /// Returns the top screen if it is of a type.
  func topScreen<Kind: Screen>(_ kind: Kind.Type) -> Kind? { screen as? Kind }

  /// Returns the topmost screen of a type, which another screen may cover; nil if there is none.
  func screen<Kind: Screen>(_ kind: Kind.Type) -> Kind? {
    screens.lazy.compactMap { $0 as? Kind }.last
  }

  /// Changes the open screens of a type.
  mutating func change<Kind: Screen>(_ kind: Kind.Type, _ change: (inout Kind) -> Void) {
    for index in screens.indices {
      guard var screen = screens[index] as? Kind else { continue }
      change(&screen)
      screens[index] = screen
    }
  }

  /// Stores the top screen after it has handled an input, and performs the outcome.
  mutating func finish(_ outcome: ScreenOutcome, _ screen: any Screen) {
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
    case .perform(let perform): perform(&self)
    }
  }

  /// Adapts the top screen to the state.
  mutating func refreshScreen() {
    var screen = screen
    screen.refresh(self)
    finish(.stay, screen)
  }

  // MARK: - Input

  /// Returns an event; Escape for a character with Alt that means nothing in what Escape closes.
  ///
  /// A terminal sends both in the same way, so on a slow line it was probably Escape and the next key. That key
  /// is dropped, because it could change a value if it was Alt after all.
  func event(meantBy event: Event) -> Event {
    guard case .key(let press) = event, let escape = press.escapeBeforeCharacter, !screens.isEmpty,
      bindings.action(for: press, in: keyMode) == nil, !screen.uses(press)
    else { return event }
    return .key(escape)
  }

  /// Handles a key press.
  ///
  /// The commands of every screen (help, redraw, suspend) are performed here. All others are passed to
  /// the top screen, with the action that is bound to the key press in its mode.
  mutating func handle(_ press: KeyPress) {
    dismissShownFailure()
    let action = bindings.action(for: press, in: keyMode)
    let reopened = feedback.reopens
    feedback.reopens = nil
    if let reopened, action == KeyAction(ListCommand.undo), isInList { return reopen(reopened) }
    if let command = action.flatMap(GlobalCommand.init) { return perform(command) }
    if press == .interrupt, action == KeyAction(ListCommand.quit) { return leaveNow() }
    guard action != nil || screen.uses(press) else {
      // A notice that may not have been read yet stays, unless it is about another such key.
      if !screen.keepsNotice || feedback.notice?.isAboutUnboundKey ?? true { refuseUnbound(press) }
      return
    }
    var screen = screen
    let before = feedback.notice
    if action != nil, !screen.keepsNotice { feedback.notice = nil }
    finish(screen.handle(KeyInput(press: press, action: action), in: self), screen)
    markRepeated(before)
  }

  /// Marks a refusal of a key press that has the same text as the notice before it.
  private mutating func markRepeated(_ before: Notice?) {
    guard let before, let notice = feedback.notice, notice.kind == .refused,
      notice.text == before.text
    else { return }
    feedback.notice?.isRepeated = !before.isRepeated
  }

  /// Says that no action is bound to a key press.
  private mutating func refuseUnbound(_ press: KeyPress) {
    let help = keyText(GlobalCommand.help, "shows what the keys do.", in: keyMode)
    refuse(["\(press.name) does nothing here.", help].line())
    feedback.notice?.isAboutUnboundKey = true
  }

  /// Inserts pasted text into the top screen.
  mutating func paste(_ text: String) {
    feedback.notice = nil
    var screen = screen
    finish(screen.paste(text, in: self), screen)
  }

  /// Performs a command that every screen has.
  mutating func perform(_ command: GlobalCommand) {
    switch command {
    case .help:
      if screen is HelpScreen {
        screens.removeLast()
      } else {
        feedback.notice = nil
        push(HelpScreen(of: self))
      }
    case .redraw: send(.reload)
    case .suspend: send(.suspend)
    }
  }
}
