extension Defaults {
  /// Something that went wrong in a suite, where no error could be thrown.
  public struct Diagnostic: Hashable, Sendable {
    /// What went wrong, as facts.
    public enum Kind: Hashable, Sendable {
      /// A stored value makes no sense for a key's type; the key reads as its default, and the
      /// stored value stays where it is.
      case unreadableValue(key: KeyName, stored: StoredValue, type: String)

      /// A write was refused; what was stored before stays.
      case refusedWrite(WriteError)

      /// A default has no stored form, so it was not registered; the key uses it all the same.
      case refusedDefault(key: KeyName, reason: SerializationError)

      /// A key was declared once more, with another type of value; both read and write what is
      /// stored, each as its own type.
      case redeclaredKey(key: KeyName, type: String, before: String)

      /// What is stored under a former name of a key could not be moved, and stays there.
      case notMoved(from: KeyName, error: WriteError)

      /// The store rejected a value; the key has its committed value again.
      case rejectedByStore(key: KeyName, error: StoreError)

      /// What is stored could not be read; what was read before, if anything, is still used.
      case loadFailed(StoreError)

      /// Edits could not be committed; they are kept in memory and tried again.
      case commitFailed(StoreError, keys: [KeyName])

      /// The store cannot be reached; edits are kept in memory until it can.
      case disconnected(StoreError)

      /// The store can be reached again.
      case connected(location: String)

      /// An environment variable holds a relative path and was ignored, as the XDG Base Directory
      /// Specification says.
      case ignoredSetting(variable: String, value: String)

      /// A commit could not be added to the history, so it cannot be undone; it was stored all the
      /// same.
      case historyFailed(StoreError)

      /// The file of another layer could not be read and counts as empty.
      case layerIgnored(StoreError)

      /// A file or directory of locked values does not belong to its owner, or others may write
      /// it, so it counts as empty.
      case untrustedLayer(location: String)

      /// Unreadable content was kept under another name to make room for a commit.
      case contentSetAside(location: String, reason: StoreError)

      /// Several names differ only in their Unicode normalisation, so a dictionary of strings shows
      /// one of them.
      case indistinguishableNames([KeyName])
    }

    /// The name of the suite.
    public var suiteName: String

    /// What went wrong.
    public var kind: Kind

    /// Creates a diagnostic.
    public init(suiteName: String, kind: Kind) {
      self.suiteName = suiteName
      self.kind = kind
    }
  }
}

extension Defaults.Diagnostic: CustomStringConvertible {
  /// What went wrong and what was done about it, in sentences for people.
  public var description: String {
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
    case .commitFailed(let error, let keys):
      "\(keys.count == 1 ? "A change" : "\(keys.count) changes") in \(suiteName) could not be "
        + "stored yet: \(error)"
    case .disconnected(let error):
      "\(suiteName) cannot reach its values: \(error)"
    case .connected(let location):
      "\(suiteName) can reach its values at \"\(location)\" again."
    case .ignoredSetting(let variable, let value):
      "$\(variable) was ignored, because \"\(value)\" is not an absolute path."
    case .historyFailed(let error):
      "The change in \(suiteName) is stored, but cannot be undone later: \(error)"
    case .layerIgnored(let error):
      "\(error) Its values for \(suiteName) were left out."
    case .untrustedLayer(let location):
      "\"\(location)\" was ignored: files that lock values must belong to the administrator and be "
        + "writable by nobody else (chown root, chmod go-w)."
    case .contentSetAside(let location, let reason):
      "\(reason) The unreadable content was kept as \"\(location)\", and a new file was started."
    case .indistinguishableNames(let names):
      "\(names.count) names in \(suiteName) look like \"\(names.first ?? "")\" and differ only in "
        + "their Unicode normalisation: a dictionary of strings shows the last of them."
    }
  }
}

extension Defaults.Diagnostic.Kind {
  /// What is reported once on standard error: the kind of trouble, and the key or place.
  var topic: String {
    switch self {
    case .unreadableValue(let key, _, _): "unreadable \(key)"
    case .refusedWrite(let error): "refused \(error.key ?? "") \(error.reasonName)"
    case .refusedDefault(let key, _): "default \(key)"
    case .redeclaredKey(let key, let type, _): "redeclared \(key) \(type)"
    case .notMoved(let key, _): "moved \(key)"
    case .rejectedByStore(let key, _): "rejected \(key)"
    case .loadFailed(let error): "load \(error)"
    case .commitFailed(let error, _): "commit \(error)"
    case .disconnected: "disconnected"
    case .connected: "connected"
    case .ignoredSetting(let variable, _): "ignored \(variable)"
    case .historyFailed(let error): "history \(error)"
    case .layerIgnored(let error): "layer \(error)"
    case .untrustedLayer(let location): "untrusted \(location)"
    case .contentSetAside(let location, _): "aside \(location)"
    case .indistinguishableNames(let names): "names \(names.first ?? "")"
    }
  }
}

extension Defaults.WriteError {
  /// The kind of the reason, without its details.
  fileprivate var reasonName: String {
    switch self {
    case .locked: "locked"
    case .refused: "refused"
    case .unsupported: "unsupported"
    case .invalid: "invalid"
    case .opaque: "opaque"
    case .tooManyKeys: "many"
    }
  }
}
