extension Defaults {
  /// The user's values of a suite at one moment; a value is decoded each time it is read.
  ///
  /// An editor shows a few keys of a suite that may have 100,000. To decode all values takes longer
  /// than to parse the file, and they take more memory than the file.
  package struct StoredValues: Sendable {
    private let document: PropertyListDocument
    /// The values that differ from those of the document; nil for keys that were removed.
    private let changed: [KeyName: StoredValue?]

    /// Creates values that are decoded already.
    package init(_ values: [KeyName: StoredValue] = [:]) {
      self.init(PropertyListDocument(values), changed: [:])
    }

    init(_ document: PropertyListDocument, changed: [KeyName: StoredValue?]) {
      self.document = document
      self.changed = changed
    }

    /// The value of a key; nil when there is none.
    package subscript(key: KeyName) -> StoredValue? {
      if let value = changed[key] { return value }
      return document[key]
    }

    /// Returns all keys that have a value, sorted; decodes no value.
    package func sortedKeys() -> [KeyName] {
      var keys = document.sortedKeys()
      // Nearly always, all keys that were read or changed are in the document.
      let isSame = changed.allSatisfy { key, value in
        document.hasValue(forKey: key) == (value != nil)
      }
      guard !isSame else { return keys }
      keys.removeAll { changed[$0] == .some(nil) }
      keys += changed.compactMap {
        $0.value == nil || document.hasValue(forKey: $0.key) ? nil : $0.key
      }
      return keys.sortedByBytes()
    }
  }
}
