extension ManualPage {
  /// prefs(1): the commands as the help describes them, and what the help does not say.
  static func prefs(_ tool: CommandReference) -> ManualPage {
    let common = CommonOptions(tool)
    return ManualPage(
      name: "prefs",
      number: 1,
      abstract: "edit preferences in the terminal, and read and write them from scripts",
      parts: [.section("SYNOPSIS"), .example(["prefs [command] [option ...] [argument ...]"])]
        + description
        + [.section("COMMANDS")]
        + tool.shownCommands.flatMap { command($0, path: "prefs", common) }
        + [
          .section("OPTIONS"), .paragraph("Several commands have these options."),
          .terms(common.options.map(term)),
        ] + settings + ending
    )
  }

  // MARK: - Commands

  /// The options that are described once, because several commands have them.
  private struct CommonOptions {
    private(set) var options: [CommandReference.Argument] = []

    init(_ tool: CommandReference) {
      var counts: [(option: CommandReference.Argument, count: Int)] = []
      func count(_ command: CommandReference) {
        for option in command.options {
          if let index = counts.firstIndex(where: { $0.option == option }) {
            counts[index].count += 1
          } else {
            counts.append((option, 1))
          }
        }
        command.shownCommands.forEach(count)
      }
      count(tool)
      options = counts.filter { $0.count > 3 }.map(\.option)
    }
  }

  private static func command(
    _ command: CommandReference,
    path: String,
    _ common: CommonOptions
  ) -> [Part] {
    let name = "\(path) \(command.commandName)"
    var parts: [Part] = [.heading(name)]
    if command.shownCommands.isEmpty { parts.append(.example([usage(of: command, name)])) }
    parts += paragraphs(command.abstract) + paragraphs(command.discussion)
    let terms =
      command.positionals.map { (term: $0.valueName ?? "", text: $0.abstract ?? "") }
      + command.options.filter { !common.options.contains($0) }.map(term)
    if !terms.isEmpty { parts.append(.terms(terms)) }
    return parts
      + command.shownCommands.flatMap { Self.command($0, path: name, common) }
  }

  private static func usage(of command: CommandReference, _ name: String) -> String {
    var words = [name, "[option ...]"]
    for argument in command.positionals {
      let word = (argument.valueName ?? "") + (argument.isRepeating ? " ..." : "")
      words.append(argument.isOptional ? "[\(word)]" : word)
    }
    return words.joined(separator: " ")
  }

  private static func term(_ option: CommandReference.Argument) -> (term: String, text: String) {
    let names = (option.names ?? []).map(\.text).joined(separator: ", ")
    let value = option.kind == .option ? " \(option.valueName ?? "value")" : ""
    var text = option.abstract ?? ""
    if let values = option.allValues { text += " One of \(values.joined(separator: ", "))." }
    return (names + value, text)
  }

  private static func paragraphs(_ text: String?) -> [Part] {
    (text ?? "").split(separator: "\n\n").map { .paragraph(String($0)) }
  }

  // MARK: - What the help does not say

  private static let description: [Part] = [
    .section("DESCRIPTION"),
    .paragraph(
      """
      prefs shows and changes the preferences of programs. A suite is a named set of keys, and its \
      values are stored in the property list of its name. Without a command, prefs opens the editor \
      on every suite that it can find.
      """
    ),
    .paragraph(
      """
      A value is checked against the schema of the suite before it is stored, and a write is either \
      complete or not made at all. Values that other programs have changed meanwhile are kept. The \
      history remembers each change, so prefs undo can take it back.
      """
    ),
    .paragraph(
      """
      A suite can also be the path of a property list, whose extension may be left out. A path begins \
      with /, ./ or ../; any other text with a slash is refused. Where a command takes patterns, * stands \
      for any text and ? for one character. Everywhere, \\* and \\? are these characters themselves, and \
      a suite or key of exactly the name is meant itself.
      """
    ),
    .paragraph(
      """
      The settings of other programs are suites as well: gnome:SCHEMA is a schema of GSettings, or with \
      gnome:SCHEMA:/PATH/ one without a path of its own; kde:FILE is a file of KDE; json:PATH is a JSON file, \
      jsonc:PATH one with comments, and ini:PATH one with sections, in the dialect that the path tells or \
      ini+git:, ini+systemd:, ini+desktop:, ini+kde: or ini+plain: names; code:, codium: and cursor: are the \
      settings of Visual Studio Code, VSCodium and Cursor, or with code@NAME: those of a profile. An edit \
      changes the text of the value and nothing else, and a file that cannot be parsed is never changed. \
      GNOME's locks are in dconf and KDE's in the files for all users; the other programs know none.
      """
    ),
    .paragraph(
      """
      A value is a secret if the schema says so, or if the name of the key or of a member, or a text in \
      the value, looks like one. No command prints a secret, in a message either, unless --secrets asks \
      for it, or the one key to read or to export is named. Without --secrets, no command stores one \
      in a file that every user can read; the editor stores none there.
      """
    ),
    .paragraph(
      """
      For prefs write, everything after the key is the value. For the other commands, -- ends the \
      options, so that the name of a key can begin with a dash. Names, values and paths are UTF-8.
      """
    ),
  ]

