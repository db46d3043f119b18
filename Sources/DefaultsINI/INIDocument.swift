package import DefaultsCore

/// A file with sections, whose entries are the values of a suite.
///
/// Every value is text, or a list of texts if the dialect assigns a key several times. Of a key that is
/// assigned several times in another dialect the last assignment counts.
package struct INIDocument: TextDocument {
  let dialect: INIDialect
  package let source: [UInt8]
  private let items: [INIItem]
  package let stored: [Defaults.KeyName: Defaults.StoredValue]
  /// The keys that are marked as deleted, so that those of files for all users do not count.
  let deleted: Set<Defaults.KeyName>
  /// The flags that an edit gives its key; nil to leave them as they are.
  private let flags: INIFlagEdit?
  package var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  package private(set) var inverse: TextInverse?

  /// The format of files in a dialect.
  static func format(_ dialect: INIDialect, flags: INIFlagEdit? = nil) -> FileFormat {
    let capabilities = Defaults.StoreCapabilities(
      kinds: dialect.hasLists ? [.string, .array] : [.string],
      nesting: 2
    )
    var format = FileFormat(
      empty: INIDocument(items: [], source: [], dialect, flags: flags),
      capabilities: capabilities
    ) { bytes, location throws(Defaults.StoreError) in
      do throws(INIParseError) {
        return try INIDocument(parsing: bytes, dialect, flags: flags)
      } catch {
        throw .malformed(error.reason, after: error.offset, of: bytes, at: location)
      }
    }
    if dialect == .git || dialect == .kde {
      format.lockOwners = { location throws(Defaults.StoreError) in
        let file = try OwnersLockFile(for: location)
        return { file.release() }
      }
    }
    return format
  }

  /// Creates a document by parsing a file; fails at the first line that is not in the dialect.
  package init(parsing bytes: [UInt8], _ dialect: INIDialect) throws(INIParseError) {
    try self.init(parsing: bytes, dialect, flags: nil)
  }

  private init(
    parsing bytes: [UInt8],
    _ dialect: INIDialect,
    flags: INIFlagEdit?
  ) throws(INIParseError) {
    var scanner = INIScanner(bytes, dialect)
    self.init(items: try scanner.scan(), source: bytes, dialect, flags: flags)
  }

  private init(items: [INIItem], source: [UInt8], _ dialect: INIDialect, flags: INIFlagEdit?) {
    self.dialect = dialect
    self.flags = flags
    self.source = source
    self.items = items
    var stored: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var deleted: Set<Defaults.KeyName> = []
    for case .entry(let entry) in items.map(\.content) {
      let key = Defaults.KeyName(entry.key)
      guard !entry.flags.contains("d") else {
        stored[key] = nil
        deleted.insert(key)
        continue
      }
      deleted.remove(key)
      let text = Defaults.StoredValue.string(entry.text)
      switch stored[key] {
      case .array(let texts)? where dialect.hasLists: stored[key] = .array(texts + [text])
      case let first? where dialect.hasLists: stored[key] = .array([first, text])
      default: stored[key] = text
      }
    }
    self.stored = stored
    self.deleted = deleted
  }

  /// The keys whose values have variables that KDE's programs replace.
  var expanded: Set<Defaults.KeyName> {
    var keys: Set<Defaults.KeyName> = []
    for case .entry(let entry) in items.map(\.content) where entry.flags.contains("e") {
      keys.insert(Defaults.KeyName(entry.key))
    }
    return keys
  }

  /// Returns the value that a key has without its lock: the one before, if the lock has noted that.
  func valueWithoutLock(_ key: Defaults.KeyName) -> Defaults.StoredValue? {
    var edit = INITextEdit(source, items, dialect, flags: INIFlagEdit(locks: false))
    _ = edit.set(key.string, to: stored[key]?.texts)
    return (try? INIDocument(parsing: edit.result.text, dialect))?.stored[key]
  }

  /// What the file locks; only KDE's can.
  var locks: INILocks {
    var locks = INILocks()
    var section: INISection?
    for item in items {
      switch item.content {
      case .heading(let heading):
        section = heading
        if heading.path.isEmpty { locks.isWhole = true }
        if heading.isImmutable { locks.sections.append(dialect.key("", in: heading)) }
      case .entry(let entry):
        guard !entry.flags.contains("d") else { break }
        if entry.flags.contains("i") || section?.isImmutable == true {
          locks.keys.insert(Defaults.KeyName(entry.key))
        }
      case .other: break
      }
    }
    return locks
  }
}

