import Defaults
import DefaultsSchema

// The whole value as JSON text, or the text of the open item.
extension ItemsControl: TextEditing {
  private var openText: (any TextEditing)? { open?.control as? any TextEditing }

  private func text(of value: Defaults.StoredValue) -> String { edited.kind.text(of: value, .json) }

  var editedText: EditedText {
    if let openText { return openText.editedText }
    return EditedText(text: (try? value()).map(text) ?? "", isJSON: true)
  }

  var storedText: String {
    if let openText { return openText.storedText }
    return edited.stored.map(text) ?? ""
  }

  var isLong: Bool { openText?.isLong ?? false }

  mutating func replaceText(by text: String) -> Bool {
    if var control = openText {
      guard control.replaceText(by: text) else { return false }
      open?.control = control
      return true
    }
    guard let value = try? edited.kind.parse(text), let new = structure.items(of: value) else {
      return false
    }
    items.replaceAll(by: new)
    selected = max(0, min(selected, items.count - 1))
    return true
  }
}
