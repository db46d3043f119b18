package import DefaultsCore

/// A store that keeps values in a JSON file, whose other text an edit leaves as it is.
///
/// The members of the object in the file are the keys. Comments, the order, indentation and line ends
/// stay; a file that cannot be parsed is never changed. Other programs own such files, so no lock file is
/// created beside them: the content is compared immediately before the file is replaced, and a change
/// that another program makes between the two is lost.
package final class JSONStore: Defaults.Store {
  private let file: Defaults.FileStore

  /// What JSON can hold.
  package var capabilities: Defaults.StoreCapabilities { file.capabilities }

  /// The path of the file.
  package var location: String { file.location }

  /// Creates a store over a file, which need not exist.
  ///
  /// - Parameters:
  ///   - path: the path of the file; the first commit creates missing directories.
  ///   - dialect: whether the file may have comments.
  package init(file path: String, dialect: JSONScanner.Dialect) {
    file = Defaults.FileStore(file: path, format: JSONDocument.format(dialect))
  }

  package func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    try file.load(unlike: known)
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try file.commit(edits)
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try file.commit(edits, expecting: expected)
  }

  package func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    file.watch(report)
  }
}
