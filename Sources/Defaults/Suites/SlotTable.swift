/// The slots of a suite by key, each made when it is first asked for.
struct SlotTable {
  /// What the store held at some time; right for every key that has no slot of its own.
  private var stored = PropertyListDocument()

  /// What was read or changed; nil for a key that was removed.
  private var slots: [Defaults.KeyName: SuiteCore.Slot?] = [:]

  /// The slot of a key, or nil when nothing is stored.
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

  /// All values by key; makes every one of them.
  var values: [Defaults.KeyName: Defaults.StoredValue] {
    var values = stored.values
    for (key, slot) in slots { values[key] = slot?.value }
    return values
  }

  /// Takes over what the store holds now; where that is new, the key must have a slot already.
  mutating func rebase(onto stored: PropertyListDocument) {
    self.stored = stored
  }
}
