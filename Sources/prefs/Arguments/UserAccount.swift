import DefaultsCore
import Glibc

/// A user in the user database of this system, or of the image below a root.
struct UserAccount {
  /// The name.
  let name: String
  /// The number of the user.
  let user: uid_t
  /// The number of the user's own group.
  let group: gid_t
  /// The absolute path of the home directory.
  let home: String

  /// Returns the user with a name.
  ///
  /// The corresponding C function is `getpwnam`. For an image, its `/etc/passwd` is read instead:
  /// the functions of the C library ask the services of this system.
  ///
  /// - Throws: ``Failure`` when there is no such user, `Defaults.StoreError` when the database of an
  ///   image cannot be read.
  static func named(_ name: String) throws -> UserAccount {
    let account =
      if let root = SystemRoot.current {
        try all(in: root).first { $0.name == name }
      } else {
        getpwnam(name).map { UserAccount($0.pointee) }
      }
    guard let account, account.home.hasPrefix("/") else {
      throw Failure(.usage, "There is no user \"\(name)\" with a home directory.")
    }
    return account
  }

  /// Returns all users, those with the same number and home once.
  ///
  /// The corresponding C function is `getpwent`. It lists only users of this system's own database if
  /// that of a network is not to be listed.
  ///
  /// - Throws: `Defaults.StoreError` when the database of an image cannot be read.
  static func all() throws -> [UserAccount] {
    var accounts: [UserAccount] = []
    if let root = SystemRoot.current {
      accounts = try all(in: root)
    } else {
      setpwent()
      while let entry = getpwent() { accounts.append(UserAccount(entry.pointee)) }
      endpwent()
    }
    var seen: Set<String> = []
    return accounts.filter {
      $0.home.hasPrefix("/") && seen.insert("\($0.user) \($0.home)").inserted
    }
  }

  private static func all(in root: SystemRoot) throws -> [UserAccount] {
    let path = root.path(below: "/etc/passwd")
    let bytes = try DocumentFile.contents(of: path, limit: 16 << 20)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { UserAccount(line: $0) }
  }
}

extension UserAccount {
  /// Creates the user of an entry of the database of this system.
  private init(_ entry: passwd) {
    self.init(
      name: String(cString: entry.pw_name),
      user: entry.pw_uid,
      group: entry.pw_gid,
      home: String(cString: entry.pw_dir)
    )
  }

  /// Creates the user of a line of a file in the format of passwd(5); nil if it has another form.
  fileprivate init?(line: Substring) {
    let fields = line.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 7, let user = uid_t(fields[2]), let group = gid_t(fields[3]) else {
      return nil
    }
    self.init(name: String(fields[0]), user: user, group: group, home: String(fields[5]))
  }
}
