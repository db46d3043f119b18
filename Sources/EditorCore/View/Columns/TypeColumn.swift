import DefaultsSchema
import Terminal

extension ListColumn {
  /// The type of the value with its limits; shown only in wide lists.
  static let type: ListColumn = ListColumn(
    extent: Extent(22, ideal: 24, maximum: 28, .extra, gap: 2),
    text: { item, _ in SafeText(ValueText.briefKind(item.entry)) },
    role: { _, _ in .quiet },
    applies: { $0.session.settings.columns.contains(.type) }
  )
}
