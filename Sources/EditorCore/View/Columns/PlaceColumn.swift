import Terminal

extension ListColumn {
  /// The name of the text by which the filter found the key, if that is not its title, and the section of
  /// the key; only in a list without headings.
  static let place: ListColumn = ListColumn(
    extent: Extent(12, ideal: 26, maximum: 34, .useful, gap: 1),
    text: { item, state in
      let section = state.document.sections[item.section]
      return SafeText(state.match(item.key)?.placeText(of: item, section: section) ?? section)
    },
    role: { _, _ in .quiet },
    applies: { $0.suite.listing.isFlat && $0.session.settings.columns.contains(.group) }
  )
}
