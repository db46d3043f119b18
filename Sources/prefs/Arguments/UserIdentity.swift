import Defaults
import Glibc

/// The user as whom the tool runs.
///
/// With `sudo` or `su`, root may run the tool in the home of another user. Files that root creates
/// there would lock the user out, and links that the user has planted there would lead root to
/// files of its own. So the tool becomes that user, before it starts a thread or opens a file.
enum UserIdentity {
  /// Becomes the user who controls where the path of the configuration directory leads, if the
  /// process runs as root and there is such a user.
  ///
  /// - Throws: `Defaults.StoreError` when the path leads through the directories of several users,
  ///   ``Failure`` when the system refuses the change.
  static func becomeOwnerOfConfigurationHome() throws {
    let home = Defaults.ConfigurationHome().directory
    guard let user = try DocumentFile.controllingUser(ofPath: home + "/suite.plist") else { return }
    try become(user, ownerOf: home)
  }

  /// Becomes the user who controls where the path of a suite's file leads, like
  /// ``becomeOwnerOfConfigurationHome()``.
  ///
  /// - Throws: `Defaults.StoreError` when the path leads through the directories of several users,
  ///   ``Failure`` when the system refuses the change.
  static func becomeOwner(ofFile path: String) throws {
    guard let user = try DocumentFile.controllingUser(ofPath: path) else { return }
    try become(user, ownerOf: path)
  }

  private static func become(
    _ user: uid_t,
    ownerOf path: String
  ) throws(Failure) {
    let entry = getpwuid(user)?.pointee
    let name = entry.map { String(cString: $0.pw_name) }
    // A user without an entry has no group by name either.
    let group = entry?.pw_gid ?? user
    // The groups come first: a process that is no longer root cannot change them.
    let hasGroups =
      if let name { initgroups(name, group) == 0 } else { setgroups(1, [group]) == 0 }
    guard hasGroups, setgid(group) == 0, setuid(user) == 0, geteuid() == user else {
      throw Failure(
        .inputOutputFailed,
        "User \(user) controls where \"\(path: path)\" leads, and root could not become that user: "
          + "\(String(cString: strerror(errno))). Run prefs as that user, or set HOME."
      )
    }
    let message: MessageText =
      "Running as \(name ?? "user \(user)"), who controls where \"\(path: path)\" leads."
    Output.writeError(message.description)
  }
}
