/// The commands of a message, except those that move by lines and pages (`MoveCommand`).
enum MessageCommand: String, KeyCommand {
  case copy, messages
}

extension KeyTable {
  /// The keys of a message and of the list of messages.
  static let message: [KeyRow] = KeyRow.group(
    "Message",
    in: [.message],
    [
      .init(MessageCommand.copy, "y", "copy the text to the clipboard", hint: "copy"),
      .init(MessageCommand.messages, "!", "all messages so far"),
    ]
  )
}
