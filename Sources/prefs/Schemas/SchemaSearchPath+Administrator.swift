import Defaults
import DefaultsSchema
import Glibc

extension SchemaSearchPath {
  /// Leaves out the directories in which a user besides root can change the schema of a suite, if the
  /// process runs as root.
  ///
  /// What root stores for all users has the types that the schema declares, and is checked by it. A user
  /// must not decide that with a document in a home directory: that of the user whom root acts for, or
  /// one that a variable of the environment names.
  ///
  /// - Parameters:
  ///   - named: directories that root has named, which are kept.
  ///   - suiteName: the suite.
  ///   - user: the user whom root acts for; nil for none.
  mutating func leaveOutUsers(named: [String], suiteName: String, _ user: String?) {
    guard geteuid() == 0 else { return }
    directories.removeAll { directory in
      guard !named.contains(directory) else { return false }
      if user != nil, directory == publicationDirectory { return true }
      let path = "\(directory)/\(suiteName).schema.json"
      do {
        guard try DocumentFile.controllingUser(ofPath: path) == nil else { return true }
      } catch {
        // A path whose owner cannot be found out is not root's.
        return true
      }
      var status = stat()
      return stat(path, &status) == 0 && status.st_uid != 0
    }
  }
}
