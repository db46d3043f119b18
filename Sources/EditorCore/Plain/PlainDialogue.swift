import DefaultsCore
import DefaultsSchema
import Terminal

/// The editor on plain lines: it writes what has changed and reads commands, line by line.
///
/// It is for screen readers, for terminals without a cursor, and for scripts. It uses the state of the
/// editor on a screen, so it has every function: each key press can be typed by its name, and the value
/// of a key is asked for as `prefs ask` does. A line is written once and never changed. Changes of other
/// programs are written before the next prompt, so nothing interrupts what is being typed.
///
/// The session must perform its work in the thread of the caller: when a key press has been handled, all
/// of its effects must be done.
struct PlainDialogue {
  let session: EditorSession
  let console: any PlainConsole
  /// The number of lines that could not be used.
  private(set) var refusedCount: Int = 0
  /// The index of the first key that was not written yet.
  private var next = 0
  /// The heading of the list that was written last.
  private var list: [String] = []
  /// The lines of the top screen that were written last.
  private var panel: [String] = []
  /// The notice that was written last; nil after a key press, which replaces it.
  private var notice: String?
  /// The key that the user has named, or that was written as selected, last.
  private var named: SuiteKey?

  /// The number of keys that are written at once.
  private static let page = 20
  /// The number of answers after which a question ends.
  private static let attempts = 3

  init(session: EditorSession, console: any PlainConsole) {
    self.session = session
    self.console = console
  }

  private var state: EditorState { session.state }

  /// The selected key of the list; nil for none.
  private var selected: SuiteKey? { state.selectedItem.map { state.suiteKey($0.key) } }

  /// Reads and performs lines until the user quits or the input ends.
  mutating func run() {
    var isFirst = true
    while true {
      tell()
      if isFirst, state.isInList {
        say("Type the number of a key, \"help\" for all commands, or \"quit\".")
      }
      isFirst = false
      guard !state.isFinished, let line = readLine() else { break }
      // Handle changes that other programs made while the line was typed.
      session.settle()
      if let line { perform(line) }
    }
    // As on a terminal, Ctrl-C closes each screen and parks its input.
    session.dispatch(.presented)
    for _ in 0..<8 where !state.isFinished { press(.interrupt) }
    tellNotice()
    let staged = state.suitesWithStagedEdits
    if let first = staged.first {
      let more = staged.count - 1
      let others = more == 0 ? "" : more == 1 ? " and \(staged[1])" : " and \(more) other suites"
      say("Edits of \(first)\(others) are staged, not stored. The editor keeps them for later.")
    }
  }

  // MARK: - Saying

  /// Writes one line; a line break that is stored in a text must not look like another message.
  private func say(_ line: String) {
    console.write(line.replacing("\r\n", with: "\\n").replacing("\n", with: "\\n"))
  }

  /// Writes what has changed: the notice, then the list or the top screen.
  private mutating func tell() {
    session.settle()
    tellNotice()
    defer { if state.feedback.isScreenUnseen { session.dispatch(.presented) } }
    guard !state.isFinished else { return }
    if state.screen is EditScreen { return }
    guard state.isInList else {
      tellPanel()
      return
    }
    panel = []
    let heading = state.plainHeading
    guard heading != list else { return }
    list = heading
    heading.forEach(say)
    next = 0
    tellKeys()
  }

  /// Writes the top screen; of one that was written before, only a few lines that have changed.
  private mutating func tellPanel() {
    let lines = state.plainPanel + [state.plainHints]
    defer { panel = lines }
    guard lines != panel else { return }
    let changed = zip(lines, panel).filter { $0 != $1 }.map(\.0)
    let isSame = lines.first == panel.first && lines.count == panel.count
    (isSame && changed.count < 4 ? changed : lines).forEach(say)
  }

  private mutating func tellNotice() {
    guard let text = state.currentNotice?.text, text != notice else { return }
    say(text)
    notice = text
    if !state.feedback.unreadFailures.isEmpty { session.dispatch(.presented) }
  }

