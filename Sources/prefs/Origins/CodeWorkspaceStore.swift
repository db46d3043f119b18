import DefaultsCore
import DefaultsJSON

/// The settings of a workspace of Visual Studio Code, above those of the user.
///
/// A write changes the file of the workspace; what that does not set, the program has from the user's file.
final class CodeWorkspaceStore: Defaults.LayeredStore, Defaults.TextStore {
  private let own: Defaults.FileStore
  /// The settings of the user, or of a profile; nil if the program has kept none.
  private let user: Defaults.FileStore?

  var capabilities: Defaults.StoreCapabilities { own.capabilities }
  var location: String { own.location }

  /// Creates a store over the files, which need not exist.
  init(file: String, user: String?) {
    // Others work in the same directory, with the same settings.
    own = Defaults.FileStore(file: file, format: .json(.comments), modes: .shared)
    self.user = user.map { Defaults.FileStore(file: $0, format: .json(.comments)) }
  }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    try own.load(unlike: known)
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try own.commit(edits, expecting: expected)
  }

  func setTextToRestore(_ inverse: TextInverse?) { own.setTextToRestore(inverse) }

  func writeObstacle() -> Defaults.StoreError? { own.writeObstacle() }

  func layers() throws(Defaults.StoreError) -> [LayerValues] {
    guard let user, let snapshot = try user.load(unlike: nil) else { return [] }
    return [LayerValues(layer: .global, location: user.location, values: snapshot.values)]
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    let watches = [own, user].compactMap { $0?.watch(report) }
    return ClosureWatch {
      watches.contains(where: \.isPolling)
    } end: {
      for watch in watches { watch.cancel() }
    }
  }
}
