import Foundation
import TestSupport
import Testing

private let schemas = """
  <schema id="org.example.desk" path="/org/example/desk/">
    <key name="scale" type="d"><default>1.0</default></key>
    <key name="clock" type="s"><default>'24h'</default></key>
    <key name="folders" type="as"><default>[]</default></key>
    <key name="delay" type="u"><default>300</default></key>
    <key name="map" type="a{sv}"><default>{}</default></key>
    <key name="maybe" type="mi"><default>nothing</default></key>
    <key name="bytes" type="ay"><default>[]</default></key>
  </schema>
  """

/// Keys of GNOME that root locks for all users, with the real dconf.
@Suite(
  .enabled(
    if: GSettingsSession.missing.isEmpty && geteuid() == 0,
    "Only root may mount, or not installed: \(GSettingsSession.missing.joined(separator: ", "))"
  )
)
struct GNOMELockTests {
  private let session: GSettingsSession
  private let desk = "gnome:org.example.desk"

  init() throws {
    session = try GSettingsSession(
      schemas: schemas,
      site: "[org/example/desk]\nclock='12h'\n",
      locks: "/org/example/desk/clock\n",
      hasSystem: true
    )
  }

  private func isWritable(_ key: String) throws -> Bool {
    try session.run("gsettings", "writable", "org.example.desk", key).output == "true\n"
  }