  /// Writes the next keys of the list.
  private mutating func tellKeys() {
    let count = state.suite.listing.shown.count
    guard next < count else {
      if count > 0 { say("End of the list.") }
      return
    }
    let end = min(count, next + Self.page)
    state.plainLines(next..<end).forEach(say)
    if end < count { say("\(count - end) more. An empty line shows them.") }
    next = end
  }

  // MARK: - Reading

  /// Reads a line, or asks for the value of the open edit.
  ///
  /// - Returns: nil at the end of the input; an inner nil if the line was the answer to a question.
  private mutating func readLine() -> String?? {
    if let edit = state.topScreen(EditScreen.self)?.edit { return ask(edit) ? .some(nil) : nil }
    guard let line = console.answer(to: "Command: ", isHidden: false) else { return nil }
    return .some(line)
  }

  /// Asks for a value, and stores it; false at the end of the input.
  private mutating func ask(_ edit: OpenEdit) -> Bool {
    let question = Question(edit)
    question.lines.forEach(say)
    if let kept = state.keptText(for: edit), !kept.isEmpty {
      say("Your input, which is not saved: \(kept)")
    }
    for attempt in 1...Self.attempts {
      guard let line = console.answer(to: question.prompt, isHidden: question.isSecret) else {
        return false
      }
      session.settle()
      do throws(Defaults.Rejection) {
        switch try question.answer(to: line) {
        case .keep: press(.interrupt)
        case .value(let value): perform(.answer(value))
        }
        return true
      } catch {
        let isLast = !console.isInteractive || attempt == Self.attempts
        refuse("\(question.reason(error)). \(isLast ? "The value was kept." : "Try again.")")
        if isLast { break }
      }
    }
    press(.interrupt)
    return true
  }

  // MARK: - Performing

  private mutating func perform(_ line: String) {
    let spoken = state.isInList ? [] : state.plainWords
    let command = PlainCommand(line, in: state.keyMode, state.bindings, spoken: spoken)
    guard !state.isInList else { return performInList(command) }
    let selected = selected
    performInPanel(command)
    // The list comes first if another suite is shown.
    tell()
    tellSelection(before: selected)
  }

  /// Writes which key of the list is selected, if another one was selected before.
  private mutating func tellSelection(before previous: SuiteKey?) {
    guard state.isInList, let selected, selected != previous, let place = state.selectedPlace
    else { return }
    named = selected
    say("Selected: \(state.plainLine(at: place))")
  }

  private mutating func performInList(_ command: PlainCommand) {
    switch command {
    case .next: tellKeys()
    case .list:
      next = 0
      tellKeys()
    case .help: state.plainHelp.forEach(say)
    case .search(let text): perform(.search(text))
    case .number(let number):
      if let key = key(number) {
        named = state.suiteKey(key)
        perform(.open(key))
      }
    case .describe(let number):
      guard let key = key(number) else { return }
      perform(.select(key))
      named = state.suiteKey(key)
      let details = DetailsView(state: state, layout: Layout(state: state))
      details.sentences.forEach(say)
    case .press(let press, nil): pressInList(press)
    case .press(let press, let numbers?): self.press(press, onKeys: numbers)
    case .unknown(let line):
      refuse(
        "\"\(line)\" is neither the number of a key nor a command. Type \"help\" for the commands."
      )
    }
  }

  /// The actions on the selected key; they are refused while the user does not know which key it is.
  private static let ofOneKey: [KeyAction] =
    [
      ListCommand.edit, .editExternally, .view, .toggle, .stepUp, .stepDown, .reset, .bookmark,
      .links, .copy, .showSecret,
    ].map { KeyAction($0) }
    + [ManyCommand.layers, .history].map { KeyAction($0) } + [KeyAction(MarkCommand.mark)]

