import Terminal

extension ListColumn {
  /// Shows which row is selected.
  static let cursor: ListColumn = ListColumn(
    extent: .fixed(1),
    text: { item, state in state.selection == .key(item.key) ? ">" : " " }
  )
}
