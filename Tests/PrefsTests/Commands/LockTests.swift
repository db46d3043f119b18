import Foundation
import TestSupport
import Testing

/// The tool among an administrator's files, in a mount namespace in which `/etc` is a copy.
///
/// The directory of locked values is fixed, so nothing short of this can move it. It takes root.
@Suite(.enabled(if: geteuid() == 0, "Only root may mount."))
struct LockTests {
  private static let lock = "/etc/prefs/managed/org.example.sketchbook.plist"

  /// Runs the tool where a suite's quality is locked at 0.9.
  private func run(
    _ tool: Tool,
    _ arguments: String,
    after preparation: String = "true"
  ) throws -> Program.Result {
    let script = """
      set -e
      mount -t tmpfs none /mnt
      cp -a /etc/. /mnt
      mount --bind /mnt /etc
      mkdir -p /etc/prefs/managed
      printf '<plist version="1.0"><dict><key>quality</key><real>0.9</real></dict></plist>' \
        >\(Self.lock)
      printf '<plist version="1.0"><dict><key>quality</key><string>Ask the desk.</string></dict></plist>' \
        >/etc/prefs/managed/org.example.sketchbook.reasons.plist
      \(preparation)
      exec \(tool.program) \(arguments)
      """
    return try Program.run(
      ["unshare", "--mount", "sh", "-c", script],
      environment: tool.environment
    )
  }

