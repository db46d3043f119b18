import DefaultsSchema
import Terminal

extension ListColumn {
  /// The title of the key, in normal text also where the rest of the row is dim.
  static let title: ListColumn = ListColumn(
    extent: Extent(18, ideal: 26, maximum: 40, gap: 1),
    text: { item, _ in SafeText(item.entry.title) },
    isCutInMiddle: true,
    role: { item, state in state.rowRole(of: item) == .valueUnset ? .text : nil }
  )
}