  private static let ending: [Part] = [
    .section("ENVIRONMENT"),
    .terms([
      ("XDG_CONFIG_HOME", "The directory of the values, ~/.config by default."),
      ("XDG_STATE_HOME", "The directory of histories and snapshots, ~/.local/state by default."),
      (
        "XDG_DATA_HOME, XDG_DATA_DIRS",
        "The directories in which prefs/schemas contains schemas."
      ),
      ("XDG_CONFIG_DIRS", "The directories of the values for all users, /etc/xdg by default."),
      ("PREFS_SCHEMA_DIR", "Directories that are searched for schemas before all others."),
      (
        "PREFS_SUITE__KEY",
        """
        A value, for programs that run in containers: PREFS_ORG_EXAMPLE_APP__VOLUME is the key volume \
        of the suite org.example.app.
        """
      ),
      ("NO_COLOR", "If it is set, the editor uses no colours unless --color says otherwise."),
      ("TERM", "The type of the terminal, for the editor."),
      (
        "LC_ALL, LC_CTYPE, LANG",
        "The locale. In C, POSIX and those of another encoding than UTF-8, the editor sends only ASCII."
      ),
      (
        "VISUAL, EDITOR",
        """
        The command with which the editor edits a text in another program, on a file in a new \
        directory below XDG_RUNTIME_DIR, TMPDIR or /tmp.
        """
      ),
    ]),
    .section("FILES"),
    .terms([
      ("~/.config/SUITE.plist", "The values of a suite."),
      ("~/.config/prefs.plist", "The settings of the editor."),
      ("~/.config/.GlobalPreferences.plist", "The values for all programs of the user."),
      ("~/.config/ByHost/SUITE..plist", "The values for this host only."),
      ("/usr/local/etc/SUITE.plist, /etc/xdg/SUITE.plist", "Values that an administrator has set."),
      (
        "/etc/prefs/managed/SUITE.plist, /etc/prefs/managed/SUITE.d/*.plist",
        "Values that an administrator has locked."
      ),
      ("/etc/prefs/managed/SUITE.reasons.plist", "The reasons for the locks, by key."),
      ("~/.local/state/prefs/SUITE.history", "The changes that can be undone."),
      (
        "~/.local/state/prefs/SUITE.memory",
        "What the editor keeps: filter, order, cursor, bookmarks, and input that is not saved."
      ),
      ("~/.local/share/prefs/schemas/SUITE.schema.json", "The schema of a suite."),
    ]),
    .paragraph(
      """
      Where a key has several values, a program uses the one that comes first in this order: locked by an \
      administrator, an argument of the program, an environment variable, for this host, the user's own, \
      for all programs of the user, for all users, the program's default. prefs read --layers prints \
      them.
      """
    ),
    .section("LOG"),
    .paragraph(
      """
      With --log, the editor appends a line for each event to a file, which helps to find the cause of a \
      problem: the version, the terminal and the files of the suites; key presses with their actions; \
      the names of keys that are written or changed elsewhere; what each request led to and how long it \
      took; the rows and bytes of each frame; and errors.
      """
    ),
    .paragraph(
      """
      The file has no values and no typed text: a character that is typed into a field or prompt is \
      only counted, and the reason why a value was refused is left out, because it can quote the value. \
      Names of suites, keys, files and users are in it. It is created so that only its owner can read \
      it. If it cannot be opened, the editor is not shown; if it cannot be written later, the editor \
      says so and goes on without it.
      """
    ),
    .section("EXIT STATUS"),
    .terms([
      ("0", "Done."), ("1", "Values are different, or something is not set."),
      ("2", "The arguments cannot be used."), ("3", "A value is not valid."),
      ("4", "A key is locked by an administrator."),
      ("5", "Another program has changed what the command was to change."),
      ("6", "Input or output failed."),
    ]),
    .section("EXAMPLES"),
    .paragraph("Store a value, read it, and take the change back:"),
    .example([
      "prefs write org.example.app volume -float 0.5",
      "prefs read org.example.app volume",
      "prefs undo org.example.app",
    ]),
    .paragraph("Write a value to all suites that have the key, and go back to what was:"),
    .example([
      "prefs write 'org.example.*' proxy http://proxy.example.org",
      "prefs history --since 09:00 'org.example.*'",
      "prefs restore 'org.example.*' --at 09:00 --dry-run",
    ]),
    .paragraph("Print a line for each change, for a script:"),
    .example(["prefs watch org.example.app --json"]),
    .paragraph("Move values to another computer, and see first what would change there:"),
    .example([
      "prefs export org.example.app settings.plist",
      "prefs import org.example.app settings.plist --dry-run",
      "prefs import org.example.app settings.plist",
    ]),
    .paragraph("Save all suites, see later what has changed, and return to them:"),
    .example([
      "prefs snapshot save before",
      "prefs snapshot diff before",
      "prefs snapshot restore before",
    ]),
    .paragraph("As root, lock a key for all users, and copy the values of one user to another:"),
    .example([
      "prefs lock org.example.app telemetry -bool false --reason 'Ask the desk.'",
      "prefs --user ada export org.example.app - | prefs --user bob import org.example.app -",
    ]),
    .section("SEE ALSO"),
    .references(["prefs-apply(5)", "prefs-json(5)", "prefs-schema(5)", "prefs-keys(7)"]),
  ]
}
