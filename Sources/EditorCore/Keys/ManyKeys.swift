/// The commands of the list for many keys at once, for history and for layers.
enum ManyCommand: String, KeyCommand {
  case resetMany, stage, review, compare, history, layers, allChanges, scope, lock, export, `import`

  /// Whether the command ends in a change of values, which a read-only session refuses at once.
  var changesValues: Bool {
    switch self {
    case .resetMany, .stage, .review, .scope, .lock, .import: true
    case .compare, .history, .layers, .allChanges, .export: false
    }
  }
}

extension KeyTable {
  /// The keys of the list for many keys at once, for history and for layers.
  static let many: [KeyRow] = KeyRow.group(
    "Many keys",
    in: [.list],
    [
      .init(
        ManyCommand.resetMany,
        "R",
        "reset or set many keys …",
        hint: "set or reset",
        when: { $0.hasMarks }
      ),
      .init(ManyCommand.stage, "t", "collect edits before they are saved, on or off"),
      .init(
        ManyCommand.review,
        "w",
        "review and save what is staged",
        hint: "review",
        when: { $0.hasStaged },
        isUrgent: { $0.hasStaged }
      ),
      .init(ManyCommand.compare, "D F9", "difference to the defaults, a file, a suite, a time"),
      .init(ManyCommand.history, "H", "history of the key"),
      .init(ManyCommand.allChanges, "C", "history of the suite: all changes"),
      .init(ManyCommand.layers, "P", "where the value comes from"),
      .init(ManyCommand.scope, "S", "edit for this host, all suites, all users …"),
      .init(ManyCommand.lock, "T A-t", "as root: lock keys for all users, or unlock them"),
      .init(ManyCommand.export, "F6", "export …"),
      .init(ManyCommand.import, "F7", "import …"),
    ]
  )
}
