extension Defaults.Diagnostic: CustomStringConvertible {
  /// What went wrong and what became of it, in sentences for people.
  public var description: String {
    switch kind {
    case .unreadableValue(let key, _, let type):
      "The stored value of \"\(key)\" in \(suiteName) makes no sense as \(type): its default is "
        + "used, and what is stored stays."
    case .invalidValue(let key, let violation):
      "\"\(key)\" in \(suiteName) was not set: \(violation). What was stored before stays."
    case .redeclaredKey(let key, let type, let before):
      "\"\(key)\" in \(suiteName) is declared with two types of value, \(before) and \(type): one "
        + "cannot read what the other stores. Use one declaration, or two names."
    case .notMoved(let alias, let error):
      "What \(suiteName) stores as \"\(alias)\" was not moved to its new name: \(error)"
    case .refusedValue(let key, let reason):
      "The new value of \"\(key)\" in \(suiteName) cannot be stored: \(reason). "
        + "What was stored before stays."
    case .rejectedByStore(let key, let error):
      "The new value of \"\(key)\" in \(suiteName) was not stored: \(error)"
    case .loadFailed(let error):
      "\(error)"
    case .commitFailed(let error, let keys):
      "\(keys.count == 1 ? "A change" : "\(keys.count) changes") in \(suiteName) could not be "
        + "stored yet: \(error)"
    case .ignoredSetting(let variable, let value):
      "$\(variable) was ignored, because \"\(value)\" is no absolute path."
    case .historyFailed(let error):
      "The change in \(suiteName) is stored, but cannot be undone later: \(error)"
    case .lockedKey(let key, let lock):
      "\"\(key)\" in \(suiteName) is \(lock). Nothing was changed."
    case .layerIgnored(let error):
      "\(error) Its values for \(suiteName) were left out."
    case .untrustedLayer(let location):
      "\"\(location)\" was ignored: what locks values must belong to the administrator and be "
        + "writable by nobody else (chown root, chmod go-w)."
    case .contentSetAside(let location, let reason):
      "\(reason) The unreadable content was kept as \"\(location)\", and a new file was started."
    }
  }
}
