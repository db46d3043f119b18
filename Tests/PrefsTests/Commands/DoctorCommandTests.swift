import Foundation
import TestSupport
import Testing

/// The examination of the files of suites.
struct DoctorCommandTests {
  /// Something that is wrong, as commands of the shell; `$h` is the configuration directory, `$s` that
  /// of the histories.
  struct Case: CustomTestStringConvertible, Sendable {
    let script: String
    let kind: String
    let file: String
    let problem: String
    /// A command of the shell that succeeds after the repair; nil when there is no repair.
    var repaired: String?

    var testDescription: String { "\(kind): \(script)" }
  }

  private static let cases = [
    Case(
      script: "chmod 646 $h/app.plist",
      kind: "mode",
      file: "$h/app.plist",
      problem: "has the mode 0646: other users can write it",
      repaired: "test $(stat -c %a $h/app.plist) = 644"
    ),
    Case(
      script: "chmod 770 $h",
      kind: "mode",
      file: "$h",
      problem: "has the mode 0770: other users can write it",
      repaired: "test $(stat -c %a $h) = 750"
    ),
    Case(
      script: "chmod 640 $s/app.history",
      kind: "mode",
      file: "$s/app.history",
      problem: "has the mode 0640: other users can read it",
      repaired: "test $(stat -c %a $s/app.history) = 600"
    ),
    Case(
      script: "chmod 200 $h/app.plist",
      kind: "mode",
      file: "$h/app.plist",
      problem: "has the mode 0200: its owner cannot read it",
      repaired: "test $(stat -c %a $h/app.plist) = 600"
    ),
    Case(
      script: "touch $h/.app.plist.999999.7.tmp",
      kind: "temporary",
      file: "$h/.app.plist.999999.7.tmp",
      problem: "was left behind by a process that has crashed",
      repaired: "test ! -e $h/.app.plist.999999.7.tmp"
    ),
    Case(
      script: "echo broken >$s/app.history",
      kind: "damaged",
      file: "$s/app.history",
      problem: "has lines that cannot be read: 1"
    ),
    Case(
      script: "echo x >$h/app.plist.corrupt-20260101T000000",
      kind: "set-aside",
      file: "$h/app.plist.corrupt-20260101T000000",
      problem: "has content that could not be read when \"app.plist\" was written"
    ),
    Case(
      script: "ln -s nowhere $h/other.plist",
      kind: "link",
      file: "$h/other.plist",
      problem: "is a symbolic link to \"nowhere\", which does not exist"
    ),
    Case(
      script: "mkdir $h/dir.plist",
      kind: "damaged",
      file: "$h/dir.plist",
      problem: "is not a regular file"
    ),
    Case(
      script: "echo 1 >$s/snapshots/one.json",
      kind: "damaged",
      file: "$s/snapshots/one.json",
      problem: "cannot be used as a snapshot"
    ),
    Case(
      script: "sed -i 's|<integer>3</integer>|<string>high</string>|' $h/app.plist",
      kind: "value",
      file: "$h/app.plist",
      problem: "error: level: "
    ),
    Case(
      script: "$p write --force app levle -int 3 2>/dev/null",
      kind: "value",
      file: "$h/app.plist",
      problem: "error: levle: the schema has no such key; did you mean \"level\"?"
    ),
  ]

  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.publish(
      """
      {"x-format": 1, "x-suite": "app", "additionalProperties": false,
       "properties": {"level": {"type": "integer"}}}
      """,
      forSuite: "app"
    )
  }

  private func shell(_ script: String) throws -> Program.Result {
    let variables = "p=\(tool.program); h=$XDG_CONFIG_HOME; s=$XDG_STATE_HOME/prefs\n"
    return try Program.run(["bash", "-c", variables + script], environment: tool.environment)
  }

  private struct Found: Decodable {
    var kind: String
    var path: String
    var message: String
    var fixed: Bool
    var fixable: Bool
  }

  private func examine(_ arguments: String = "") throws -> (status: Int32, found: [Found]) {
    let result = try shell("$p doctor --json \(arguments)")
    return (result.status, try JSONDecoder().decode([Found].self, from: Data(result.output.utf8)))
  }

  private static let healthy = """
    $p write app level 3; $p write other k v; $p snapshot save one app; chmod 700 $h
    """

  @Test func `nothing is wrong after ordinary work`() throws {
    _ = try shell(Self.healthy + "; $p undo app; $p delete other")
    let (status, found) = try examine()
    #expect(status == 0)
    #expect(found.isEmpty, "\(found)")
    #expect(try shell("$p doctor").output == "")
  }

  @Test(.thorough, arguments: Thorough.sample(cases, every: 4))
  func `what is wrong is found, and what is safe is repaired`(test: Case) throws {
    _ = try shell(Self.healthy)
    // A link or directory takes the place of the file.
    _ = try shell(test.script.contains("other") ? "rm $h/other.plist" : "true")
    #expect(try shell(test.script).complaint == "")
    let path = try shell("echo \(test.file)").output.trimmingCharacters(in: .newlines)
    let before = try shell("cat $h/*.plist | sha256sum").output
    let (status, found) = try examine()
    #expect(status == 1)
    let problem = try #require(found.first)
    #expect(found.count == 1, "\(found)")
    #expect((problem.kind, problem.path) == (test.kind, path))
    #expect(problem.message.hasPrefix(test.problem), "\(problem.message)")
    #expect(problem.fixable == (test.repaired != nil))
    let fixing = try shell("$p doctor --fix")
    #expect(fixing.output.hasPrefix(path + ": "))
    #expect(fixing.output.hasSuffix("Fixed.\n") == (test.repaired != nil), "\(fixing.output)")
    #expect(fixing.status == (test.repaired == nil ? 1 : 0))
    #expect(try shell(test.repaired ?? "true").status == 0)
    #expect(try examine().found.count == (test.repaired == nil ? 1 : 0))
    #expect(try shell("cat $h/*.plist | sha256sum").output == before)
  }

  @Test(
    .thorough,
    arguments: ["echo broken >$h/app.plist", ": >$h/app.plist", "truncate -s -20 $h/app.plist"]
  )
  func `a file that cannot be read is kept under another name`(script: String) throws {
    _ = try shell(Self.healthy + "; " + script)
    let damaged = try shell("sha256sum <$h/app.plist").output
    let (status, found) = try examine()
    #expect(status == 1)
    #expect(found.map(\.kind) == ["damaged"])
    #expect(found.first?.message.hasPrefix("is not a readable property list") == true)
    #expect(found.first?.fixable == true)
    let fixing = try shell("$p doctor --fix")
    #expect(fixing.status == 0)
    #expect(try shell("sha256sum <$(ls $h/app.plist.corrupt-*)").output == damaged)
    #expect(try examine().found.map(\.kind) == ["set-aside"])
    #expect(try shell("$p write app level 3").status == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root may give files away."))
  func `what root repairs is the user's and not what a link leads to`() throws {
    _ = try shell(Self.healthy)
    // The state directory is a link to a directory of root's in the home of somebody else.
    let home = try TemporaryDirectory()
    let script = """
      d=\(home.path); chmod 755 $d; mkdir -p $d/ada $d/root/prefs/snapshots; cd $d/root/prefs
      echo x >.app.history.999999.7.tmp; echo '{}' >snapshots/one.json; chmod 644 snapshots/one.json
      ln -s $d/root $d/ada/state; chown -h 4711 $d/ada $d/ada/state
      export XDG_STATE_HOME=$d/ada/state XDG_CONFIG_HOME=$d/root
      $p doctor --fix; $p snapshot delete one; echo $?
      ls .app.history.999999.7.tmp; stat -c %a snapshots/one.json
      """
    let result = try shell(script)
    #expect(result.output.hasSuffix("6\n.app.history.999999.7.tmp\n644\n"), "\(result.output)")
    #expect(result.output.contains("It could not be fixed: user 4711 controls where it leads"))
    #expect(result.complaint.contains("user 4711 controls where it leads"))
  }

  @Test(.enabled(if: geteuid() == 0, "Only root may give files away."))
  func `a file of another user is found, and left alone`() throws {
    _ = try shell(Self.healthy + "; chown 12345 $h/app.plist")
    let (status, found) = try examine("--fix")
    #expect(status == 1)
    #expect(found.map(\.kind) == ["owner"])
    #expect(found.first?.message == "belongs to user 12345")
    #expect(try shell("stat -c %u $h/app.plist").output == "12345\n")
  }

  @Test(.enabled(if: geteuid() == 0, "Only root may mount."))
  func `a file of an administrator that cannot be trusted is named`() throws {
    _ = try shell(Self.healthy)
    let script = """
      mount -t tmpfs none /mnt; cp -a /etc/. /mnt; mount --bind /mnt /etc; mkdir -p /etc/prefs/managed
      echo x >/etc/prefs/managed/app.plist; chmod 666 /etc/prefs/managed/app.plist
      \(tool.program) doctor app
      """
    let result = try Program.run(
      ["unshare", "--mount", "bash", "-c", script],
      environment: tool.environment
    )
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("/etc/prefs/managed/app.plist: locks all keys of app"))
    #expect(result.output.hasSuffix("an administrator must repair that.\n"))
    #expect(result.output.firstRange(of: "An administrator can") == nil)
  }

  @Test func `the command that resets a key can be pasted into a shell`() throws {
    _ = try shell(Self.healthy + #"; $p write --force app "it's \$HOME" -int 3 2>/dev/null"#)
    let output = try shell("$p doctor").output
    let start = try #require(output.firstRange(of: "prefs delete "))
    let end = try #require(output.firstRange(of: " resets the key."))
    let arguments = output[start.upperBound..<end.lowerBound]
    #expect(try shell("$p delete \(arguments)").complaint == "")
    #expect(try examine().found.isEmpty, "\(output)")
  }

  @Test func `a suite whose name has a word of files is examined, and no other for it`() throws {
    let file = tool.home.appendingPathComponent("org.example.memory.plist").path
    try Data("broken".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try tool.run("doctor", "org.example.memory").output.contains(file))
    try tool.run("write", "org.example", "k", "1")
    #expect(try tool.run("doctor", "--fix", "org.example").status == 0)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func `files of an administrator are examined for suites that the user does not have`()
    throws
  {
    try tool.writeToImage("broken", "etc/prefs/managed/org.example.locked.plist")
    for suites in [[], ["org.*"], ["org.example.locked"]] {
      let result = try tool.runOnImage(["doctor"] + suites)
      #expect(result.status == 1, "\(suites)")
      #expect(result.output.contains("locks all keys of org.example.locked"), "\(result)")
    }
    #expect(try tool.runOnImage("doctor", "net.*").status == 1)
  }

  @Test func `a pattern matches the suite of a schema that an option names`() throws {
    let file = tool.home.appendingPathComponent("new.json")
    let schema = Tool.schema(#""k": {"type": "integer"}"#, forSuite: "org.new.app")
    try Data(schema.utf8).write(to: file)
    for suite in ["org.new*", "org.new.app"] {
      let result = try tool.run("doctor", "--schema", file.path, suite)
      #expect(result.status == 0 && result.complaint == "", "\(result)")
    }
  }

  @Test(.thorough) func `only the suites that are named are examined`() throws {
    _ = try shell(Self.healthy + "; echo x >$h/app.plist; echo x >$h/other.plist")
    #expect(try examine("app").found.count == 1)
    #expect(try examine("'o*'").found.count == 1)
    let none = try shell("$p doctor othr")
    #expect(none.status == 1)
    #expect(none.complaint.contains("Did you mean \"other\"?"), "\(none)")
  }
}
