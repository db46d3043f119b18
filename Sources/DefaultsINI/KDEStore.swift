package import DefaultsCore

/// A store of the settings of one KDE program: the user's file, above those for all users.
///
/// A file for all users can lock entries, groups or all keys with the flag `[$i]`, as KDE's programs obey it.
package final class KDEStore: Defaults.LayeredStore, Defaults.TextStore {
  private let user: INIStore
  /// The files for all users, the highest first.
  private let shared: [INIStore]
  private let announce: @Sendable ([String: [String]]) -> Void

  package var capabilities: Defaults.StoreCapabilities { user.capabilities }

  /// The path of the user's file.
  package var location: String { user.location }

  /// Creates a store of the user's file and the files for all users, the highest first.
  ///
  /// `announce` tells running programs which entries of the user's file have changed, by the names
  /// of their groups.
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
    let hidden = try hiddenKeys()
    // Other locks hide other values of a file that has not changed, so a version has both.
    let marker = hidden.marker
    let isSame = known?.bytes.suffix(marker.count).elementsEqual(marker) == true
    let version = known.map { Defaults.StoreVersion(bytes: $0.bytes.dropLast(marker.count)) }
    return try user.load(unlike: isSame ? version : nil)
      .map { Self.snapshot($0, without: hidden) }
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    for store in [user] + shared {
      guard let locks = try store.document()?.locks else { continue }
      if let key = edits.keys.filter(locks.contains).min() {
        throw .unsupported("\(store.location) locks it", forKey: key, at: location)
      }
    }
    var commit = try user.commit(edits, expecting: expected)
    commit.snapshot = Self.snapshot(commit.snapshot, without: try hiddenKeys())
    announce(groups(of: edits.keys.sorted()))
    return commit
  }

  /// The user's keys that files for all users lock without a value of their own.
  ///
  /// KDE's programs ignore the user's value of a locked key. Where another one is in use instead, it hides
  /// the user's, as a higher layer does; otherwise the key has none.
  private struct HiddenKeys: Hashable {
    var locks: [INILocks]
    var replaced: Set<Defaults.KeyName>

    func contains(_ key: Defaults.KeyName) -> Bool {
      !replaced.contains(key) && locks.contains { $0.contains(key) }
    }

    /// The bytes by which these keys are told from others in this process.
    var marker: [UInt8] { withUnsafeBytes(of: hashValue) { Array($0) } }
  }

  private static func snapshot(
    _ snapshot: Defaults.StoreSnapshot,
    without hidden: HiddenKeys
  ) -> Defaults.StoreSnapshot {
    Defaults.StoreSnapshot(
      values: snapshot.values.filter { key, _ in !hidden.contains(key) },
      version: Defaults.StoreVersion(bytes: snapshot.version.bytes + hidden.marker)
    )
  }

  private func hiddenKeys() throws(Defaults.StoreError) -> HiddenKeys {
    var locks: [INILocks] = []
    for store in shared { if let found = try store.document()?.locks { locks.append(found) } }
    locks = locks.filter { !$0.isEmpty }
    let managed = locks.isEmpty ? [] : try layers().filter { $0.layer == .managed }
    return HiddenKeys(locks: locks, replaced: Set(managed.flatMap(\.values.keys)))
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

  package func setTextToRestore(_ inverse: TextInverse?) { user.setTextToRestore(inverse) }

  package func writeObstacle() -> Defaults.StoreError? { user.writeObstacle() }

  package func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    let watches = ([user] + shared).compactMap { $0.watch(report) }
    return ClosureWatch {
      watches.contains(where: \.isPolling)
    } end: {
      for watch in watches { watch.cancel() }
    }
  }

  /// The values for all users, of which locked ones are above the user's; its own file can lock too.
  ///
  /// Files are read from the least important one on, and what one of them locks, no later one changes.
  package func layers() throws(Defaults.StoreError) -> [LayerValues] {
    var layers: [LayerValues] = []
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var lower: [INILocks] = []
    for store in shared.reversed() + [user] {
      guard let document = try store.document() else { continue }
      let locks = document.locks
      let counts: (Defaults.KeyName) -> Bool = { key in !lower.contains { $0.contains(key) } }
      let own = store.values(of: document).filter { counts($0.key) }
      let deleted = document.deleted.filter(counts)
      for key in deleted { values[key] = nil }
      values.merge(own) { $1 }
      for index in layers.indices where layers[index].layer == .system {
        for key in deleted { layers[index].values[key] = nil }
      }
      if store !== user {
        let open = own.filter { !locks.contains($0.key) }
        layers.append(LayerValues(layer: .system, location: store.location, values: open))
      }
      let locked = values.filter { counts($0.key) && locks.contains($0.key) }
      let others = locks.isEmpty ? nil : { @Sendable key in locks.contains(key) }
      layers.append(
        LayerValues(
          layer: .managed,
          location: store.location,
          values: locked,
          locksWithoutValue: others
        )
      )
      lower.append(locks)
    }
    return layers.reversed()
  }
}

