import Terminal

extension ListColumn {
  /// The section of the key, and where the filter found it if not in the title; only in a list without
  /// headings.
  static let place: ListColumn = ListColumn(
    extent: Extent(12, ideal: 26, maximum: 34, .useful, gap: 1),
    text: { item, state in
      let section = state.document.sections[item.section]
      return SafeText(state.match(item.key)?.placeText(section: section) ?? section)
    },
    role: { _, _ in .quiet },
    applies: { $0.suite.listing.isFlat && $0.session.settings.columns.contains(.group) }
  )
}
