import Glibc

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

  /// Returns the same access for a file that has another owner or group.
  ///
  /// The old owner and the old group get entries of their own in the list. The new group gets what
  /// its members had before, the permission of others. The new owner is the process that replaces
  /// the file, so it could read and write the old one, by whatever entry, and gets at least that. So
  /// nobody may do more than before, except the new owner, and nobody may do less.
  func moved(toOwner newOwner: uid_t, group newGroup: gid_t) -> Self {
    guard (owner, group) != (newOwner, newGroup) else { return self }
    var list = list
    if owner != newOwner {
      list.owner |= 6
      list.users[newOwner] = nil
      list.users[owner] = self.list.owner
    }
    if group != newGroup {
      list.group = self.list.groups[newGroup] ?? self.list.others
      list.groups[newGroup] = nil
      list.groups[group] = self.list.group
    }
    return FileAccess(owner: newOwner, group: newGroup, list: list)
  }
}

extension FileSystem {
  /// Returns who may use an open file.
  ///
  /// - Throws: ``Defaults/StoreError`` with the error number.
  func access(
    to file: borrowing OpenFile,
    location: String
  ) throws(Defaults.StoreError) -> FileAccess {
    let status = try status(of: file, location: location)
    let (owner, group) = (status.owner, status.group)
    var access = FileAccess(owner: owner, group: group, list: AccessList(mode: status.mode))
    access.mode = status.mode
    if let bytes = try attribute(AccessList.attributeName, of: file, location: location) {
      guard let list = AccessList(attribute: bytes) else {
        throw .system("fgetxattr", location, EOPNOTSUPP)
      }
      access.list = list
      access.attribute = bytes
    }
    return access
  }

  /// Sets owner, group and permissions of a new file.
  ///
  /// A process that may not give files away keeps the file, and adds the wanted owner and group to
  /// the access control list. The steps must be in this order, so that the file can at no moment be
  /// used by more users than in the end: owner and group first, since `fchown` clears mode bits;
  /// the list, and last the mode. A list that the file inherited from its directory is removed.
  ///
  /// - Throws: ``Defaults/StoreError`` with the error number, for example when the file system has
  ///   no access control lists and one is needed.
  func setAccess(
    _ wanted: FileAccess,
    of file: borrowing OpenFile,
    location: String
  ) throws(Defaults.StoreError) {
    let descriptor = file.descriptor
    let own = try status(of: file, location: location)
    var access = wanted
    if (own.owner, own.group) != (wanted.owner, wanted.group) {
      guard calls.isKnownUser(wanted.owner) else {
        throw Defaults.StoreError(location: location, cause: .unknownOwner(path: location))
      }
      let both = uninterrupted { calls.fchown(descriptor, wanted.owner, wanted.group) }
      if both == -Int(EPERM) {
        // A user may choose the group from those that they are a member of.
        _ = uninterrupted { calls.fchown(descriptor, .max, wanted.group) }
        let now = try status(of: file, location: location)
        access = wanted.moved(toOwner: now.owner, group: now.group)
      } else if both < 0 {
        throw .system("fchown", location, Int32(-both))
      }
    }
    let name = AccessList.attributeName
    if let list = access.attribute {
      try setAttribute(name, to: list, of: file, location: location)
    } else {
      try removeAttribute(name, of: file, location: location)
    }
    let mode = access.mode
    // A file system without permissions shows every file with the same mode, and refuses others.
    guard try status(of: file, location: location).mode != mode else { return }
    try check("fchmod", location) { calls.fchmod(descriptor, mode) }
  }
}
