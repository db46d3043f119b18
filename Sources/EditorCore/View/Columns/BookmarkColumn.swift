import Terminal

extension ListColumn {
  /// The bookmarks, at the left edge; a compact list has the column only while there are any.
  static let bookmark: ListColumn = ListColumn(
    extent: .fixed(1),
    text: { item, _ in item.isBookmarked ? SafeText(String(Mark.bookmarked.glyph)) : "" },
    role: { _, _ in Mark.bookmarked.role },
    applies: {
      !$0.document.annotations.bookmarks.isEmpty || Layout(state: $0).kind != .compact
    }
  )
}
