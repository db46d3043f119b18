import CDefaults
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What a commit keeps of a file besides its content.
struct FileAttributesTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write("<dict/>".utf8, to: "suite.plist")
  }

  /// The list of a file with mode 0640 that one more user may read and another group write.
  private static let list: AccessList = {
    var list = AccessList(mode: 0o600)
    list.users = [4321: 4]
    list.groups = [8765: 6, 100: 4]
    return list
  }()

  private func attribute(_ name: String) throws -> [UInt8]? {
    try attribute(name.utf8CString.map(\.self))
  }

  private func attribute(_ name: [CChar]) throws -> [UInt8]? {
    let file = try FileSystem().open(path, flags: O_RDONLY)
    return try FileSystem().attribute(name, of: file)
  }

  private func commit(_ files: FileSystem = FileSystem()) throws {
    try Defaults.PropertyListStore(file: path, files: files).commit(["k": .bool(true)])
  }

  private var mode: mode_t {
    get throws {
      try #require(try FileSystem().status(of: path, following: false)).mode
    }
  }

  @Test func `an access control list is kept byte for byte`() throws {
    // The mask has a permission that no entry has.
    var bytes = Self.list.attribute
    bytes[bytes.count - 14] = 7
    #expect(setxattr(path, AccessList.attributeName, bytes, bytes.count, 0) == 0)
    let before = try attribute(AccessList.attributeName)
    let mode = try mode
    try commit()
    #expect(try attribute(AccessList.attributeName) == before)
    #expect(try self.mode == mode)
  }

  @Test func `user attributes are kept`() throws {
    let large = [UInt8](repeating: 7, count: 1000)
    #expect(setxattr(path, "user.origin", "abc", 3, 0) == 0)
    #expect(setxattr(path, "user.empty", "", 0, 0) == 0)
    let bytes = [0x75, 0x73, 0x65, 0x72, 0x2E, 0xFF, 0xFE, 0].map(CChar.init(truncatingIfNeeded:))
    #expect(setxattr(path, bytes, "v", 1, 0) == 0)
    #expect(setxattr(path, "user.large", large, large.count, 0) == 0)
    try commit()
    #expect(try attribute("user.origin") == Array("abc".utf8))
    #expect(try attribute("user.empty") == [])
    #expect(getxattr(path, bytes, nil, 0) == 1)
    #expect(try attribute("user.large") == large)
  }

  @Test(arguments: [true, false])
  func `a list that the directory would pass on is not taken`(exists: Bool) throws {
    let bytes = Self.list.attribute
    let name = "system.posix_acl_default"
    #expect(setxattr(directory.path, name, bytes, bytes.count, 0) == 0)
    if !exists { unlink(path) }
    chmod(path, 0o640)
    try commit()
    #expect(try attribute(AccessList.attributeName) == nil)
    #expect(try mode == (exists ? 0o640 : 0o600))
  }

  @Test func `a list that cannot be kept refuses the write`() throws {
    let bytes = Self.list.attribute
    #expect(setxattr(path, AccessList.attributeName, bytes, bytes.count, 0) == 0)
    let before = try directory.read("suite.plist")
    var calls = FileSystemCalls()
    calls.fsetxattr = { _, _, _ in -Int(EOPNOTSUPP) }
    #expect(throws: Defaults.StoreError.system("fsetxattr", path, EOPNOTSUPP)) {
      try commit(FileSystem(calls: calls))
    }
    #expect(try directory.read("suite.plist") == before)
    #expect(try directory.names() == ["suite.plist"])
  }

  @Test func `who may not give a file away grants its owner and group what they had`() throws {
    chmod(path, 0o640)
    let own = try #require(try FileSystem().status(of: path, following: false))
    let real = FileSystemCalls()
    var calls = real
    calls.fchown = { _, _, _ in -Int(EPERM) }
    calls.fstat = { descriptor, status in
      let result = real.fstat(descriptor, status)
      // The file that is replaced belongs to somebody else.
      if status.pointee.st_size == 7 { (status.pointee.st_uid, status.pointee.st_gid) = (77, 88) }
      return result
    }
    try commit(FileSystem(calls: calls))
    var expected = AccessList(mode: 0o600)
    expected.users = [77: 6]
    expected.groups = [88: 4]
    #expect(try attribute(AccessList.attributeName).flatMap(AccessList.init) == expected)
    let new = try #require(try FileSystem().status(of: path, following: false))
    #expect((new.owner, new.group) == (own.owner, own.group))
  }

  @Test(.enabled(if: geteuid() == 0), arguments: [0o464, 0o460, 0o060, 0o664] as [mode_t])
  func `a writer of a file of another owner can write it again`(bits: mode_t) async {
    await #expect(processExitsWith: .success) { [bits] in
      let directory = try TemporaryDirectory()
      chmod(directory.path, 0o777)
      let path = try directory.write("<dict/>".utf8, to: "suite.plist")
      chown(path, 77, 88)
      chmod(path, bits)
      // Who is in the group of the file, and not its owner.
      #expect(setgroups(0, nil) == 0 && setgid(88) == 0 && setuid(1234) == 0)
      for round in 0..<3 {
        try Defaults.PropertyListStore(file: path).commit(["k": .integer(Int128(round))])
      }
      let file = try FileSystem().open(path, flags: O_RDONLY)
      let access = try FileSystem().access(to: file)
      #expect(access.owner == 1234 && access.list.owner & 6 == 6)
      #expect(access.list.users[77] == UInt16(bits >> 6))
    }
  }

  @Test func `a new file can be read by its owner whatever the umask is`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      umask(0o777)
      let path = directory.file("a/b/suite.plist")
      try Defaults.PropertyListStore(file: path).commit(["k": .integer(1)])
      let files = FileSystem()
      #expect(try files.status(of: path, following: false)?.mode == 0o600)
      let parent = directory.file("a/b")
      #expect(try files.status(of: parent, following: false)?.mode == 0o700)
    }
  }
}

