package import DefaultsCore

/// A store of the settings of one KDE program: the user's file, above those for all users.
///
/// A file for all users can lock entries, groups or all keys with the flag `[$i]`, as KDE's programs obey it.
package final class KDEStore: Defaults.LayeredStore {
  private let user: INIStore
  /// The files for all users, the highest first.
  private let shared: [INIStore]

  package var capabilities: Defaults.StoreCapabilities { user.capabilities }

  /// The path of the user's file.
  package var location: String { user.location }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - file: the path of the user's file.
  ///   - shared: the paths of the files for all users, the highest first.
  package init(file: String, shared: [String]) {
    user = INIStore(file: file, dialect: .kde)
    self.shared = shared.map { INIStore(file: $0, dialect: .kde) }
  }

  package func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    try user.load(unlike: known)
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try commit(edits, expecting: [:])
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    for store in shared {
      let locks = try store.locks()
      if let key = edits.keys.filter(locks.contains).min() {
        throw Defaults.StoreError(
          location: location,
          cause: .unsupportedValue(key: key, reason: "\(store.location) locks it")
        )
      }
    }
    return try user.commit(edits, expecting: expected)
  }

  package func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    WatchGroup(([user] + shared).compactMap { $0.watch(report) })
  }

  /// The values for all users, of which locked ones are above the user's.
  package func layers() throws(Defaults.StoreError) -> [Defaults.StoreLayer] {
    var layers: [Defaults.StoreLayer] = []
    for store in shared {
      let values = try store.load(unlike: nil)?.values ?? [:]
      let locks = try store.locks()
      layers.append(.init(.managed, store.location, values.filter { locks.contains($0.key) }))
      layers.append(.init(.system, store.location, values.filter { !locks.contains($0.key) }))
    }
    return layers
  }

  /// The watches of several files.
  private final class WatchGroup: Defaults.StoreWatch {
    private let watches: [any Defaults.StoreWatch]

    init(_ watches: [any Defaults.StoreWatch]) {
      self.watches = watches
    }

    var isPolling: Bool { watches.contains(where: \.isPolling) }

    func cancel() { for watch in watches { watch.cancel() } }
  }
}

extension KDEStore: INIDeclaring {
  package func declare(_ forms: [Defaults.KeyName: INIForm]) -> Bool {
    for store in shared { _ = store.declare(forms) }
    return user.declare(forms)
  }
}

/// A store whose values are text, of which a schema says what it means.
package protocol INIDeclaring: Defaults.Store {
  /// Sets what the texts of keys mean; other keys have text.
  ///
  /// - Parameter forms: the meanings.
  /// - Returns: whether they are others than before.
  func declare(_ forms: [Defaults.KeyName: INIForm]) -> Bool
}
