import Foundation
import TestSupport
import Testing

/// The exit status of every command in every situation that has one of its own.
///
/// The rows are run with the built tool in a directory with these suites: `plain` stores `k` and `l`;
/// `declared` stores a valid value and `invalid` a value that its schema refuses; `broken` is not a
/// property list.
struct ExitStatusTests {
  struct Row: CustomTestStringConvertible, Sendable {
    /// The command with the names of its parents.
    let command: String
    /// What is special about the call.
    let situation: String
    /// The exit status.
    let status: Int32
    /// The arguments and redirections after the command, as the shell reads them.
    let arguments: String
    /// Commands of the shell before it; `$p` is the tool and `$d` a directory.
    let preparation: String

    init(
      _ command: String,
      _ situation: String,
      _ status: Int32,
      _ arguments: String = "",
      after preparation: String = ""
    ) {
      self.command = command
      self.situation = situation
      self.status = status
      self.arguments = arguments
      self.preparation = preparation
    }

    var testDescription: String { "\(command), \(situation): \(status)" }
  }

  /// An edit, and one by a program that keeps no history.
  private static let changedElsewhere = """
    $p write plain k -int 2
    printf '<plist version="1.0"><dict><key>k</key><integer>9</integer></dict></plist>' >$h/plain.plist
    """
  private static let opaque = """
    printf '<plist version="1.0"><dict><key>k</key><set/></dict></plist>' >$h/plain.plist
    python3 -c 'import plistlib,sys; b=bytearray(plistlib.dumps({"k": [1]}, fmt=plistlib.FMT_BINARY)); i=b.index(0xa1); b[i]=0xc1; open(sys.argv[1],"wb").write(b)' $h/plain.plist
    """
  private static let saved = "$p snapshot save saved plain declared"
  private static let imported = #"echo '{"k": 5}' >$d/in"#
  // Written without prefs, which would refuse them there as well.
  private static let unfit =
    "mkdir $d/to; h=$d/to suite declared '<key>level</key><integer>50</integer>'"
  private static let unlocked =
    "mkdir $d/to; h=$d/to suite locked '<key>k</key><integer>5</integer>'"
  private static let refused = #"echo '{"level": 50}' >$d/in"#

  private static let values = [
    Row("read", "a value", 0, "plain k"), Row("read", "no value", 1, "plain none"),
    Row("read", "no suite", 1, "none"), Row("read", "nothing matches", 1, "'no*'"),
    Row("read", "not a property list", 6, "broken"), Row("read", "no room", 6, "plain >/dev/full"),
    Row("read", "a name that is none", 2, "$'a\\nb'"),
    Row("read", "a schema that is none", 3, "--schema $d/in plain", after: "echo x >$d/in"),
    Row("read", "a type", 0, "--type plain k"), Row("read", "no type", 1, "--type plain none"),
    Row("read", "a type in no property list", 6, "--type broken k"),
    Row("domains", "some suites", 0), Row("domains", "no room", 6, ">/dev/full"),
    Row("find", "found", 0, "k plain"), Row("find", "not found", 1, "zzz plain"),
    Row("find", "one suite cannot be read", 6, "k"),
    Row("describe", "a key", 0, "declared level"), Row("describe", "no key", 1, "declared none"),
    Row("describe", "not a property list", 6, "broken"),
    Row("check", "valid", 0, "declared"), Row("check", "no schema", 1, "plain"),
    Row("check", "an invalid value", 3, "invalid"),
    Row("check", "not a property list", 6, "broken"),
    Row("export", "values", 0, "plain $d/out"), Row("export", "no values", 1, "none"),
    Row("export", "no directory can be made", 6, "plain $h/plain.plist/out"),
    Row("export", "two forms", 2, "--json --plist plain"),
    Row("diff", "nothing differs", 0, "declared"),
    Row("diff", "a difference", 1, "plain --suite declared"),
    Row("diff", "a time that is none", 2, "plain --at soon"),
    Row("diff", "no file", 6, "plain $d/none"),
    Row("diff", "a file that is none", 3, "plain $d/in", after: "echo '[1]' >$d/in"),
    Row("watch", "no output", 6, "plain >&-"),
  ]

