import DefaultsCore
import Glibc

/// A property list that only its owner can read.
final class PrivateFileStore: Defaults.Store {
  private let file: Defaults.PropertyListStore
  private let path: String

  /// Creates a store for the file at a path.
  init(path: String) {
    self.path = path
    file = Defaults.PropertyListStore(file: path)
  }

  var location: String { file.location }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    try checkThatItIsPrivate()
    return try file.load(unlike: known)
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try checkThatItIsPrivate()
    return try file.commit(edits, expecting: expected)
  }

  /// A commit keeps the permissions of the file that it replaces, so the present file decides.
  private func checkThatItIsPrivate() throws(Defaults.StoreError) {
    guard path.hasPrefix("/") else { throw .permanent("its path must be absolute", at: location) }
    var status = stat()
    // What else is wrong with the file, the store of property lists says better.
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    throw .permanent("other users can read or write it; use chmod 600", at: location)
  }
}