extension KDEStore: Defaults.LockableStore {
  /// The highest file for all users.
  package func fileForLocks() throws(Defaults.StoreError) -> String {
    guard let store = shared.first else {
      let reason = "there is no directory for all users; XDG_CONFIG_DIRS names them"
      throw .permanent(reason, at: location)
    }
    return store.location
  }

  package func lock(
    _ key: Defaults.KeyName,
    at value: Defaults.StoredValue
  ) throws(Defaults.StoreError) {
    let flags = INIFlagEdit(locks: true, expands: try expands(key, value))
    try set(key, to: value, flags, in: try fileForLocks())
  }

  /// What a less important file locks, no other one changes.
  package func lockOfOthers(
    _ key: Defaults.KeyName
  ) throws(Defaults.StoreError) -> String? {
    guard let file = try files(locking: key).last, file != shared.first?.location else {
      return nil
    }
    return file
  }

  package func files(locking key: Defaults.KeyName) throws(Defaults.StoreError) -> [String] {
    var files: [String] = []
    for store in shared where try store.document()?.locks.contains(key) == true {
      files.append(store.location)
    }
    return files
  }

  package func unlock(_ key: Defaults.KeyName) throws(Defaults.StoreError) -> Bool {
    var locking: [(file: String, value: Defaults.StoredValue?)] = []
    for store in shared {
      guard let document = try store.document(), document.locks.contains(key) else { continue }
      guard !document.locks.isWhole, !document.locks.containsGroup(of: key) else {
        let reason = "it locks more than this key; edit the flag [$i] of its group, or of the file"
        throw .permanent(reason, at: store.location)
      }
      locking.append((store.location, document.valueWithoutLock(key)))
    }
    for (file, value) in locking { try set(key, to: value, INIFlagEdit(locks: false), in: file) }
    for store in shared where try store.document()?.stored[key] != nil { return true }
    return false
  }

  /// Returns whether a value is that of the first file with the key, and has variables there.
  private func expands(
    _ key: Defaults.KeyName,
    _ value: Defaults.StoredValue
  ) throws(Defaults.StoreError) -> Bool {
    for store in [user] + shared {
      guard let document = try store.document(),
        let found = store.values(of: document)[key]
      else { continue }
      return found == value && document.expanded.contains(key)
    }
    return false
  }

  private func set(
    _ key: Defaults.KeyName,
    to value: Defaults.StoredValue?,
    _ flags: INIFlagEdit,
    in file: String
  ) throws(Defaults.StoreError) {
    let store = INIStore(file: file, dialect: .kde, flags: flags, modes: .shared)
    _ = try store.commit([key: value])
  }
}

extension KDEStore: INIDeclaring {
  package func declare(_ forms: [Defaults.KeyName: INIForm]) -> Bool {
    for store in shared { _ = store.declare(forms) }
    return user.declare(forms)
  }

  package func canonical(_ key: String) -> String { user.canonical(key) }
}
