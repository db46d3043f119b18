import Foundation
import Glibc
import TestSupport
import Testing

/// The tool started by root in the home of another user.
@Suite(.enabled(if: geteuid() == 0, "Only root can become another user."))
struct UserIdentityTests {
  private let tool: Tool
  private let user: uid_t = 4711

  init() throws {
    tool = try Tool()
    chmod(tool.home.path, 0o755)
    chown(tool.home.path, user, user)
  }

  /// Runs the tool with a home and no variables that name other directories.
  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(
      [tool.program] + arguments,
      environment: [
        "HOME": tool.home.path, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "",
      ]
    )
  }

  private func owner(of path: String) -> uid_t? {
    var status = stat()
    return lstat("\(tool.home.path)/\(path)", &status) == 0 ? status.st_uid : nil
  }

  @Test func `root becomes the owner of the home, and says so`() throws {
    let result = try run("write", "app", "k", "-int", "5")
    #expect(result.status == 0)
    #expect(
      result.complaint
        == "prefs: Running as user \(user), who controls where \"\(tool.home.path)/.config\" leads.\n"
    )
    for path in [".config", ".config/app.plist", ".local/state/prefs/app.history"] {
      #expect(owner(of: path) == user, "\(path)")
    }
    #expect(try run("read", "app", "k").output == "5\n")
  }

  @Test func `root becomes the owner of the directory of a path`() throws {
    let other = try Tool()
    let path = tool.home.path + "/values"
    let result = try other.run("write", path, "k", "v")
    #expect(result.status == 0, "\(result.complaint)")
    #expect(result.complaint.contains("Running as user \(user)"))
    #expect(owner(of: "values.plist") == user)
  }

  @Test func `a planted link leads to nothing that the user may not write`() throws {
    let directory = try TemporaryDirectory()
    let victim = try directory.write("secret".utf8, to: "victim.conf")
    chmod(victim, 0o600)
    mkdir(tool.home.path + "/.config", 0o755)
    for (name, target) in [("app", victim), ("new", directory.file("new.plist"))] {
      symlink(target, "\(tool.home.path)/.config/\(name).plist")
      #expect(try run("write", name, "k", "evil").status == 6)
    }
    #expect(try directory.read("victim.conf") == Array("secret".utf8))
    #expect(try directory.names() == ["victim.conf"])
  }

  @Test func `a link of one user leads into no directory of another`() throws {
    let other = try TemporaryDirectory()
    chmod(other.path, 0o755)
    chown(other.path, 4712, 4712)
    symlink(other.path, tool.home.path + "/.config")
    lchown(tool.home.path + "/.config", user, user)
    let result = try run("write", "app", "k", "v")
    #expect(result.status == 6)
    #expect(result.complaint.contains("not theirs"))
    #expect(try other.names() == [])
  }

  @Test func `an option names another owner`() throws {
    let result = try Program.run(
      [tool.program, "write", "--config-home", tool.home.path, "app", "k", "v"],
      environment: tool.environment.merging(["XDG_CONFIG_HOME": "/root/.config"]) { $1 }
    )
    #expect(result.status == 0)
    #expect(owner(of: "app.plist") == user)
  }
}
