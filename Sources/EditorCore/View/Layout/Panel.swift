import Terminal

/// The place of a text over the list: a box, or the whole of a small screen.
struct Panel {
  /// What becomes of a panel on a screen with a list and no room beside it (`Layout.Kind.compact`).
  enum Form: Hashable, Sendable {
    /// It stays a box.
    case box
    /// It fills the screen, above the hints.
    case sheet
  }

  private enum Part: Hashable, Sendable {
    case covered, title, rule, inside
  }

  /// The greatest number of columns of a text in a box.
  private static let textColumns = 68

  /// Whether the panel is a box, which shows the list around it.
  let isBox: Bool
  /// The cells of the text.
  let inside: Rect
  /// All cells of the panel.
  let covered: Rect
  private let title: Rect
  private let rule: Rect

  /// Creates a panel for a text.
  ///
  /// - Parameters:
  ///   - layout: the layout of the screen below.
  ///   - form: the form on a small screen; on a smaller one, every panel is a sheet.
  ///   - content: the size of the text; nil for as much as there is room for.
  ///   - row: the row that a box does not cover if it can be avoided; nil for none.
  init(_ layout: Layout, _ form: Form, _ content: Size? = nil, avoiding row: Int? = nil) {
    let screen = Rect(layout.size)
    let parts: [Part: Rect]
    isBox = !layout.hasFullScreenEditors || layout.kind == .compact && form == .box
    if isBox {
      let room = Self.surroundings.rects(in: screen)[.covered] ?? .none
      let content = content ?? Size(columns: Self.textColumns, rows: screen.size.rows)
      let size = Size(
        columns: content.columns + 2 * (Self.border + Self.margin),
        rows: max(1, content.rows) + 2 * Self.border
      )
      parts = Self.box.rects(in: room.centered(size, avoiding: row))
    } else {
      parts = Self.sheet(layout.kind).rects(in: screen)
    }
    covered = parts[.covered] ?? .none
    title = parts[.title] ?? .none
    rule = parts[.rule] ?? .none
    inside = parts[.inside] ?? .none
  }

  /// Returns the room for the text of a panel.
  static func room(_ layout: Layout, _ form: Form) -> Size { Panel(layout, form).inside.size }

  /// Draws the panel without its text.
  func draw(title text: SafeText, footer: SafeText = "", on canvas: inout Canvas) {
    guard !isBox else { return canvas.box(covered, title: text, footer: footer) }
    canvas.fill(covered)
    canvas.write(text, in: title, role: .title)
    canvas.rule(rule)
  }

  // MARK: - The descriptions

  private static let border = 1
  /// The blank columns between the border and the text.
  private static let margin = 1

  /// What a box leaves in sight: the title of the screen, the status and the hints.
  private static let surroundings = Arrangement<Part>.rows([
    .space(1),
    .inset(.covered, by: 2),
    .space(2),
  ])

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
