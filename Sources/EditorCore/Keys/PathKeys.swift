/// The commands of a path, except those that edit its text (`FieldCommand`).
enum PathCommand: String, KeyCommand {
  case completePath

  /// The keys of a path.
  static let rows: [KeyRow] = KeyRow.group("Change", in: [.path]) {
    row(.completePath, "Tab", "complete the path, or list the names", hint: "complete")
  }
}
