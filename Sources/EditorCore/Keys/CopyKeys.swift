/// The commands of the menu that copies.
enum CopyCommand: String, KeyCommand {
  case copyKey, copyValue, copyJSON, copyCommand

  /// The words in the menu.
  var title: String {
    switch self {
    case .copyKey: "name of the key"
    case .copyValue: "value"
    case .copyJSON: "key and value as JSON"
    case .copyCommand: "command for the shell"
    }
  }

  /// The keys of the menu that copies.
  static let rows: [KeyRow] = KeyRow.group("Copy", in: [.copy]) {
    row(.copyKey, "i", "copy the name of the key")
    row(.copyValue, "v", "copy the value as text")
    row(.copyJSON, "s", "copy the key and the value as JSON")
    row(.copyCommand, "c", "copy a command for the shell that sets the value")
  }
}
