import CDefaults
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Who may read and write a file before and after another user has replaced it.
struct RightsTests {
  /// The users with their groups, the first of which is their own.
  private static let users: [(user: uid_t, groups: [gid_t])] = [
    (3001, [3001]), (3002, [3002, 4001]), (3003, [3003, 4001, 4002]), (3004, [3004]),
    (3005, [3005, 4002]),
  ]
  private static let groups: [gid_t] = [3001, 3002, 4001, 4002, 4003]
  private static let permissions: [UInt16] = [0, 2, 4, 4, 6, 6, 6, 7]

  /// Returns random access of a file.
  private static func access(_ random: inout SeededGenerator) -> FileAccess {
    func permission() -> UInt16 { permissions.randomElement(using: &random) ?? 0 }
    var list = AccessList(mode: 0)
    (list.owner, list.group, list.others) = (permission(), permission(), permission())
    if Bool.random(using: &random) {
      for user in users.map(\.user).shuffled(using: &random).prefix(
        Int.random(in: 0...3, using: &random)
      ) {
        list.users[user] = permission()
      }
      for group in groups.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)) {
        list.groups[group] = permission()
      }
    }
    return FileAccess(
      owner: users.randomElement(using: &random)?.user ?? 0,
      group: groups.randomElement(using: &random) ?? 0,
      list: list
    )
  }

  /// Returns what the kernel grants, as acl(5) describes it.
  private static func rights(_ access: FileAccess, _ user: uid_t, _ groups: [gid_t]) -> UInt16 {
    if user == access.owner { return access.list.owner & 6 }
    if let own = access.list.users[user] { return own & 6 }
    var entries = access.list.groups.filter { groups.contains($0.key) }.map(\.value)
    if groups.contains(access.group) { entries.append(access.list.group) }
    return entries.isEmpty ? access.list.others & 6 : entries.reduce(0, |) & 6
  }

  @Test(.thorough) func `a list for another owner and group gives everybody what they had`() {
    var random = SeededGenerator(seed: 11)
    var kept = 0
    for number in 0..<20_000 {
      let before = Self.access(&random)
      let (writer, memberships) = Self.users[number % Self.users.count]
      // Only who may read and write the file can replace it.
      guard Self.rights(before, writer, memberships) == 6 else { continue }
      let group = (memberships + [before.group]).randomElement(using: &random) ?? 0
      guard let after = before.moved(toOwner: writer, group: group) else { continue }
      kept += 1
      // Every user, in every combination of groups.
      for (user, own) in Self.users {
        for bits in 0..<(1 << Self.groups.count) {
          let groups =
            Array(own.prefix(1))
            + Self.groups.indices.filter { bits >> $0 & 1 == 1 }.map { Self.groups[$0] }
          guard user != writer || Set(groups).isSuperset(of: memberships) else { continue }
          let (old, new) = (Self.rights(before, user, groups), Self.rights(after, user, groups))
          #expect(
            old == new || user == writer,
            "\(before) \(writer):\(group), user \(user) in \(groups)"
          )
        }
      }
    }
    #expect(kept > 1000)
  }

  /// Real users, one case after another in a process that changes its effective user.
  @Test(
    .thorough,
    .enabled(if: geteuid() == 0, "Only root can become other users."),
    arguments: 0..<4
  )
  func `who could read or write a file still can, and nobody else`(seed: Int) async {
    await #expect(processExitsWith: .success) { [seed] in
      var random = SeededGenerator(seed: UInt64(seed))
      var outcomes = (replaced: 0, refused: 0)
      for number in 0..<150 {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o777)
        let path = try directory.write("<dict/>".utf8, to: "suite.plist")
        let access = RightsTests.access(&random)
        chown(path, access.owner, access.group)
        if access.list.isExtended {
          let bytes = access.list.attribute
          #expect(setxattr(path, AccessList.attributeName, bytes, bytes.count, 0) == 0)
        } else {
          chmod(path, access.mode)
        }
        if number.isMultiple(of: 3) {
          var list = AccessList(mode: 0o755)
          (list.users, list.groups) = ([3004: 7], [4002: 7])
          let bytes = list.attribute
          #expect(setxattr(directory.path, "system.posix_acl_default", bytes, bytes.count, 0) == 0)
        }
        umask([0, 0o22, 0o77, 0o777][number % 4])
        if number % 5 == 0 { chmod(directory.path, 0o2777) }
        let before = Actor.allRights(to: path, RightsTests.users)
        let writers = RightsTests.users + [(0, [0])]
        let writer = writers[Int.random(in: 0..<writers.count, using: &random)]
        let isReplaced = Actor.perform(as: writer) {
          (try? Defaults.PropertyListStore(file: path).commit(["k": .integer(1)])) != nil
        }
        let after = Actor.allRights(to: path, RightsTests.users)
        #expect(before == after, "case \(number): \(access) replaced by \(writer)")
        let content = try directory.read("suite.plist")
        #expect((content != Array("<dict/>".utf8)) == isReplaced)
        let status = try FileSystem().status(of: path, following: false)
        if writer.user == 0 { #expect(status?.owner == access.owner) }
        if isReplaced { outcomes.replaced += 1 } else { outcomes.refused += 1 }
        #expect(try directory.names() == ["suite.plist"])
      }
      #expect(outcomes.replaced > 20 && outcomes.refused > 20)
    }
  }

  /// A process of root that acts as one user after another.
  private enum Actor {
    static func perform<Result>(
      as actor: (user: uid_t, groups: [gid_t]),
      _ body: () -> Result
    ) -> Result {
      #expect(setgroups(actor.groups.count, actor.groups) == 0)
      #expect(setegid(actor.groups[0]) == 0 && seteuid(actor.user) == 0)
      defer { #expect(seteuid(0) == 0 && setegid(0) == 0) }
      return body()
    }

    static func allRights(
      to path: String,
      _ users: [(user: uid_t, groups: [gid_t])]
    ) -> [String] {
      users.map { actor in
        perform(as: actor) {
          [(O_RDONLY, "r"), (O_WRONLY, "w")].map { flag, name in
            let file = open(path, flag | O_CLOEXEC)
            guard file >= 0 else { return "-" }
            close(file)
            return name
          }.joined()
        }
      }
    }
  }

  @Test(arguments: ["", "suite.plist"])
  func `what permissions forbid is known before a commit`(forbidden name: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("<dict/>".utf8, to: "suite.plist")
    let missing = directory.file("new/directory/suite.plist")
    var calls = FileSystemCalls()
    #expect(Defaults.PropertyListStore(file: path).writeObstacle() == nil)
    #expect(Defaults.PropertyListStore(file: missing).writeObstacle() == nil)
    let forbidden = name.isEmpty ? directory.path : path
    calls.faccessat = { _, path, _, _ in path == forbidden ? -Int(EACCES) : 0 }
    func cause(_ path: String) -> Defaults.StoreError.Cause? {
      let files = FileSystem(calls: calls)
      return Defaults.PropertyListStore(file: path, files: files).writeObstacle()?.cause
    }
    #expect(cause(path) == .system(operation: "access", errorNumber: EACCES))
    #expect((cause(missing) == nil) == !name.isEmpty)
  }

  @Test func `what cannot be kept refuses the write and changes nothing`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("<dict/>".utf8, to: "suite.plist")
    // Members of the new group would gain what others have and the old group has not.
    chmod(path, 0o606)
    let real = FileSystemCalls()
    var calls = real
    calls.fchown = { _, _, _ in -Int(EPERM) }
    calls.fstat = { descriptor, status in
      let result = real.fstat(descriptor, status)
      if status.pointee.st_size == 7 { (status.pointee.st_uid, status.pointee.st_gid) = (77, 88) }
      return result
    }
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: calls))
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(["k": .bool(true)])
    }
    #expect(error?.cause == .accessNotKept(owner: 77, group: 88))
    #expect(error?.description.contains("user 77 and group 88") == true)
    #expect(try directory.read("suite.plist") == Array("<dict/>".utf8))
    #expect(try directory.names() == ["suite.plist"])
  }
}
