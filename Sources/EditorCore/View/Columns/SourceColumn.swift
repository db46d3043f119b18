import Terminal

extension ListColumn {
  /// The source of the value in use: `user`, `default`, or a layer.
  static let source: ListColumn = ListColumn(
    extent: .fixed(8, .useful, gap: 1),
    text: { item, state in
      SafeText(state.document.isUncommitted(item) ? "unsaved" : item.source)
    },
    applies: { $0.session.settings.columns.contains(.source) }
  )
}
