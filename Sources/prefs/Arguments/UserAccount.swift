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
    let account: UserAccount?
    if let root = SystemRoot.current {
      let path = root.path(below: "/etc/passwd")
      let bytes = try DocumentFile.contents(of: path, limit: 16 << 20)
      account = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .compactMap { UserAccount(line: $0) }.first { $0.name == name }
    } else {
      account = getpwnam(name).map { entry in
        UserAccount(
          name: name,
          user: entry.pointee.pw_uid,
          group: entry.pointee.pw_gid,
          home: String(cString: entry.pointee.pw_dir)
        )
      }
    }
    guard let account, account.home.hasPrefix("/") else {
      throw Failure(.usage, "There is no user \"\(name)\" with a home directory.")
    }
    return account
  }
}

extension UserAccount {
  /// Creates the user of a line of a file in the format of passwd(5); nil if it has another form.
  fileprivate init?(line: Substring) {
    let fields = line.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 7, let user = uid_t(fields[2]), let group = gid_t(fields[3]) else {
      return nil
    }
    self.init(name: String(fields[0]), user: user, group: group, home: String(fields[5]))
  }
}
