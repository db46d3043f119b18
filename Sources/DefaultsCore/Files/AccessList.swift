import CDefaults
import Glibc

/// The permissions of a file: the three of its mode, and those of its POSIX access control list.
///
/// Each permission is a number from 0 to 7: 4 to read, 2 to write, 1 to execute. The list's mask is
/// already applied to them, so they are what the kernel grants.
struct AccessList: Equatable, Sendable {
  /// The permission of the file's owner.
  var owner: UInt16
  /// The permission of the file's group.
  var group: UInt16
  /// The permission of everybody else.
  var others: UInt16
  /// The permissions of further users.
  var users: [uid_t: UInt16] = [:]
  /// The permissions of further groups.
  var groups: [gid_t: UInt16] = [:]

  /// Creates the permissions of a mode.
  init(mode: mode_t) {
    owner = UInt16(mode >> 6 & 7)
    group = UInt16(mode >> 3 & 7)
    others = UInt16(mode & 7)
  }

  /// Whether the permissions need more than a mode.
  var isExtended: Bool { !users.isEmpty || !groups.isEmpty }

  /// The union of all permissions that the mask limits, which a mode shows as those of the group.
  private var mask: UInt16 {
    (Array(users.values) + Array(groups.values)).reduce(group, |)
  }

  /// The mode that `stat` returns for a file with these permissions.
  var mode: mode_t {
    mode_t(owner) << 6 | mode_t(mask) << 3 | mode_t(others)
  }

  /// Returns the permissions changed by a function.
  func mapped(_ change: (UInt16) -> UInt16) -> Self {
    var list = self
    list.owner = change(owner)
    list.group = change(group)
    list.others = change(others)
    list.users = users.mapValues(change)
    list.groups = groups.mapValues(change)
    return list
  }
}

// The extended attribute `system.posix_acl_access`, as linux/posix_acl_xattr.h describes it: the
// version as 32 bits, then for each entry its tag and its permission as 16 bits and the number of
// its user or group as 32 bits, all little-endian, sorted by tag and number.
extension AccessList {
  /// The name of the extended attribute that holds an access control list.
  static let attributeName = "system.posix_acl_access".utf8CString.map(\.self)

  private static let version: UInt32 = 2
  private static let headerSize = 4
  private static let entrySize = 8

  /// Creates the permissions from the value of the extended attribute; nil for another form.
  init?(attribute bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize,
      (bytes.count - Self.headerSize).isMultiple(of: Self.entrySize),
      Self.number(bytes[..<4]) == Self.version
    else { return nil }
    self.init(mode: 0)
    var mask: UInt16 = 7
    for start in stride(from: Self.headerSize, to: bytes.count, by: Self.entrySize) {
      let tag = Self.number(bytes[start..<start + 2])
      let permission = UInt16(Self.number(bytes[start + 2..<start + 4]) & 7)
      let id = Self.number(bytes[start + 4..<start + 8])
      switch Int32(tag) {
      case ACL_USER_OBJ: owner = permission
      case ACL_USER: users[id] = permission
      case ACL_GROUP_OBJ: group = permission
      case ACL_GROUP: groups[id] = permission
      case ACL_MASK: mask = permission
      case ACL_OTHER: others = permission
      default: return nil
      }
    }
    group &= mask
    users = users.mapValues { $0 & mask }
    groups = groups.mapValues { $0 & mask }
  }

  /// The value of the extended attribute for these permissions.
  var attribute: [UInt8] {
    let nobody = UInt32.max
    var entries: [(tag: Int32, permission: UInt16, id: UInt32)] = [(ACL_USER_OBJ, owner, nobody)]
    entries += users.sorted { $0.key < $1.key }.map { (ACL_USER, $0.value, $0.key) }
    entries.append((ACL_GROUP_OBJ, group, nobody))
    entries += groups.sorted { $0.key < $1.key }.map { (ACL_GROUP, $0.value, $0.key) }
    entries += [(ACL_MASK, mask, nobody), (ACL_OTHER, others, nobody)]
    return Self.bytes(Self.version, 4)
      + entries.flatMap { entry in
        Self.bytes(UInt32(entry.tag), 2) + Self.bytes(UInt32(entry.permission), 2)
          + Self.bytes(entry.id, 4)
      }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
