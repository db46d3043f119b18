extension ManualPage {
  /// prefs-apply(5), the files that `prefs apply` reads.
  static let apply = ManualPage(
    name: "prefs-apply",
    number: 5,
    abstract: "files that declare values and locks of many suites",
    parts: applyIntroduction + applyMembers + applyChanges
  )

  private static let applyIntroduction: [Part] = [
    .section("DESCRIPTION"),
    .paragraph(
      """
      prefs apply gives suites the values and locks that one or more files declare. A file is JSON or \
      a property list. In JSON, types that JSON lacks are written with tags, as prefs export --json \
      writes them. prefs apply --print-schema prints the JSON Schema of the files; a property list \
      has the same structure.
      """
    ),
    .section("EXAMPLES"),
    .paragraph(
      "A file, a line for cron, a unit for systemd and a playbook for Ansible are in "
        + "/usr/share/doc/prefs/examples."
    ),
    .example([
      "{",
      "  \"suites\": {",
      "    \"org.example.app\": {",
      "      \"values\": { \"quality\": 0.8, \"opened\": { \"$date\": \"2026-03-14T09:26:53Z\" } },",
      "      \"absent\": [\"oldName\"],",
      "      \"locks\": { \"telemetry\": { \"value\": false, \"reason\": \"Ask the desk.\" } },",
      "      \"unlocked\": [\"theme\"]",
      "    }",
      "  }",
      "}",
    ]),
  ]

  private static let applyMembers: [Part] = [
    .section("MEMBERS OF A SUITE"),
    .paragraph("All members may be left out. Keys that are not mentioned stay as they are."),
    .terms([
      ("values", "The values of the suite's own file, by key."),
      ("absent", "The keys without a value in that file."),
      (
        "locks",
        "The values that users cannot change, by key, each with a value and, if wanted, a reason."
      ),
      ("unlocked", "The keys that are not locked."),
    ]),
    .paragraph(
      """
      A key may be in only one of values, absent and locks, because a lock hides the user's value. \
      Several files may declare the same suite, and the same key if they agree. A number has the \
      form that the schema of the suite declares: 2 for a key of real numbers is stored as 2.0.
      """
    ),
  ]

  private static let applyChanges: [Part] = [
    .section("WHAT IS CHANGED, AND WHEN"),
    .paragraph(
      """
      All files are checked before anything is changed: their structure, the names of the suites, \
      the types and limits of the schemas, and keys that are locked already. A message names the \
      file, in JSON with line and column, the suite and the key.
      """
    ),
    .paragraph(
      """
      Locks are changed first, as root, then the values, as the user who owns them. Each file changes \
      in one step. So if prefs apply is killed, the values of each suite are those from before or \
      those that are declared, and so are its locks; the reason of a lock may be missing. Another run \
      completes the rest. A run that finds nothing to change writes nothing. prefs undo takes back \
      the values of a suite, but not its locks.
      """
    ),
    .paragraph(
      """
      With --prune, stored values that are not declared are removed from a suite that has the member \
      values, even an empty one, and locks from a suite that has the member locks. Values that look \
      like secrets, values of locked keys, and locks in the directory SUITE.d are not removed.
      """
    ),
    .paragraph(
      """
      Every user can read locks, and the values that --system stores. So secrets among them are refused, \
      unless --secrets stores them all the same.
      """
    ),
    .section("SEE ALSO"),
    .references(["prefs(1)", "prefs-schema(5)"]),
  ]
}
