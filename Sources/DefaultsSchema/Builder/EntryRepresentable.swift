public import Defaults

/// Something that stands for one entry in a section.
public protocol EntryRepresentable: Sendable {
  /// The entry it stands for.
  var entry: Entry { get }
}

extension Entry: EntryRepresentable {
  /// The entry itself.
  public var entry: Entry { self }
}

extension EntryRepresentable {
  /// Returns the entry with a text that says what the key does.
  public func help(_ text: String) -> Entry {
    changed { $0.help = text }
  }

  /// Returns the entry with a text that says when a change takes effect.
  public func takesEffect(_ text: String) -> Entry {
    changed { $0.effect = text }
  }

  /// Returns the entry with a value that nobody should see by chance.
  public func secret() -> Entry {
    changed { $0.isSecret = true }
  }

  /// Returns the entry as one that the app alone writes.
  public func readOnly() -> Entry {
    changed { $0.isReadOnly = true }
  }

  /// Returns the entry as one that only those see who ask for everything.
  public func hidden() -> Entry {
    changed { $0.isHidden = true }
  }

  /// Returns the entry as one that should be used no longer.
  ///
  /// - Parameters:
  ///   - message: why, and what to do, in sentences.
  ///   - replacement: the name of the key that took its place.
  /// - Returns: the entry, marked.
  public func deprecated(_ message: String = "", replacedBy replacement: String? = nil) -> Entry {
    changed { $0.deprecation = Deprecation(message: message, replacement: replacement) }
  }

  /// Returns the entry as one that has an effect only while another key has a value.
  public func depends<Value: Defaults.Serializable>(
    on key: Defaults.Key<Value>,
    equals value: Value
  ) -> Entry {
    // A value that cannot be stored is one that the other key never has.
    guard let stored = try? key.encode(value) else { return entry }
    return changed { $0.dependency = Dependency(key: key.name, value: stored) }
  }

  /// Returns the entry with the names of other keys to look at.
  public func seeAlso(_ keys: String...) -> Entry {
    changed { $0.seeAlso = keys }
  }

  /// Returns the entry with words to find it by.
  public func tags(_ tags: String...) -> Entry {
    changed { $0.tags = tags }
  }

  /// Returns the entry with a text for its field while that is empty.
  public func placeholder(_ text: String) -> Entry {
    changed { $0.placeholder = text }
  }

  /// Returns the entry with the versions of the app that knew the key first and last.
  public func versions(since: String = "", until: String = "") -> Entry {
    changed {
      $0.since = since
      $0.until = until
    }
  }

  /// The entry as one of a key that is meant to be without a value at times.
  var unsettable: Entry {
    changed { $0.isOptional = true }
  }

  private func changed(_ change: (inout Entry) -> Void) -> Entry {
    var entry = entry
    change(&entry)
    return entry
  }
}
