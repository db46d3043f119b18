import Terminal

extension ListColumn {
  /// The value in use.
  static let value: ListColumn = ListColumn(
    extent: Extent(18, ideal: 34, gap: 2),
    text: { item, state in
      SafeText(ValueText.row(item, showingSecret: item.key == state.shownSecret))
    },
    role: { item, state in state.unmetDependency(of: item) == nil ? nil : .valueWithoutEffect }
  )
}
