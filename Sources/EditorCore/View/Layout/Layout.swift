import Terminal

/// Where the parts of the screen lie for a size.
///
/// Each kind of screen is one description in ``arrangement(_:_:_:)``. Boxes over it are a ``Panel``.
struct Layout: Sendable {
  enum Kind: Hashable, Sendable, CaseIterable {
    /// Suites, keys and details side by side.
    case panes
    /// The list above, details below, editors in boxes.
    case stacked
    /// The list and one line about the selected key; editors take the whole screen.
    case compact
    /// One key at a time.
    case single
    /// Nothing fits.
    case blank

    /// The smallest screen of the kind.
    var minimum: Size {
      switch self {
      case .panes: Size(columns: 110, rows: 20)
      case .stacked: Size(columns: 60, rows: 16)
      case .compact: Size(columns: 30, rows: 6)
      case .single: Size(columns: 10, rows: 2)
      case .blank: Size(columns: 0, rows: 0)
      }
    }
  }

  /// A part of the screen.
  enum Part: Hashable, Sendable, CaseIterable {
    /// The line of the suite's name and of the counts.
    case title
    /// The line of the filter.
    case filter
    /// The rule above the panes, or above the details.
    case upperRule
    /// The names of the suites.
    case suites
    /// The line between the suites and the list.
    case suitesLine
    /// The lines of the list.
    case list
    /// The columns of the list.
    case listColumns
    /// The line between the list and the details.
    case detailsLine
    /// The pane of the details.
    case details
    /// The text about the selected key.
    case detailsText
    /// The rule below the panes.
    case lowerRule
    /// The value of the only key that is shown.
    case value
    /// The line of news and of the position.
    case status
    /// The line of key hints.
    case hints
  }

  let kind: Kind
  let size: Size
  private let parts: [Part: Rect]

  init(state: EditorState) {
    self.init(
      size: state.size,
      showsDetails: state.showsDetails,
      showsSuites: state.suites.count > 1
    )
  }

  init(size: Size, showsDetails: Bool, showsSuites: Bool) {
    self.size = size
    kind =
      Kind.allCases.first {
        $0.minimum.columns <= size.columns && $0.minimum.rows <= size.rows
      } ?? .blank
    parts = Self.arrangement(kind, showsDetails: showsDetails, showsSuites: showsSuites)
      .rects(in: Rect(size))
  }

  /// The cells of a part; none if it is not shown.
  subscript(part: Part) -> Rect { parts[part] ?? .none }

  /// The lines of the list.
  var list: Rect { self[.list] }

  /// Whether editors take the whole screen.
  var hasFullScreenEditors: Bool {
    switch kind {
    case .panes, .stacked: false
    case .compact, .single, .blank: true
    }
  }

  // MARK: - The descriptions

  private typealias Screen = Arrangement<Part>

  private static func arrangement(
    _ kind: Kind,
    showsDetails: Bool,
    showsSuites: Bool
  ) -> Screen {
    let list = Screen.part(.list, .flexible(3), .inset(.listColumns))
    let ends = [Screen.inset(.status, .fixed(1)), .inset(.hints, .fixed(1))]
    let starts = [Screen.inset(.title, .fixed(1)), .inset(.filter, .fixed(1))]
    switch kind {
    case .panes:
      let suites = [Screen.part(.suites, .fixed(26)), .part(.suitesLine, .fixed(1))]
      let details: [Screen] = [
        .part(.detailsLine, .fixed(1)),
        .part(.details, Extent(37, ideal: 38), .inset(.detailsText)),
      ]
      // The list grows by two columns where the details grow by one.
      let main = Screen.columns((showsSuites ? suites : []) + [list], Extent(72, ideal: 74))
      return .rows(
        starts
          + [
            .part(.upperRule, .fixed(1)),
            .columns([main] + (showsDetails ? details : [])),
            .part(.lowerRule, .fixed(1)),
          ] + ends
      )
    case .stacked:
      let details: [Screen] = [
        .part(.upperRule, .fixed(1)),
        .part(.details, .fixed(4), .inset(.detailsText)),
      ]
      return .rows(starts + [list] + (showsDetails ? details : []) + ends)
    case .compact:
      let list = Screen.part(
        .list,
        .flexible(3),
        .columns([.part(.listColumns, .flexible()), .space(1)])
      )
      let details = Screen.part(.details, .fixed(1, .useful), .inset(.detailsText))
      return .rows(
        [.inset(.title, .fixed(1)), list] + (showsDetails ? [details] : []) + ends
      )
    case .single:
      return .rows([
        .part(.title, .fixed(1)),
        .part(.value, .fixed(1)),
        .part(.status, .fixed(1, .useful)),
        .rows([]),
      ])
    case .blank:
      return .rows([])
    }
  }
}
