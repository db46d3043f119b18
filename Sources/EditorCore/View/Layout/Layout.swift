import Terminal

/// The positions of all parts of the screen, for one size.
///
/// The size alone decides the kind of screen: the first kind whose minimum fits. Each kind is one
/// description in ``arrangement(_:columns:_:)``. To add a part, add a case to ``Part`` and
/// its place in the descriptions; nothing else computes positions. Boxes over the screen are a
/// ``Panel``.
///
/// `view` and `update`, which needs positions for pages and mouse events, use the same layout. It depends
/// on few properties of the state (``Basis``), so the state keeps the last one (`EditorState.lastLayout`).
struct Layout: Sendable {
  /// The kinds of screen, from the largest to the smallest.
  enum Kind: Hashable, Sendable, CaseIterable {
    /// Suites, keys and details side by side; the details are below the keys where the list would otherwise
    /// be narrower than on a smaller screen.
    case panes
    /// The list above, the details below; an open edit is a box.
    case stacked
    /// The list and one line about the selected key; an open edit fills the screen.
    case compact
    /// One key at a time.
    case single
    /// A blank screen, which is too small for any text.
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
    /// The top line, which names whose values are edited.
    case banner
    /// The line with the suite's name and the counts.
    case title
    /// The line with the filter.
    case filter
    /// The rule above the panes.
    case upperRule
    /// The names of the suites.
    case suites
    /// The line between the suites and the list.
    case suitesLine
    /// The lines of the list.
    case list
    /// The lines of the list without the blank column at their ends.
    case listColumns
    /// The line between the list and the details beside it.
    case detailsLine
    /// The rule between the list and the details below it.
    case detailsRule
    /// The pane of the details.
    case details
    /// The text about the selected key.
    case detailsText
    /// The rule below the panes.
    case lowerRule
    /// The value of the selected key, on a screen with one key.
    case value
    /// The lines with the notice and the position in the list.
    case status
    /// The line with the hints.
    case hints
  }

  /// The kind of screen.
  let kind: Kind
  /// The screen without the banner; it contains all other parts and all panels.
  let room: Rect
  /// The rectangles of the parts that are shown.
  private let parts: [Part: Rect]

  /// What the layout was computed from.
  let basis: Basis

  /// What a layout depends on; details and suites are shown where there is room for them.
  struct Basis: Hashable, Sendable {
    var size: Size
    var showsDetails: Bool
    var showsSuites: Bool
    var showsBanner: Bool = false
    var statusRows: Int = 1
  }

  /// Creates the layout in which a state is drawn; the status has the rows that its text needs.
  init(state: EditorState) {
    var basis = Basis(state)
    let layout = state.lastLayout.basis == basis ? state.lastLayout : Layout(basis)
    basis.statusRows = StatusText(state, layout)?.lines.count ?? 0
    self = basis.statusRows > 1 ? Layout(basis) : layout
  }

  /// Creates a layout.
  ///
  /// A banner is shown at every size; the size of the room below it decides the kind of screen.
  init(_ basis: Basis) {
    self.basis = basis
    let divisions = Self.divisions(basis.showsBanner).rects(in: Rect(basis.size))
    let room = divisions[.room] ?? .none
    self.room = room
    kind =
      Kind.allCases.first {
        $0.minimum.columns <= room.size.columns && $0.minimum.rows <= room.size.rows
      } ?? .blank
    var parts = Self.arrangement(kind, columns: room.size.columns, basis).rects(in: room)
    parts[.banner] = divisions[.banner]
    self.parts = parts
  }

  /// The rectangle of a part; empty if the part is not shown.
  subscript(part: Part) -> Rect { parts[part] ?? .none }

  /// The lines of the list.
  var list: Rect { self[.list] }

  /// The rows of the list, and of the details if they are below it: where a box can be.
  var pane: Rect {
    let end = hasDetailsBeside ? list.endRow : max(list.endRow, self[.details].endRow)
    return list.rows(list.row..<end)
  }

  /// Whether the details have a pane of their own beside the list.
  var hasDetailsBeside: Bool { !self[.detailsLine].isEmpty }

  /// Whether an open edit fills the screen instead of being a box.
  var hasFullScreenEditors: Bool {
    switch kind {
    case .panes, .stacked: false
    case .compact, .single, .blank: true
    }
  }

