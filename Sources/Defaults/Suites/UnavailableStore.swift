/// Stands in for a store that cannot exist, so that its suite can be used and says why it fails.
final class UnavailableStore: Defaults.Store {
  private let error: Defaults.StoreError

  /// Creates a store that fails with an error, whatever is asked of it.
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