/// Permissions as numbers and as the bytes of an extended attribute.
struct AccessListTests {
  private let list: AccessList = {
    var list = AccessList(mode: 0o754)
    list.users = [1000: 6, 7: 4]
    list.groups = [50: 1]
    return list
  }()

  @Test func `the bytes of a list give the list again`() {
    #expect(AccessList(attribute: list.attribute) == list)
    #expect(list.mode == 0o774)
    #expect(list.attribute.count == 4 + 7 * 8)
  }

  @Test func `the mask limits the entries that it applies to`() {
    var bytes = list.attribute
    bytes[bytes.count - 14] = 4
    var masked = list
    (masked.users, masked.groups, masked.group) = ([1000: 4, 7: 4], [50: 0], 4)
    #expect(AccessList(attribute: bytes) == masked)
  }

  @Test(arguments: [[], [1, 0, 0, 0], [2, 0, 0, 0, 1], [2, 0, 0, 0, 9, 0, 6, 0, 0, 0, 0, 0]])
  func `bytes of another form are no list`(bytes: [UInt8]) {
    #expect(AccessList(attribute: bytes) == nil)
  }

  @Test func `a move takes nothing from anybody and gives nothing to anybody`() throws {
    let access = FileAccess(owner: 1, group: 2, list: list)
    let moved = try #require(access.moved(toOwner: 1000, group: 50))
    #expect((moved.owner, moved.group) == (1000, 50))
    #expect(moved.list.users == [1: 7, 7: 4])
    #expect(moved.list.groups == [2: 5])
    #expect(moved.list.group == 1)
    #expect(moved.list.others == 4)
    #expect(access.moved(toOwner: 1, group: 2) == access)
    // Who writes the file could read and write it.
    let other = FileAccess(owner: 1, group: 2, list: AccessList(mode: 0o464))
    #expect(other.moved(toOwner: 1000, group: 2)?.list.owner == 6)
    #expect(other.moved(toOwner: 1000, group: 2)?.list.users == [1: 4])
  }

  @Test func `a move to a group whose members would gain is impossible`() {
    // Others may read, which members of group 2 or of group 50 may not.
    let access = FileAccess(owner: 1, group: 2, list: list)
    #expect(access.moved(toOwner: 1, group: 3) == nil)
    #expect(
      FileAccess(owner: 1, group: 2, list: AccessList(mode: 0o604)).moved(toOwner: 1, group: 3)
        == nil
    )
    #expect(
      FileAccess(owner: 1, group: 2, list: AccessList(mode: 0o644)).moved(toOwner: 1, group: 3)
        != nil
    )
  }
}
