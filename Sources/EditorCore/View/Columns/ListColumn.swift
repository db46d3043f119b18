import Terminal

/// A column of the list: how wide it is, and what it shows of a key.
///
/// A column is one file in this directory and one line in ``all``. The text is made only for the
/// rows on the screen.
struct ListColumn: Sendable {
  let extent: Extent
  /// Returns what a row shows; it is cut to the width of the column.
  let text: @Sendable (Item, EditorState) -> SafeText
  /// Returns the role of the text; nil for the role of the row.
  var role: @Sendable (Item, EditorState) -> Role? = { _, _ in nil }

  /// All columns, from left to right.
  static let all: [ListColumn] = [
    .cursor,
    .mark,
    .title,
    .value,
    .type,
    .source,
  ]
}
