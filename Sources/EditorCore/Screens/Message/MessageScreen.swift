import Terminal

/// A message on the screen, or the list of all messages.
struct MessageScreen {
  /// A text with a heading.
  struct Part: Hashable, Sendable {
    /// The time and the title; empty for none.
    var heading: String = ""
    var text: String
  }

  let title: String
  let parts: [Part]
  /// The number of lines above the first visible one.
  var top: Int = 0
  /// The lines for the width of the last ``refresh(columns:)``.
  private(set) var lines: [StyledLine] = []
  private var columns: Int?

  init(title: String, parts: [Part]) {
    self.title = title
    self.parts = parts
  }

  init(_ message: Message) {
    self.init(title: message.title, parts: [Part(text: message.text)])
  }

  /// The text for the clipboard.
  var text: String {
    parts.map { $0.heading.isEmpty ? $0.text : "\($0.heading)\n\($0.text)" }
      .joined(separator: "\n\n") + "\n"
  }

  /// Makes the lines again if the width has changed.
  mutating func refresh(columns: Int) {
    guard columns != self.columns else { return }
    self.columns = columns
    lines = []
    for part in parts {
      if !lines.isEmpty { lines.append(StyledLine()) }
      let heading = part.heading.isEmpty ? [] : SafeText(part.heading).wrapped(to: columns)
      lines += heading.map { StyledLine($0, role: .heading) }
      lines += SafeText.lines(of: part.text, columns: columns).map { StyledLine($0) }
    }
  }
}

extension MessageScreen: Screen {
  var keyMode: KeyMode { .message }
  var panel: Panel.Form? { .sheet }
  var keepsNotice: Bool { true }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool { false }

  /// Scrolls the message, copies it, or closes it.
  ///
  /// Other key presses are ignored, so that it is not closed by accident.
  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    guard let action = input.action else { return .stay }
    if let command = MoveCommand(action) {
      let height = Panel.room(Layout(state: state), .sheet).rows
      let bottom = max(0, lines.count - height)
      top = max(0, min(top + command.distance(page: height, count: bottom), bottom))
      return .stay
    }
    if action == keyMode.exitAction { return .close }
    switch MessageCommand(action) {
    case .copy: return .perform { [text] in $0.copy(text) }
    case .messages:
      return .perform { $0.showMessages() }
    case nil: return .stay
    }
  }

  mutating func refresh(_ state: EditorState) {
    refresh(columns: Panel.room(Layout(state: state), .sheet).columns)
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    let room = Panel.room(layout, .sheet)
    // After the screen has grown, the scroll position can be beyond the last page.
    let top = max(0, min(top, lines.count - room.rows))
    let shown = lines.dropFirst(top).prefix(room.rows)
    let panel = Panel(layout, .sheet, Size(columns: room.columns, rows: shown.count))
    let footer = lines.count > room.rows ? shown.indices.position(of: lines.count) : ""
    panel.draw(title: SafeText(title), footer: SafeText(footer), on: &canvas)
    canvas.write(shown, in: panel.inside)
    canvas.cursor = .init(row: panel.inside.row, column: panel.inside.column)
  }
}
