extension SuiteCore {
  /// A stored value, and the sequence number of the change that stored it; 1 for a loaded value.
  struct Slot {
    /// The stored value.
    var value: Defaults.StoredValue
    /// The sequence number of the change that stored it.
    var sequence: UInt64
  }
}

/// The slots of a suite by key; a slot is created when its key is first read or changed.
struct SlotTable {
  /// The base document; it has the values of all keys without a slot.
  private var stored = PropertyListDocument()

  /// The slots of keys that were read or changed; nil for a key that was removed.
  private var slots: [Defaults.KeyName: SuiteCore.Slot?] = [:]

  /// The slot of a key; nil when nothing is stored.
  subscript(key: Defaults.KeyName) -> SuiteCore.Slot? {
    mutating get {
      if let slot = slots[key] { return slot }
      guard let value = stored[key] else { return nil }
      let slot = SuiteCore.Slot(value: value, sequence: 1)
      slots[key] = slot
      return slot
    }
    set {
      slots.updateValue(newValue, forKey: key)
    }
  }

  /// All values by key; decodes every one of them.
  var values: [Defaults.KeyName: Defaults.StoredValue] { storedValues.values }

  /// All values by key, which are decoded when they are read.
  var storedValues: Defaults.StoredValues {
    PropertyListDocument(stored, edits: slots.mapValues { $0?.value })
  }

  /// Replaces the base document.
  ///
  /// Precondition: every key that differs from the old base already has a slot.
  mutating func rebase(onto stored: PropertyListDocument) {
    self.stored = stored
  }
}
