package import DefaultsCore
import Synchronization

/// A store that keeps values in a file with sections, whose other text an edit leaves as it is.
///
/// The format has text only; a schema says which texts are numbers, Booleans or lists. Git and KDE create
/// a file `<name>.lock` while they write, and so does this store for their files.
package final class INIStore: INIDeclaring, Defaults.NormalizingStore, Defaults.TextStore {
  private let file: Defaults.FileStore
  private let dialect: INIDialect
  private let forms = Mutex<(byKey: [Defaults.KeyName: INIForm], generation: UInt8)>(([:], 0))

  /// Text, and what a schema makes of it.
  package var capabilities: Defaults.StoreCapabilities {
    Defaults.StoreCapabilities(kinds: [.bool, .integer, .real, .string, .array], nesting: 2)
  }

  /// The path of the file.
  package var location: String { file.location }

  /// Creates a store over a file, which need not exist; a new one has some permissions.
  package convenience init(
    file path: String,
    dialect: INIDialect,
    modes: NewFileModes = .private
  ) {
    self.init(file: path, dialect: dialect, flags: nil, modes: modes)
  }

  /// Creates a store whose edits give their keys flags; nil to leave them as they are.
  init(file path: String, dialect: INIDialect, flags: INIFlagEdit?, modes: NewFileModes) {
    file = Defaults.FileStore(
      file: path,
      format: INIDocument.format(dialect, flags: flags),
      modes: modes
    )
    self.dialect = dialect
  }

  package func declare(_ forms: [Defaults.KeyName: INIForm]) -> Bool {
    self.forms.withLock { state in
      guard state.byKey != forms else { return false }
      state = (forms, state.generation &+ 1)
      return true
    }
  }

  package func canonical(_ key: String) -> String { dialect.canonical(key) }

  /// Returns what the file says besides its values; nil if there is no file.
  func document() throws(Defaults.StoreError) -> INIDocument? {
    guard DocumentFile.exists(location) else { return nil }
    let bytes = try DocumentFile.contents(of: location, limit: Defaults.FileStore.sizeLimit)
    // A file that cannot be parsed was refused before.
    return try? INIDocument(parsing: bytes, dialect)
  }

  /// Returns the values of a document, as a schema types them.
  func values(of document: INIDocument) -> [Defaults.KeyName: Defaults.StoredValue] {
    typed(document.stored)
  }

  package func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    // The last byte says which meanings the texts had.
    let generation = forms.withLock { $0.generation }
    let isTyped = known?.bytes.last == generation
    let version = isTyped ? known.map { Defaults.StoreVersion(bytes: $0.bytes.dropLast()) } : nil
    return try file.load(unlike: version).map(typed)
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    let capabilities = capabilities
    try Defaults.StoreError.check(storing: edits, for: location) {
      capabilities.refusal(of: $0)
    }
    let present = try file.load(unlike: nil)?.values ?? [:]
    let restored = try file.valuesToRestore()
    try checkSections(of: edits, beside: present)
    let state = forms.withLock { $0 }
    var texts: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for (key, value) in edits {
      let form = state.byKey[key] ?? .text
      // A value that means the same stays as it is written, or comes back as it was.
      let known = [present[key], restored[key]].compactMap(\.self)
      if let text = known.first(where: { form.value($0, dialect) == value }) {
        texts[key] = .some(text)
      } else {
        texts[key] = .some(try text(value, forKey: key, form, present[key]))
      }
    }
    var expectedTexts: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for (key, value) in expected {
      let old = present[key]
      guard old.map({ (state.byKey[key] ?? .text).value($0, dialect) }) == value else {
        throw Defaults.StoreError(location: location, cause: .outdated([key]))
      }
      expectedTexts[key] = .some(old)
    }
    var commit = try file.commit(texts, expecting: expectedTexts)
    commit.replaced = typed(commit.replaced)
    commit.snapshot = typed(commit.snapshot)
    commit.previousVersion = nil
    commit.noteOtherForms(of: edits)
    return commit
  }

  package func setTextToRestore(_ inverse: TextInverse?) { file.setTextToRestore(inverse) }

  package func writeObstacle() -> Defaults.StoreError? { file.writeObstacle() }

  package func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    file.watch(report)
  }

  /// Refuses a new key without a section in a file whose keys all have one: other programs could not read
  /// the file then.
  private func checkSections(
    of edits: [Defaults.KeyName: Defaults.StoredValue?],
    beside present: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(Defaults.StoreError) {
    guard dialect == .plain, let other = present.keys.min(),
      present.keys.allSatisfy({ INIDialect.section(of: $0.string) != nil })
    else { return }
    let new = edits.filter { key, value in
      value != nil && present[key] == nil && INIDialect.section(of: key.string) == nil
    }
    guard let key = new.keys.min(), let section = INIDialect.section(of: other.string) else {
      return
    }
    let reason = "every key of the file has a section, which stands before it, as in "
    throw .unsupported(reason + "\(section)/\(key.string)", forKey: key, at: location)
  }

  // MARK: - Meanings

  /// A list of one text without a schema is read back as the text.
  package func normalized(
    _ value: Defaults.StoredValue,
    forKey key: Defaults.KeyName
  ) -> Defaults.StoredValue {
    let form = forms.withLock { $0.byKey[key] ?? .text }
    guard case .array = value, let text = form.text(value, dialect, like: nil)?.inFewestTexts else {
      return value
    }
    return form.value(text, dialect)
  }

  private func typed(_ snapshot: Defaults.StoreSnapshot) -> Defaults.StoreSnapshot {
    let generation = forms.withLock { $0.generation }
    return Defaults.StoreSnapshot(
      values: typed(snapshot.values),
      version: Defaults.StoreVersion(bytes: snapshot.version.bytes + [generation])
    )
  }

  private func typed(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    let forms = forms.withLock { $0.byKey }
    guard !forms.isEmpty else { return values }
    var typed = values
    for (key, form) in forms { typed[key] = values[key].map { form.value($0, dialect) } }
    return typed
  }

  private func text(
    _ value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    _ form: INIForm,
    _ present: Defaults.StoredValue?
  ) throws(Defaults.StoreError) -> Defaults.StoredValue? {
    guard let value else { return nil }
    guard let text = form.text(value, dialect, like: present) else {
      let kinds = dialect.hasLists || dialect == .kde ? "text and lists of text" : "text"
      throw .unsupported("the format has \(kinds) only", forKey: key, at: location)
    }
    return text
  }
}
