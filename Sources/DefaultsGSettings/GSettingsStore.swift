package import DefaultsCore

/// A store of the values of one schema of GSettings, in the database that GIO uses.
///
/// A commit is one change of the database, and is read back before it counts. The values that other
/// programs change between the comparison with expected values and the change are not noticed.
package final class GSettingsStore: Defaults.LayeredStore {
  /// The argument of `gsettings` that names the schema.
  package let location: String

  private let name: GSettingsName
  let process: GSettingsProcess
  let forms: [Defaults.KeyName: GVariantForm]

  /// Creates a store of a schema; fails when the schema is not installed, or GIO is not.
  package init(
    _ name: GSettingsName,
    _ process: GSettingsProcess = .shared
  ) throws(Defaults.StoreError) {
    self.name = name
    self.process = process
    location = "GSettings \(name.text)"
    let keys = try Self.content(of: name, process, at: location).keys
    forms = Dictionary(
      keys.map { (Defaults.KeyName($0.name), GVariantForm(type: $0.type)) }
    ) { first, _ in first }
  }

  /// What every schema can have; a suite has the keys of its own.
  package static let capabilities = Defaults.StoreCapabilities(
    kinds: [.bool, .integer, .real, .string, .array, .dictionary],
    isAtomic: false
  )

  /// The keys of the schema, and what GVariant has.
  package var capabilities: Defaults.StoreCapabilities {
    var capabilities = Self.capabilities
    capabilities.keys = .known(Set(forms.keys))
    return capabilities
  }

  package func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let snapshot = snapshot(of: try keys())
    return snapshot.version == known ? nil : snapshot
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    var texts: [String: String?] = [:]
    for (key, value) in edits { texts[key.string] = .some(try text(value, forKey: key)) }
    let values = snapshot(of: try keys()).values
    for (key, value) in expected where values[key] != value {
      throw Defaults.StoreError(location: location, cause: .outdated([key]))
    }
    do throws(GSettingsFailure) {
      try process.write(texts, to: name)
    } catch {
      throw Self.error(error, at: location)
    }
    let replaced = values.filter { edits.keys.contains($0.key) }
    var commit = Defaults.StoreCommit(snapshot: snapshot(of: try keys()), replaced: replaced)
    commit.noteOtherForms(of: edits)
    return commit
  }

  package func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    process.watch(name) { report(.changed) }
  }

  /// The values of the system's databases, and the locks.
  package func layers() throws(Defaults.StoreError) -> [LayerValues] {
    let keys = try keys()
    let location = "the system's dconf databases"
    return [
      LayerValues(layer: .managed, location: location, values: values(of: keys) { $0.locked }),
      LayerValues(layer: .system, location: location, values: values(of: keys) { $0.system }),
    ]
  }

  // MARK: - Keys

  private func keys() throws(Defaults.StoreError) -> [GSettingsKey] {
    try Self.content(of: name, process, at: location).keys
  }

  /// Returns the path of a key in the database; nil if the schema has no such key.
  func path(of key: Defaults.KeyName) throws(Defaults.StoreError) -> String? {
    guard forms[key] != nil else { return nil }
    return try Self.content(of: name, process, at: location).path + key.string
  }

  private static func content(
    of name: GSettingsName,
    _ process: GSettingsProcess,
    at location: String
  ) throws(Defaults.StoreError) -> (keys: [GSettingsKey], path: String) {
    guard case .keys(let keys, let path) = try process.reply(to: .read(name), at: location) else {
      return ([], "")
    }
    return (keys, path)
  }

  private func snapshot(of keys: [GSettingsKey]) -> Defaults.StoreSnapshot {
    let set = keys.compactMap { key in key.user.map { "\(key.name) \($0)\n" } }.joined()
    return Defaults.StoreSnapshot(
      values: values(of: keys) { $0.user },
      version: Defaults.StoreVersion(bytes: set.utf8)
    )
  }

  private func values(
    of keys: [GSettingsKey],
    _ text: (GSettingsKey) -> String?
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for key in keys {
      let name = Defaults.KeyName(key.name)
      values[name] = text(key).flatMap { forms[name]?.stored($0) }
    }
    return values
  }

  /// Returns a value as GVariant writes it, nil for none; fails when the key cannot have it.
  func text(
    _ value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName
  ) throws(Defaults.StoreError) -> String? {
    guard let value else { return nil }
    guard let form = forms[key] else {
      throw .unsupported("the schema has no such key", forKey: key, at: location)
    }
    guard let text = form.text(value) else {
      throw .unsupported("the type \(form.type) has no such value", forKey: key, at: location)
    }
    return text
  }

  static func error(_ failure: GSettingsFailure, at location: String) -> Defaults.StoreError {
    let reason: String
    switch failure {
    case .unavailable(let text), .notStored(let text): reason = text
    case .ended:
      let reason = "the process that uses GIO ended; it is started again"
      return Defaults.StoreError(location: location, reason: reason, isTemporary: true)
    case .noSchema: reason = "the schema is not installed"
    case .pathMissing: reason = "the schema has no path of its own; name one, as in SCHEMA:/PATH/"
    case .pathFixed(let path): reason = "the schema has the path \(path) and no other"
    case .refused(let key, let reason):
      return .unsupported(reason, forKey: Defaults.KeyName(key), at: location)
    }
    return .permanent(reason, at: location)
  }
}
