import Defaults
import Foundation
import TestSupport
import Testing

@testable import EditorCore
@testable import prefs

/// The settings of KDE's programs through the tool.
struct KDESettingsTests {
  private let home: TemporaryDirectory
  private var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": home.file("config"), "XDG_STATE_HOME": home.file("state"),
      "XDG_DATA_DIRS": home.file("data"), "XDG_CONFIG_DIRS": home.file("xdg"),
      "XDG_DATA_HOME": home.file("own"), "HOME": home.path,
    ]
  }

  init() throws {
    home = try TemporaryDirectory()
    for name in ["config", "data/config.kcfg", "xdg", "low"] {
      try FileManager.default.createDirectory(
        atPath: home.file(name),
        withIntermediateDirectories: true
      )
    }
    let schema = """
      <?xml version="1.0"?>
      <kcfg xmlns="http://www.kde.org/standards/kcfg/1.0"><kcfgfile name="demorc"/>
      <group name="Windows">
        <entry name="Focus" type="Enum"><label>Focus policy</label>
          <choices><choice name="Click"/><choice name="Follow"/></choices><default>Click</default></entry>
        <entry name="Roll" type="Bool"><default>true</default></entry>
        <entry name="Delay" type="Int"><default>300</default><min>0</min></entry>
        <entry name="Names" type="StringList"/>
      </group></kcfg>
      """
    try home.write(schema.utf8, to: "data/config.kcfg/demo.kcfg")
    try home.write("[Windows]\nDelay=200\nRoll[$i]=false\n[Desk][$i]\na=1\n".utf8, to: "xdg/demorc")
    try home.write("# mine\n[Windows]\nDelay[$e]=5\n".utf8, to: "config/demorc")
  }

  @discardableResult
  private func prefs(_ arguments: String...) throws -> Program.Result {
    try Program.run([BuildProducts.program("prefs")] + arguments, environment: environment)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try home.read(name), as: UTF8.self)
  }

  @Test func `the installed schema describes the keys, and KDE's forms are written`() throws {
    #expect(try prefs("write", "kde:demorc", "Windows/Delay", "7").status == 0)
    #expect(try prefs("write", "kde:demorc", "Windows/Delay", "-7").status == 3)
    #expect(try prefs("write", "kde:demorc", "Windows/Focus", "Follow").status == 0)
    #expect(try prefs("write", "kde:demorc", "Windows/Names", "-array", "a", "b,c").status == 0)
    #expect(
      try text("config/demorc") == """
        # mine
        [Windows]
        Delay[$e]=7
        Focus=Follow
        Names=a,b\\\\,c

        """
    )
    let names = try prefs("read", "kde:demorc", "Windows/Names", "--json").output
    #expect(names.filter { !$0.isWhitespace } == #"["a","b,c"]"#)
    #expect(try prefs("find", "focus policy").output.contains("'kde:demorc'"))
  }

  @Test func `files for all users are layers, and their flags lock`() throws {
    let delay = try prefs("describe", "kde:demorc", "Windows/Delay").output
    #expect(delay.contains("5 (user"))
    #expect(try prefs("delete", "kde:demorc", "Windows/Delay").status == 0)
    #expect(try prefs("describe", "kde:demorc", "Windows/Delay").output.contains("200 (system"))
    let locked = try prefs("write", "kde:demorc", "Windows/Roll", "true")
    #expect(locked.status == 4 && locked.complaint.contains("xdg/demorc"))
    // A locked group locks keys without a value too.
    let group = try prefs("write", "kde:demorc", "Desk/b", "2")
    #expect(group.status == 4 && group.complaint.contains("xdg/demorc"))
    // The user's own file can lock as well.
    try home.write("[Windows]\nDelay[$i]=5\n".utf8, to: "config/demorc")
    let own = try prefs("write", "kde:demorc", "Windows/Delay", "9")
    #expect(own.status == 4 && own.complaint.contains("config/demorc"))
  }

  @Test func `locks of a file that the user does not have are listed`() throws {
    try FileManager.default.removeItem(atPath: home.file("config/demorc"))
    let locks = try prefs("locks")
    #expect(locks.output.contains("kde:demorc"), "\(locks)")
    #expect(locks.output.contains("Windows/Roll"), "\(locks)")
  }

  @Test func `the user's own value is shown below a lock`() throws {
    try home.write("[Windows]\nRoll=true\n".utf8, to: "config/demorc")
    let layers = try prefs("read", "kde:demorc", "Windows/Roll", "--layers").output
    #expect(layers.contains("user") && layers.contains("managed"), "\(layers)")
  }

  @Test func `a suite that only files for all users and schemas have is listed`() throws {
    try FileManager.default.removeItem(atPath: home.file("config/demorc"))
    #expect(try prefs("--render", "80x24").output.contains("kde:demorc"))
    #expect(try prefs("domains").output == "")
    #expect(try prefs("domains", "--all").output.contains("kde:demorc"))
    #expect(try prefs("find", "focus policy").output.contains("kde:demorc"))
    let unset = try prefs("read", "kde:otherrc").complaint
    #expect(unset.contains("does not exist"))
    try home.write("[A]\nb=1\n".utf8, to: "xdg/otherrc")
    let shared = try prefs("read", "kde:otherrc").complaint
    #expect(shared.contains("prefs read --all prints the values for all users"), "\(shared)")
    try FileManager.default.moveItem(atPath: home.file("xdg"), toPath: home.file("old"))
    #expect(try prefs("domains", "--all").output.contains("kde:demorc"))
  }

  @Test func `a key is locked for all users as KDE's programs obey it, and unlocked`() throws {
    let locked = try prefs("lock", "kde:demorc", "Windows/Delay", "50")
    #expect(locked.output == "Windows/Delay is locked in \(home.file("xdg/demorc")): 50\n")
    #expect(
      try text("xdg/demorc") == """
        [Windows]
        # Before prefs lock: Delay=200
        Delay[$i]=50
        Roll[$i]=false
        [Desk][$i]
        a=1

        """
    )
    #expect(try prefs("lock", "kde:demorc", "Windows/Names", "-array", "a").status == 0)
    #expect(try text("xdg/demorc").contains("\n# Before prefs lock: none\nNames[$i]=a\n"))
    #expect(try prefs("write", "kde:demorc", "Windows/Delay", "9").status == 4)
    #expect(try prefs("unlock", "kde:demorc", "Windows/Delay").status == 0)
    #expect(try text("xdg/demorc").hasPrefix("[Windows]\nDelay=200\n"))
    #expect(try prefs("write", "kde:demorc", "Windows/Delay", "9").status == 0)
    #expect(try prefs("unlock", "kde:demorc", "Windows/Delay").status == 1)
    let group = try prefs("unlock", "kde:demorc", "Desk/a")
    #expect(group.status == 6 && group.complaint.contains("locks more than this key"))
    #expect(try prefs("lock", "kde:demorc", "Windows/Delay", "-5").status == 3)
    let plan = try prefs("lock", "--dry-run", "kde:demorc", "Windows/Roll", "true").output
    #expect(plan.contains("would be locked in") && plan.contains("true"))
    #expect(try text("xdg/demorc").contains("Roll[$i]=false"))
  }

  @Test func `KDE's own files are listed without schemas too`() throws {
    try FileManager.default.removeItem(atPath: home.file("data/config.kcfg"))
    for name in ["kwinrc", "kdeglobals", "plasma-desktop-rc", "k.json"] {
      try home.write("[G]\nk=1\n".utf8, to: "config/\(name)")
    }
    let list = try prefs("--render", "80x24").output
    for name in ["kwinrc", "kdeglobals", "plasma-desktop-rc"] {
      #expect(list.contains("kde:\(name) "), "\(name)")
    }
    #expect(!list.contains("demorc") && !list.contains("k.json"))
  }

  @Test(.enabled(if: geteuid() == 0, "Only root locks keys."))
  func `a lock that is made here is not told as another program's`() throws {
    for keys in ["/delay<Enter>T<Enter>", "/delay<Enter>T<Down><Enter>"] {
      let screen = try prefs("edit", "kde:demorc", "--render", "80x24", "--keys", keys).output
      #expect(screen.contains("locked for all users"), "\(screen)")
      #expect(!screen.contains("Changed elsewhere"), "\(screen)")
    }
  }

  @Test func `the editor lists the file with its schema`() throws {
    let list = try prefs("--render", "80x24").output
    #expect(list.contains("kde:demorc"))
    let screen = try prefs("edit", "kde:demorc", "--render", "80x24").output
    #expect(screen.contains("Focus policy") && screen.contains("L Roll"))
  }

  @Test(
    .enabled(if: access("/usr/bin/kreadconfig5", X_OK) == 0, "kreadconfig5 is not installed")
  )
  func `KDE's own reader reads what is written`() throws {
    for (key, value) in [("Title", " two  blanks "), ("Path", "a\\b\tc\nd"), ("Ümlaut", "ä=[x]")] {
      #expect(try prefs("write", "kde:demorc", "A/B b/\(key)", "-string", value).status == 0)
      let read = try Program.run(
        ["kreadconfig5", "--file", "demorc", "--group", "A", "--group", "B b", "--key", key],
        environment: environment.merging(["QT_QPA_PLATFORM": "offscreen"]) { $1 }
      )
      #expect(read.output == value + "\n")
    }
    let write = [
      "kwriteconfig5", "--file", "demorc", "--group", "A", "--group", "B b", "--key", "Title",
      " x\\y\n",
    ]
    #expect(try Program.run(write, environment: environment).status == 0)
    #expect(try prefs("read", "kde:demorc", "A/B b/Title").output == " x\\y\n\n")
  }

  @Test func `the editor says that no reason is kept, and locks nothing`() {
    let request = LockRequest(
      suiteName: "kde:prefs-test-rc",
      values: ["k": .bool(true)],
      reason: "x"
    )
    #expect(EditorLocks.change(request, nil)?.contains("leave the reason empty") == true)
  }

  // As KDE's programs read the files: the least important first, and what it locks stays.
  @Test func `a less important file that locks a key has the last word`() throws {
    try home.write("[G]\nk[$i]=low\n[Whole][$i]\nw=low\n[Whole][Sub]\nx=1\n".utf8, to: "low/demorc")
    try home.write("[G]\nk=high\n[Whole]\nv=high\n".utf8, to: "xdg/demorc")
    try home.write("[Whole]\nu=own\n[Whole][Sub]\nx=2\n".utf8, to: "config/demorc")
    func now(_ key: String) throws -> String { try both("describe", "kde:demorc", key).output }
    #expect(try now("G/k").contains("\"low\" (managed"))
    let locked = try both("lock", "kde:demorc", "G/k", "x")
    #expect(locked.status == 4 && locked.complaint.contains("low/demorc"))
    #expect(try both("lock", "--dry-run", "kde:demorc", "G/k", "x").status == 4)
    // What a locked group does not have, no other file gives it.
    #expect(try !now("Whole/v").contains("high") && !now("Whole/u").contains("own"))
    // Groups in it are not locked.
    #expect(try now("Whole/Sub/x").contains("2\" (user"))
    #expect(try both("write", "kde:demorc", "Whole/Sub/x", "3").status == 0)
    #expect(try both("write", "kde:demorc", "Whole/u", "3").status == 4)
  }

  @Test func `what a file marks as deleted hides the less important ones`() throws {
    try home.write("[G]\nk=low\nm=low\n".utf8, to: "low/demorc")
    try home.write("[G]\nk[$d]\n".utf8, to: "xdg/demorc")
    try home.write("[G]\nm[$d]\n".utf8, to: "config/demorc")
    #expect(try !both("describe", "kde:demorc", "G/k").output.contains("low"))
    #expect(try !both("describe", "kde:demorc", "G/m").output.contains("low"))
  }

  @Test func `unlock puts back what stood there before the lock`() throws {
    let old = "[G]\n# ours\nk[$e]=$HOME/x\nl=1\nm[$d]\nn[$i]=2\n"
    try home.write(old.utf8, to: "xdg/demorc")
    for key in ["G/k", "G/l", "G/m", "G/added", "New/added", "New/more"] {
      for value in ["one", "two"] {
        #expect(try prefs("lock", "kde:demorc", key, value).status == 0)
      }
    }
    #expect(try text("xdg/demorc").contains("# Before prefs lock: l=1\nl[$i]=two\n"))
    let added = try prefs("unlock", "kde:demorc", "G/added", "New/added").output
    #expect(!added.contains("stays"))
    #expect(try text("xdg/demorc").hasSuffix("[New]\n# Before prefs lock: none\nmore[$i]=two\n"))
    // What somebody has added to the group keeps its place.
    let before = try text("xdg/demorc")
    try home.write("\(before)\nown=1\n".utf8, to: "xdg/demorc")
    #expect(try prefs("unlock", "kde:demorc", "New/*").status == 0)
    #expect(try text("xdg/demorc").hasSuffix("[New]\n\nown=1\n"))
    try home.write(before.utf8, to: "xdg/demorc")
    #expect(try prefs("unlock", "kde:demorc", "New/*").status == 0)
    let present = try prefs("unlock", "kde:demorc", "G/k", "G/l", "G/m").output
    #expect(present.components(separatedBy: "stays").count == 3)
    #expect(try text("xdg/demorc") == old)
    // Whoever wrote this lock has noted nothing.
    #expect(try prefs("unlock", "kde:demorc", "G/n").output.contains("stays"))
    #expect(try text("xdg/demorc").contains("\nn=2\n"))
  }

  @Test func `undo brings back flags and comments as they stood`() throws {
    let old = "[G]\n# about k\nk[$d]\nm[$e]=${HOME}-x\nn=1\n[Windows]\nDelay=007\n"
    try home.write(old.utf8, to: "config/demorc")
    #expect(try prefs("write", "kde:demorc", "Windows/Delay", "9").status == 0)
    #expect(try prefs("undo", "kde:demorc").status == 0)
    #expect(try text("config/demorc") == old)
    #expect(try prefs("write", "kde:demorc", "G/k", "mine").status == 0)
    #expect(try prefs("delete", "kde:demorc", "G/m").status == 0)
    #expect(try text("config/demorc") == "[G]\n# about k\nk=mine\nn=1\n[Windows]\nDelay=007\n")
    #expect(try prefs("undo", "kde:demorc").status == 0)
    #expect(try prefs("undo", "kde:demorc").status == 0)
    #expect(try text("config/demorc") == old)
  }

  @Test func `a locked value keeps its variables, and patterns name what exists`() throws {
    try home.write("[G]\nk[$e]=$HOME/x\n".utf8, to: "config/demorc")
    #expect(try prefs("lock", "kde:demorc", "G/k").status == 0)
    #expect(try text("xdg/demorc").contains("k[$ei]=$HOME/x"))
    #expect(try prefs("unlock", "kde:demo*", "G/*").status == 0)
    #expect(try !text("xdg/demorc").contains("k[$e"))
    #expect(try prefs("write", "kde:none*", "G/k", "1").status == 1)
    #expect(try prefs("lock", "kde:demorc", "None/*", "1").status == 1)
    #expect(try !text("xdg/demorc").contains("*"))
  }

  @Test func `a pattern names no file of another format`() throws {
    let list = "<?xml version=\"1.0\"?>\n<plist><dict/></plist>\n"
    try home.write(list.utf8, to: "config/org.example.app.plist")
    try home.write("{\"a\": \"b=c\"}".utf8, to: "config/other.json")
    #expect(try prefs("delete", "kde:*").status == 0)
    #expect(try text("config/org.example.app.plist") == list)
    #expect(try !prefs("read", "kde:*").output.contains("plist"))
    #expect(try prefs("read", "kde:org.example.app.plist").status == 6)
  }

  private func both(_ arguments: String...) throws -> Program.Result {
    let directories = "\(home.file("xdg")):\(home.file("low"))"
    return try Program.run(
      [BuildProducts.program("prefs")] + arguments,
      environment: environment.merging(["XDG_CONFIG_DIRS": directories]) { $1 }
    )
  }

  @Test(
    .enabled(
      if: GSettingsSession.missing.isEmpty && access("/usr/bin/dbus-monitor", X_OK) == 0,
      "dbus-monitor or a program of GSettings is not installed"
    )
  )
  func `running programs are told which entries have changed`() throws {
    let session = try GSettingsSession(schemas: "")
    let environment = session.environment.merging(environment) { $1 }
    let signals = session.home.file("signals")
    let monitor = try Program(
      ["sh", "-c", "exec dbus-monitor \"interface='org.kde.kconfig.notify'\" > '\(signals)'"],
      environment: environment
    )
    defer { monitor.send(signal: SIGTERM) }
    func seen(_ text: String) -> Bool {
      (try? String(contentsOfFile: signals, encoding: .utf8))?.contains(text) == true
    }
    func wait(for text: String) {
      for _ in 0..<6000 where !seen(text) { usleep(5000) }
    }
    wait(for: "NameAcquired")
    let written = try Program.run(
      [BuildProducts.program("prefs"), "write", "kde:demorc", "Windows/Delay", "7"],
      environment: environment
    )
    #expect(written.status == 0)
    wait(for: "Delay")
    #expect(seen("path=/demorc; interface=org.kde.kconfig.notify; member=ConfigChanged"))
    #expect(seen("string \"Windows\"") && seen("array of bytes \"Delay\""))
  }
}
