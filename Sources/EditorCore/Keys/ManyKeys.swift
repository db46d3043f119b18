/// The commands of the list for many keys at once, for history and for layers.
enum ManyCommand: String, KeyCommand {
  case resetMany, stage, review, compare, history, layers, allChanges, scope, lock, export,
    `import`,
    forSuites

  /// Whether the command ends in a change of values, which a read-only session refuses at once.
  var changesValues: Bool {
    switch self {
    case .resetMany, .stage, .review, .scope, .lock, .import: true
    case .compare, .history, .layers, .allChanges, .export, .forSuites: false
    }
  }

  /// The keys of the list for many keys at once, for history and for layers.
  static let rows: [KeyRow] = KeyRow.group("Many keys", in: [.list]) {
    row(.resetMany, "R", "reset or set many keys …", hint: "set or reset", when: { $0.hasMarks })
    row(.stage, "t", "collect edits before they are saved, on or off")
    row(
      .review,
      "w",
      "review and save what is staged",
      hint: "review",
      when: { $0.hasStaged },
      isUrgent: { $0.hasStaged }
    )
    row(.compare, "D F9", "difference to the defaults, a file, a suite, a time")
    row(.history, "H", "history of the key")
    row(.allChanges, "C", "history of the suite: all changes")
    row(.layers, "P", "where the value comes from")
    row(.scope, "S", "edit for this host, all suites, all users …")
    row(.lock, "T A-t", "as root: lock keys for all users, or unlock them")
    row(.export, "F6", "export …")
    row(.import, "F7", "import …")
    row(
      .forSuites,
      "A-m",
      "all suites: restore, import, export, compare …"
    )
  }
}