  private static let changes = [
    Row("write", "stored", 0, "plain k v"), Row("write", "no value", 2, "plain k"),
    Row("write", "a value that does not fit", 3, "declared level 50"),
    Row("write", "nothing to add to", 3, "plain k -array-add x"),
    Row("write", "a value that cannot be shown", 5, "plain k v", after: opaque),
    Row("write", "no directory can be made", 6, "$h/plain.plist/x k v"),
    Row("delete", "removed", 0, "plain k"), Row("delete", "no value", 1, "plain none"),
    Row("delete", "nothing matches", 1, "'no*'"),
    Row("delete", "a dry run", 0, "plain k --dry-run"),
    Row("delete", "a value that cannot be shown", 5, "plain", after: opaque),
    Row("delete", "not a property list", 6, "broken"),
    Row("delete", "removed from every file", 0, "--every-file plain"),
    Row("delete", "no value in any file", 1, "--every-file plain none"),
    Row("delete", "every file, one not a property list", 6, "--every-file broken"),
    Row("rename", "moved", 0, "plain k n"), Row("rename", "no value", 1, "plain none n"),
    Row("rename", "one name", 2, "plain k"),
    Row("rename", "a value that does not fit", 3, "invalid other level"),
    Row("rename", "not a property list", 6, "broken a b"),
    Row("import", "stored", 0, "plain $d/in", after: imported),
    Row("import", "a value that does not fit", 3, "declared $d/in", after: refused),
    Row("import", "that in a dry run", 3, "declared $d/in --dry-run", after: refused),
    Row("import", "a file that is none", 3, "plain $d/in", after: "echo '[1]' >$d/in"),
    Row(
      "import",
      "a value that cannot be shown",
      5,
      "plain $d/in",
      after: opaque + "\n" + imported
    ),
    Row("import", "no file", 6, "plain $d/none"),
    Row("copy", "copied", 0, "plain --to-config-home $d/to"),
    Row("copy", "nothing to copy", 1, "none --to-config-home $d/to"),
    Row("copy", "to where it is", 2, "plain"),
    Row("copy", "a value that does not fit", 3, "declared --from-config-home $d/to", after: unfit),
    Row("copy", "not a property list", 6, "broken --to-config-home $d/to"),
    Row("history", "changes", 0, "plain", after: "$p write plain k 3"),
    Row("history", "no changes", 1, "plain"),
    Row("history", "a number that is none", 2, "plain --limit 0"),
    Row("history", "a time that is none", 2, "plain --since soon"),
    Row("history", "no room", 6, "plain >/dev/full", after: "$p write plain k 3"),
    Row("restore", "restored", 0, "plain --at now", after: "$p write plain k 3"),
    Row("restore", "nothing remembered", 1, "plain --at now"),
    Row("restore", "a time to come", 2, "plain --at 9999-01-01"),
    Row("restore", "not a property list", 6, "broken --at now"),
    Row("undo", "undone", 0, "plain", after: "$p write plain k 3"),
    Row("undo", "nothing to undo", 1, "plain"),
    Row("undo", "changed since", 5, "plain", after: changedElsewhere),
    Row("undo", "not a property list", 6, "broken"),
    Row("redo", "redone", 0, "plain", after: "$p write plain k 3; $p undo plain"),
    Row("redo", "nothing to redo", 1, "plain"),
    Row(
      "redo",
      "changed since",
      5,
      "plain",
      after: "$p write plain k 3; $p undo plain\n" + elsewhere
    ),
    Row("redo", "not a property list", 6, "broken"),
  ]

  private static let declared = #"echo '{"suites": {"plain": {"values": {"k": 5}}}}' >$d/in"#
  private static let refusedDeclaration =
    #"echo '{"suites": {"declared": {"values": {"level": 50}}}}' >$d/in"#
  private static let image = "mkdir $d/image"
  private static let lockedImage = "mkdir $d/image; $p lock --root $d/image plain k -int 5"

  private static let administration = [
    Row("apply", "changed", 0, "$d/in", after: declared),
    Row("apply", "nothing to change", 0, "--check $d/in", after: declared + "; $p apply $d/in"),
    Row("apply", "something would change", 1, "--check $d/in", after: declared),
    Row("apply", "a value that does not fit", 3, "$d/in", after: refusedDeclaration),
    Row("apply", "a file that is none", 3, "$d/in", after: "echo '[1]' >$d/in"),
    Row("apply", "no file", 6, "$d/none"), Row("apply", "no name", 2),
    Row("lock", "locked", 0, "--root $d/image plain k -int 5", after: image),
    Row("lock", "no key", 2, "plain"),
    Row(
      "lock",
      "a value that does not fit",
      3,
      "--root $d/image --schema $t/declared.schema.json declared level 50",
      after: image
    ),
    Row("unlock", "unlocked", 0, "--root $d/image plain k", after: lockedImage),
    Row("unlock", "not locked", 1, "--root $d/image plain k", after: image),
    Row("unlock", "no key", 2, "plain"),
    Row("locks", "locked", 0, "--root $d/image", after: lockedImage),
    Row("locks", "not locked", 1, "--root $d/image plain l", after: lockedImage),
    Row("complete", "candidates", 0, "fish -- re"), Row("complete", "no shell", 2, "none"),
    Row("account", "values", 0, "plain </dev/null"), Row("account", "no suite", 2, "</dev/null"),
    Row("manual", "a table", 0, "options"), Row("manual", "no table", 2, "none"),
    Row("manual", "no room", 6, "options >/dev/full"),
  ]

