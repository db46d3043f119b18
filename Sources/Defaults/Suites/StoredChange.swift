extension Defaults {
  /// A change of one key's value in the user layer, in another layer, or of its lock.
  ///
  /// It is about what is stored, not about what a key reads: storing a value equal to the default
  /// is a change here, and none for a key.
  public struct StoredChange: Sendable {
    /// Who made a change.
    public enum Origin: Hashable, Sendable {
      /// Code in this process, through this suite.
      case thisProcess

      /// Another process, or code in this one that went around the suite.
      case elsewhere
    }

    /// What the suite's handles share; a handle is made only for those who want one.
    let core: SuiteCore

    /// The name of the key.
    public var key: KeyName

    /// What the user layer had before; nil for nothing.
    public var old: StoredValue?

    /// What the user layer has now; nil for nothing, and equal to ``old`` when another layer
    /// changed.
    public var new: StoredValue?

    /// What the highest layer had before, registered defaults left out; nil for nothing.
    public var oldEffective: StoredValue?

    /// What the highest layer has now, registered defaults left out; nil for nothing.
    public var newEffective: StoredValue?

    /// Who made the change.
    public var origin: Origin

    /// The position among all changes of the suite in this process, starting at 1.
    public var sequence: UInt64

    /// The sequence number of the value that was effective before; 0 for none.
    var oldSequence: UInt64

    /// The suite.
    public var suite: Suite { Suite(core: core) }
  }
}

extension Defaults.StoredChange {
  /// Whether the values are what they were before.
  var keepsValues: Bool {
    old == new && oldEffective == newEffective
  }

  /// Returns whether a later change of the same key starts with the values that this one leaves.
  func isContinued(by next: Self) -> Bool {
    new == next.old && newEffective == next.oldEffective
  }
}

extension Defaults.StoredChange: Hashable {
  /// Returns whether both are the same change of the same suite.
  public static func == (left: Self, right: Self) -> Bool {
    left.core === right.core && left.key == right.key && left.sequence == right.sequence
      && left.origin == right.origin && left.old == right.old && left.new == right.new
      && left.oldEffective == right.oldEffective && left.newEffective == right.newEffective
  }

  /// Feeds suite, key and sequence number to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(core))
    hasher.combine(key)
    hasher.combine(sequence)
  }
}
