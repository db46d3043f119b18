import Terminal

extension ListColumn {
  /// The column that shows without colours which row is selected, and which keys are marked.
  static let cursor: ListColumn = ListColumn(
    extent: .fixed(1),
    text: { item, state in
      let isSelected = state.selection == .key(item.key)
      let isMarked = state.marked.contains(item.key)
      return isMarked ? isSelected ? "X" : "x" : isSelected ? ">" : " "
    }
  )
}
