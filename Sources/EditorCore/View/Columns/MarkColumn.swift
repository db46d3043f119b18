import Terminal

extension ListColumn {
  /// The gutter: the mark of the key's state.
  static let mark: ListColumn = ListColumn(
    extent: .fixed(1),
    text: { item, state in SafeText(state.mark(of: item).map { String($0.glyph) } ?? " ") },
    role: { item, state in state.mark(of: item)?.role }
  )
}
