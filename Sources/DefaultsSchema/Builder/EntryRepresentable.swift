public import Defaults

/// A type that has an entry for a section of a schema.
public protocol EntryRepresentable: Sendable {
  /// The entry for the section.
  var entry: Entry { get }
}

extension Entry: EntryRepresentable {
  /// The entry itself.
  public var entry: Entry { self }
}

extension EntryRepresentable {
  /// Returns the entry with a description of what the key does.
  public func help(_ text: String) -> Entry {
    changed { $0.help = text }
  }

  /// Returns the entry with a text about when a change takes effect.
  public func takesEffect(_ text: String) -> Entry {
    changed { $0.effect = text }
  }

  /// Returns the entry with its value hidden on the screen.
  public func secret() -> Entry {
    changed { $0.isSecret = true }
  }

  /// Returns the entry as one that only the app writes.
  public func readOnly() -> Entry {
    changed { $0.isReadOnly = true }
  }

  /// Returns the entry as one that is shown only on request.
  public func hidden() -> Entry {
    changed { $0.isHidden = true }
  }

  /// Returns the entry as one that should no longer be used.
  ///
  /// - Parameters:
  ///   - message: the reason and the alternative, in sentences.
  ///   - replacement: the name of the key that replaces it.
  /// - Returns: the entry, marked as deprecated.
  public func deprecated(_ message: String = "", replacedBy replacement: String? = nil) -> Entry {
    changed { $0.deprecation = Deprecation(message: message, replacement: replacement) }
  }

  /// Returns the entry as one that has an effect only while another key has this value.
  public func depends<Value: Defaults.Serializable>(
    on key: Defaults.Key<Value>,
    equals value: Value
  ) -> Entry {
    // The other key can never have a value that cannot be stored.
    guard let stored = try? key.encode(value) else { return entry }
    return changed { $0.dependency = Dependency(key: key.name, value: stored) }
  }

  /// Returns the entry with the names of related keys.
  public func seeAlso(_ keys: String...) -> Entry {
    changed { $0.seeAlso = keys }
  }

  /// Returns the entry with words by which a search finds it.
  public func tags(_ tags: String...) -> Entry {
    changed { $0.tags = tags }
  }

  /// Returns the entry with the text shown in its empty field.
  public func placeholder(_ text: String) -> Entry {
    changed { $0.placeholder = text }
  }

  /// Returns the entry with the first and the last version of the app that has the key.
  public func versions(since: String = "", until: String = "") -> Entry {
    changed {
      $0.since = since
      $0.until = until
    }
  }

  /// The entry as one that may be unset.
  var unsettable: Entry {
    changed { $0.isOptional = true }
  }

  private func changed(_ change: (inout Entry) -> Void) -> Entry {
    var entry = entry
    change(&entry)
    return entry
  }
}
