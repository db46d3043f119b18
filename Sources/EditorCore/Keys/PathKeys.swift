/// The commands of a path, except those that edit its text (`FieldCommand`).
enum PathCommand: String, KeyCommand {
  case completePath
}

extension KeyTable {
  /// The keys of a path.
  static let path: [KeyRow] = KeyRow.group(
    "Change",
    in: [.path],
    [
      .init(
        PathCommand.completePath,
        "Tab",
        "complete the path, or list the names",
        hint: "complete"
      )
    ]
  )
}
