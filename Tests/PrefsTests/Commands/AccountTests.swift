import Foundation
import Glibc
import TestSupport
import Testing

/// The settings of other users in an editor of root.
@Suite(.enabled(if: geteuid() == 0, "Only root acts for another user."))
struct AccountTests {
  private let tool: Tool
  private var homes: String { tool.image.appendingPathComponent("home").path }

  init() throws {
    tool = try Tool()
    try tool.writeToImage(
      "ada:x:4711:4711:Ada:/home/ada:/bin/sh\nbob:x:4712:4712:Bob:/home/bob:/bin/sh\n",
      "etc/passwd"
    )
    for user in ["ada", "bob"] { try tool.writeToImage("", "home/\(user)/.profile") }
    #expect(try Program.run(["chown", "-R", "4711:4711", "\(homes)/ada"]).status == 0)
    #expect(try Program.run(["chown", "-R", "4712:4712", "\(homes)/bob"]).status == 0)
    for suite in ["app.a", "app.b"] {
      #expect(try tool.runOnImage("--user", "ada", "write", suite, "k", "-int", "5").status == 0)
    }
    #expect(try tool.runOnImage("write", "app.own", "k", "-int", "1").status == 0)
  }

  private func edit(_ keys: String) throws -> String {
    try tool.runOnImage("edit", "app.own", "--render", "100x30", "--keys", keys).output
  }

  private func value(of user: String, _ suite: String) throws -> String {
    try tool.runOnImage("--user", user, "read", suite, "k").output
  }

  @Test func `one user gets the settings of another, in files and a history of their own`() throws {
    let copy = "<A-m>3<Enter>ada<Enter>bob<Enter>"
    let plan = try edit(copy)
    #expect(plan.contains("Copy from ada to bob?") && plan.contains("2 changes"), "\(plan)")
    #expect(try value(of: "bob", "app.a") == "")
    let screen = try edit(copy + "<Enter>")
    #expect(screen.contains("Changed 2 keys in 2 suites for bob."), "\(screen)")
    #expect(try value(of: "bob", "app.a") == "5\n" && value(of: "bob", "app.b") == "5\n")
    for path in [".config/app.a.plist", ".local/state/prefs/app.a.history"] {
      let file = try FileManager.default.attributesOfItem(atPath: "\(homes)/bob/\(path)")
      #expect(file[.ownerAccountID] as? Int == 4712, "\(path)")
    }
    #expect(try tool.runOnImage("--user", "bob", "undo", "app.a").status == 0)
    #expect(try value(of: "bob", "app.a") == "")
    let undone = try edit(copy + "<Enter>u")
    #expect(try value(of: "bob", "app.a") == "", "\(undone)")
  }

  @Test func `an editor of a pattern copies the suites that match it alone`() throws {
    #expect(try tool.runOnImage("write", "app.b", "k", "-int", "1").status == 0)
    let copy = "<A-m>3<Enter>ada<Enter>bob<Enter>"
    let screen = try tool.runOnImage("edit", "app.b*", "--render", "100x30", "--keys", copy).output
    #expect(screen.contains("Copy from ada to bob?"), "\(screen)")
    #expect(screen.contains("app.b") && !screen.contains("app.a"), "\(screen)")
  }

