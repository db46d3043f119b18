import DefaultsCore
import DefaultsSchema
import Terminal

/// An open edit: the control of a key, or of something else that is asked for.
struct EditScreen: Screen {
  /// The edit with its control.
  var edit: OpenEdit
  /// The lines of the control, drawn after the last action.
  private var picture = ControlPicture(lines: [])

  init(_ edit: OpenEdit) {
    self.edit = edit
  }

  var keyMode: KeyMode { edit.control.keyMode }
  var panel: Panel.Form? { .row }
  var openEdit: OpenEdit? { edit }
  /// What a prompt asks for is not saved, but used for something else.
  var hintWords: [KeyAction: String] {
    let words = edit.control.hintWords
    guard edit.prompt != nil else { return words }
    return words.merging([KeyAction(FinishCommand.save): "go on"]) { first, _ in first }
  }
  var keepsNotice: Bool { true }

  /// A control of the app gets every key press.
  func uses(_ press: KeyPress) -> Bool {
    keyMode == .app || press.typed.map(keyMode.types) == true
  }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    // Choices are searched by their control.
    if let command = input.action.flatMap(EditCommand.init),
      command != .search || !keyMode.hasChoices
    {
      return .perform { [edit] in $0.perform(command, in: edit) }
    }
    let outcome = edit.control.update(input.press, state.bindings)
    return .perform { [edit] in $0.finish(outcome, edit) }
  }

  /// Passes a mouse event to the control, with the position relative to it.
  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    let place = layout(state).control
    guard place.contains(row: event.row, column: event.column) else { return .stay }
    var event = event
    event.row -= place.row
    event.column -= place.column
    let outcome = edit.control.handle(event)
    return .perform { [edit] in $0.finish(outcome, edit) }
  }

  mutating func paste(_ text: String, in state: EditorState) -> ScreenOutcome {
    switch edit.control.paste(text) {
    case .ignored:
      return .refuse("Nothing can be pasted here.")
    case .rejected(let reason):
      return .refuse("Nothing was pasted: \(edit.entry.text(of: reason)).")
    case .finished:
      return .perform { [edit] in $0.finish(.finished, edit) }
    case .inserted(let dropped):
      edit.noteChange()
      guard dropped > 0 else { return .stay }
      return .refuse("\(text.count - dropped) characters kept, \(dropped) dropped.")
    }
  }

  /// Draws the control in the room that it has on a screen of the current size.
  mutating func refresh(_ state: EditorState) {
    let room = layout(state).room
    edit.control.edited.clock = state.session.clock
    picture = edit.control.render(columns: room.columns, rows: room.rows)
  }

  /// Returns the titles of keys near the key, from which its own title must differ when it is cut.
  private func neighbours(in state: EditorState) -> [String] {
    let slot = state.document.slot(of: edit.key)
    return slot.map { RowTitles(state, columns: 0, isFlat: true).neighbours(of: $0) } ?? []
  }

  private func layout(_ state: EditorState) -> EditLayout {
    EditLayout(state: state, edit: edit, picture: picture)
  }

  var hasWork: Bool { edit.needsCheck }

  /// Checks the input of a long text.
  mutating func proceed(in state: EditorState) { edit.check() }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    let layout = self.layout(state)
    let (panel, entry) = (layout.panel, edit.entry)
    // A menu or a field for a path has no key and no type of its own.
    let isQuestion = entry.key.string.isEmpty
    let file = edit.scope == .user ? "" : "   for \(edit.scope.words)"
    let facts = panel.isBox && !isQuestion ? "\(file)   \(ValueText.kind(entry))" : file
    let room = max(8, panel.titleColumns - SafeText(facts).width)
    let isCut = layout.title == entry.title && SafeText(entry.title).width > room
    let title =
      isCut
      ? RowTitles.cut(entry.title, to: room, among: neighbours(in: state))
      : SafeText(layout.title)
    panel.draw(title: title + SafeText(facts), footer: SafeText(entry.key.string), on: &canvas)
    canvas.write(layout.lines, in: panel.inside)
    if let cursor = layout.cursor {
      canvas.cursor = .init(row: cursor.row, column: cursor.column, isVisible: true)
    }
  }
}