  private static let elsewhere =
    #"printf '<plist version="1.0"><dict><key>k</key><integer>9</integer></dict></plist>' >$h/plain.plist"#

  private static let groups = [
    Row("snapshot save", "saved", 0, "new plain"),
    Row("snapshot save", "no suite", 1, "new", after: "rm $h/*"),
    Row("snapshot save", "a name that is none", 2, "a/b"),
    Row("snapshot save", "the name is taken", 5, "saved", after: saved),
    Row("snapshot save", "not a property list", 6, "new broken"),
    Row("snapshot list", "listed", 0),
    Row("snapshot list", "no room", 6, ">/dev/full", after: saved),
    Row("snapshot show", "shown", 0, "saved", after: saved),
    Row("snapshot show", "no snapshot", 1, "none"),
    Row(
      "snapshot show",
      "a damaged file",
      6,
      "saved",
      after: saved + "; echo x >$s/prefs/snapshots/saved.json"
    ),
    Row("snapshot diff", "nothing differs", 0, "saved", after: saved),
    Row("snapshot diff", "a difference", 1, "saved", after: saved + "; $p write plain n 1"),
    Row(
      "snapshot diff",
      "a suite cannot be read",
      6,
      "saved",
      after: saved + "; echo x >$h/plain.plist"
    ),
    Row("snapshot restore", "restored", 0, "saved", after: saved),
    Row("snapshot restore", "no snapshot", 1, "none"),
    Row(
      "snapshot restore",
      "a value that does not fit",
      3,
      "bad",
      after: "$p snapshot save bad invalid; $p delete invalid level"
    ),
    Row(
      "snapshot restore",
      "a value that cannot be shown",
      5,
      "saved",
      after: saved + "\n" + opaque
    ),
    Row(
      "snapshot restore",
      "a suite cannot be read",
      6,
      "saved",
      after: saved + "; echo x >$h/plain.plist"
    ),
    Row("snapshot delete", "removed", 0, "saved", after: saved),
    Row("snapshot delete", "no snapshot", 1, "none"),
    Row("ask", "an answer", 0, "plain k <<<5"), Row("ask", "no input", 1, "plain k </dev/null"),
    Row("ask", "no key", 1, "declared none <<<5"), Row("ask", "no name of a key", 2, "plain <<<5"),
    Row("ask", "an answer that does not fit", 3, "declared level <<<50"),
    Row("ask", "a value that cannot be shown", 5, "plain k <<<5", after: opaque),
    Row("ask", "not a property list", 6, "broken k <<<5"),
    Row("doctor", "nothing is wrong", 0, "plain declared"), Row("doctor", "damaged", 1, "broken"),
    Row("doctor", "all is fixed", 0, "plain --fix", after: "chmod 666 $h/plain.plist"),
    Row("doctor", "no room", 6, "plain broken >/dev/full"),
    Row("schema show", "shown", 0, "declared"), Row("schema show", "no schema", 1, "none"),
    Row("schema show", "no room", 6, "declared >/dev/full"),
    Row("schema check", "no errors", 0, "declared"),
    Row("schema check", "errors", 3, "$d/in", after: "echo x >$d/in"),
    Row("schema check", "no file", 6, "$d/none"),
    Row("schema show", "a document", 0, "--json declared"),
    Row("schema show", "no document", 1, "--json none"),
    Row("schema show", "no room for a document", 6, "--json declared >/dev/full"),
    Row("schema convert", "converted", 0, "$t/declared.schema.json"),
    Row("schema convert", "not a schema", 3, "$d/in", after: "echo x >$d/in"),
    Row("schema convert", "no file", 6, "$d/none"),
    Row("edit", "the list of keys", 0, "--list-keys"),
    Row("edit", "no terminal", 2, "plain </dev/null >/dev/null"),
    Row("edit", "a key that is none", 2, "--bind reset=NoKey"),
    Row("demo", "the list of keys", 0, "--list-keys"),
    Row("demo", "no terminal", 2, "</dev/null >/dev/null"),
  ]

