import Defaults
import Glibc

/// The user as whom the tool runs.
///
/// With `sudo` or `su`, root may run the tool in the home of another user. Files that root creates
/// there would lock the user out, and links that the user has planted there would lead root to
/// files of its own. So the tool becomes that user, before it starts a thread or opens a file.
enum UserIdentity {
  /// Becomes the owner of the configuration directory, or of the nearest directory above it that
  /// exists, if the process runs as root and the directory belongs to somebody else.
  ///
  /// - Throws: ``Failure`` when the system refuses that.
  static func becomeOwnerOfConfigurationHome() throws(Failure) {
    guard geteuid() == 0 else { return }
    var path = Defaults.ConfigurationHome().directory
    var status = stat()
    while stat(path, &status) != 0, path.utf8.count > 1, path.utf8.contains(UInt8(ascii: "/")) {
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      if path.isEmpty { path = "/" }
    }
    guard status.st_uid != 0 else { return }
    try become(status.st_uid, group: status.st_gid, ownerOf: path)
  }

  private static func become(
    _ user: uid_t,
    group: gid_t,
    ownerOf path: String
  ) throws(Failure) {
    let entry = getpwuid(user)?.pointee
    let name = entry.map { String(cString: $0.pw_name) }
    let group = entry?.pw_gid ?? group
    // The groups come first: a process that is no longer root cannot change them.
    let hasGroups =
      if let name { initgroups(name, group) == 0 } else { setgroups(1, [group]) == 0 }
    guard hasGroups, setgid(group) == 0, setuid(user) == 0, geteuid() == user else {
      throw Failure(
        .inputOutputFailed,
        "\"\(path: path)\" belongs to user \(user), and root could not become that user: "
          + "\(String(cString: strerror(errno))). Run prefs as that user, or set HOME."
      )
    }
    let message: MessageText =
      "Running as \(name ?? "user \(user)"), because \"\(path: path)\" belongs to that user."
    Output.writeError(message.description)
  }
}
