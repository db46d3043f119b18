import Foundation
import Glibc
import TestSupport
import Testing

/// What root does for each user of an image.
@Suite(.enabled(if: geteuid() == 0, "Only root can become another user."))
struct AllUsersTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    chmod(tool.home.path, 0o755)
    let users = ["ada:x:4711:4711::/home/ada:/bin/sh", "bob:x:4712:4712::/home/bob:/bin/sh"]
    let others = ["eve:x:4713:4713::/home/eve:/bin/sh", "dup:x:4711:4711::/home/ada:/bin/sh"]
    try tool.writeToImage((users + others).joined(separator: "\n") + "\n", "etc/passwd")
    let schema = Tool.schema(#""size": {"type": "integer", "maximum": 9}"#, forSuite: "app")
    for (name, user, size) in [("ada", 4711, 5), ("bob", 4712, 99)] as [(String, uid_t, Int)] {
      let file = "home/\(name)/.config/app.plist"
      let values =
        "<plist version=\"1.0\"><dict><key>size</key><integer>\(size)</integer></dict></plist>"
      try tool.writeToImage(values, file)
      try tool.writeToImage(schema, "home/\(name)/.local/share/prefs/schemas/app.schema.json")
      let home = "\(tool.image.path)/home/\(name)"
      let paths = [""] + (try FileManager.default.subpathsOfDirectory(atPath: home))
      for path in paths { chown("\(home)/\(path)", user, user) }
      chmod("\(home)/.config", 0o700)
      chmod("\(tool.image.path)/\(file)", 0o600)
    }
    try tool.writeToImage("", "home/eve/.profile")
  }

  @Test func `values of all users are checked, below their names`() throws {
    let result = try tool.runOnImage("check", "--all-users", "app")
    #expect(result.status == 3, "\(result)")
    #expect(result.output.hasPrefix("bob:\n\(tool.image.path)/home/bob/.config/app.plist: "))
    #expect(!result.output.contains("ada") && !result.output.contains("eve"))
    let json = try tool.runOnImage("check", "--json", "app", "--all-users")
    #expect(json.output.contains(#""user" : "bob""#), "\(json)")
    #expect(json.status == 3 && json.output.components(separatedBy: #""key""#).count == 2)
    let none = try tool.runOnImage("check", "none", "--all-users")
    #expect(none.status == 1)
    #expect(none.complaint.hasPrefix("prefs: No schema describes none."), "\(none)")
    try tool.writeToImage("broken", "home/ada/.config/app.plist")
    let broken = try tool.runOnImage("check", "app", "--all-users")
    #expect(broken.complaint.contains("prefs: ada: "), "\(broken)")
    #expect(broken.complaint.contains("app.plist"), "\(broken)")
  }

  @Test func `files of all users are examined and repaired`() throws {
    for path in ["home/ada/.config/app.plist", "home/bob/.config/app.plist"] {
      chmod("\(tool.image.path)/\(path)", 0o666)
    }
    let found = try tool.runOnImage("doctor", "--all-users")
    #expect(found.status == 1, "\(found)")
    #expect(found.output.hasPrefix("ada:\n") && found.output.contains("\nbob:\n"))
    #expect(try tool.runOnImage("doctor", "--fix", "--all-users").output.contains("home/ada"))
    let rest = try tool.runOnImage("doctor", "--all-users").output
    #expect(!rest.contains("ada"), "\(rest)")
  }

  @Test func `only root may do it, and for no one user`() throws {
    #expect(try tool.runOnImage("doctor", "--all-users", "--user", "ada").status == 2)
    let other = try Program.run(
      ["setpriv", "--reuid", "4711", "--regid", "4711", "--clear-groups", tool.program]
        + ["check", "app", "--all-users"],
      environment: tool.environment
    )
    #expect(other.status == 2 && other.complaint.contains("Only root"))
  }
}