  @Test(arguments: [
    "write org.example.sketchbook quality 0.3", "delete org.example.sketchbook quality",
    "delete org.example.sketchbook",
  ])
  func `a locked key is not written, and the file that locks it is named`(
    arguments: String
  ) throws {
    let tool = try Tool()
    #expect(try tool.run("write", Tool.suite, "quality", "0.5").status == 0)
    let result = try run(tool, arguments)
    #expect(result.status == 4)
    #expect(
      result.complaint
        == "prefs: \"quality\" is locked by \"\(Self.lock)\": Ask the desk. Nothing was changed.\n"
    )
    #expect(try tool.json("quality") == "0.5")
  }

  @Test func `a lock that root sets for a user is in the history of root`() throws {
    let tool = try Tool()
    let lock = "\(tool.program) --user daemon lock org.example.app theme dark --reason r"
    let history = try run(tool, "history org.example.app", after: lock)
    #expect(history.output.contains("theme: locked"), "\(history.output)\(history.complaint)")
    let locks = try run(tool, "locks org.example.app --json", after: lock)
    #expect(locks.output.contains("\"actor\" : \"root\""), "\(locks.output)")
  }

  @Test func `a lock does not publish what the user cannot read`() throws {
    let tool = try Tool()
    let home = "/usr/sbin/.config"
    let prepare = """
      mount -t tmpfs none /usr/sbin
      mkdir \(home)
      printf '<plist version="1.0"><dict><key>k</key><string>hidden</string></dict></plist>' \
        >\(home)/org.example.app.plist
      chmod 600 \(home)/org.example.app.plist
      chown -R daemon \(home)
      """
    let allowed = try run(tool, "--user daemon lock org.example.app k", after: prepare)
    #expect(allowed.output.contains("\"hidden\""), "\(allowed.complaint)")
    let others = prepare + "\nchown bin \(home)/org.example.app.plist"
    let refused = try run(tool, "--user daemon lock org.example.app k", after: others)
    #expect(refused.status == 6)
    #expect(refused.complaint.contains("cannot be read by daemon"), "\(refused.complaint)")
    #expect(!refused.output.contains("hidden"))
  }

  @Test(.thorough, arguments: ["", " --dry-run", " --dry-run --json"])
  func `an import with a locked key changes nothing and names the reason`(option: String) throws {
    let tool = try Tool()
    #expect(try tool.run("write", Tool.suite, "author", "Ada").status == 0)
    let wanted = tool.home.path + "/wanted.json"
    try Data(#"{"author": "Zoë", "quality": 0.3}"#.utf8).write(to: URL(fileURLWithPath: wanted))
    let result = try run(tool, "import \(Tool.suite) \(wanted)\(option)")
    #expect(result.status == 4)
    #expect((result.output + result.complaint).contains("Ask the desk"))
    #expect(try tool.json("author") == "\"Ada\"")
    #expect(try run(tool, "import \(Tool.suite) \(wanted) author").status == 0)
    #expect(try tool.json("author") == "\"Zoë\"")
  }

  @Test func `a description names the lock and its reason`() throws {
    let text = try run(Tool(), "describe \(Tool.suite) quality")
    let lines = """
            Now         0.9 (managed, "\(Self.lock)")
            Locked by   "\(Self.lock)": Ask the desk.

      """
    #expect(text.output.contains(lines), "\(text.output)")
    let json = try run(Tool(), "describe \(Tool.suite) quality --json").output
    #expect(json.contains("\"reason\" : \"Ask the desk.\""))
  }

  @Test(arguments: [
    "rename \(Tool.suite) quality other", "-currentHost write \(Tool.suite) quality 0.3",
    "delete-all \(Tool.suite)",
  ])
  func `no other command changes a locked key`(arguments: String) throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "quality", "0.5")
    #expect(try run(tool, arguments).status == 4)
    #expect(try tool.json("quality") == "0.5")
    #expect(try tool.run("-currentHost", "read", Tool.suite).status == 1)
  }

  @Test(
    .thorough,
    arguments: [
      ("chmod 777 /etc/prefs", "/etc/prefs"),
      (
        "chmod 777 /etc/prefs; mv /etc/prefs/managed /etc/prefs/gone; mkdir /etc/prefs/managed",
        "/etc/prefs"
      ),
      ("chown 1234 /etc/prefs/managed", "/etc/prefs/managed"),
      ("chmod go+w \(lock)", lock),
      ("echo garbage >\(lock)", lock),
    ]
  )
  func `locks that cannot be trusted or read refuse all writes, and reads say so`(
    preparation: String,
    path: String
  ) throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "author", "Ada")
    let write = try run(tool, "write org.example.sketchbook author Bob", after: preparation)
    #expect(write.status == 4)
    #expect(write.complaint.contains("\"author\" is locked by \"\(path)\": it "))
    let read = try run(tool, "read org.example.sketchbook author", after: preparation)
    #expect(read.status == 0)
    #expect(read.output == "Ada\n")
    #expect(read.complaint.contains("All keys of org.example.sketchbook are locked by \"\(path)\""))
    #expect(try tool.json("author") == "\"Ada\"")
  }

  @Test func `other keys of the suite may be written`() throws {
    let tool = try Tool()
    #expect(try run(tool, "write org.example.sketchbook author Ada").status == 0)
    #expect(try tool.json("author") == "\"Ada\"")
  }

  @Test func `every layer is printed with its file, the winner first`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "quality", "0.5")
    let result = try run(tool, "read org.example.sketchbook quality --layers")
    #expect(
      result.output == """
        quality  (locked: Ask the desk.)
          * managed    0.9  \(Self.lock)
            user       0.5  \(tool.file.path)
            registered 0.8

        """
    )
    #expect(try run(tool, "read org.example.sketchbook quality --all").output == "0.9\n")
    #expect(try run(tool, "read org.example.sketchbook quality").output == "0.5\n")
  }

  @Test func `locks are in the history, and taken back with it`() throws {
    let tool = try Tool()
    let p = tool.program
    let script = """
      ( $p lock $s author Ada --reason desk; $p unlock $s quality; \
        $p history $s --since "1 hour ago"; echo; $p undo --managed $s; $p undo --managed $s; \
        $p locks ) >$TMPDIR/log 2>&1; cat $TMPDIR/log; true
      """
    let directory = try TemporaryDirectory()
    let commands = script.replacing("$p", with: p).replacing("$s", with: Tool.suite)
      .replacing("$TMPDIR", with: directory.path)
    let result = try run(tool, "domains", after: commands)
    let parts = result.output.components(separatedBy: "\n\n")
    let history = parts[0].split(separator: "\n").filter { $0.hasPrefix(" ") }.map(String.init)
    #expect(history == ["  quality: unlocked", "  author: locked: unset → \"Ada\""], "\(result)")
    #expect(parts[0].contains("prefs unlock") && parts[0].contains("] (managed)"), "\(result)")
    let lines = parts.dropFirst().joined().split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast(2) == ["quality: unset → 0.9", "author: \"Ada\" → unset"],
      "\(result)"
    )
    // Who has locked a key, and when, is in the list.
    let list = lines.suffix(2).map { $0.split(separator: " ").map(String.init) }
    #expect(list[0].suffix(2) == ["locked", "by"] && list[1].last == "root", "\(result)")
    #expect(
      list[1].prefix(7) == [Tool.suite, "quality", "0.9", "Ask", "the", "desk.", Self.lock],
      "\(result)"
    )
  }

  /// Runs a script with `$p` for the tool, `$s` for the suite, and `$d` for a directory.
  private func run(_ tool: Tool, after script: String) throws -> Program.Result {
    let directory = try TemporaryDirectory()
    let commands = script.replacing("$p", with: tool.program).replacing("$s", with: Tool.suite)
    return try run(tool, "domains", after: commands.replacing("$d", with: directory.path))
  }

  @Test func `a lock that is taken back or made again has the reason of its value`() throws {
    let tool = try Tool()
    let commands = """
      $p lock $s theme dark --reason first; $p lock $s theme light --reason second
      ( for x in undo redo undo undo redo; do \
        $p $x --managed $s >/dev/null; $p locks $s theme --json || true; done ) >$d/log 2>&1; cat $d/log; true
      """
    let result = try run(tool, after: commands)
    let reasons = result.output.matches(of: /"reason" : "(.*)"|\[\]/).map { $0.1.map(String.init) }
    #expect(reasons == ["first", "second", "first", nil, "first"], "\(result)")
  }

  @Test func `a reason that was removed does not come back with an older value`() throws {
    let tool = try Tool()
    // Removed by itself, or left out when the same value was locked again.
    for removal in ["lock $s theme dark --reason ''", "unlock $s theme; $p lock $s theme dark"] {
      let commands = """
        $p lock $s theme dark --reason old; $p \(removal); $p lock $s theme light --reason new
        ( for x in undo redo undo; do $p $x --managed $s; $p locks $s theme --json; done ) >$d/log 2>&1
        cat $d/log; true
        """
      let result = try run(tool, after: commands)
      let reasons = result.output.matches(of: /"reason" : "(.*)"/).map { String($0.1) }
      #expect(reasons == ["new"], "\(removal): \(result)")
      #expect(result.output.contains("locked without a reason") == false, "\(result)")
    }
  }

  @Test func `to forget a lock removes its values also beside its reasons`() throws {
    let tool = try Tool()
    let commands = """
      h=${XDG_STATE_HOME:-$HOME/.local/state}; $p lock $s theme midnight --reason first
      ( grep -rl midnight $h | wc -l; $p history $s --managed --forget theme; \
        grep -rl midnight $h | wc -l ) >$d/log 2>&1; cat $d/log; true
      """
    let result = try run(tool, after: commands)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "1", "\(result)")
    #expect(lines.dropFirst(2).first == "0", "\(result)")
  }

  @Test func `the changes of a suite in all its files are one list, the latest first`() throws {
    let tool = try Tool()
    let script = """
      $p lock $s author Ada; $p write $s fontSize 9; $p lock $s author Bob
      """
    let commands = script.replacing("$p", with: tool.program).replacing("$s", with: Tool.suite)
    let result = try run(tool, "history \(Tool.suite)", after: commands)
    let changes = result.output.split(separator: "\n").filter { $0.hasPrefix(" ") }
      .map { $0.split(separator: " ").last.map(String.init) }
    #expect(changes == ["\"Bob\"", "\"9\"", "\"Ada\""], "\(result)")
  }

  @Test func `the log of the system tells who locks what`() throws {
    let tool = try Tool()
    let directory = try TemporaryDirectory()
    let reader = """
      import socket, sys
      log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      log.bind("/dev/log")
      with open(sys.argv[1], "w") as file:
          for _ in range(6):
              file.write(log.recv(4096).decode() + "\\n")
              file.flush()
      """
    let script = """
      mount -t tmpfs none /dev
      mknod -m 666 /dev/null c 1 3
      mknod -m 666 /dev/urandom c 1 9
      python3 -c '\(reader)' \(directory.path)/log &
      while ! [ -S /dev/log ]; do sleep 0.01; done
      export SUDO_USER=ada
      $p lock $s author Ada --reason desk
      $p lock $s apiToken 1234567890abcdef --secrets
      $p unlock $s author
      $p undo --managed $s
      $p write --managed $s author Bob
      $p delete --managed $s author
      while kill -0 $! 2>/dev/null; do sleep 0.01; done
      """
    let commands = script.replacing("$p", with: tool.program).replacing("$s", with: Tool.suite)
    let result = try run(tool, "domains", after: commands)
    let log = try String(decoding: directory.read("log"), as: UTF8.self)
    let lines = log.split(separator: "\n").map { $0.drop { $0 != "]" }.dropFirst(3) }
    #expect(log.split(separator: "\n").allSatisfy { $0.contains(" prefs[") }, "\(log)")
    #expect(
      lines == [
        #"ada as root locked author of \#(Tool.suite) at "Ada": desk"#,
        "ada as root locked apiToken of \(Tool.suite) at (secret)",
        "ada as root unlocked author of \(Tool.suite)",
        #"ada as root locked author of \#(Tool.suite) at "Ada": desk"#,
        #"ada as root locked author of \#(Tool.suite) at "Bob": desk"#,
        "ada as root unlocked author of \(Tool.suite)",
      ],
      "\(result)"
    )
  }

  @Test func `a lock that is restored has its reason, and a watch of root says who changes locks`()
    throws
  {
    let tool = try Tool()
    let directory = try TemporaryDirectory()
    let script = """
      $p write $s author Bob
      $p lock $s author Ada --reason desk
      sleep 1.1; then=$(date -u +%Y-%m-%dT%H:%M:%SZ); sleep 1.1
      $p watch $s >$d/watch &
      for n in $(seq 100); do
        grep -q 'count: .* by' $d/watch && break
        $p write $s count -int $n; sleep 0.05
      done
      $p unlock $s author
      for n in $(seq 100); do grep -q 'unlock \\[' $d/watch && break; sleep 0.05; done
      $p lock $s author Ada --reason other
      $p lock $s author Eve --reason third
      $p restore --managed $s author --at $then
      $p locks $s author --json >$d/locks
      for n in $(seq 100); do grep -q 'restore \\[' $d/watch && break; sleep 0.05; done
      kill %1
      """
    let commands = script.replacing("$p", with: tool.program).replacing("$s", with: Tool.suite)
      .replacing("$d", with: directory.path)
    let result = try run(tool, "domains", after: commands)
    let locks = try String(decoding: directory.read("locks"), as: UTF8.self)
    #expect(locks.contains(#""reason" : "desk""#), "\(locks) \(result)")
    let lines = try String(decoding: directory.read("watch"), as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("author") }
    #expect(lines.first?.hasPrefix(#"author: "Ada" -> "Bob" (managed)  by "#) == true, "\(lines)")
    #expect(lines.first?.contains("prefs unlock") == true, "\(lines)")
    #expect(lines.last?.contains(#"-> "Ada" (managed)  by "#) == true, "\(lines)")
    #expect(lines.last?.contains("prefs restore") == true, "\(lines)")
  }

  @Test func `the locks of all suites are listed with their reasons`() throws {
    let tool = try Tool()
    let text = try run(tool, "locks")
    #expect(
      text.output == """
        suite                   key      value  reason         file
        \(Tool.suite)  quality  0.9    Ask the desk.  \(Self.lock)

        """
    )
    let json = try run(tool, "locks --json 'org.*' 'q*'").output.filter { !$0.isWhitespace }
    #expect(
      json == #"[{"suite":"org.example.sketchbook","key":"quality","path":"\#(Self.lock)","#
        + #""value":0.9,"reason":"Askthedesk."}]"#
    )
    #expect(try run(tool, "locks 'org.*' none").status == 1)
    #expect(try run(tool, "locks 'net.*'").status == 1)
  }

  @Test func `the history names who acts for a user`() throws {
    let tool = try Tool()
    let environment = tool.environment.merging(["SUDO_USER": "ada"]) { $1 }
    _ = try Program.run(
      [tool.program, "write", Tool.suite, "quality", "0.5"],
      environment: environment
    )
    let history = try tool.run("history", Tool.suite, "--by", "ada")
    #expect(history.output.contains("  ada as root  prefs write "))
    #expect(try tool.run("history", Tool.suite, "--by", "bob").status == 1)
  }
}