  @Test func `a file is read as the user who gets the values, or given by root`() throws {
    let file = tool.home.appendingPathComponent("values.json")
    try Data(#"{"k": 6}"#.utf8).write(to: file)
    #expect(chmod(file.path, 0o600) == 0)
    for command in ["diff", "import"] {
      let refused = try tool.runOnImage(command, "--user", "ada", "app.a", file.path)
      #expect(refused.status == 6, "\(refused)")
      #expect(refused.complaint.contains("It is read as ada; - and <"), "\(refused)")
    }
    let script = "exec \"$0\" import --root \"$1\" --user ada app.a - <\"$2\""
    let arguments = [tool.program, tool.image.path, file.path]
    let given = try Program.run(["sh", "-c", script] + arguments, environment: tool.environment)
    #expect(given.status == 0, "\(given)")
    #expect(try value(of: "ada", "app.a") == "6\n")
  }

  @Test func `a key that is locked is refused, and two users are compared`() throws {
    #expect(try tool.runOnImage("lock", "app.a", "k", "-int", "7").status == 0)
    let screen = try edit("<A-m>3<Enter>ada<Enter>bob<Enter>")
    #expect(screen.contains("1 change, 1 refused"), "\(screen)")
    let compared = try edit("<A-m>6<Enter>ada<Enter><Enter>")
    #expect(compared.contains("app.own") && compared.contains("app.b"), "\(compared)")
  }

  @Test func `a link in a home leads root to nothing that the user may not read or write`() throws {
    try tool.writeToImage("<plist><dict/></plist>", "root/secret.plist")
    let secret = tool.image.appendingPathComponent("root/secret.plist")
    #expect(chmod(secret.path, 0o600) == 0)
    #expect(chmod(secret.deletingLastPathComponent().path, 0o700) == 0)
    #expect(symlink(secret.path, "\(homes)/ada/.config/app.link.plist") == 0)
    #expect(try tool.runOnImage("--user", "bob", "write", "app.own", "k", "-int", "2").status == 0)
    #expect(symlink(secret.path, "\(homes)/bob/.config/app.a.plist") == 0)
    let plan = try edit("<A-m>3<Enter>ada<Enter>bob<Enter>")
    #expect(
      plan.contains("The store \"app.a of bob\" failed") && plan.contains("1 change"),
      "\(plan)"
    )
    let screen = try edit("<A-m>3<Enter>ada<Enter>bob<Enter><Enter>")
    #expect(screen.contains("Changed 1 key in app.b for bob."), "\(screen)")
    #expect(try String(contentsOf: secret, encoding: .utf8) == "<plist><dict/></plist>")
  }

  @Test(arguments: ["nobody<Enter>bob", "ada<Enter>nobody"])
  func `a user who does not exist is named`(users: String) throws {
    let screen = try edit("<A-m>3<Enter>\(users)<Enter>")
    #expect(screen.contains("There is no user \"nobody\""), "\(screen)")
  }

  /// Gives a user a schema that calls a key secret.
  private func makePetSecret(for user: String) throws {
    try tool.writeToImage(
      """
      {"x-format": 1, "x-suite": "app.a", "title": "A", "type": "object",
       "properties": {"pet": {"type": "string", "x-sensitive": true}}}
      """,
      "home/\(user)/.local/share/prefs/schemas/app.a.schema.json"
    )
  }

  @Test func `a key that is secret for the other user is left out, and the rest is copied`() throws
  {
    try makePetSecret(for: "bob")
    #expect(try tool.runOnImage("--user", "ada", "write", "app.a", "pet", "Rex").status == 0)
    let plan = try edit("<A-m>3<Enter>ada<Enter>bob<Enter>")
    #expect(plan.contains("secret, left out") && plan.contains("2 changes, 1 refused"), "\(plan)")
    let screen = try edit("<A-m>3<Enter>ada<Enter>bob<Enter><Enter>")
    #expect(screen.contains("Changed 2 keys in 2 suites for bob."), "\(screen)")
    #expect(try value(of: "bob", "app.a") == "5\n")
    #expect(try tool.runOnImage("--user", "bob", "read", "app.a", "pet").status == 1)
  }

  @Test func `what only the user's own schema calls secret is not shown or copied`() throws {
    try makePetSecret(for: "ada")
    #expect(try tool.runOnImage("--user", "ada", "write", "app.a", "pet", "Rex").status == 0)
    let screen = try edit("<A-m>3<Enter>ada<Enter>bob<Enter>")
    #expect(screen.contains("2 changes") && !screen.contains("Rex"), "\(screen)")
    let copied = try edit("<A-m>3<Enter>ada<Enter>bob<Enter><Enter>")
    #expect(copied.contains("Changed 2 keys in 2 suites for bob."), "\(copied)")
    #expect(try tool.runOnImage("--user", "bob", "read", "app.a", "pet").status == 1)
  }
}
