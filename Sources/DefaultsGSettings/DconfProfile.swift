import DefaultsCore
import Glibc

/// The databases for all users of which dconf makes the values of a user, as dconf(7) describes it.
struct DconfProfile {
  /// The file that lists the databases; nil if there is none, and only the user's is read then.
  var file: String?
  /// The databases below the user's, the highest first.
  var databases: [Database] = []

  /// The paths of the databases that are made from an administrator's text files, the highest first.
  var administratorsDatabases: [String] {
    databases.filter(\.isAdministrators).map(\.path)
  }

  /// A database for all users.
  struct Database: Hashable {
    var path: String
    /// Whether it is an administrator's; others come with the system as they are.
    var isAdministrators: Bool
  }

  /// The directory of the databases.
  static var directory: String { inImage("/etc/dconf/db") }
  /// The file of the profile that is made for an administrator where there is none.
  static var usualFile: String { inImage("/etc/dconf/profile/user") }
  /// The database that it adds, which every guide for administrators uses.
  static var usualDatabase: String { "\(directory)/local" }

  private static func inImage(_ path: String) -> String {
    SystemRoot.current?.path(below: path) ?? path
  }

  /// Creates the profile of the processes with an environment.
  init(environment: [String: String]) throws(Defaults.StoreError) {
    guard let file = Self.candidates(environment).first(where: DocumentFile.exists) else {
      self.init()
      return
    }
    let text = String(decoding: try DocumentFile.contents(of: file, limit: 1 << 16), as: UTF8.self)
    self.init(file: file, text: text)
  }

  private init() {}

  /// Creates the profile that a file holds.
  init(file: String, text: String) {
    self.file = file
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.prefix { $0 != "#" }.trimmingWhitespace
      let name = String(line.drop { $0 != ":" }.dropFirst())
      if line.hasPrefix("system-db:") {
        databases.append(Database(path: "\(Self.directory)/\(name)", isAdministrators: true))
      } else if line.hasPrefix("file-db:") {
        databases.append(Database(path: Self.inImage(name), isAdministrators: false))
      }
    }
  }

  /// The files of which the first that exists is used.
  private static func candidates(_ environment: [String: String]) -> [String] {
    let directories = BaseDirectories(environment: environment)
    func named(_ name: String) -> [String] {
      name.hasPrefix("/")
        ? [name]
        : [inImage("/etc/dconf/profile/\(name)")]
          + directories.dataDirectories.map { "\($0)/dconf/profile/\(name)" }
    }
    // The variables are those of the running system.
    if SystemRoot.current != nil { return named("user") }
    let mandatory = "/run/dconf/user/\(getuid())"
    if !DocumentFile.exists(mandatory), let name = environment["DCONF_PROFILE"], !name.isEmpty {
      return named(name)
    }
    let ofSession = environment["XDG_RUNTIME_DIR"].map { ["\($0)/dconf/profile"] } ?? []
    return [mandatory] + ofSession + named("user")
  }
}

extension Substring {
  fileprivate var trimmingWhitespace: Substring {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