  /// The calls with a key that an administrator has locked.
  private static let locked = [
    Row("ask", "locked", 4, "locked k <<<5"), Row("write", "locked", 4, "locked k 2"),
    Row("delete", "locked", 4, "locked k"),
    Row("delete", "locked, by pattern", 4, "'lock*' k"),
    Row("delete", "locked, a dry run", 4, "locked --dry-run"),
    Row("delete", "locked in one file", 4, "--every-file locked"),
    Row("rename", "locked", 4, "locked k n"),
    Row("import", "locked", 4, "locked $d/in", after: imported),
    Row("copy", "locked", 4, "locked --from-config-home $d/to", after: unlocked),
    Row("import", "locked, a dry run", 4, "locked $d/in --dry-run", after: imported),
    Row("undo", "locked", 4, "locked"),
    Row("snapshot restore", "locked", 4, "held"),
  ]

  /// Runs a row with the command `wrapper`, after the commands of the shell in `before`.
  private func run(
    _ row: Row,
    before: String = "",
    in wrapper: [String] = []
  ) throws -> Program.Result {
    let tool = try Tool()
    for suite in ["declared", "invalid"] {
      try tool.publish(
        """
        {"x-format": 1, "x-suite": "\(suite)", "additionalProperties": true,
         "properties": {"level": {"type": "integer", "maximum": 10, "default": 5}}}
        """,
        forSuite: suite
      )
    }
    let script = """
      p=\(tool.program); h=$XDG_CONFIG_HOME; s=$XDG_STATE_HOME; t=$XDG_DATA_HOME/prefs/schemas
      d=$h/files; mkdir $d
      suite() { printf '<plist version="1.0"><dict>%s</dict></plist>' "$2" >$h/$1.plist; }
      suite plain '<key>k</key><integer>1</integer><key>l</key><string>x</string>'
      suite locked '<key>k</key><integer>1</integer>'
      suite declared '<key>level</key><integer>5</integer>'
      suite invalid '<key>level</key><integer>50</integer><key>other</key><string>x</string>'
      echo x >$h/broken.plist
      \(before)
      { \(row.preparation.isEmpty ? "true" : row.preparation)
      } >/dev/null 2>&1
      $p \(row.command) \(row.arguments)
      """
    return try Program.run(wrapper + ["bash", "-c", script], environment: tool.environment)
  }

  @Test(.thorough, arguments: Thorough.sample(values + changes + groups + administration, every: 5))
  func `every command ends with the status of its situation`(row: Row) throws {
    let result = try run(row)
    #expect(result.status == row.status, "\(result.complaint)")
    // Whoever reads the status alone misses nothing, and whoever reads the message learns why.
    let isTold = row.status < 2 || !result.complaint.isEmpty || !result.output.isEmpty
    #expect(isTold)
  }

  @Test(
    .enabled(if: geteuid() == 0, "Only root may mount."),
    arguments: Thorough.sample(locked, every: 4)
  )
  func `a locked key ends every command that would change it`(row: Row) throws {
    let lock = """
      $p write locked k -int 5; $p snapshot save held locked >/dev/null 2>&1; $p write locked k -int 6
      mount -t tmpfs none /mnt; cp -a /etc/. /mnt; mount --bind /mnt /etc; mkdir -p /etc/prefs/managed
      printf '<plist version="1.0"><dict><key>k</key><integer>1</integer></dict></plist>' \
        >/etc/prefs/managed/locked.plist
      """
    let result = try run(row, before: lock, in: ["unshare", "--mount"])
    #expect(result.status == row.status, "\(result.complaint)")
  }

  /// The tool's own description of its commands.
  private struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?

    func leaves(_ path: [String] = []) -> [String] {
      guard let subcommands, !subcommands.isEmpty else { return [path.joined(separator: " ")] }
      return subcommands.flatMap { $0.leaves(path + [$0.commandName]) }
    }
  }
  private struct Description: Decodable { var command: Command }

  @Test(.thorough) func `the table has every command, and each refuses an unknown option`() throws {
    let tool = try Tool()
    let dump = try tool.run("--experimental-dump-help").output
    let command = try JSONDecoder().decode(Description.self, from: Data(dump.utf8)).command
    let commands = command.leaves().filter { $0 != "help" }
    let rows = Self.values + Self.changes + Self.groups + Self.administration
    #expect(Set(rows.map(\.command)) == Set(commands))
    for command in commands {
      // A watch ends only when something fails.
      let isEndless = command == "watch"
      #expect(rows.contains { $0.command == command && $0.status == 0 } || isEndless, "\(command)")
      #expect(rows.contains { $0.command == command && $0.status > 0 }, "\(command)")
    }
    for command in Thorough.sample(commands, every: 4) {
      let words = command.split(separator: " ").map(String.init)
      #expect(try tool.run(words + ["--nonsense"]).status == 2)
    }
  }
}
