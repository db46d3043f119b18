import DefaultsCore
import DefaultsSchema

// The whole value as JSON text, or the text of the open item.
extension ItemsControl {
  private func text(of value: Defaults.StoredValue) -> String { edited.kind.text(of: value, .json) }

  var editedText: EditedText {
    open?.control.editedText ?? EditedText(text: (try? value()).map(text) ?? "", isJSON: true)
  }

  var storedText: String { open?.control.storedText ?? edited.stored.map(text) ?? "" }

  var isLong: Bool { open?.control.isLong ?? false }

  /// Replaces the items, or the text of the open item; returns false if the text is not such a value.
  mutating func replaceText(by text: String) -> Bool {
    if var item = open {
      defer { open = item }
      return ControlCatalog.restore(.string(text), in: &item.control)
    }
    guard let value = try? edited.kind.parse(text), let new = structure.items(of: value) else {
      return false
    }
    items.replaceAll(by: structure.items(new, comparedWith: shown ?? []))
    cursor.limit(to: items.count)
    return true
  }
}
