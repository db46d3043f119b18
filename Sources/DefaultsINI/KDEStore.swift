package import DefaultsCore

/// A store of the settings of one KDE program: the user's file, above those for all users.
///
/// A file for all users can lock entries, groups or all keys with the flag `[$i]`, as KDE's programs obey it.
package final class KDEStore: Defaults.LayeredStore, Defaults.ComparingStore {
  private let user: INIStore
  /// The files for all users, the highest first.
  private let shared: [INIStore]
  private let announce: @Sendable ([String: [String]]) -> Void

  package var capabilities: Defaults.StoreCapabilities { user.capabilities }

  /// The path of the user's file.
  package var location: String { user.location }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - file: the path of the user's file.
  ///   - shared: the paths of the files for all users, the highest first.
  ///   - announce: tells running programs which entries of the user's file have changed, by the names of
  ///     their groups.
  package init(
    file: String,
    shared: [String],
    announce: @escaping @Sendable ([String: [String]]) -> Void = { _ in }
  ) {
    self.announce = announce
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
    let commit = try user.commit(edits, expecting: expected)
    announce(groups(of: edits.keys.sorted()))
    return commit
  }

  /// Returns the names of entries by those of their groups, as KDE's programs call them.
  private func groups(of keys: [Defaults.KeyName]) -> [String: [String]] {
    var groups: [String: [String]] = [:]
    for key in keys {
      guard let (section, name) = INIDialect.kde.place(of: key.string, among: []) else { continue }
      groups[section?.path.joined(separator: "\u{1D}") ?? "<default>", default: []].append(name)
    }
    return groups
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

extension KDEStore: Defaults.LockableStore {
  /// The highest file for all users.
  package func fileForLocks() throws(Defaults.StoreError) -> String {
    guard let store = shared.first else {
      let reason = "there is no directory for all users; XDG_CONFIG_DIRS names them"
      throw Defaults.StoreError(location: location, reason: reason, isTemporary: false)
    }
    return store.location
  }

  package func lock(
    _ key: Defaults.KeyName,
    at value: Defaults.StoredValue
  ) throws(Defaults.StoreError) {
    try set(key, to: value, isLocked: true, in: try fileForLocks())
  }

  package func file(locking key: Defaults.KeyName) throws(Defaults.StoreError) -> String? {
    for store in shared where try store.locks().contains(key) { return store.location }
    return nil
  }

  package func unlock(
    _ key: Defaults.KeyName,
    in file: String
  ) throws(Defaults.StoreError) -> Bool {
    let store = INIStore(file: file, dialect: .kde)
    let locks = try store.locks()
    guard !locks.isWhole, !locks.sections.contains(where: key.string.hasPrefix),
      let value = try store.load(unlike: nil)?.values[key]
    else {
      let reason = "it locks more than this key; edit the flag [$i] of its group, or of the file"
      throw Defaults.StoreError(location: file, reason: reason, isTemporary: false)
    }
    try set(key, to: value, isLocked: false, in: file)
    return true
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
}

extension KDEStore: INIDeclaring {
  package func declare(_ forms: [Defaults.KeyName: INIForm]) -> Bool {
    for store in shared { _ = store.declare(forms) }
    return user.declare(forms)
  }
}
