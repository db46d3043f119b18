import Terminal

extension ListColumn {
  /// The source of the value in use: `user` or a layer; blank for the default.
  static let source: ListColumn = ListColumn(
    extent: .fixed(8, .useful, gap: 1),
    text: { item, state in
      if state.document.isUncommitted(item) { return "unsaved" }
      return item.isAtDefault ? "" : SafeText(item.source)
    },
    applies: { $0.session.settings.columns.contains(.source) }
  )
}
