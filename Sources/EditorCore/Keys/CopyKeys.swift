/// The commands of the menu that copies.
enum CopyCommand: String, KeyCommand {
  case copyKey, copyValue, copyJSON, copyCommand
}

extension KeyTable {
  /// The keys of the menu that copies.
  static let copy: [KeyRow] = KeyRow.group(
    "Copy",
    in: [.copy],
    [
      .init(CopyCommand.copyKey, "i", "copy the name of the key"),
      .init(CopyCommand.copyValue, "v", "copy the value as text"),
      .init(CopyCommand.copyJSON, "s", "copy the key and the value as JSON"),
      .init(CopyCommand.copyCommand, "c", "copy a command for the shell that sets the value"),
    ]
  )
}
