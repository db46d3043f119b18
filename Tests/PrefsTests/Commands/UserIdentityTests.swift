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

  @Test func `a declaration is applied as the owner of the home`() throws {
    let file = tool.home.path + "/declaration.json"
    try Data(#"{"suites": {"app": {"values": {"k": 5}}}}"#.utf8)
      .write(to: URL(fileURLWithPath: file))
    let result = try run("apply", file)
    #expect(result.status == 0)
    #expect(result.complaint.contains("Running as user \(user)"))
    #expect(owner(of: ".config/app.plist") == user)
    #expect(owner(of: ".local/state/prefs/app.history") == user)
  }

  @Test func `root acts for a user of this system, with the user's groups and home`() throws {
    // The user database is part of `/etc`, so a copy of it is used in a mount namespace.
    let script = """
      set -e
      mount -t tmpfs none /mnt
      cp -a /etc/. /mnt
      mount --bind /mnt /etc
      echo 'ada:x:\(user):\(user):Ada:\(tool.home.path):/bin/sh' >>/etc/passwd
      echo 'desk:x:4800:ada' >>/etc/group
      mkdir \(tool.home.path)/shared
      chgrp 4800 \(tool.home.path)/shared
      chmod 2770 \(tool.home.path)/shared
      \(tool.program) --user ada write app k v
      \(tool.program) --user ada export app \(tool.home.path)/shared/copy
      """
    let result = try Program.run(
      ["unshare", "--mount", "sh", "-c", script],
      environment: ["XDG_CONFIG_HOME": "/root/.config", "XDG_STATE_HOME": "/root/.local/state"]
    )
    #expect(result.status == 0 && result.complaint == "", "\(result.complaint)")
    for path in [".config/app.plist", ".local/state/prefs/app.history", "shared/copy"] {
      #expect(owner(of: path) == user, "\(path)")
    }
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
