import DefaultsCore

/// A place that keeps one item for each secret of a suite.
///
/// All functions may block.
protocol SecretItems: Sendable {
  /// The name of the place, for people.
  var location: String { get }

  /// Makes sure that the place can be reached, without asking the user for anything.
  ///
  /// When it fails, another place is used. The error says why this one cannot be reached.
  func connect() throws(Defaults.StoreError)

  /// Returns all secrets of the suite.
  func items() throws(Defaults.StoreError) -> [Defaults.KeyName: [UInt8]]

  /// Stores a secret, durably as far as the place allows.
  ///
  /// The secret has one byte at least and no NUL. When this fails, the stored secret is unchanged.
  func store(_ secret: [UInt8], forKey key: Defaults.KeyName) throws(Defaults.StoreError)

  /// Removes a secret that is stored.
  func remove(_ key: Defaults.KeyName) throws(Defaults.StoreError)
}

extension SecretItems {
  /// Returns an error of this place after which the suite does not try again by itself.
  ///
  /// An attempt may ask the user to unlock the place, so it is made only with the next write.
  func failure(_ reason: String) -> Defaults.StoreError {
    .permanent(reason, at: location)
  }
}

/// A store of items.
final class ItemStore: Defaults.Store {
  private let items: any SecretItems

  init(_ items: some SecretItems) { self.items = items }

  var location: String { items.location }

  var capabilities: Defaults.StoreCapabilities { .init(isAtomic: false) }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let snapshot = Self.snapshot(try items.items())
    return snapshot.version == known ? nil : snapshot
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try Defaults.StoreError.check(
      storing: edits,
      for: location,
      refusal: FileFormat.propertyList.refusal
    )
    let before = try items.items()
    try Defaults.StoreError.check(expected, for: location) { before[$0].map(SecretText.value) }
    var after = before
    for (key, value) in edits {
      after[key] = if let value { try secret(value, forKey: key) } else { nil }
    }
    try replace(before, by: after, keys: edits.keys.sorted())
    return Defaults.StoreCommit(
      snapshot: Self.snapshot(after),
      previousVersion: Self.version(before),
      replaced: before.filter { edits.keys.contains($0.key) }.mapValues(SecretText.value)
    )
  }

  private func secret(
    _ value: Defaults.StoredValue,
    forKey key: Defaults.KeyName
  ) throws(Defaults.StoreError) -> [UInt8] {
    do throws(PropertyListError) {
      return try SecretText.bytes(value)
    } catch {
      throw .unsupported("\(error)", forKey: key, at: location)
    }
  }

  /// Stores and removes secrets, and puts back those that were changed if one fails.
  ///
  /// If one of those cannot be put back, the others are put back nevertheless, and the error names it
  /// after the reason of the first failure.
  private func replace(
    _ before: [Defaults.KeyName: [UInt8]],
    by after: [Defaults.KeyName: [UInt8]],
    keys: [Defaults.KeyName]
  ) throws(Defaults.StoreError) {
    var changed: [Defaults.KeyName] = []
    for key in keys where before[key] != after[key] {
      do throws(Defaults.StoreError) {
        try set(after[key], forKey: key)
        changed.append(key)
      } catch {
        throw Self.failure(error, keeping: changed.reversed().filter { !isBack($0, before) })
      }
    }
  }

  /// Puts back the secret that a key had; returns false when it cannot be put back.
  private func isBack(_ key: Defaults.KeyName, _ before: [Defaults.KeyName: [UInt8]]) -> Bool {
    do throws(Defaults.StoreError) {
      try set(before[key], forKey: key)
      return true
    } catch {
      return false
    }
  }

  /// Returns the error of a commit after which some keys have their new value nevertheless.
  private static func failure(
    _ error: Defaults.StoreError,
    keeping keys: [Defaults.KeyName]
  ) -> Defaults.StoreError {
    guard !keys.isEmpty else { return error }
    let names = keys.map { "\"\($0)\"" }.joined(separator: ", ")
    return Defaults.StoreError(
      location: error.location,
      reason:
        "\(error.briefReason); and \(names) could not be put back, so the new value is stored",
      isTemporary: error.isTemporary
    )
  }

  private func set(
    _ secret: [UInt8]?,
    forKey key: Defaults.KeyName
  ) throws(Defaults.StoreError) {
    if let secret { try items.store(secret, forKey: key) } else { try items.remove(key) }
  }

  private static func snapshot(
    _ items: [Defaults.KeyName: [UInt8]]
  ) -> Defaults.StoreSnapshot {
    Defaults.StoreSnapshot(
      values: items.mapValues(SecretText.value),
      version: version(items)
    )
  }

  /// Returns the items themselves as their version, because a hash may be the same for others.
  private static func version(_ items: [Defaults.KeyName: [UInt8]]) -> Defaults.StoreVersion {
    var bytes: [UInt8] = []
    for (key, secret) in items.sorted(by: { $0.key < $1.key }) {
      for part in [Array(key.string.utf8), secret] {
        bytes.append(contentsOf: "\(part.count):".utf8)
        bytes.append(contentsOf: part)
      }
    }
    return Defaults.StoreVersion(bytes: bytes)
  }
}
