import DefaultsCore
import Glibc

/// The user as whom the tool runs.
///
/// With `sudo` or `su`, root may run the tool in the home of another user. Files that root creates
/// there would lock the user out, and links that the user has planted there would lead root to
/// files of its own. So the tool becomes that user, before it starts a thread or opens a file.
enum UserIdentity {
  /// The variables that name directories in a user's home.
  private static let homeVariables = [
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
  ]

  /// Makes the process use the home of a user.
  ///
  /// Root remembers what it changes itself, such as locks, in its own home until it becomes the user.
  ///
  /// - Throws: ``Failure`` when there is no such user, or when only root may act for this user.
  static func useHome(of name: String) throws {
    let account = try UserAccount.named(name)
    guard geteuid() == 0 || geteuid() == account.user else {
      throw Failure(
        .inputOutputFailed,
        "Only root may act for the user \"\(name)\": run prefs with sudo, or without --user."
      )
    }
    // The variable is a path of the image, without its root.
    let ownState = BaseDirectories().stateHome.dropFirst(SystemRoot.current?.path.count ?? 0)
    setenv("HOME", account.home, 1)
    for variable in homeVariables { unsetenv(variable) }
    if geteuid() != account.user { setenv("XDG_STATE_HOME", String(ownState), 1) }
  }

  /// Becomes the user with a name, if the process runs as root.
  ///
  /// - Throws: ``Failure`` when there is no such user, or when the system refuses the change.
  static func become(_ name: String) throws {
    guard geteuid() == 0 else { return }
    let account = try UserAccount.named(name)
    // The groups of a user of an image are those of the image, and not of this system.
    let databaseName = SystemRoot.current == nil ? name : nil
    guard change(to: account.user, group: account.group, databaseName: databaseName) else {
      throw Failure("Root could not become the user \"\(name)\"", errorNumber: errno)
    }
    unsetenv("XDG_STATE_HOME")
  }

  /// Checks that a user can read a file, which root is about to read for this user.
  ///
  /// - Throws: ``Failure`` when the user cannot read it, or does not exist.
  static func checkReadable(_ path: String, by name: String) throws {
    guard geteuid() == 0 else { return }
    let account = try UserAccount.named(name)
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    let group = getegid()
    // The kernel judges, so the process is this user for a moment; no thread runs beside it.
    let isUser =
      setgroups(1, [account.group]) == 0 && setegid(account.group) == 0
      && seteuid(account.user) == 0
    let descriptor = isUser ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1
    let error = errno
    if descriptor >= 0 { close(descriptor) }
    let isRoot =
      seteuid(0) == 0 && setegid(group) == 0 && setgroups(Int(max(0, count)), groups) == 0
    guard isRoot, descriptor >= 0 || error == ENOENT else {
      throw Failure("\(path: path) cannot be read by \(name)", errorNumber: error)
    }
  }

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
    let name = SystemRoot.current == nil ? entry.map { String(cString: $0.pw_name) } : nil
    // A user without an entry has no group by name either.
    let group = entry?.pw_gid ?? user
    guard change(to: user, group: group, databaseName: name) else {
      throw Failure(
        .inputOutputFailed,
        "User \(user) controls where \"\(path: path)\" leads, and root could not become that user: "
          + "\(String(cString: strerror(errno))). Run prefs as that user, or set HOME."
      )
    }
    let message: MessageText =
      "Running as \(name ?? "user \(user)"), who controls where \"\(path: path)\" leads."
    Output.writeError(message)
  }

  /// Changes the user and the groups of the process for good.
  ///
  /// Besides the user's own group, it takes the groups that the user database has for `name`, if it
  /// is not nil. The result is false when the system refuses, with the reason in `errno`.
  private static func change(to user: uid_t, group: gid_t, databaseName name: String?) -> Bool {
    // As `sudo` does it: the history tells who acts for the user.
    setenv("SUDO_USER", Defaults.HistoryEntry.Author.userName(geteuid()), 0)
    // The groups come first: a process that is no longer root cannot change them.
    Defaults.keepOwners()
    let hasGroups =
      if let name { initgroups(name, group) == 0 } else { setgroups(1, [group]) == 0 }
    return hasGroups && setgid(group) == 0 && setuid(user) == 0 && geteuid() == user
  }
}
