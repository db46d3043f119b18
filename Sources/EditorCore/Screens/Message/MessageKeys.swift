/// The commands of a message, except those that move by lines and pages (`MoveCommand`).
enum MessageCommand: String, KeyCommand {
  case copy, messages

  /// The keys of a message and of the list of messages.
  static let rows: [KeyRow] = KeyRow.group("Message", in: [.message]) {
    row(.copy, "y", "copy the text to the clipboard", hint: "copy")
    row(.messages, "!", "all messages so far")
  }
}
