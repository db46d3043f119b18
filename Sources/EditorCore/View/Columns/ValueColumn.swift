import DefaultsSchema
import Terminal

extension ListColumn {
  /// The value in use.
  static let value: ListColumn = ListColumn(
    extent: Extent(18, ideal: 34, gap: 2),
    text: { item, state in
      let text = ValueText.row(item, showingSecret: item.key == state.suite.shownSecret)
      guard let staged = state.stagedValue(of: item.key) else {
        return SafeText(text)
      }
      let shown = state.tableItem(item.key, staged)
      if let changes = ValueText.changes(inUse: item.stored, staged, shown) {
        return SafeText("\(text): \(changes)")
      }
      return SafeText("\(text) → \(ValueText.brief(inUse: staged, shown))")
    },
    hasSwitches: true,
    role: { item, state in state.unmetDependency(of: item) == nil ? nil : .valueWithoutEffect },
    swatch: { $0.entry.isSecret ? nil : $0.value?.color(as: $0.entry.kind) }
  )
}
