extension Defaults {
  /// A change of a key's stored value in any layer, or of its lock.
  ///
  /// It describes stored values, not typed ones: storing a value equal to the default is a change
  /// here, although the value of the key stays the same.
  public struct StoredChange: Sendable {
    /// The origin of a change.
    public enum Origin: Hashable, Sendable {
      /// Code in this process, through this suite.
      case thisProcess

      /// Another process, or code in this process that did not use this suite.
      case elsewhere
    }

    /// The suite's core; ``suite`` creates a handle only when it is used.
    let core: SuiteCore

    /// The name of the key.
    public var key: KeyName

    /// The old value in the user layer; nil for none.
    public var old: StoredValue?

    /// The new value in the user layer; nil for none, and equal to ``old`` when another layer
    /// changed.
    public var new: StoredValue?

    /// The old value in the highest layer that had one, except registered defaults; nil for none.
    public var oldEffective: StoredValue?

    /// The new value in the highest layer that has one, except registered defaults; nil for none.
    public var newEffective: StoredValue?

    /// The origin of the change.
    public var origin: Origin

    /// The position among all changes of the suite in this process, starting at 1.
    public var sequence: UInt64

    /// The sequence number of ``oldEffective``; 0 for none.
    var oldSequence: UInt64

    /// Whether only a value changed that another layer hides.
    var isHidden = false

    /// The suite.
    public var suite: Suite { Suite(core: core) }
  }
}

extension Defaults.StoredChange {
  /// Whether neither value changed, so that only the layer or the lock did.
  var keepsValues: Bool {
    old == new && oldEffective == newEffective
  }

  /// Returns whether the old values of a later change are the new values of this one.
  func isContinued(by next: Self) -> Bool {
    new == next.old && newEffective == next.oldEffective
  }
}

extension Defaults.StoredChange: Hashable {
  /// Returns whether two changes are the same change of the same suite.
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
