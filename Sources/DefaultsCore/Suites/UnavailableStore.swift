/// A store that always fails, for a suite whose name is not a valid file name, or whose directory
/// has a name that is not valid UTF-8.
///
/// Such a suite works in memory, and its diagnostics report the error.
package final class UnavailableStore: Defaults.Store {
  private let error: Defaults.StoreError

  /// Creates a store whose functions throw an error.
  package init(error: Defaults.StoreError) {
    self.error = error
  }

  /// Creates the store of suites in a directory that a variable names in invalid UTF-8.
  convenience init(unusable variable: String) {
    let reason = "its value is not valid UTF-8; set it to a path that is"
    self.init(error: .permanent(reason, at: "$\(variable)"))
  }

  package var location: String { error.location }

  package func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    throw error
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    throw error
  }
}
