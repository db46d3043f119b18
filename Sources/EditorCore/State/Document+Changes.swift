import DefaultsCore

extension Document {
  /// The effect of a change on the keys that are shown.
  enum Outcome: Hashable, Sendable {
    /// The key is neither declared nor stored, before and after the change.
    case nothing
    /// The key was shown before and still is.
    case updated(Slot)
    /// An undeclared key has its first value.
    case inserted(Slot)
    /// An undeclared key has lost its last value; the slot is unused from now on.
    case removed(Slot)
  }

  /// A change together with its effect on the document.
  struct AppliedChange: Sendable {
    /// The change as it was reported.
    let change: Action.Change
    /// The effect on the shown keys.
    let outcome: Outcome
    /// The record before the change; nil if the key was not shown.
    let before: Record?
    /// The record after the change; nil if the key is not shown.
    let after: Record?

    /// Whether the key was locked or unlocked, or its lock changed.
    var changesLock: Bool { before?.extra?.lock != after?.extra?.lock }
  }

  /// Copies the values, marks and status of an older document of the same suite.
  ///
  /// The older document has been updated with all reported changes; this one was read from the suite
  /// at some moment in between. So keys that the older one does not have lose their values.
  mutating func copyValues(from other: Document) {
    status = other.status
    location = other.location
    annotations = other.annotations
    var changes: [Action.Change] = []
    func change(_ key: Defaults.KeyName, _ layers: KeyLayers) {
      changes.append(.init(suiteName: suiteName, key: key, layers: layers, isElsewhere: false))
    }
    for slot in order where other.slot(of: key(at: slot)) == nil {
      change(key(at: slot), KeyLayers())
    }
    for slot in other.order {
      let record = other.record(at: slot)
      change(record.key, record.layers)
    }
    _ = store(changes)
    for slot in other.order {
      let record = other.record(at: slot)
      setChangedElsewhere(record.isChangedElsewhere, record.key)
    }
  }
}
