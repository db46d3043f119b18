import CDefaults
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What saving over a file keeps, whichever of the two ways saves it.
struct DocumentFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write("old".utf8, to: "out")
  }

  /// The ways to save over a file.
  enum Way: CaseIterable, Sendable {
    case document, user

    fileprivate func save(_ text: String, _ path: String) throws {
      switch self {
      case .document: try DocumentFile.replace(path, with: Array(text.utf8), mode: 0o600)
      case .user: try UserFile(path).write(Array(text.utf8), overwriting: true)
      }
    }
  }

  private func mode(_ name: String = "out") throws -> mode_t {
    let path = directory.file(name)
    return try #require(try FileSystem().status(of: path, following: false)).mode
  }

  @Test(arguments: Way.allCases, [0o644, 0o664, 0o600, 0o640] as [mode_t])
  func `the mode is kept`(way: Way, mode: mode_t) throws {
    chmod(path, mode)
    try way.save("new", path)
    #expect(try self.mode() == mode)
    #expect(try directory.read("out") == Array("new".utf8))
  }

  @Test(arguments: Way.allCases)
  func `user attributes and an access control list are kept`(way: Way) throws {
    var list = AccessList(mode: 0o640)
    list.users = [4321: 6]
    let bytes = list.attribute
    #expect(setxattr(path, AccessList.attributeName, bytes, bytes.count, 0) == 0)
    #expect(setxattr(path, "user.origin", "abc", 3, 0) == 0)
    try way.save("new", path)
    let file = try FileSystem().open(path, flags: O_RDONLY)
    #expect(try FileSystem().attribute(AccessList.attributeName, of: file) == bytes)
    #expect(getxattr(path, "user.origin", nil, 0) == 3)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can give files away."), arguments: Way.allCases)
  func `root keeps owner and group`(way: Way) throws {
    chown(path, 4711, 4712)
    try way.save("new", path)
    let status = try #require(try FileSystem().status(of: path, following: false))
    #expect((status.owner, status.group) == (4711, 4712))
  }

  @Test(arguments: Way.allCases)
  func `a symbolic link is kept, and the file that it leads to is replaced`(way: Way) throws {
    mkdir(directory.file("there"), 0o755)
    rename(path, directory.file("there/real"))
    symlink("there/real", path)
    chmod(directory.file("there/real"), 0o644)
    try way.save("new", path)
    let status = try #require(try FileSystem().status(of: path, following: false))
    #expect(status.kind == .link)
    #expect(try directory.read("there/real") == Array("new".utf8))
    #expect(try mode("there/real") == 0o644)
  }

  @Test(arguments: Way.allCases)
  func `what killed saves left behind is removed and blocks nothing`(way: Way) throws {
    try directory.write("half".utf8, to: ".out.4123.1.tmp")
    try directory.write("half".utf8, to: ".out.\(getpid()).77.tmp")
    try directory.write("half".utf8, to: "out.\(getpid()).new")
    try directory.write("other".utf8, to: ".other.4123.1.tmp")
    try way.save("new", path)
    #expect(try directory.names() == [".other.4123.1.tmp", "out", "out.\(getpid()).new"])
  }

  @Test(arguments: Way.allCases)
  func `a new file has mode 0600 whatever the umask takes away`(way: Way) throws {
    try way.save("new", directory.file("fresh"))
    #expect(try mode("fresh") == 0o600)
  }

  @Test(arguments: Way.allCases)
  func `only a regular file is replaced`(way: Way) throws {
    mkfifo(directory.file("pipe"), 0o600)
    mkdir(directory.file("folder"), 0o700)
    for name in ["pipe", "folder"] {
      #expect(throws: (any Error).self) { try way.save("new", directory.file(name)) }
    }
    #expect(try directory.names() == ["folder", "out", "pipe"])
  }

  @Test func `a file that must not exist is not replaced`() throws {
    #expect(throws: UserFile.Failure.exists) {
      try UserFile(path).write(Array("new".utf8), overwriting: false)
    }
    #expect(try directory.read("out") == Array("old".utf8))
    try UserFile(directory.file("fresh")).write(Array("new".utf8), overwriting: false)
    #expect(try directory.names() == ["fresh", "out"])
  }

  @Test func `a directory that is missing is not created by a typed path`() throws {
    #expect(throws: UserFile.Failure.other(reason: "No such file or directory")) {
      try UserFile(directory.file("no/out")).write([1], overwriting: false)
    }
  }

  @Test func `a failing sync of the directory says that the file was replaced`() throws {
    let real = FileSystemCalls()
    var calls = real
    calls.fsync = { descriptor in
      var status = stat()
      _ = real.fstat(descriptor, &status)
      return status.st_mode & S_IFMT == S_IFDIR ? -Int(EIO) : real.fsync(descriptor)
    }
    let error = #expect(throws: Defaults.StoreError.self) {
      try DocumentFile.replace(path, with: [1], mode: 0o600, in: FileSystem(calls: calls))
    }
    #expect(error?.cause == .notDurable(errorNumber: EIO))
    #expect(try directory.read("out") == [1])
  }
}

/// What root removes, and changes, in the home of another user.
@Suite(.enabled(if: geteuid() == 0, "Only root can give files away."))
struct RootRemovalTests {
  private static let user: uid_t = 4711
  private let directory: TemporaryDirectory
  private let victim: String

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["home", "root"] { mkdir(directory.file(name), 0o755) }
    chown(directory.file("home"), Self.user, Self.user)
    victim = try directory.write("old".utf8, to: "root/.s.plist.4123.1.tmp")
    symlink(directory.file("root"), directory.file("home/state"))
    lchown(directory.file("home/state"), Self.user, Self.user)
  }

  private var linked: String { directory.file("home/state/.s.plist.4123.1.tmp") }

  @Test func `a file behind a link to a directory of root is not removed`() throws {
    let error = #expect(throws: Defaults.StoreError.self) { try DocumentFile.remove(linked) }
    #expect(error?.location == linked)
    #expect(throws: Defaults.StoreError.self) { _ = try DocumentFile.removeAbandonedFile(linked) }
    #expect(throws: Defaults.StoreError.self) { try DocumentFile.setMode(0o600, of: linked) }
    #expect(throws: Defaults.StoreError.self) {
      try DocumentFile.replace(linked, with: [1], mode: 0o600)
    }
    #expect(try directory.read("root/.s.plist.4123.1.tmp") == Array("old".utf8))
    #expect(try FileSystem().status(of: victim, following: false)?.mode == 0o644)
  }

  @Test func `a link itself is removed, and what it leads to stays`() throws {
    try DocumentFile.remove(directory.file("home/state"))
    #expect(try directory.names().contains("root"))
    #expect(access(victim, F_OK) == 0)
    #expect(access(directory.file("home/state"), F_OK) != 0)
  }

  @Test func `a file in the user's own directory is removed`() throws {
    try directory.write("x".utf8, to: "home/.s.plist.4123.2.tmp")
    #expect(try DocumentFile.removeAbandonedFile(directory.file("home/.s.plist.4123.2.tmp")))
    try directory.write("x".utf8, to: "home/snapshot")
    try DocumentFile.remove(directory.file("home/snapshot"))
    #expect(access(directory.file("home/snapshot"), F_OK) != 0)
  }
}
