import DefaultsSchema
import Glibc
import Synchronization

extension SchemaSearchPath {
  /// Whether the process acts for all users, and with whose home.
  private static let administrator = Mutex<(isActive: Bool, user: String?)>((false, nil))

  /// Leaves out, in all search paths of commands from now on, what a user besides root can change,
  /// if the process runs as root.
  ///
  /// What root stores for all users has the types that the schema declares, and is checked by it. A
  /// user must not decide that with a document in a home directory: that of the user whom root acts
  /// for, or one that a variable of the environment names. Directories that root names are searched
  /// in any case.
  static func useAdministrators(of options: SharedOptions) {
    administrator.withLock { $0 = (true, options.user) }
  }

  /// Returns where a command looks for schemas, whose arguments name files and directories.
  static func ofCommand(files: [String] = [], directories: [String] = []) -> SchemaSearchPath {
    var path = SchemaSearchPath(files: files, directories: directories)
    let (isActive, user) = administrator.withLock(\.self)
    guard isActive, geteuid() == 0 else { return path }
    path.onlyAdministrators = true
    if user != nil {
      let home = path.publicationDirectory
      path.directories.removeAll { $0 == home && !directories.contains(home) }
    }
    return path
  }
}
