import Foundation
import TestSupport
import Testing

private let schemas = """
  <schema id="org.example.desk" path="/org/example/desk/">
    <key name="scale" type="d"><range min="0.5" max="3.0"/><default>1.0</default>
      <summary>Text size</summary><description>How large text is.</description></key>
    <key name="clock" type="s"><choices><choice value="12h"/><choice value="24h"/></choices>
      <default>'24h'</default><summary>Clock format</summary></key>
    <key name="cursor-size" type="i"><default>24</default></key>
    <key name="folders" type="as"><default>[]</default></key>
    <key name="extra" type="a{sv}"><default>{}</default></key>
    <key name="place" type="(sd)"><default>('', 0)</default></key>
  </schema>
  <schema id="org.example.many" path="/org/example/many/">
    \((0..<300).map { "<key name='k\($0)' type='i'><default>0</default></key>" }.joined())
  </schema>
  <schema id="org.example.mouse" path="/org/example/mouse/">
    <key name="speed" type="i"><range min="1" max="10"/><default>5</default></key>
  </schema>
  <schema id="org.example.item"><key name="name" type="s"><default>'n'</default></key>
    <key name="ratio" type="d"><default>1.0</default></key></schema>
  """

/// The settings of GNOME through the tool, with the real GLib and dconf where they are installed.
@Suite(
  .enabled(
    if: GSettingsSession.missing.isEmpty,
    "Not installed: \(GSettingsSession.missing.joined(separator: ", "))"
  )
)
struct GNOMESettingsTests {
  private let session: GSettingsSession
  private let desk = "gnome:org.example.desk"

  init() throws {
    session = try GSettingsSession(
      schemas: schemas,
      site: "[org/example/desk]\ncursor-size=48\nclock='12h'\n",
      locks: "/org/example/desk/clock\n"
    )
  }

  @Test func `a value that is written is the one that gsettings reads`() throws {
    #expect(try session.prefs("write", desk, "scale", "1.25").status == 0)
    #expect(try session.get("org.example.desk", "scale") == "1.25")
    #expect(try session.prefs("write", desk, "folders", "[\"it's\", \"b\"]").status == 0)
    #expect(try session.get("org.example.desk", "folders") == #"["it's", 'b']"#)
    #expect(try session.prefs("write", desk, "extra", "{'a': <uint32 1>}").status == 0)
    #expect(try session.get("org.example.desk", "extra") == "{'a': <uint32 1>}")
    #expect(try session.prefs("history", desk).output.contains("scale: unset → 1.25"))
    #expect(try session.prefs("undo", desk).status == 0)
    #expect(try session.get("org.example.desk", "extra") == "@a{sv} {}")
    #expect(try session.prefs("delete", desk, "folders").status == 0)
    #expect(try session.get("org.example.desk", "folders") == "@as []")
  }

  @Test func `values that no property list can hold are valid, and can be imported again`() throws {
    let item = "gnome:org.example.item:/org/example/one/"
    #expect(try session.prefs("write", item, "name", "-string", "a\u{1B}b").status == 0)
    for number in ["nan", "-inf"] {
      #expect(try session.prefs("write", item, "ratio", "-float", number).status == 0)
      #expect(try session.get("org.example.item:/org/example/one/", "ratio") == number)
    }
    #expect(try session.prefs("check", item).output == "")
    let file = session.home.file("export.json")
    #expect(try session.prefs("export", item, file).status == 0)
    #expect(try session.prefs("delete-all", item).status == 0)
    #expect(try session.prefs("import", item, file).status == 0)
    #expect(try session.get("org.example.item:/org/example/one/", "name") == #"'a\u001bb'"#)
  }

  @Test(arguments: [
    (["write", "gnome:org.example.desk", "scale", "9"], 3, "above the maximum 3"),
    (["write", "gnome:org.example.desk", "none", "9"], 3, "the store has no such key"),
    (["write", "gnome:org.example.desk", "extra", "{'a': 1}"], 3, "a{sv}"),
    (["write", "gnome:org.example.desk", "clock", "24h"], 4, "is locked by"),
    (["lock", "gnome:org.example.desk", "scale", "9"], 3, "above the maximum 3"),
    (["unlock", "gnome:org.example.desk", "scale"], 1, "Not locked in"),
    (["read", "gnome:org.example.dask"], 1, "Did you mean \"gnome:org.example.desk\"?"),
    (["read", "gnome:org.example.item"], 1, "the schema has no path of its own"),
    (["read", "gnome:"], 2, "The name of a schema is expected"),
    (["--root", "/tmp", "read", "gnome:org.example.desk"], 1, "no schemas are installed"),
    (["--system", "read", "gnome:org.example.desk"], 2, "set by prefs lock"),
  ])
  func `what cannot be is refused in words`(
    arguments: [String],
    status: Int32,
    message: String
  ) throws {
    let result = try Program.run(
      [BuildProducts.program("prefs")] + arguments,
      environment: session.environment
    )
    #expect(result.status == status)
    #expect(result.complaint.contains(message), "\(result.complaint)")
    #expect(try session.get("org.example.desk", "scale") == "1.0")
  }

  @Test(.enabled(if: geteuid() == 0, "Only root becomes another user."))
  func `root writes the settings of another user as that user`() throws {
    let session = try GSettingsSession(schemas: schemas, hasBus: false)
    let nobody: uid_t = 65534
    #expect(try session.run("chown", "-R", "\(nobody)", session.home.path).status == 0)
    let written = try session.prefs("write", desk, "scale", "1.5")
    #expect(written.status == 0, "\(written)")
    #expect(try session.prefs("read", desk, "scale").output == "1.5\n")
    var status = stat()
    #expect(stat(session.home.file("config/dconf/user"), &status) == 0)
    #expect(status.st_uid == nobody)
  }