  private func mode(_ name: String) throws -> Int? {
    let file = session.home.file("dconf/\(name)")
    let facts = try FileManager.default.attributesOfItem(atPath: file)
    return (facts[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func `a key is locked as GNOME's programs obey it, and unlocked`() throws {
    try session.prefs("write", desk, "scale", "2")
    let plan = try session.prefs("lock", "--dry-run", desk, "scale", "1.5").output
    #expect(plan == "scale would be locked in /etc/dconf/db/site.d/90-prefs: 1.5\n")
    #expect(try session.prefs("lock", desk, "scale", "1.5").status == 0)
    #expect(try session.get("org.example.desk", "scale") == "1.5")
    #expect(try !isWritable("scale"))
    #expect(try session.prefs("write", desk, "scale", "2").status == 4)
    let locks = try session.prefs("locks", desk).output
    #expect(locks.contains("site.d/locks/90-prefs") && locks.contains("site.d/locks/keys"))
    #expect(try session.prefs("unlock", desk, "scale").status == 0)
    #expect(try session.get("org.example.desk", "scale") == "2.0")
    let values = String(decoding: try session.home.read("dconf/db/site.d/90-prefs"), as: UTF8.self)
    #expect(!values.contains("scale"))
    // The value of another file stays.
    let unlocked = try session.prefs("unlock", desk, "clock").output
    #expect(unlocked.contains("a value for all users stays"))
    #expect(try session.get("org.example.desk", "clock") == "'12h'")
    #expect(try session.prefs("write", desk, "clock", "24h").status == 0)
  }

  @Test(arguments: [
    ("delay", "600", "uint32 600"), ("folders", "[]", "@as []"),
    ("folders", #"["it's", "b"]"#, #"["it's", 'b']"#), ("scale", "2", "2.0"),
    ("map", "{'k': <uint32 1>}", "{'k': <uint32 1>}"), ("maybe", "just 5", "@mi 5"),
    ("bytes", "[1, 255]", "[byte 0x01, 0xff]"),
  ])
  func `a value of any type is locked`(key: String, value: String, stored: String) throws {
    let result = try session.prefs("lock", desk, key, value)
    #expect(result.status == 0, "\(result.complaint)")
    #expect(try session.get("org.example.desk", key) == stored)
    #expect(try !isWritable(key))
  }

  @Test func `every user can read what is locked, whatever the mask is`() throws {
    let tool = BuildProducts.program("prefs")
    try session.run("sh", "-c", "umask 077; exec \"$@\"", "sh", tool, "lock", desk, "scale", "2")
    #expect(try mode("db/site") == 0o644 && mode("db/site.d/90-prefs") == 0o644)
    #expect(try mode("db/site.d/locks/90-prefs") == 0o644)
  }

  @Test func `several files that lock a key are all changed, and patterns name keys`() throws {
    #expect(try session.prefs("lock", desk, "scale", "2").status == 0)
    try session.home.write("/org/example/desk/scale\n".utf8, to: "dconf/db/site.d/locks/50-x")
    try session.run("dconf", "update")
    #expect(try session.prefs("unlock", "gnome:org.example.*", "*").status == 0)
    #expect(try isWritable("scale") && isWritable("clock"))
    #expect(try session.prefs("unlock", desk, "scale").status == 1)
  }

  @Test func `a lock without effect is taken back`() throws {
    try session.home.write(
      "[org/example/desk]\nscale=3.0\n".utf8,
      to: "dconf/db/site.d/99-site"
    )
    let result = try session.prefs("lock", desk, "scale", "1.5")
    #expect(result.status == 6 && result.complaint.contains("has the last word"))
    #expect(try isWritable("scale"))
    #expect(!FileManager.default.fileExists(atPath: session.home.file("dconf/db/site.d/90-prefs")))
  }

  @Test func `a database that was not made from text files is never replaced`() throws {
    let files = FileManager.default
    try files.removeItem(atPath: session.home.file("dconf/db/site.d"))
    let before = try session.home.read("dconf/db/site")
    let refused = try session.prefs("lock", desk, "scale", "1.5")
    #expect(refused.status == 6 && refused.complaint.contains("without text files"))
    #expect(try session.home.read("dconf/db/site") == before)
  }

  @Test func `without a database of the administrator there is no place for a lock`() throws {
    // A file-db comes with the system as it is.
    try session.home.write(
      "user-db:user\nfile-db:\(session.home.file("dconf/db/site"))\n".utf8,
      to: "profile"
    )
    let refused = try session.prefs("lock", desk, "scale", "1.5")
    #expect(refused.status == 6 && refused.complaint.contains("system-db:local"))
    let unlocked = try session.prefs("unlock", desk, "clock")
    #expect(unlocked.status == 6 && unlocked.complaint.contains("no text file names the lock"))
    #expect(try session.get("org.example.desk", "clock") == "'12h'")
  }

  @Test func `what dconf refuses is taken back`() throws {
    try FileManager.default.createDirectory(
      atPath: session.home.file("bin"),
      withIntermediateDirectories: true
    )
    try session.home.write("#!/bin/sh\nexit 3\n".utf8, to: "bin/dconf")
    chmod(session.home.file("bin/dconf"), 0o755)
    let path = "PATH=\(session.home.file("bin")):/usr/bin:/bin"
    let tool = BuildProducts.program("prefs")
    let result = try session.run("env", path, tool, "lock", desk, "scale", "2")
    #expect(result.status == 6 && result.complaint.contains("dconf update has failed"))
    try session.run("dconf", "update")
    #expect(try isWritable("scale"))
  }

  /// The number of helpers that run in the session.
  private func helpers() throws -> Int? {
    let script = """
      for process in /proc/[0-9]*; do
        grep -qs gsettings-helper $process/cmdline && grep -qs "$1" $process/environ && echo
      done | wc -l
      """
    let result = try Program.run(["sh", "-c", script, "sh", session.home.path])
    return Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test func `the editor locks a key, shows that at once, and goes on to watch`() throws {
    let editor = try TmuxSession(
      command: session.command(["edit", desk]),
      columns: 100,
      environment: session.environment
    )
    try editor.wait(for: "L Clock")
    try editor.type("/delay")
    try editor.sendKeys("Enter")
    try editor.type("T")
    try editor.wait(for: "Lock Delay for all users at")
    try editor.sendKeys("Enter")
    try editor.wait { $0.contains("LOCKED by ") && $0.contains("T unlocks it") }
    #expect(try !isWritable("delay"))
    try editor.sendKeys("Escape")
    try editor.wait(for: "Bytes")
    try session.run("gsettings", "set", "org.example.desk", "scale", "2.5")
    try editor.wait(for: "+ Scale")
    #expect(try helpers() == 1)
    try editor.sendKeys("q")
    #expect(try editor.waitForExit() == 0)
  }
}
