public import DefaultsCore

/// A type that has an entry for a section of a schema.
public protocol EntryRepresentable: Sendable {
  /// The entry for the section.
  var entry: Entry { get set }
}

extension Entry: EntryRepresentable {
  /// The entry itself.
  public var entry: Entry {
    get { self }
    set { self = newValue }
  }
}

extension EntryRepresentable {
  /// Returns a copy with a description of what the key does.
  public func help(_ text: String) -> Self {
    changed { $0.help = text }
  }

  /// Returns a copy with a text about when a change takes effect.
  public func takesEffect(_ text: String) -> Self {
    changed { $0.effect = text }
  }

  /// Returns a copy with its value hidden on the screen.
  public func secret() -> Self {
    changed { $0.isSecret = true }
  }

  /// Returns a copy as one that only the app writes, with its typed key.
  public func readOnly() -> Self {
    changed { $0.isReadOnly = true }
  }

  /// Returns a copy as one that is shown only on request.
  public func hidden() -> Self {
    changed { $0.isHidden = true }
  }

  /// Returns a copy as one that should no longer be used.
  ///
  /// - Parameters:
  ///   - message: the reason and the alternative, in sentences.
  ///   - replacement: the name of the key that replaces it.
  /// - Returns: a copy, marked as deprecated.
  public func deprecated(_ message: String = "", replacedBy replacement: String? = nil) -> Self {
    changed { $0.deprecation = Deprecation(message: message, replacement: replacement) }
  }

  /// Returns a copy as one that has an effect only while another key has this value.
  public func depends<Value: Defaults.Serializable>(
    on key: Defaults.Key<Value>,
    equals value: Value
  ) -> Self {
    // The other key can never have a value that cannot be stored.
    guard let stored = try? key.encode(value) else { return self }
    return changed { $0.dependency = Dependency(key: key.name, value: stored) }
  }

  /// Returns a copy with the names of related keys.
  public func seeAlso(_ keys: String...) -> Self {
    changed { $0.seeAlso = keys }
  }

  /// Returns a copy with words by which a search finds it.
  public func tags(_ tags: String...) -> Self {
    changed { $0.tags = tags }
  }

  /// Returns a copy with the text shown in its empty field.
  public func placeholder(_ text: String) -> Self {
    changed { $0.placeholder = text }
  }

  /// Returns a copy with the first and the last version of the app that has the key.
  public func versions(since: String = "", until: String = "") -> Self {
    changed {
      $0.since = since
      $0.until = until
    }
  }

  /// A copy as one that may be unset.
  var unsettable: Self {
    changed { $0.isOptional = true }
  }

  /// Returns a copy with a changed entry.
  package func changed(_ change: (inout Entry) -> Void) -> Self {
    var copy = self
    change(&copy.entry)
    return copy
  }
}
