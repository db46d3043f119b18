import Defaults
import DefaultsSchema
import Terminal

/// The titles of the rows on the screen, cut so that no two rows of a section look the same.
///
/// A title that is too long for its column is cut at its end. If two cut titles of a section are equal,
/// their common start is cut instead: `…Interval (minutes)`. Rows with the same title show their
/// preference keys. Only the rows on the screen are compared, so the cost does not depend on the number
/// of keys.
struct RowTitles {
  /// The shown titles by key; a key that is missing shows its title, cut at the end.
  private var texts: [Defaults.KeyName: SafeText] = [:]
  /// The width of the column.
  private let columns: Int

  /// Compares the titles of the rows on the screen.
  init(_ state: EditorState, _ layout: Layout) {
    columns = Self.columns(state, layout)
    guard columns > 0 else { return }
    let sections = Dictionary(grouping: Self.items(state, layout), by: \.section)
    for items in sections.values { add(items.map(\.entry)) }
  }

  /// Returns whether the row of an item does not show its whole title.
  static func isCut(_ item: Item, _ state: EditorState, _ layout: Layout) -> Bool {
    let columns = columns(state, layout)
    guard columns > 0 else { return false }
    return SafeText(item.entry.title).width > columns
      || items(state, layout).contains {
        $0.entry.title == item.entry.title && $0.section == item.section && $0.key != item.key
      }
  }

  /// Returns the width of the column of titles; 0 if it is not shown.
  private static func columns(_ state: EditorState, _ layout: Layout) -> Int {
    let shown = ListColumn.all(in: state)
    let extents = layout[.listColumns].columns(shown.map(\.extent))
    return zip(shown, extents).first { $0.0.keepsDifferences }?.1.size.columns ?? 0
  }

  /// Returns the items of the rows on the screen.
  private static func items(_ state: EditorState, _ layout: Layout) -> [Item] {
    state.rows.dropFirst(state.suite.top).prefix(layout.list.size.rows).compactMap { row in
      guard case .item(let slot) = row else { return nil }
      return state.document.item(at: slot)
    }
  }

  /// Returns the text for a key with this title.
  func text(_ key: Defaults.KeyName, title: SafeText) -> SafeText { texts[key] ?? title }

  private mutating func add(_ entries: [Entry]) {
    let groups = Dictionary(grouping: entries) { SafeText($0.title).truncated(to: columns) }
    for group in groups.values where group.count > 1 {
      let titles = Dictionary(grouping: group, by: \.title)
      for same in titles.values where same.count > 1 {
        add(same, Self.distinct(same.map(\.key.string), columns: columns))
      }
      let others = titles.values.filter { $0.count == 1 }.map { $0[0] }
      // With one title in the group, the preference keys already distinguish all its rows.
      guard titles.count > 1 else { continue }
      let cut = Self.distinct(titles.keys.sorted(), columns: columns)
      let shown = Dictionary(zip(titles.keys.sorted(), cut)) { first, _ in first }
      for entry in others { texts[entry.key] = shown[entry.title] }
    }
  }

  private mutating func add(_ entries: [Entry], _ shown: [SafeText]) {
    for (entry, text) in zip(entries, shown) { texts[entry.key] = text }
  }

  /// Cuts texts to a width: at their ends or, where the results would be equal, at their common start.
  static func distinct(_ texts: [String], columns: Int) -> [SafeText] {
    let cut = texts.map { SafeText($0).truncated(to: columns) }
    var result = cut
    for group in Dictionary(grouping: texts.indices, by: { cut[$0] }).values where group.count > 1 {
      let start = sharedStart(group.map { texts[$0] })
      // Skip equal texts, and columns that have no room beside the `…`.
      guard start > 0, columns > 4 else { continue }
      let ends = group.map { end(of: texts[$0], before: start, columns: columns - 1) }
      for (index, end) in zip(group, distinct(ends, columns: columns - 1)) {
        result[index] = end.string.hasPrefix("…") ? end : "…" + end
      }
    }
    return result
  }

  /// Returns the longest suffix that fits and begins with a word; at least the suffix from `start`.
  private static func end(of text: String, before start: Int, columns: Int) -> String {
    let latest = text.index(text.startIndex, offsetBy: start)
    var index = text.startIndex
    while index < latest {
      text.formIndex(after: &index)
      let isWord = !text[text.index(before: index)].isLetterOrDigit
      if isWord, index < latest, SafeText(String(text[index...])).width <= columns { break }
    }
    return String(text[index...]).trimmed
  }

  /// Returns the number of characters before the word in which texts differ; 0 if they are equal.
  private static func sharedStart(_ texts: [String]) -> Int {
    guard let first = texts.first, texts.contains(where: { $0 != first }) else { return 0 }
    let count = texts.map { text in zip(first, text).prefix { $0.0 == $0.1 }.count }.min() ?? 0
    let shared = first.prefix(count)
    guard let blank = shared.lastIndex(where: { !$0.isLetterOrDigit }) else {
      return count
    }
    return shared.distance(from: shared.startIndex, to: blank) + 1
  }
}

extension String {
  /// The text without blanks at its start.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
