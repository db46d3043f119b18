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
  /// Whether texts that would be equal after cutting are cut at their start (``RowTitles``).
  var keepsDifferences: Bool = false
  /// Whether a click on the switch of a Bool changes the value.
  var hasSwitches: Bool = false
  /// Returns the role of the text; nil for the role of the row.
  var role: @Sendable (Item, EditorState) -> Role? = { _, _ in nil }
  /// Returns whether the list has the column in this state.
  var applies: @Sendable (EditorState) -> Bool = { _ in true }

  /// Returns the columns of the list in a state, from left to right.
  static func all(in state: EditorState) -> [ListColumn] {
    all.filter { $0.applies(state) }
  }

  /// All columns, from left to right.
  static let all: [ListColumn] = [
    .cursor,
    .mark,
    .title,
    .value,
    .place,
    .type,
    .source,
  ]
}
