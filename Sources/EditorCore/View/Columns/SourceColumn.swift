import Terminal

extension ListColumn {
  /// Shows where the value in use comes from.
  static let source: ListColumn = ListColumn(
    extent: .fixed(8, .useful, gap: 1),
    text: { item, state in SafeText(state.document.isUncommitted(item) ? "unsaved" : item.source) }
  )
}