  @Test func `nothing is made in a home that does not exist`() throws {
    let session = try GSettingsSession(schemas: schemas, hasBus: false)
    let home = session.home.file("none")
    var variables = session.environment
    variables["HOME"] = "\(home)/ada"
    for name in ["RUNTIME_DIR", "CACHE_HOME", "CONFIG_HOME", "STATE_HOME", "DATA_HOME"] {
      variables["XDG_\(name)"] = ""
    }
    let editor = try Program.run(
      [BuildProducts.program("prefs"), "edit", "--render", "80x24"],
      environment: variables
    )
    #expect(editor.output.contains("gnome:org.example.desk"), "\(editor)")
    let write = try Program.run(
      [BuildProducts.program("prefs"), "write", desk, "scale", "1.5"],
      environment: variables
    )
    #expect(write.status == 6 && write.complaint.contains("does not exist"), "\(write)")
    #expect(!FileManager.default.fileExists(atPath: home))
  }

  @Test func `a value that GVariant writes in another way is undone`() throws {
    for (key, value) in [("extra", "{'k':<1>}"), ("place", "[\"a\", 3]")] {
      #expect(try session.prefs("write", desk, key, value).status == 0)
      #expect(try session.prefs("undo", desk).status == 0)
    }
    #expect(try session.get("org.example.desk", "place") == "('', 0.0)")
  }

  @Test func `more keys are changed than GIO takes in one change`() throws {
    let members = (0..<300).map { "\"k\($0)\": \($0 + 1)" }.joined(separator: ", ")
    let file = try session.home.write("{\(members)}".utf8, to: "many.json")
    #expect(try session.prefs("import", "gnome:org.example.many", file).status == 0)
    #expect(try session.get("org.example.many", "k299") == "300")
    #expect(try session.prefs("delete-all", "gnome:org.example.many").status == 0)
    #expect(try session.get("org.example.many", "k299") == "0")
  }

  @Test func `the few files of KDE are the first thing in the list`() throws {
    try session.home.write("[G]\nk=1\n".utf8, to: "config/kwinrc")
    let list = try session.prefs("--render", "80x24").output
    let rows = list.split(separator: "\n").filter { $0.contains("▾") || $0.contains("▸") }
    #expect(rows.first?.contains("KDE") == true && rows.last?.contains("GNOME") == true, "\(list)")
    #expect(list.contains("> kde:kwinrc") || list.contains(">   kde:kwinrc"), "\(list)")
  }

  @Test func `the administrator's values and locks are shown as such`() throws {
    let size = try session.prefs("describe", desk, "cursor-size").output
    #expect(size.contains("48 (system"))
    let clock = try session.prefs("describe", desk, "clock").output
    #expect(clock.contains("12h") && clock.contains("ocked"))
  }

  @Test(.thorough) func `patterns and searches find the schemas`() throws {
    try session.run("gsettings", "set", "org.example.mouse", "speed", "7")
    let all = try session.prefs("read", "gnome:org.example.*", "--json").output
    #expect(all.contains("\"gnome:org.example.mouse\"") && all.contains("\"speed\" : 7"))
    let found = try session.prefs("find", "text size").output
    #expect(found == "gnome:org.example.desk: scale: unset, default 1.0  Text size\n")
    let names = try session.prefs("complete", "bash", "--", "prefs read gnome:org.example.").output
    // The rest of each name that fits.
    #expect(names.split(separator: "\0") == ["none", "desk", "many", "mouse"])
  }

  @Test func `a relocatable schema is named with its path`() throws {
    let item = "gnome:org.example.item:/org/example/items/a/"
    #expect(try session.prefs("write", item, "name", "mine").status == 0)
    #expect(try session.get("org.example.item:/org/example/items/a/", "name") == "'mine'")
    #expect(try session.prefs("read", item, "name").output == "mine\n")
  }

  @Test func `values move to another schema's file and back`() throws {
    #expect(try session.prefs("write", desk, "scale", "1.5").status == 0)
    let file = session.home.file("values.json")
    #expect(try session.prefs("export", desk, file, "--json").status == 0)
    #expect(try session.prefs("delete", desk, "scale").status == 0)
    #expect(try session.prefs("import", desk, file).status == 0)
    #expect(try session.get("org.example.desk", "scale") == "1.5")
  }

  @Test func `the editor lists the schemas, edits one, and shows what gsettings sets`() throws {
    let editor = try TmuxSession(
      command: [BuildProducts.program("prefs")],
      columns: 100,
      environment: session.environment
    )
    try editor.wait(for: "gnome:org.example.mouse")
    try editor.type("example.desk")
    try editor.sendKeys("Enter")
    try editor.wait(for: "Text size")
    try editor.wait(for: "L Clock format")
    try session.run("gsettings", "set", "org.example.desk", "cursor-size", "32")
    try editor.wait(for: "elsewhere")
    try editor.sendKeys("/")
    try editor.wait(for: "Filter")
    try editor.type("text size")
    try editor.wait(for: "1 of 6")
    try editor.sendKeys("Enter", "Enter")
    try editor.wait(for: "Text size")
    try editor.sendKeys("C-u")
    try editor.type("2.5")
    try editor.sendKeys("Enter")
    try editor.wait(for: "Saved")
    #expect(try session.get("org.example.desk", "scale") == "2.5")
    try editor.sendKeys("Escape", "q")
  }
}
