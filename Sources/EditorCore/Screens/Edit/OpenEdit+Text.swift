import DefaultsCore
import DefaultsSchema

extension OpenEdit {
  /// Replaces the input by the text of another program, which may end a line with any number of line ends.
  mutating func replaceText(by text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isLine = !control.editedText.hasLines && lines.dropFirst().allSatisfy(\.isEmpty)
    _ = ControlCatalog.restore(.string(isLine ? String(lines[0]) : text), in: &control)
    check()
  }

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
    let message = entry.holdsSecret ? nil : rejectionMessage
    return message ?? entry.text(of: rejection)
  }
}
