package import DefaultsCore

/// A store of the settings of one KDE program: the user's file, above those for all users.
///
/// A file for all users can lock entries, groups or all keys with the flag `[$i]`, as KDE's programs obey it.
package final class KDEStore: Defaults.LayeredStore, Defaults.ComparingStore {
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
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    for store in [user] + shared {
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

  /// The values for all users, of which locked ones are above the user's; its own file can lock too.
  package func layers() throws(Defaults.StoreError) -> [Defaults.StoreLayer] {
    var layers: [Defaults.StoreLayer] = []
    for store in [user] + shared {
      let values = try store.load(unlike: nil)?.values ?? [:]
      let locks = try store.locks()
      let locked = values.filter { locks.contains($0.key) }
      let prefixes = locks.isWhole ? [""] : locks.sections
      layers.append(.init(.managed, store.location, locked, lockedPrefixes: prefixes))
      if store !== user {
        layers.append(.init(.system, store.location, values.filter { locked[$0.key] == nil }))
      }
    }
    return layers
  }

  /// The highest file for all users, in which keys are locked; nil if there is no directory for it.
  package var fileForAllUsers: String? { shared.first?.location }

  /// Locks a key for all users, in the highest of their files.
  ///
  /// - Throws: `Defaults.StoreError` when the file cannot be written.
  package func lock(
    _ key: Defaults.KeyName,
    at value: Defaults.StoredValue
  ) throws(Defaults.StoreError) {
    guard let file = fileForAllUsers else {
      let reason = "there is no directory for all users; XDG_CONFIG_DIRS names them"
      throw Defaults.StoreError(location: location, reason: reason, isTemporary: false)
    }
    try set(key, to: value, isLocked: true, in: file)
  }

  /// Returns the path of the file that locks a key; nil if none does.
  ///
  /// - Throws: `Defaults.StoreError` when a file cannot be read.
  package func file(locking key: Defaults.KeyName) throws(Defaults.StoreError) -> String? {
    for store in shared where try store.locks().contains(key) { return store.location }
    return nil
  }

  /// Unlocks a key in a file; its value stays one that all users have and may change.
  ///
  /// - Throws: `Defaults.StoreError` when a group or the whole file is locked, or the file cannot be
  ///   written.
  package func unlock(
    _ key: Defaults.KeyName,
    in file: String
  ) throws(Defaults.StoreError) {
    let store = INIStore(file: file, dialect: .kde)
    let locks = try store.locks()
    guard !locks.isWhole, !locks.sections.contains(where: key.string.hasPrefix),
      let value = try store.load(unlike: nil)?.values[key]
    else {
      let reason = "it locks more than this key; edit the flag [$i] of its group, or of the file"
      throw Defaults.StoreError(location: file, reason: reason, isTemporary: false)
    }
    try set(key, to: value, isLocked: false, in: file)
  }

  private func set(
    _ key: Defaults.KeyName,
    to value: Defaults.StoredValue,
    isLocked: Bool,
    in file: String
  ) throws(Defaults.StoreError) {
    let store = INIStore(file: file, dialect: .kde, locking: isLocked, modes: .shared)
    _ = try store.commit([key: value])
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
