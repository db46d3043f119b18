/// A store that always fails, for a suite whose name is not a valid file name.
///
/// Such a suite works in memory, and its diagnostics report the error.
final class UnavailableStore: Defaults.Store {
  private let error: Defaults.StoreError

  /// Creates a store whose functions throw an error.
  init(error: Defaults.StoreError) {
    self.error = error
  }

  var location: String { error.location }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    throw error
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    throw error
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    nil
  }
}
