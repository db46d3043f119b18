package import DefaultsCore
import Glibc
import Synchronization

/// A store that keeps values in a file with sections, whose other text an edit leaves as it is.
///
/// The format has text only; a schema says which texts are numbers, Booleans or lists. Git and KDE create
/// a file `<name>.lock` while they write, and so does this store for their files.
package final class INIStore: INIDeclaring, Defaults.ComparingStore {
  private let file: Defaults.FileStore
  private let dialect: INIDialect
  private let forms = Mutex<(byKey: [Defaults.KeyName: INIForm], generation: UInt8)>(([:], 0))

  /// Text, and what a schema makes of it.
  package var capabilities: Defaults.StoreCapabilities {
    Defaults.StoreCapabilities(kinds: [.bool, .integer, .real, .string, .array], nesting: 2)
  }

  /// The path of the file.
  package var location: String { file.location }

  /// Creates a store over a file, which need not exist.
  package convenience init(file path: String, dialect: INIDialect) {
    self.init(file: path, dialect: dialect, locking: nil, modes: .private)
  }

  /// Creates a store whose edits lock their keys for the files above, or unlock them; nil for neither.
  init(file path: String, dialect: INIDialect, locking: Bool?, modes: NewFileModes) {
    file = Defaults.FileStore(
      file: path,
      format: INIDocument.format(dialect, locking: locking),
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

  /// What the file locks.
  ///
  /// - Throws: `Defaults.StoreError` when it cannot be read.
  func locks() throws(Defaults.StoreError) -> INILocks {
    guard DocumentFile.exists(location) else { return INILocks() }
    let bytes = try DocumentFile.contents(of: location, limit: Defaults.FileStore.sizeLimit)
    // A file that cannot be parsed was refused before.
    return (try? INIDocument(parsing: bytes, dialect))?.locks ?? INILocks()
  }

  package func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let snapshot = typed(try file.load(unlike: nil) ?? emptySnapshot)
    return snapshot.version == known ? nil : snapshot
  }

  package func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    let capabilities = capabilities
    try Defaults.StoreError.check(storing: edits, for: location) {
      capabilities.refusal(of: $0)
    }
    let lock = try dialect == .git || dialect == .kde ? LockFileOfOwner(for: location) : nil
    defer { lock?.release() }
    let present = try file.load(unlike: nil)?.values ?? [:]
    let state = forms.withLock { $0 }
    var texts: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for (key, value) in edits {
      let form = state.byKey[key] ?? .text
      // A value that means the same stays as it is written.
      if let old = present[key], form.value(old, dialect) == value {
        texts[key] = .some(old)
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

  package func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    file.watch(report)
  }

  // MARK: - Meanings

  private var emptySnapshot: Defaults.StoreSnapshot {
    Defaults.StoreSnapshot(values: [:], version: Defaults.StoreVersion(bytes: []))
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
      throw Defaults.StoreError(
        location: location,
        cause: .unsupportedValue(key: key, reason: "the format has text and lists of text only")
      )
    }
    return text
  }
}

/// What the text of a key means.
package enum INIForm: Hashable, Sendable {
  case text, bool, integer, real
  /// Elements with commas between them, as in KDE's files.
  indirect case list(INIForm)

  /// Returns the value of a text; the text itself if it does not have that meaning.
  func value(_ stored: Defaults.StoredValue, _ dialect: INIDialect) -> Defaults.StoredValue {
    if case .list(let element) = self {
      guard dialect == .kde, case .string(let text) = stored else {
        if case .array(let elements) = stored {
          return .array(elements.map { element.value($0, dialect) })
        }
        return dialect.hasLists ? .array([element.value(stored, dialect)]) : stored
      }
      return .array(INIList.elements(text).map { element.value(.string($0), dialect) })
    }
    guard case .string(let text) = stored else { return stored }
    switch self {
    case .text, .list: return stored
    case .bool: return INIWords.value(text).map { .bool($0) } ?? stored
    case .integer: return Int128(text).map { .integer($0) } ?? stored
    case .real: return Double(text).map { .real($0) } ?? stored
    }
  }

  /// Returns the text of a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - dialect: the dialect of the file.
  ///   - present: what stands in the file, whose words for Booleans are used.
  /// - Returns: nil if the format cannot hold the value.
  func text(
    _ value: Defaults.StoredValue,
    _ dialect: INIDialect,
    like present: Defaults.StoredValue?
  ) -> Defaults.StoredValue? {
    switch value {
    case .string: return value
    case .integer(let number): return .string(String(number))
    case .real(let number):
      return .string(
        number == number.rounded() && abs(number) < 1e15
          ? String(Int64(number)) : String(number)
      )
    case .bool(let flag):
      var words = dialect.words
      if case .string(let text)? = present { words = INIWords.pair(of: text) ?? words }
      return .string(flag ? words.on : words.off)
    case .array(let elements):
      let texts = elements.compactMap { element -> String? in
        guard case .string(let text)? = self.text(element, dialect, like: nil) else { return nil }
        return text
      }
      guard texts.count == elements.count else { return nil }
      if dialect == .kde { return .string(INIList.text(texts)) }
      return dialect.hasLists && !texts.isEmpty ? .array(texts.map { .string($0) }) : nil
    case .date, .data, .dictionary, .uid, .null, .opaque: return nil
    }
  }
}

/// The words for Boolean values.
private enum INIWords {
  private static let pairs = [
    ("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0"), ("True", "False"), ("Yes", "No"),
    ("On", "Off"), ("TRUE", "FALSE"),
  ]

  static func value(_ text: String) -> Bool? {
    let word = text.lowercased()
    if pairs.contains(where: { $0.0 == word }) { return true }
    return pairs.contains { $0.1 == word } ? false : nil
  }

  /// Returns the words of which a text is one.
  static func pair(of text: String) -> (on: String, off: String)? {
    pairs.first { $0.0 == text || $0.1 == text }.map { (on: $0.0, off: $0.1) }
  }
}

/// The lists of KDE: elements with commas between them, and backslashes before those in elements.
private enum INIList {
  static func elements(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    guard text != "\\0" else { return [] }
    var elements = [""]
    var isEscaped = false
    for character in text {
      if isEscaped {
        elements[elements.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," {
        elements.append("")
      } else {
        elements[elements.count - 1].append(character)
      }
    }
    return elements
  }

  static func text(_ elements: [String]) -> String {
    // A list of one empty element is told apart from one without elements.
    if elements == [""] { return "\\0" }
    return elements.map { $0.replacing("\\", with: "\\\\").replacing(",", with: "\\,") }
      .joined(separator: ",")
  }
}

/// The file beside another one that git or KDE creates while it writes.
private struct LockFileOfOwner {
  private let path: String

  /// Creates the file; waits for two seconds while another program has it.
  ///
  /// - Throws: `Defaults.StoreError` when another program keeps it, or it cannot be created.
  init(for location: String) throws(Defaults.StoreError) {
    path = location + ".lock"
    for attempt in 0..<80 {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        // As Qt writes it: the process, the program and the host, by which a stale lock is recognized.
        let text = "\(getpid())\nprefs\n\(Self.hostName)\n"
        _ = write(descriptor, text, text.utf8.count)
        close(descriptor)
        return
      }
      // Without the directory there is nobody to wait for.
      if errno == ENOENT { return }
      guard errno == EEXIST else {
        throw Defaults.StoreError(
          location: path,
          cause: .system(operation: "open", errorNumber: errno)
        )
      }
      if attempt < 79 { usleep(25_000) }
    }
    throw Defaults.StoreError(location: path, cause: .lockedByAnother)
  }

  func release() { unlink(path) }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
