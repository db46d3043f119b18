import DefaultsCore
import Terminal

/// A column of the list: its width, its text for a key, and the role of the text.
///
/// A column is one file in this directory and one line in ``all``; no other code names a column. The
/// extents decide which columns are shown at a width (``Extent``). The text is made only for the rows on
/// the screen, so it may be computed from the whole item.
struct ListColumn: Sendable {
  /// The width in columns of the terminal, and the priority.
  let extent: Extent
  /// Returns the text for a key; it is cut to the width of the column.
  let text: @Sendable (Item, EditorState) -> SafeText
  /// Whether texts that are too long are cut in their middle (``RowTitles``), and the column is as wide as
  /// they need while its neighbour has its minimum.
  var isCutInMiddle: Bool = false
  /// Returns the text for a key where the whole one is wider than this many columns; nil to cut its end.
  var shortened: (@Sendable (Item, EditorState, Int) -> SafeText)?
  /// Whether the cursor of the terminal is in the column.
  var holdsCursor: Bool = false
  /// Whether a click on the switch of a Bool changes the value.
  var hasSwitches: Bool = false
  /// Returns the role of the text; nil for the role of the row.
  var role: @Sendable (Item, EditorState) -> Role? = { _, _ in nil }
  /// Returns the colour that is shown behind the text; nil for none.
  var swatch: @Sendable (Item) -> Defaults.Color? = { _ in nil }
  /// Returns whether the list has the column in this state.
  var applies: @Sendable (EditorState) -> Bool = { _ in true }

  /// Returns the columns of the list in a state, from left to right.
  static func all(in state: EditorState) -> [ListColumn] {
    all.filter { $0.applies(state) }
  }

  /// Returns the columns of the list with their places on the screen.
  ///
  /// The column of titles has enough room if nine of ten titles fit, up to ``mostTitle``: before that, it
  /// grows as the others do, and there is no column of types. It then gets what its longest
  /// title needs from the column of values after it, as long as that keeps ``usualValue``; for what nine of
  /// ten titles need, it keeps ``leastValue``.
  static func arranged(
    in state: EditorState,
    _ layout: Layout
  ) -> [(column: ListColumn, rect: Rect)] {
    let columns = all(in: state)
    let titles = min(mostTitle, state.suite.listing.usualTitleWidth)
    let extents = columns.map { $0.isCutInMiddle ? $0.extent.raised(toIdeal: titles) : $0.extent }
    var rects = layout[.listColumns].columns(extents)
    if let title = columns.firstIndex(where: \.isCutInMiddle), title + 1 < columns.count {
      let lengths = rects.map(\.size.columns)
      let (listing, value) = (state.suite.listing, lengths[title + 1])
      let more = max(
        0,
        min(value - usualValue, listing.titleWidth - lengths[title]),
        min(value - leastValue, listing.usualTitleWidth - lengths[title])
      )
      let fixed = columns.indices.map { index in
        let change = index == title ? more : index == title + 1 ? -more : 0
        return Extent.fixed(
          lengths[index] + change,
          gap: lengths[index] > 0 ? extents[index].gap : 0
        )
      }
      rects = layout[.listColumns].columns(fixed)
    }
    return Array(zip(columns, rects))
  }

  /// The widths that the column of values keeps.
  private static let (leastValue, usualValue) = (14, 24)
  /// The greatest width that the column of titles claims before other columns.
  private static let mostTitle = 60

  /// All columns, from left to right.
  static let all: [ListColumn] = [
    .bookmark,
    .cursor,
    .mark,
    .title,
    .value,
    .place,
    .type,
    .source,
  ]
}
