import Foundation
import TestSupport
import Testing

@testable import prefs

/// What every command does with a pattern of 60 suites, of which one is damaged, one belongs to another user, and
/// one is locked.
///
/// The table is in the file `PatternTable.txt` beside this one; `UPDATE_SCREENS=1` records it again.
@Suite(.enabled(if: geteuid() == 0, "Only root can become another user."))
struct PatternTableTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("PatternTable.txt")

  /// The commands that users call; those that only root can call begin with `sudo`.
  static let commands = [
    "domains -z", "read 'org.*' proxy", "read --all 'org.*' proxy", "read --layers 'org.*' proxy",
    "read-type 'org.*' proxy", "write 'org.*' proxy new", "write --dry-run 'org.*' proxy new",
    "write --json 'org.*' proxy new", "delete 'org.*' proxy", "delete --dry-run 'org.*' proxy",
    "delete 'org.*'", "rename 'org.*' level volume", "rename 'org.*' proxy server",
    "find proxy 'org.*'",
    "find -z proxy", "export --json 'org.*'", "import 'org.*' $d/values",
    "import --skip-refused 'org.*' $d/values", "copy 'org.*' --to-root $d/to",
    "diff 'org.*' $d/values", "diff 'org.*'", "history 'org.*'", "undo 'org.*'",
    "undo --json 'org.*'", "undo 'org.*' >/dev/null; $u redo 'org.*'",
    "restore 'org.*' --at '1 hour ago'", "describe 'org.*' proxy", "check 'org.*'",
    "check 'org.*' proxy none", "locks 'org.*'", "snapshot save new 'org.*'",
    "snapshot show all 'org.*'",
    "snapshot diff all 'org.*'", "snapshot restore all 'org.*'", "doctor 'org.*'",
    "schema show 'org.*'",
    "schema check 'org.*'", "apply $d/site", "apply --check --json $d/site", "ask 'org.*' proxy",
    "lock 'org.*' proxy x", "sudo lock 'org.*' proxy x", "sudo lock --dry-run 'org.*' level 5",
    "sudo unlock 'org.*' proxy level", "sudo write --system 'org.*' proxy all",
    "sudo export --managed 'org.*'",
    "sudo history --managed 'org.*'", "sudo undo --managed 'org.*'", "sudo read 'org.*' proxy",
  ]

  /// The commands that are not in the table: they open the editor, name no suite, or do not end.
  private static let others: Set = ["edit", "demo", "complete", "manual", "account", "watch"]

  @Test func `the table has every command that can name several suites`() {
    let words = Self.commands.flatMap { $0.split(separator: "; $u ") }.compactMap { command in
      command.split(separator: " ").first { $0 != "sudo" }.map(String.init)
    }
    let all = Set(CommandSuggestion.names(of: Prefs.self)).subtracting(["agent", "fleet"])
    #expect(all.subtracting(words) == Self.others)
    #expect(Set(words).subtracting(all) == ["read-type"])
  }

  /// The sections of the table, by their first lines.
  private static let recorded: [String: String] = {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let sections = text.components(separatedBy: "\n\n").map { section in
      (String(section.prefix { $0 != "\n" }), section.trimmingCharacters(in: .newlines))
    }
    return Dictionary(sections) { $1 }
  }()

  /// Makes the suites of the user 4711; `$u` runs the tool as that user, and `$r` as root.
  private static let preparation = """
    umask 022; chmod 755 $XDG_CONFIG_HOME; d=$XDG_CONFIG_HOME/files; mkdir $d
    i=$XDG_CONFIG_HOME/image; h=$i$XDG_CONFIG_HOME; s=$i$XDG_STATE_HOME; t=$i$XDG_DATA_HOME/prefs/schemas
    mkdir -p $h $s $t $i/etc/prefs/managed
    for n in $(seq -w 1 60); do
      printf '<plist version="1.0"><dict><key>proxy</key><string>p</string>%s</dict></plist>' \
        '<key>level</key><integer>5</integer>' >$h/org.n$n.plist
    done
    for n in 01 02 07 13 21; do
      printf '{"x-format": 1, "x-suite": "org.n%s", "properties": {"proxy": {"type": "string"},
        "level": {"type": "integer", "maximum": 9}}}' $n >$t/org.n$n.schema.json
    done
    seq -f '"org.n%02g": {"proxy": "imported"}' 60 | paste -sd, | sed 's/.*/{&}/' >$d/values
    seq -f '"org.n%02g": {"values": {"proxy": "declared"}}' 5 25 | paste -sd, \
      | sed 's/.*/{"suites": {&}}/' >$d/site
    mkdir $d/to; chown -R 4711:4712 $h $s $d
    r="$p --root $i"; u="setpriv --reuid 4711 --regid 4712 --clear-groups $r"
    $u write 'org.*' proxy first; $u snapshot save all
    echo broken >$h/org.n07.plist; chown root $h/org.n13.plist; chmod 600 $h/org.n13.plist
    $r lock org.n21 proxy locked --reason 'Ask the desk.'
    contents() { (cd $h; sha256sum *.plist; cd $i/etc; find . -name '*.plist' | sort | xargs sha256sum); }
    contents >$d/before
    """

  /// Runs a command, and returns its section of the table.
  private static func section(_ command: String) throws -> String {
    let tool = try Tool()
    let isRoots = command.hasPrefix("sudo ")
    let arguments = command.dropFirst(isRoots ? 5 : 0)
    let script = """
      p=\(tool.program)
      { \(preparation)
      } >/dev/null 2>&1
      \(isRoots ? "$r" : "$u") \(arguments) </dev/null >$d/out 2>$d/err; echo "  status $?"
      tr '\\0\\n' '\\n ' <$d/out >$d/entries
      case "\(arguments)" in *-z*) ;; *) cp $d/out $d/entries ;; esac
      [ -s $d/entries ] && echo "  prints $(wc -l <$d/entries) lines: $(head -n 1 $d/entries)"
      head -n 5 $d/err | sed 's/^/  says /'
      [ $(wc -l <$d/err) -gt 5 ] && echo "  says $(wc -l <$d/err) lines"
      contents | diff $d/before - | sed -n 's/^[<>] *[0-9a-f]*  //p' | sort -u >$d/changed
      [ -s $d/changed ] && echo "  changes $(wc -l <$d/changed) files: $(head -n 1 $d/changed)"
      contents | sort | comm -12 - <(sort $d/before) | sed 's/^[0-9a-f]*  /  keeps /' | sort >$d/kept
      [ -s $d/changed ] && [ $(wc -l <$d/kept) -lt 9 ] && cat $d/kept
      true
      """
    let result = try Program.run(["bash", "-c", script], environment: tool.environment)
    let home = tool.home.path
    let text = result.output.replacing(tool.image.path + home, with: "~/.config")
      .replacing(tool.image.path, with: "IMAGE").replacing(home, with: "~/.config")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]+/, with: "TIME")
      .replacing(/\[[0-9]+\]/, with: "[PROCESS]")
    return "\(command)\n" + text.trimmingCharacters(in: .newlines)
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["UPDATE_SCREENS"] == nil),
    arguments: Thorough.sample(commands, every: 12)
  )
  func `a command does with each suite what the table says`(command: String) throws {
    #expect(try Self.section(command) == Self.recorded[command])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_SCREENS"] != nil))
  func `the table is recorded`() throws {
    let sections = try Self.commands.map(Self.section)
    try Data((sections.joined(separator: "\n\n") + "\n").utf8).write(to: Self.file)
  }
}
