import Terminal

/// The notice on the status line, in as many lines as it needs and the screen allows.
///
/// `Layout` reserves the rows, `FrameLines` and `SingleKeyView` draw the lines, and `update` uses
/// ``isComplete`` to decide whether the user can have read a failure.
struct StatusText {
  /// The lines; the last one ends in `…` if the text does not fit.
  let lines: [SafeText]
  /// Whether the lines contain the whole text.
  let isComplete: Bool
  /// The role of the text.
  let role: Role
  /// Whether the text is drawn as selected text.
  let isSelected: Bool

  /// The most rows of news, which the user need not read, and of every other notice.
  private static let (newsRows, rows) = (2, 5)

  /// Creates the lines of a notice for a status with room for a number of rows.
  init(_ notice: Notice, columns: Int, room: Int) {
    let text = (notice.kind == .failed ? "! " : "") + notice.text.prefix(1000)
    let limit = max(0, min(room, notice.kind == .done ? Self.newsRows : Self.rows))
    let all = Self.lines(of: text, columns: columns)
    role = notice.kind == .done ? .news : .warning
    isSelected = notice.isRepeated
    isComplete = !all.isEmpty && all.count <= limit
    guard !isComplete, limit > 0 else {
      lines = Array(all.prefix(limit))
      return
    }
    // Keep the last part, such as `u undo`, because it is what the user can do.
    let (head, tail) = Self.divided(text)
    let isKept = !tail.isEmpty && tail.width < columns
    let start = isKept ? head.wrapped(to: columns) : all
    let rest = start.dropFirst(limit - 1).reduce(SafeText("")) { $0 + $1 + " " }
    let end = isKept ? tail : ""
    lines = start.prefix(limit - 1) + [rest.truncated(to: columns - end.width) + end]
  }

  /// The lines as they are drawn.
  var styledLines: [StyledLine] {
    lines.map { StyledLine($0, role: role, isSelected: isSelected) }
  }

  /// Divides a text before the three blanks of its last part; without several parts, `tail` is empty.
  private static func divided(_ text: String) -> (head: SafeText, tail: SafeText) {
    guard let gap = text.ranges(of: "   ").last else { return (SafeText(text), "") }
    return (SafeText(String(text[..<gap.lowerBound])), SafeText(String(text[gap.lowerBound...])))
  }

  /// Breaks a text into lines, between its parts (separated by three blanks) where these fit a line.
  private static func lines(of text: String, columns: Int) -> [SafeText] {
    var lines: [SafeText] = []
    for part in text.split(separator: "   ", omittingEmptySubsequences: false) {
      let part = SafeText(String(part))
      if let last = lines.last, last.width + 3 + part.width <= columns {
        lines[lines.count - 1] = last + "   " + part
      } else {
        lines += part.wrapped(to: columns)
      }
    }
    return lines
  }

  /// Breaks the present notice of a state into lines; nil if it has none.
  init?(_ state: EditorState, _ layout: Layout) {
    guard let notice = state.currentNotice else { return nil }
    let columns = Self.columns(state, layout)[0]
    // Below the box of an edit, more rows would change the height of the box.
    let isBelowBox = state.screen.openEdit != nil && !layout.hasFullScreenEditors
    let room = isBelowBox ? min(1, layout.statusLimit) : layout.statusLimit
    self.init(notice, columns: columns.size.columns, room: room)
  }

  /// Divides the status among the notice and the position in the list.
  static func columns(_ state: EditorState, _ layout: Layout) -> [Rect] {
    let position = position(state, layout)
    return layout[.status].columns([.flexible(), .fixed(position.width, gap: 1)])
  }

  /// Returns the index of the selected key and the number of shown keys, such as `3/40    8%`.
  static func position(_ state: EditorState, _ layout: Layout) -> SafeText {
    // The list is covered by rows of other suites in the search of all.
    guard layout.kind != .single, !(state.screen is SuiteSearchScreen),
      let place = state.selectedPlace
    else { return "" }
    let count = state.suite.listing.shown.count
    guard state.suite.pass == nil else { return "\(place + 1)/…" }
    let text = "\(place + 1)/\(count)"
    guard layout.kind != .compact else { return SafeText(text) }
    let percent = "\((place + 1) * 100 / count)%"
    return SafeText(text + String(repeating: " ", count: 5 - percent.count) + percent)
  }
}
