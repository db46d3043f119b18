import Foundation
import Glibc
import TestSupport
import Testing

/// The options that choose whose files are used, and below which directory.
struct PlaceTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: tool.image.appendingPathComponent(path).path)
  }

  // MARK: - --root

  @Test func `every place is below the root`() throws {
    #expect(try tool.runOnImage("write", "app", "k", "mine").status == 0)
    #expect(exists("\(tool.home.path)/app.plist"))
    #expect(exists("\(tool.home.path).state/prefs/app.history"))
    try tool.runOnImage("write", "--system", "app", "s", "everybody's")
    try tool.runOnImage("lock", "app", "l", "v")
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.home.path)
    #expect(names == ["image"])
    // The lock files of an image do not stay, as those of a user's own files do.
    let files = try FileManager.default.subpathsOfDirectory(atPath: tool.image.path)
    #expect(!files.contains { $0.hasSuffix(".lock") })
    let values = try tool.runOnImage("read", "--all", "app", "--json").output
    #expect(values.filter { !$0.isWhitespace } == #"{"k":"mine","l":"v","s":"everybody's"}"#)
    #expect(try tool.runOnImage("undo", "app").output == "k: \"mine\" → unset\n")
    #expect(try tool.run("read", "app").status == 1)
  }

  @Test func `nothing is made in a home that does not exist`() throws {
    let home = tool.home.appendingPathComponent("nowhere/ada")
    let result = try Program.run(
      [tool.program, "write", "app", "k", "v"],
      environment: ["HOME": home.path]
    )
    #expect(result.status == 6)
    #expect(
      result.complaint.contains("\"\(home.path)\" failed: this home directory does not exist")
    )
    let parent = home.deletingLastPathComponent().path
    #expect(!FileManager.default.fileExists(atPath: parent))
  }

  @Test func `the same schema directories are searched below the root`() throws {
    let data = "\(tool.home.path).data/prefs/schemas/app.schema.json"
    let document = Tool.schema(#""k": {}"#, forSuite: "app", title: "In the image")
    try tool.writeToImage(document, data)
    let shown = try tool.runOnImage("schema", "show", "app")
    #expect(shown.output.contains("In the image"), "\(shown.complaint)")
    #expect(try tool.run("schema", "show", "app").status == 1)
  }

  @Test(arguments: ["file", "directory"])
  func `a link that leads out of the root is not followed`(kind: String) throws {
    let outside = tool.home.appendingPathComponent("outside")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    let victim = outside.appendingPathComponent("app.plist")
    let text = "<plist version=\"1.0\"><dict><key>k</key><string>theirs</string></dict></plist>"
    try Data(text.utf8).write(to: victim)
    let home = tool.image.appendingPathComponent(tool.home.path)
    let parent = kind == "file" ? home : home.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    let link = kind == "file" ? home.appendingPathComponent("app.plist") : home
    symlink(kind == "file" ? victim.path : outside.path, link.path)
    for arguments in [["read", "app"], ["write", "app", "k", "v"], ["write", "app", "new", "v"]] {
      let result = try tool.runOnImage(arguments)
      #expect(result.status == 6)
      #expect(result.complaint.contains("outside of \"\(tool.image.path)\""), "\(result.complaint)")
    }
    #expect(try String(contentsOf: victim, encoding: .utf8) == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["app.plist"])
  }

  @Test func `a link inside the root is followed`() throws {
    try tool.runOnImage("write", "app", "k", "v")
    let home = tool.image.appendingPathComponent(tool.home.path).path
    symlink("app.plist", home + "/other.plist")
    #expect(try tool.runOnImage("read", "other", "k").output == "v\n")
  }

  @Test func `a locked directory that leads out of the root locks everything`() throws {
    try tool.writeToImage("", "etc/prefs/x")
    symlink("/tmp", tool.image.path + "/etc/prefs/managed")
    let result = try tool.runOnImage("write", "app", "k", "v")
    #expect(result.status == 4)
    #expect(result.complaint.contains("it leads to \"/tmp\""), "\(result.complaint)")
  }

  @Test(arguments: [
    (["--root", "/nowhere/at/all", "read", "app"], 6, "/nowhere/at/all"),
    (["--root", "", "read", "app"], 2, "a path is expected"),
    (["--root", "/", "--config-home", "/tmp", "read", "app"], 2, "cannot be combined"),
    (["--user", "no-such-user", "read", "app"], 2, "There is no user \"no-such-user\""),
    (["--user=", "read", "app"], 2, "Missing value"),
  ])
  func `a place that cannot be used is said`(
    arguments: [String],
    status: Int32,
    complaint: String
  ) throws {
    let result = try tool.run(arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }

  // MARK: - --system

  @Test func `the file with the highest priority is that of the system`() throws {
    try tool.runOnImage("write", "--system", "app", "k", "first")
    #expect(try tool.mode(inImage: "etc/xdg/app.plist") == 0o644)
    #expect(try tool.mode(inImage: "etc/xdg") == 0o755)
    #expect(try tool.runOnImage("read", "--all", "app", "k").output == "first\n")
    let text = "<plist version=\"1.0\"><dict/></plist>"
    try tool.writeToImage(text, "usr/local/etc/app.plist")
    try tool.runOnImage("write", "--system", "app", "k", "second")
    #expect(try tool.runOnImage("read", "--all", "app", "k").output == "second\n")
    #expect(try tool.runOnImage("read", "--system", "app", "k").output == "second\n")
    let layers = try tool.runOnImage("read", "--layers", "app", "k").output
    #expect(layers.contains("system     second"))
    #expect(layers.contains("system     first"))
  }

  @Test(.thorough, arguments: ["--system", "--managed", "--current-host"])
  func `values of every file of a suite are those that its schema allows`(option: String) throws {
    let properties = #""level": {"type": "number", "maximum": 5}"#
    try tool.publish(Tool.schema(properties, forSuite: "app"), forSuite: "app")
    let schemas = ["--schema-dir", tool.home.path + ".data/prefs/schemas"]
    func run(_ arguments: String...) throws -> Program.Result {
      try tool.runOnImage([arguments[0], option] + schemas + arguments.dropFirst())
    }
    #expect(try run("write", "app", "level", "7").status == 3)
    #expect(try run("write", "app", "level", "2").status == 0)
    #expect(try run("check", "app").status == 0)
    #expect(try tool.runOnImage("read-type", option, "app", "level").output == "Type is float\n")
    // The sample app has typed keys, which must not write to the user's file instead.
    #expect(try run("write", Tool.suite, "quality", "7").status == 3)
    #expect(try run("write", Tool.suite, "quality", "0.5").status == 0)
    #expect(try tool.runOnImage("read", option, Tool.suite, "quality").output == "0.5\n")
    #expect(try tool.runOnImage("read", Tool.suite, "quality").status == 1)
  }

  @Test func `the commands on a suite work on the system's file`() throws {
    try tool.runOnImage("--system", "write", "app", "k", "-int", "1")
    #expect(try tool.runOnImage("--system", "read-type", "app", "k").output == "Type is integer\n")
    let copy = tool.home.path + "/copy"
    #expect(try tool.runOnImage("--system", "export", "app", copy).status == 0)
    #expect(try tool.runOnImage("--system", "rename", "app", "k", "l").status == 0)
    #expect(try tool.runOnImage("--system", "import", "app", copy).status == 0)
    #expect(try tool.runOnImage("--system", "delete", "app", "l").status == 0)
    #expect(try tool.runOnImage("--system", "undo", "app").output == "l: unset → 1\n")
    #expect(try tool.runOnImage("--system", "delete-all", "app").status == 0)
    #expect(try tool.runOnImage("read", "--all", "app").status == 1)
    // The history of the user's file is another one.
    #expect(try tool.runOnImage("undo", "app").status == 1)
  }

  @Test(arguments: ["--system", "--managed", "--current-host"])
  func `a pattern names what any layer has, whichever file is written`(option: String) throws {
    for suite in ["app.a", "app.b"] { try tool.runOnImage("write", suite, "proxy", "mine") }
    try tool.runOnImage("write", "--system", "app.c", "proxy", "everybody's")
    let result = try tool.runOnImage("write", option, "app.*", "pro*", "x")
    #expect(result.status == 0, "\(result.complaint)")
    #expect(
      result.output.split(separator: "\n").map { $0.prefix(5) } == ["app.a", "app.b", "app.c"]
    )
    #expect(try tool.runOnImage("read", option, "app.b", "proxy").output == "x\n")
    #expect(try tool.runOnImage("read", "app.b", "proxy").output == "mine\n")
    #expect(try tool.runOnImage("write", option, "app.*", "none", "x").status == 1)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `root writes for all users what one of them has`() throws {
    try tool.writeToImage("ada:x:4711:4712:Ada:/home/ada:/bin/sh\n", "etc/passwd")
    try tool.writeToImage("", "home/ada/.profile")
    chmod(tool.home.path, 0o755)
    chown(tool.image.path + "/home/ada", 4711, 4712)
    #expect(try tool.runOnImage("--user", "ada", "write", "app.a", "proxy", "mine").status == 0)
    #expect(try tool.runOnImage("write", "--system", "app.*", "proxy", "x").status == 1)
    let user = ["--user", "ada", "write", "--system"]
    let result = try tool.runOnImage(user + ["app.*", "proxy", "x"])
    #expect(result.status == 0, "\(result.complaint)")
    #expect(try tool.runOnImage("read", "--system", "app.a", "proxy").output == "x\n")
    #expect(try tool.runOnImage("undo", "--system", "app.*").status == 0)
    #expect(try tool.runOnImage(user + ["app.a", "proxy", "x"]).status == 2)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `who may not write the system's file is told to use sudo`() throws {
    chmod(tool.home.path, 0o755)
    try tool.runOnImage("write", "--system", "app", "k", "v")
    for arguments in [["--system", "write", "app"], ["--managed", "write", "other"]] {
      let result = try Program.run(
        ["setpriv", "--reuid", "4711", "--regid", "4711", "--clear-groups", tool.program]
          + ["--root", tool.image.path] + arguments + ["k", "mine"],
        environment: tool.environment
      )
      #expect(result.status == 6)
      #expect(result.complaint.contains("run prefs with sudo"), "\(result.complaint)")
    }
    #expect(try tool.runOnImage("read", "--system", "app", "k").output == "v\n")
  }

  @Test func `directories above a home that an image lacks are for all users`() throws {
    try tool.writeToImage("", "etc/passwd")
    #expect(try tool.runOnImage("write", "app", "k", "v").status == 0)
    let home = tool.environment["HOME"] ?? ""
    let parent = URL(fileURLWithPath: tool.image.path + home).deletingLastPathComponent().path
    var status = stat()
    #expect(stat(parent, &status) == 0 && status.st_mode & 0o777 == 0o755)
    #expect(stat(tool.image.path + home, &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  // MARK: - --user

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `root acts as a user of the image, and leaves nothing of its own in the home`() throws {
    chmod(tool.home.path, 0o755)
    try tool.writeToImage("ada:x:4711:4712:Ada:/home/ada:/bin/sh\n", "etc/passwd")
    try tool.writeToImage("", "home/ada/.profile")
    chown(tool.image.path + "/home/ada", 4711, 4712)
    let result = try tool.runOnImage("--user", "ada", "write", "app", "k", "v")
    #expect(result.status == 0)
    #expect(result.complaint == "")
    for path in [".config", ".config/app.plist", ".local", ".local/state/prefs/app.history"] {
      var status = stat()
      #expect(lstat("\(tool.image.path)/home/ada/\(path)", &status) == 0)
      #expect(status.st_uid == 4711 && status.st_gid == 4712, "\(path)")
    }
    #expect(
      try tool.runOnImage("--user", "ada", "lock", "app", "k").output == "k is locked: \"v\"\n"
    )
    #expect(try tool.runOnImage("--user", "ada", "--system", "read", "app").status == 2)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can give files away."))
  func `root uses an image that is in the home of another user`() throws {
    try FileManager.default.createDirectory(at: tool.image, withIntermediateDirectories: true)
    chmod(tool.home.path, 0o775)
    chown(tool.home.path, 4711, 4711)
    for arguments in [["write", "app", "k", "v"], ["lock", "app", "l", "v"]] {
      let result = try tool.runOnImage(arguments)
      #expect(result.status == 0 && result.complaint == "", "\(result.complaint)")
    }
    #expect(try tool.runOnImage("write", "app", "l", "v").status == 4)
    #expect(try tool.runOnImage("write", "--system", "app", "k", "v").status == 0)
    var status = stat()
    lstat(tool.image.path + "/etc/xdg/app.plist", &status)
    #expect(status.st_uid == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `another user may only name themselves`() throws {
    chmod(tool.home.path, 0o755)
    try tool.writeToImage(
      "ada:x:4711:4712:Ada:/home/ada:/bin/sh\neve:x:4713:4713::/home/eve:/bin/sh\n",
      "etc/passwd"
    )
    try tool.writeToImage("", "home/ada/.profile")
    chown(tool.image.path + "/home/ada", 4711, 4712)
    func run(_ name: String) throws -> Program.Result {
      try Program.run(
        ["setpriv", "--reuid", "4711", "--regid", "4712", "--clear-groups", tool.program]
          + ["--root", tool.image.path, "--user", name, "write", "app", "k", "v"],
        environment: tool.environment
      )
    }
    #expect(try run("ada").status == 0)
    #expect(exists("home/ada/.config/app.plist"))
    let refused = try run("eve")
    #expect(refused.status == 6)
    #expect(refused.complaint.contains("Only root may act for the user \"eve\""))
  }
}
