extension Defaults {
  /// A problem of a suite that could not be reported by throwing an error.
  public struct Diagnostic: Hashable, Sendable {
    /// The kind of a problem, with the facts for its message.
    public enum Kind: Hashable, Sendable {
      /// A stored value cannot be converted to a key's type; the key has its default, and the
      /// stored value is kept.
      case unreadableValue(key: KeyName, stored: StoredValue, type: String)

      /// A write was refused; the stored value is unchanged.
      case refusedWrite(WriteError)

      /// A default has no stored form, so it was not registered; the key still uses it.
      case refusedDefault(key: KeyName, reason: SerializationError)

      /// A key was declared again with another type; both keys read and write the same stored
      /// value, each as its own type.
      case redeclaredKey(key: KeyName, type: String, before: String)

      /// The value under an old name of a key could not be moved, and stays there.
      case notMoved(from: KeyName, error: WriteError)

      /// The store rejected a value; the key has its committed value again.
      case rejectedByStore(key: KeyName, error: StoreError)

      /// The stored values could not be read; the values of the last load are still used.
      case loadFailed(StoreError)

      /// The stored values could be read again, after ``loadFailed(_:)``.
      case loaded(location: String)

      /// Edits could not be committed; they stay in memory, and the commit is tried again.
      case commitFailed(StoreError, keys: [KeyName])

      /// A commit succeeded again, after ``commitFailed(_:keys:)``; these keys are stored now.
      case committed(keys: [KeyName])

      /// The connection to the store is lost; edits stay in memory until it is restored.
      case disconnected(StoreError)

      /// The connection to the store is restored.
      case connected(location: String)

      /// An environment variable has a relative path and was ignored, as the XDG Base Directory
      /// Specification says.
      case ignoredSetting(variable: String, value: String)

      /// An environment variable that sets a key cannot be used; the reason is a phrase.
      case variableIgnored(variable: String, reason: String)

      /// A launch argument, an environment variable or a file has a value that a key cannot have; the
      /// next lower layer counts. The type is nil for a key that only a schema describes.
      case valueIgnored(key: KeyName, source: String, type: String?)

      /// A commit was stored, but could not be added to the history and cannot be undone.
      case historyFailed(StoreError)

      /// Lines of the file of the history, numbered from 1 on, cannot be read; their entries are left
      /// out.
      case historyDamaged(location: String, lines: [Int])

      /// The file of the history had lines that cannot be read: it was kept under another name, and a
      /// new one was started with the other entries; `isEmpty` when there are none.
      case historySetAside(location: String, lines: [Int], isEmpty: Bool)

      /// The file of a layer could not be read and counts as empty.
      case layerIgnored(StoreError)

      /// A managed file or directory cannot be read or trusted, so all keys of the suite are locked.
      case unusableLocks(Lock)

      /// The values are kept in another place than the one that is named first, because that cannot be
      /// reached; the reason is a phrase. They are moved when it can be reached.
      case keptElsewhere(location: String, reason: String)

      /// A commit replaced unreadable content, which was kept under another name; `keepsValues` when
      /// the new content has the values that were last read.
      case contentSetAside(location: String, reason: StoreError, keepsValues: Bool)

      /// A key is declared with `iCloud: true`, and no synchronization is set up: its value stays on
      /// this machine.
      case notSynchronized(key: KeyName)

      /// A name cannot be that of a suite, so its values were not stored.
      case invalidDomain(name: String)

      /// Several names differ only in their Unicode normalisation, so a dictionary with `String`
      /// keys contains only one of them.
      case indistinguishableNames([KeyName])
    }

    /// The name of the suite.
    public var suiteName: String

    /// The kind of the problem.
    public var kind: Kind

    /// Creates a diagnostic.
    public init(suiteName: String, kind: Kind) {
      self.suiteName = suiteName
      self.kind = kind
    }
  }
}

extension Defaults.Diagnostic: CustomStringConvertible {
  /// The problem and its consequence, in sentences for people.
  public var description: String { message.description }