  /// Performs a key press in the list without a number, and writes which key it has selected.
  private mutating func pressInList(_ press: KeyPress) {
    let action = state.bindings.action(for: press, in: .list)
    let selected = selected
    if let action, Self.ofOneKey.contains(action), state.suite.marked.isEmpty,
      selected == nil || selected != named
    {
      let name = action.name
      return refuse("Which key? Type its number as well: \(name) 1, for example.")
    }
    self.press(press)
    tellSelection(before: selected)
  }

  /// Performs a key press on each of these keys; for several, writes the result of each.
  private mutating func press(_ press: KeyPress, onKeys numbers: ClosedRange<Int>) {
    guard key(numbers.upperBound) != nil, key(numbers.lowerBound) != nil else { return }
    // A key that no longer matches the filter leaves the list, which changes the numbers.
    let keys = numbers.compactMap(state.plainKey)
    for (index, key) in keys.enumerated() {
      guard state.isInList else {
        return refuse("\(keys.count - index) of \(keys.count) keys were not changed.")
      }
      perform(.select(key))
      named = state.suiteKey(key)
      self.press(press)
      guard keys.count > 1 else { return }
      tellNotice()
    }
  }

  /// Performs a key press on each of these rows of the top screen, as long as it is open.
  private mutating func press(_ press: KeyPress, onRows numbers: ClosedRange<Int>) {
    guard numbers.lowerBound >= 1, numbers.upperBound <= state.plainRowCount else {
      return refuse("There is no number \(numbers.upperBound) here.")
    }
    let mode = state.keyMode
    // From the last one on, because a row that is removed changes the numbers of those after it.
    for (index, number) in numbers.reversed().enumerated() {
      guard state.keyMode == mode else {
        return refuse("\(numbers.count - index) of \(numbers.count) rows were left as they are.")
      }
      perform(.selectRow(number - 1))
      self.press(press)
    }
  }

  private mutating func performInPanel(_ command: PlainCommand) {
    switch command {
    case .next: press(.interrupt)
    case .number(let number) where number >= 1 && number <= state.plainRowCount:
      perform(.choose(number - 1))
    case .number(let number): refuse("There is no number \(number) here.")
    case .press(let press, nil): self.press(press)
    case .press(let press, let numbers?): self.press(press, onRows: numbers)
    case .search(let text): perform(.search(text))
    case .unknown(let line) where state.keyMode.types("a"): perform(.search(line))
    case .list: panel = []
    case .help: state.plainHelp.forEach(say)
    case .describe, .unknown: refuse("This does nothing here. \(state.plainHints)")
    }
  }

  /// Returns the key with a number; if there is none, refuses the number and returns nil.
  private mutating func key(_ number: Int) -> Defaults.KeyName? {
    let key = state.plainKey(number)
    let count = state.suite.listing.shown.count
    if key == nil { refuse("There is no key \(number): the list has \(count).") }
    return key
  }

  private mutating func refuse(_ text: String) {
    refusedCount += 1
    say(text)
  }

  private mutating func perform(_ step: PlainStep) {
    notice = nil
    session.dispatch(.plain(step))
    session.settle()
  }

  private mutating func press(_ press: KeyPress) {
    notice = nil
    session.receive(.key(press))
    session.settle()
  }
}

extension EditorSession {
  /// Shows the editor on plain lines until the user quits or the input ends.
  ///
  /// The session must have been created with a `work` that performs closures at once.
  ///
  /// - Returns: the number of lines that could not be used.
  public func run(on console: any PlainConsole) -> Int {
    defer { observation?.invalidate() }
    let watch = watchCatalog()
    defer { withExtendedLifetime(watch) {} }
    return SafeText.$form.withValue(screen.textForm) {
      var dialogue = PlainDialogue(session: self, console: console)
      dialogue.run()
      return dialogue.refusedCount
    }
  }

  /// Handles what other threads have reported, and completes the work of the state.
  func settle() {
    receive(.wake)
    while state.hasWork {
      dispatch(.proceed)
      receive(.wake)
    }
  }
}