/// The flags of KDE that edits give their keys.
struct INIFlagEdit: Hashable, Sendable {
  /// Whether the keys are locked for the files above this one, or unlocked.
  var locks: Bool
  /// Whether variables in the values are replaced when they are read.
  var expands = false
}

/// What a file of KDE locks for the files above it.
struct INILocks: Hashable, Sendable {
  /// The locked keys with a value in the file.
  var keys: Set<Defaults.KeyName> = []
  /// What the keys of locked groups begin with.
  var sections: [String] = []
  /// Whether all keys are locked.
  var isWhole = false

  /// Returns whether a key is locked, also one without a value in the file.
  func contains(_ key: Defaults.KeyName) -> Bool {
    isWhole || keys.contains(key) || containsGroup(of: key)
  }

  /// Returns whether the group of a key is locked; the groups in it are not.
  func containsGroup(of key: Defaults.KeyName) -> Bool {
    sections.contains { section in
      key.string.hasPrefix(section)
        // A slash in a name has a backslash before it.
        && !key.string.dropFirst(section.count).replacing("\\/", with: "").contains("/")
    }
  }

  /// Whether nothing is locked.
  var isEmpty: Bool { !isWhole && keys.isEmpty && sections.isEmpty }
}

// MARK: - Values

extension INIDocument {
  package mutating func apply(_ edits: [Defaults.KeyName: Defaults.StoredValue?]) -> Bool {
    let locks = flags.map { _ in self.locks }
    let effective = edits.filter { key, value in
      self[key] != value
        || value != nil && locks.map { $0.keys.contains(key) != flags?.locks } ?? false
    }
    self.edits.merge(effective) { $1 }
    return !effective.isEmpty
  }

  package func rewritten(
    for location: String
  ) throws(Defaults.StoreError) -> (bytes: [UInt8], INIDocument) {
    var edit = INITextEdit(source, items, dialect, flags: flags)
    let order = edits.sorted {
      ($0.value == nil ? 0 : 1, $0.key) < ($1.value == nil ? 0 : 1, $1.key)
    }
    for (key, value) in order {
      if let reason = value?.texts.lazy.compactMap(dialect.refusal).first {
        throw .unsupported(reason, forKey: key, at: location)
      }
      guard edit.set(key.string, to: value?.texts) else {
        throw .unsupported("it is no name that the format can have", forKey: key, at: location)
      }
    }
    let (bytes, inverse) = edit.result
    // What the format cannot hold is read back as something else.
    let reason = "the format cannot hold it"
    guard var document = try? INIDocument(parsing: bytes, dialect, flags: flags) else {
      throw .unsupported(reason, forKey: edits.keys.min() ?? "", at: location)
    }
    for (key, value) in edits where document.stored[key] != value?.inFewestTexts {
      throw .unsupported(reason, forKey: key, at: location)
    }
    let others = stored.filter { !edits.keys.contains($0.key) }
    if let key = others.keys.first(where: { document.stored[$0] != others[$0] }) {
      throw .unsupported(reason + " beside \(key)", forKey: edits.keys.min() ?? key, at: location)
    }
    document.inverse = inverse
    return (bytes, document)
  }
}

extension Defaults.StoredValue {
  /// The texts that are assigned to a key.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    default: []
    }
  }

  /// A list of one text as the text that is read for it; nil for a list of none.
  var inFewestTexts: Defaults.StoredValue? {
    guard case .array(let elements) = self else { return self }
    return elements.count > 1 ? self : elements.first
  }
}