  private var message: MessageText {
    switch kind {
    case .unreadableValue(let key, _, let type):
      "The stored value of \"\(key)\" in \(suiteName) cannot be read as \(type): the default is "
        + "used, and the stored value stays."
    case .refusedWrite(let error):
      "In \(suiteName): \(error)"
    case .refusedDefault(let key, let reason):
      "The default of \"\(key)\" in \(suiteName) has no stored form: \(reason). The key uses it, "
        + "but untyped readers do not see it."
    case .redeclaredKey(let key, let type, let before):
      "\"\(key)\" in \(suiteName) is declared with two types of value, \(before) and \(type): one "
        + "cannot read what the other stores. Use one declaration, or two names."
    case .notMoved(let alias, let error):
      "The value that \(suiteName) stores as \"\(alias)\" was not moved to its new name: \(error)"
    case .rejectedByStore(let key, let error):
      "The new value of \"\(key)\" in \(suiteName) was not stored: \(error)"
    case .loadFailed(let error):
      "\(error)"
    case .loaded(let location):
      "The values of \(suiteName) in \"\(path: location)\" can be read again."
    case .commitFailed(let error, let keys):
      "\(verbatim: keys.count == 1 ? "A change" : "\(keys.count) changes") in \(suiteName) could not be "
        + "stored yet: \(error)"
    case .committed(let keys):
      "\(verbatim: keys.count == 1 ? "The change" : "The \(keys.count) changes") in \(suiteName) that "
        + "could not be stored before \(verbatim: keys.count == 1 ? "is" : "are") stored now."
    case .disconnected(let error):
      "\(suiteName) cannot reach its values: \(error)"
    case .connected(let location):
      "\(suiteName) can reach its values at \"\(path: location)\" again."
    case .ignoredSetting(let variable, let value):
      "$\(variable) was ignored, because \"\(value)\" is not an absolute path."
    case .variableIgnored(let variable, let reason):
      "$\(variable) was ignored, because \(reason)."
    case .valueIgnored(let key, let source, let type):
      "The value that \(path: source) gives \"\(key)\" in \(suiteName) was ignored, because it "
        + "\(verbatim: type.map { "cannot be read as \($0)" } ?? "is not valid")."
    case .historyFailed(let error):
      "The change in \(suiteName) is stored, but cannot be undone later: \(error)"
    case .historyDamaged(let location, let lines):
      "\(verbatim: Self.name(of: lines)) of the history in \"\(path: location)\" cannot be read, and "
        + "\(verbatim: lines.count == 1 ? "is" : "are") left out."
    case .historySetAside(let location, let lines, let isEmpty):
      "\(verbatim: Self.name(of: lines)) of the history of \(suiteName) could not be read. The file was kept as "
        + "\"\(path: location)\", and a new one was started "
        + "\(verbatim: isEmpty ? "without its entries" : "with the other entries")."
    case .layerIgnored(let error):
      "\(error) Its values for \(suiteName) were ignored."
    case .unusableLocks(let lock):
      "All keys of \(suiteName) are \(lock)."
    case .keptElsewhere(let location, let reason):
      "The values of \(suiteName) are kept in \"\(path: location)\" until they can be moved to the "
        + "right place: \(reason)."
    case .contentSetAside(let location, let reason, let keepsValues):
      "\(reason) The unreadable content was kept as \"\(path: location)\", and a new file was started"
        + "\(verbatim: keepsValues ? " with the values that were last read" : "")."
    case .notSynchronized(let key):
      "\"\(key)\" in \(suiteName) is declared with iCloud, but no synchronization is set up: values of "
        + "such keys are stored on this machine only."
    case .invalidDomain(let name):
      "The values for \"\(name)\" were not stored, because this cannot be the name of a suite."
    case .indistinguishableNames(let names):
      "\(names.count) names in \(suiteName) look like \"\(names.first?.string ?? "")\" and differ only in "
        + "their Unicode normalisation: a dictionary of strings shows the last of them."
    }
  }
}

extension Defaults.Diagnostic {
  /// Returns the lines of a file as the subject of a sentence.
  private static func name(of lines: [Int]) -> String {
    lines.count == 1 ? "Line \(lines[0])" : "\(lines.count) lines"
  }
}

extension Defaults.Diagnostic.Kind {
  /// The kind of the problem with its key or location; each topic is written once to standard
  /// error.
  var topic: String {
    switch self {
    case .unreadableValue(let key, _, _): "unreadable \(key)"
    case .refusedWrite(let error):
      // The label of an enumeration's only child is the name of its case.
      "refused \(error.key ?? "") \(Mirror(reflecting: error).children.first?.label ?? "")"
    case .refusedDefault(let key, _): "default \(key)"
    case .redeclaredKey(let key, let type, _): "redeclared \(key) \(type)"
    case .notMoved(let key, _): "moved \(key)"
    case .rejectedByStore(let key, _): "rejected \(key)"
    case .loadFailed(let error): "load \(error)"
    case .loaded: "loaded"
    case .commitFailed(let error, _): "commit \(error)"
    case .committed: "committed"
    case .disconnected: "disconnected"
    case .connected: "connected"
    case .ignoredSetting(let variable, _), .variableIgnored(let variable, _): "ignored \(variable)"
    case .valueIgnored(let key, let source, let type): "value \(key) \(source) \(type ?? "")"
    case .historyFailed(let error): "history \(error)"
    case .historyDamaged(let location, let lines): "history lines \(location) \(lines)"
    case .historySetAside(let location, _, _): "history aside \(location)"
    case .layerIgnored(let error): "layer \(error)"
    case .unusableLocks(let lock): "locks \(lock.location)"
    case .keptElsewhere(let location, _): "elsewhere \(location)"
    case .contentSetAside(let location, _, _): "aside \(location)"
    case .notSynchronized: "iCloud"
    case .invalidDomain(let name): "domain \(name)"
    case .indistinguishableNames(let names): "names \(names.first ?? "")"
    }
  }
}