  /// The greatest number of rows of the status: a title, a line of the list and the hints remain, or
  /// the title and the value of the key.
  var statusLimit: Int {
    switch kind {
    case .panes, .stacked, .compact: room.size.rows - 3
    case .single: room.size.rows - 2
    case .blank: 0
    }
  }

  // MARK: - The descriptions

  private typealias Parts = Arrangement<Part>

  /// The banner, and everything else.
  private enum Division: Hashable, Sendable {
    case banner, room
  }

  private static func divisions(_ showsBanner: Bool) -> Arrangement<Division> {
    let banner = Arrangement<Division>.part(.banner, .fixed(1))
    return .rows((showsBanner ? [banner] : []) + [.part(.room, .flexible())])
  }

  /// The least columns with which a list between suites and details has at least 80.
  private static let columnsOfThreePanes = 163

  private static func arrangement(_ kind: Kind, columns width: Int, _ basis: Basis) -> Parts {
    let (showsDetails, showsSuites) = (basis.showsDetails, basis.showsSuites)
    let statusRows = basis.statusRows
    let columns = Parts.columns([.part(.listColumns, .flexible()), .space(1)])
    let list = Parts.part(.list, .flexible(3), columns)
    let ends = [Parts.inset(.status, .fixed(statusRows)), .inset(.hints, .fixed(1))]
    let starts = [Parts.inset(.title, .fixed(1)), .inset(.filter, .fixed(1))]
    switch kind {
    case .panes:
      let suites = [Parts.part(.suites, .fixed(26)), .part(.suitesLine, .fixed(1))]
      let details: [Parts] = [
        .part(.detailsLine, .fixed(1)),
        .part(.details, Extent(37, ideal: 38), .inset(.detailsText)),
      ]
      if showsSuites, showsDetails, width < columnsOfThreePanes {
        let main = Parts.rows([
          .part(.list, .flexible(7), columns), .part(.detailsRule, .fixed(1)),
          .part(.details, Extent(5, ideal: 8, maximum: 8), .inset(.detailsText)),
        ])
        return .rows(
          starts
            + [
              .part(.upperRule, .fixed(1)), .columns(suites + [main]), .part(.lowerRule, .fixed(1)),
            ] + ends
        )
      }
      // The list grows by two columns for each column by which the details grow.
      let main = Parts.columns((showsSuites ? suites : []) + [list], Extent(72, ideal: 74))
      return .rows(
        starts
          + [
            .part(.upperRule, .fixed(1)),
            .columns([main] + (showsDetails ? details : [])),
            .part(.lowerRule, .fixed(1)),
          ] + ends
      )
    case .stacked:
      // A status of several rows takes them from the details, so that the list does not move.
      let least = max(1, 5 - statusRows)
      let details: [Parts] = [
        .part(.detailsRule, .fixed(1)),
        .part(.details, Extent(least, ideal: least + 2, maximum: least + 2), .inset(.detailsText)),
      ]
      let list = Parts.part(.list, .flexible(showsDetails ? 7 : 3), columns)
      return .rows(starts + [list] + (showsDetails ? details : []) + ends)
    case .compact:
      let list = Parts.part(.list, .flexible(statusRows > 1 ? 1 : 3), columns)
      // The second row of a status replaces the details, so that the list does not move.
      let details = Parts.part(
        .details,
        .fixed(statusRows > 1 ? 0 : 1, .useful),
        .inset(.detailsText)
      )
      return .rows([.inset(.title, .fixed(1)), list] + (showsDetails ? [details] : []) + ends)
    case .single:
      return .rows([
        .part(.title, .fixed(1)),
        .part(.value, .fixed(1)),
        .part(.status, .fixed(statusRows, .useful)),
        .rows([]),
      ])
    case .blank:
      return .rows([])
    }
  }
}

extension Layout.Basis {
  /// Creates what the layout of a state depends on, but for the rows of the status.
  init(_ state: EditorState) {
    self.init(
      size: state.size,
      showsDetails: state.showsDetails,
      showsSuites: state.catalog.suites.count > 1 && state.session.settings.panes.contains(.suites),
      showsBanner: !state.session.banner.isEmpty
    )
  }
}

extension EditorState {
  /// Computes the layout again if something that it depends on has changed.
  mutating func keepLayout() {
    let basis = Layout.Basis(self)
    if lastLayout.basis != basis { lastLayout = Layout(basis) }
  }
}
