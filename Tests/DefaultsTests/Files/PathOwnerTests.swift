import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Root in the home of another user.
@Suite(.enabled(if: geteuid() == 0, "Only root can give files away."))
struct PathOwnerTests {
  private static let user: uid_t = 4711
  private let directory: TemporaryDirectory
  private let victim: String

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["home", "root"] { mkdir(directory.file(name), 0o755) }
    chown(directory.file("home"), Self.user, Self.user)
    victim = try directory.write("<dict><key>old</key><true/></dict>".utf8, to: "root/victim.plist")
  }

  private var home: String { directory.file("home") }

  private func link(_ name: String, to target: String, owner: uid_t = Self.user) -> String {
    let path = "\(home)/\(name)"
    symlink(target, path)
    lchown(path, owner, owner)
    return path
  }

  private func owner(of path: String) throws -> uid_t {
    try #require(try FileSystem().status(of: path, following: false)).owner
  }

  /// Commits to a path and expects that it is refused.
  private func expectRefusal(_ path: String) throws {
    let before = try directory.read("root/victim.plist")
    let store = Defaults.PropertyListStore(file: path)
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(["new": .integer(1)])
    }
    guard case .outsideOfUser(Self.user, _) = error?.cause else {
      Issue.record("unexpected error: \(String(describing: error))")
      return
    }
    #expect(throws: Defaults.StoreError.self) { try store.load(unlike: nil) }
    #expect(try directory.read("root/victim.plist") == before)
    #expect(try PropertyListDocument(parsing: before).values == ["old": .bool(true)])
  }

  @Test func `a link to a file of root is not followed`() throws {
    try expectRefusal(link("app.plist", to: victim))
    try expectRefusal(link("relative.plist", to: "../root/victim.plist"))
    // Nor is one that root has made: the user can exchange what is in the directory.
    try expectRefusal(link("own.plist", to: victim, owner: 0))
  }

  @Test func `a link to nothing creates no file of root`() throws {
    try expectRefusal(link("app.plist", to: directory.file("root/new.plist")))
    try expectRefusal(link("config", to: directory.file("root/new")) + "/app.plist")
    try expectRefusal(link("local", to: directory.file("root")) + "/state/app.plist")
    #expect(access(directory.file("root/new.plist"), F_OK) != 0)
    #expect(access(directory.file("root/new"), F_OK) != 0)
    #expect(access(directory.file("root/state"), F_OK) != 0)
  }

  @Test func `a link into the home of a third user is not followed`() throws {
    mkdir(directory.file("other"), 0o755)
    chown(directory.file("other"), 4712, 4712)
    try expectRefusal(link("app.plist", to: directory.file("other/app.plist")))
  }

  @Test func `a directory that is exchanged after the check is noticed`() throws {
    mkdir(home + "/config", 0o755)
    chown(home + "/config", Self.user, Self.user)
    let path = home + "/config/app.plist"
    let real = FileSystemCalls()
    var calls = real
    let (config, root) = (home + "/config", directory.file("root"))
    calls.openat = { directory, name, flags, mode in
      // The kernel would follow the link that the user puts there now.
      let name = flags & O_DIRECTORY != 0 && name == config ? root : name
      return real.openat(directory, name, flags, mode)
    }
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: calls))
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(["new": .integer(1)])
    }
    #expect(error?.cause == .outsideOfUser(Self.user, path: path))
    #expect(try directory.names() == ["home", "root"])
    #expect(access(root + "/app.plist", F_OK) != 0)
  }

  /// Exchanges a directory of the user with a link to one of root at each call in turn.
  @Test func `root gives nothing of its own away, whenever a directory is exchanged`() throws {
    var number = 0
    var isExchanged = true
    while isExchanged {
      let tests = try Self()
      let (uh, root) = (tests.home + "/d", tests.directory.file("root"))
      mkdir(uh, 0o755)
      chown(uh, Self.user, Self.user)
      mkdir(root + "/app", 0o755)
      let exchange = { @Sendable [number] (count: Int) in
        guard count == number else { return }
        rename(uh, uh + ".gone")
        symlink(root, uh)
        lchown(uh, Self.user, Self.user)
      }
      let counter = Saboteur()
      var calls = counter.calls
      let (openat, mkdirat, fchown) = (calls.openat, calls.mkdirat, calls.fchown)
      calls.openat = { a, b, c, d in
        exchange(counter.count)
        return openat(a, b, c, d)
      }
      calls.mkdirat = { a, b, c in
        exchange(counter.count)
        return mkdirat(a, b, c)
      }
      calls.fchown = { a, b, c in
        exchange(counter.count)
        return fchown(a, b, c)
      }
      let store = Defaults.PropertyListStore(
        file: uh + "/app/deep/a.plist",
        files: FileSystem(calls: calls)
      )
      _ = try? store.commit(["k": .integer(1)])
      isExchanged = counter.count > number
      #expect(try tests.owner(of: root) == 0, "call \(number)")
      #expect(try tests.owner(of: root + "/app") == 0, "call \(number)")
      #expect(access(root + "/app/deep", F_OK) != 0, "call \(number)")
      number += 1
    }
    #expect(number > 10)
  }

  @Test func `what root creates in a home belongs to its owner`() throws {
    let path = home + "/.config/deep/app.plist"
    try Defaults.PropertyListStore(file: path).commit(["k": .integer(1)])
    for name in [".config", ".config/deep", ".config/deep/app.plist", ".config/deep/.prefs.lock"] {
      #expect(try owner(of: "\(home)/\(name)") == Self.user, "\(name)")
    }
    try DocumentFile.replace(home + "/.local/schema.json", with: [], mode: 0o644)
    #expect(try owner(of: home + "/.local/schema.json") == Self.user)
    #expect(try owner(of: home + "/.local") == Self.user)
  }

  @Test func `links inside the home are followed`() throws {
    mkdir(home + "/dotfiles", 0o755)
    chown(home + "/dotfiles", Self.user, Self.user)
    let path = link("app.plist", to: "dotfiles/app.plist")
    try Defaults.PropertyListStore(file: path).commit(["k": .integer(1)])
    #expect(try owner(of: home + "/dotfiles/app.plist") == Self.user)
    #expect(throws: Defaults.StoreError.self) {
      try DocumentFile.replace(link("schema.json", to: victim) + "/x", with: [], mode: 0o644)
    }
  }
}
