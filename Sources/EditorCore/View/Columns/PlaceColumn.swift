import Terminal

extension ListColumn {
  /// The name of the text by which the filter found the key, if that is not its title, and the section of
  /// the key; only in a list without headings.
  ///
  /// Of the titles of a member, the last one is what was found, so those before it are cut first.
  static let place: ListColumn = ListColumn(
    extent: Extent(12, ideal: 26, maximum: 34, .useful, gap: 1),
    text: { item, state in
      let section = state.document.sections[item.section]
      return SafeText(state.match(item.key)?.placeText(of: item, section: section) ?? section)
    },
    shortened: { item, state, columns in
      let match = state.match(item.key)
      let place = match?.placeText(of: item, section: state.document.sections[item.section])
      guard let titles = match?.member(in: item)?.titles, let last = titles.last,
        let name = match?.placeName(in: item), SafeText(name).width > columns
      else { return SafeText(place ?? "") }
      let texts = [titles.joined(separator: " › "), "…› \(last)"].map { SafeText($0) }
      return texts.first { $0.width <= columns } ?? RowTitles.cut(last, to: columns)
    },
    role: { _, _ in .quiet },
    applies: { $0.suite.listing.isFlat && $0.session.settings.columns.contains(.group) }
  )
}
