import Defaults
import DefaultsSchema

extension OpenEdit {
  /// The input as text; a value whose control has no text is written as its kind writes it.
  var text: EditedText {
    if let control = control as? any TextEditing { return control.editedText }
    let value = try? control.value()
    return EditedText(text: value.map(edited.kind.editableText) ?? "")
  }

  /// The text of the stored value, in the form of ``text``.
  var storedText: String {
    if let control = control as? any TextEditing { return control.storedText }
    return edited.stored.map(edited.kind.editableText) ?? ""
  }

  /// Replaces the input by text.
  ///
  /// If the control cannot hold the text, because it is not a list for example, a control of text
  /// replaces it, so that no text is lost.
  mutating func replaceText(by text: String) {
    if var control = control as? any TextEditing, control.replaceText(by: text) {
      self.control = control
    } else {
      var control = ControlCatalog.textControl(for: edited)
      _ = control.replaceText(by: text)
      self.control = control
    }
    check()
  }

  /// Whether the input is so long that it is checked only when no event is pending.
  var isLong: Bool { (control as? any TextEditing)?.isLong ?? false }

  /// The remark on members that the key's type does not have; nil for none.
  var unknownMembersText: String? {
    guard let first = unknownMembers.first else { return nil }
    let more = unknownMembers.count - 1
    if more == 0 { return "\"\(first)\" is not known to the app; it is kept" }
    return "\"\(first)\" and \(more) more are not known to the app; they are kept"
  }

  /// The message for the reason why the input cannot be stored, with its place and without a secret
  /// value; nil if it can be.
  var rejectionText: String? {
    guard let rejection else { return nil }
    let message = entry.holdsSecret ? nil : (control as? any TextEditing)?.message(for: rejection)
    return message ?? rejection.text(isSecret: entry.holdsSecret)
  }
}
