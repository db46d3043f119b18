import Glibc
import Synchronization

/// Who may use a file: its owner, its group, and the permissions of everybody.
struct FileAccess: Equatable, Sendable {
  /// The owner.
  var owner: uid_t
  /// The group.
  var group: gid_t
  /// The permissions.
  var list: AccessList
  /// The mode, as `stat` returns it.
  var mode: mode_t
  /// The access control list as the file system keeps it; nil when the mode says everything.
  ///
  /// It can differ from `list`: its mask may contain more than its entries, and be widened later.
  var attribute: [UInt8]?

  /// Creates the access of permissions that no file has yet.
  init(owner: uid_t, group: gid_t, list: AccessList) {
    (self.owner, self.group) = (owner, group)
    self.list = list
    mode = list.mode
    attribute = list.isExtended ? list.attribute : nil
  }

  /// Returns the same access for another owner or group; nil when no list gives everybody the same
  /// permissions.
  ///
  /// Every user may read and write exactly as before. The old owner and the old group get entries
  /// of their own in the list. The new owner is the process that replaces the file, so it could
  /// read and write the old one, by whatever entry. The members of the new group get what they had
  /// before: the permission of its entry, or that of others. But a user who is in several groups
  /// may do what any of them may. So without an entry for the new group, others must not be able to
  /// do what a group of the list cannot: a member of both groups would gain it.
  func moved(toOwner newOwner: uid_t, group newGroup: gid_t) -> Self? {
    guard (owner, group) != (newOwner, newGroup) else { return self }
    var list = list
    if owner != newOwner {
      list.owner |= 6
      list.users[newOwner] = nil
      list.users[owner] = self.list.owner
    }
    if group != newGroup {
      // The owning group may have an entry of its own as well, and its members both permissions.
      list.groups[group] = self.list.group | (self.list.groups[group] ?? 0)
      let own = list.groups.removeValue(forKey: newGroup)
      let granted = list.groups.values.reduce(7, &)
      guard own != nil || list.others & ~granted & 6 == 0 else { return nil }
      list.group = own ?? list.others
    }
    return FileAccess(owner: newOwner, group: newGroup, list: list)
  }
}

extension FileSystem {
  /// Returns who may use an open file.
  func access(to file: borrowing OpenFile) throws(Defaults.StoreError) -> FileAccess {
    let status = try status(of: file)
    let (owner, group) = (status.owner, status.group)
    var access = FileAccess(owner: owner, group: group, list: AccessList(mode: status.mode))
    access.mode = status.mode
    if let bytes = try attribute(AccessList.attributeName, of: file) {
      guard let list = AccessList(attribute: bytes) else {
        throw failure("fgetxattr", -Int(EOPNOTSUPP))
      }
      access.list = list
      access.attribute = bytes
    }
    return access
  }

  /// Sets owner, group and permissions of a new file.
  ///
  /// A process that may not give files away keeps the file, and adds the wanted owner and group to
  /// the access control list, see ``FileAccess/moved(toOwner:group:)``. The steps must be in this
  /// order, so that the file can at no moment be used by more users than in the end: owner and
  /// group first, since `fchown` clears mode bits; the list, and last the mode. A list that the
  /// file inherited from its directory is removed.
  ///
  /// It fails for example when the file system has no access control lists and one is needed, and
  /// with ``Defaults/StoreError/Cause/accessNotKept(owner:group:)`` when no list gives everybody
  /// the wanted permissions.
  func setAccess(
    _ wanted: FileAccess,
    of file: borrowing OpenFile
  ) throws(Defaults.StoreError) {
    let own = try status(of: file)
    var access = wanted
    if (own.owner, own.group) != (wanted.owner, wanted.group) {
      guard calls.isKnownUser(wanted.owner) else {
        throw error(.unknownOwner(path: location ?? ""))
      }
      let both = uninterrupted { calls.fchown(file.descriptor, wanted.owner, wanted.group) }
      if both == -Int(EPERM) {
        // A user may choose the group from those that they are a member of. With one of the list,
        // all entries can stay.
        for group in [wanted.group] + wanted.list.groups.keys.sorted()
        where uninterrupted({ calls.fchown(file.descriptor, .max, group) }) >= 0 {
          break
        }
        let now = try status(of: file)
        let keepsOwners = SuiteRegistry.shared.keepsOwners.load(ordering: .relaxed)
        let mayTakeOver = now.owner == wanted.owner || !keepsOwners
        guard mayTakeOver, let moved = wanted.moved(toOwner: now.owner, group: now.group) else {
          throw error(.accessNotKept(owner: wanted.owner, group: wanted.group))
        }
        access = moved
      } else if both < 0 {
        throw failure("fchown", both)
      }
    }
    let name = AccessList.attributeName
    if let list = access.attribute {
      try setAttribute(name, to: list, of: file)
    } else {
      try removeAttribute(name, of: file)
    }
    let mode = access.mode
    // A file system without permissions shows every file with the same mode, and refuses others.
    guard try status(of: file).mode != mode else { return }
    try check("fchmod") { calls.fchmod(file.descriptor, mode) }
  }
}
