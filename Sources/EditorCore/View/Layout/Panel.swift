import Terminal

/// The position of a text over the list: a box or, on a small screen, the whole screen.
///
/// The help, messages, questions, the list of suites and open edits are panels. Each first gets the room
/// for its text with ``room(_:_:)``, breaks the text into lines for that room, and then creates the
/// panel with the size of the lines. So a box is as small as its text, and a text that is too long
/// scrolls inside the room.
///
/// A box about a row is as wide as the list and directly below the row. If there is not enough room, the
/// list moves up, but not beyond the row. A box that is higher than the list covers the details too, and
/// then all of them, so that no rest of a text is beside or below a box.
struct Panel {
  /// The form of a panel on a compact screen, which has room for the list alone, and on larger ones.
  enum Form: Hashable, Sendable {
    /// A box below a row, on every screen; if it is too high, it covers the row.
    case box
    /// A sheet; on larger screens, a box below a row.
    case row
    /// A sheet, the whole screen except the line of hints; on larger screens, a box that is as wide as
    /// the screen.
    case sheet
  }

  private enum Part: Hashable, Sendable {
    case covered, title, rule, inside
  }

  /// Whether the panel is a box, with the list visible around it.
  let isBox: Bool
  /// The rectangle of the text.
  let inside: Rect
  /// The rectangle of the whole panel.
  let covered: Rect
  private let title: Rect
  private let rule: Rect
  /// The list, and the number of rows by which it moves up.
  private let list: Rect
  private let movedRows: Int

  /// Creates a panel for a text.
  ///
  /// The form is for a compact screen; on smaller screens, every panel is a sheet. Without the size
  /// of the text, the panel has the greatest size. A box is below the row of the screen; nil stands
  /// for the row above the list.
  init(_ layout: Layout, _ form: Form, _ content: Size? = nil, below row: Int? = nil) {
    let screen = layout.room
    let content = content ?? screen.size
    let rows = max(1, content.rows) + 2 * Self.border
    isBox = !layout.hasFullScreenEditors || layout.kind == .compact && form == .box
    list = layout.list
    let parts: [Part: Rect]
    switch form {
    case .box where isBox, .row where isBox:
      let row = row ?? list.row - 1
      let place = Self.place(rows, below: row, layout, coversRow: form == .box)
      movedRows = max(0, row + 1 - place.row)
      parts = Self.box.rects(in: place)
    case .sheet where isBox:
      let room = Self.surroundings(layout).rects(in: screen)[.covered] ?? .none
      movedRows = 0
      parts = Self.box.rects(
        in: room.centered(
          Size(columns: content.columns + 2 * (Self.border + Self.margin), rows: rows)
        )
      )
    case .box, .row, .sheet:
      movedRows = 0
      parts = Self.sheet(layout.kind).rects(in: screen)
    }
    covered = parts[.covered] ?? .none
    title = parts[.title] ?? .none
    rule = parts[.rule] ?? .none
    inside = parts[.inside] ?? .none
  }

  /// Returns the place of a box with a number of rows below a row.
  private static func place(
    _ rows: Int,
    below row: Int,
    _ layout: Layout,
    coversRow: Bool
  ) -> Rect {
    let (list, pane) = (layout.list, layout.pane)
    guard rows < pane.size.rows || !coversRow else { return pane }
    let rows = max(0, min(rows, pane.size.rows - 1))
    let isInList = rows < list.size.rows
    let top = min(row + 1, (isInList ? list : pane).endRow - rows)
    return pane.rows(top..<(isInList ? top + rows : pane.endRow))
  }

  /// The number of columns for a title.
  var titleColumns: Int { isBox ? Frame.labelColumns(of: covered) : title.size.columns }

  /// Returns the greatest size that the text of a panel can have.
  static func room(_ layout: Layout, _ form: Form) -> Size { Panel(layout, form).inside.size }

  /// Draws the panel without its text; the footer is shown only in the edge of a box.
  func draw(title text: SafeText, footer: SafeText = "", on canvas: inout Canvas) {
    canvas.moveUp(list, by: movedRows)
    guard !isBox else { return canvas.box(covered, title: text, footer: footer) }
    canvas.fill(covered)
    canvas.write(text, in: title, role: .title)
    canvas.rule(rule)
  }

  // MARK: - The descriptions

  /// The width of the border in cells.
  private static let border = 1
  /// The blank columns between the border and the text.
  private static let margin = 1

  /// The area for boxes, which leaves the title, the status line and the hints visible.
  private static func surroundings(_ layout: Layout) -> Arrangement<Part> {
    .rows([
      .space(1),
      .part(.covered, .flexible()),
      .space(layout[.status].size.rows + layout[.hints].size.rows),
    ])
  }

  private static let box = Arrangement<Part>.part(
    .covered,
    .flexible(),
    .rows([.space(border), .inset(.inside, by: border + margin), .space(border)])
  )

  private static func sheet(_ kind: Layout.Kind) -> Arrangement<Part> {
    switch kind {
    case .panes, .stacked, .compact:
      .rows([
        .part(
          .covered,
          .flexible(),
          .rows([.inset(.title, .fixed(1)), .part(.rule, .fixed(1)), .inset(.inside)])
        ),
        .space(1),
      ])
    case .single:
      .part(
        .covered,
        .flexible(),
        .rows([.part(.title, .fixed(1, .useful)), .part(.inside, .flexible(1))])
      )
    case .blank:
      .rows([])
    }
  }
}
