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
      markOpenItem()
      return true
    }
    guard let value = try? edited.kind.parse(text), let new = structure.items(of: value) else {
      return false
    }
    items.replaceAll(by: structure.items(new, comparedWith: shown ?? []))
    cursor.limit(to: items.count)
    return true
  }

  /// Marks the place of the error in the text of the open item; a long text is not checked.
  mutating func markOpenItem() {
    guard let item = open, var control = openText, !control.isLong else { return }
    do throws(Defaults.Rejection) {
      _ = try value(of: item)
      control.mark(nil)
    } catch {
      control.mark(error)
    }
    open?.control = control
  }
}
