import Terminal

extension ListColumn {
  /// The column that marks the selected row, so that it is visible without colours.
  static let cursor: ListColumn = ListColumn(
    extent: .fixed(1),
    text: { item, state in state.selection == .key(item.key) ? ">" : " " }
  )
}
