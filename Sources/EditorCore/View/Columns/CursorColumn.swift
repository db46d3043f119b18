import Terminal

extension ListColumn {
  /// The column that shows without colours which row is selected, and which keys are marked.
  static let cursor: ListColumn = ListColumn(
    extent: .fixed(1),
    text: { item, state in
      let isSelected = state.suite.selection == .key(item.key)
      let isMarked = state.suite.marked.contains(item.key)
      return isMarked ? isSelected ? "X" : "x" : isSelected ? ">" : " "
    },
    holdsCursor: true
  )
}
