import DefaultsCore
import Terminal

// The settings of the editor itself. The session reads them; the state gets all of them at once.
extension EditorState {
  /// Uses settings from now on, and names those that cannot be used.
  mutating func use(_ new: EditorSettings, colorCount: Int) {
    let old = session.settings
    session.settings = new
    session.colorCount = colorCount
    let details = new.panes.contains(.details)
    if old.panes.contains(.details) != details { showsDetails = details }
    if old.order != new.order, suite.chosenOrder == nil { sort() }
    refreshHelp()
    announce(new.problems.filter { !old.problems.contains($0) })
    ensureSelection(near: selectedRow)
  }

  /// Shows problems until they have been read; of several, how many there are.
  private mutating func announce(_ problems: [String]) {
    let advice =
      session.settingsName == nil ? nil : keyText(ListCommand.settings, "opens the settings")
    guard problems.count > 1 else {
      if let problem = problems.first { fail([problem, advice].line(separator: "   ")) }
      return
    }
    for problem in problems { feedback.log.add(Message(title: "Settings", text: problem)) }
    let list = keyText(ListCommand.messages, "lists them")
    let text = "\(problems.count) settings of the editor cannot be used"
    feedback.unreadFailures.append(
      UnreadFailure(text: [text, list, advice].line(separator: "   "))
    )
  }

  /// Opens the settings of the editor, unless they are shown.
  mutating func openSettings() {
    guard let name = session.settingsName else {
      return refuse("The settings of the editor cannot be opened here.")
    }
    guard name != document.suiteName else {
      let advice = earlierSuites.isEmpty ? nil : keyText(ListCommand.back, "goes back.")
      return refuse(["These are the settings of the editor.", advice].line())
    }
    let back = keyText(ListCommand.back, "goes back to \(document.suiteName)")
    note("Settings of the editor", hint: back)
    open(suite: name)
  }

  // MARK: - Mouse

  /// Turns the mouse on or off, now and for the next sessions.
  mutating func toggleMouse() {
    let isUsed = !session.settings.screen.mouse
    let toggle = keyText(ListCommand.mouse, isUsed ? "turns it off" : "turns it on")
    let text =
      isUsed
      ? "Mouse on: hold Shift to select text in the terminal"
      : "Mouse off: the terminal selects text"
    note(text, hint: toggle)
    send(.useMouse(isUsed, isStored: session.settingsName != nil && !session.isReadOnly))
  }

  /// Says how text is selected, when the mouse was dragged for the first time.
  mutating func explainDrag() {
    guard !feedback.hasExplainedDrag else { return }
    feedback.hasExplainedDrag = true
    let toggle = keyText(ListCommand.mouse, "turns the mouse off")
    note("Hold Shift to select text in the terminal", hint: toggle)
  }
}
