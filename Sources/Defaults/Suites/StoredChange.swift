extension Defaults {
  /// A change of one key's value in the user layer, in another layer, or of its lock.
  ///
  /// It tells of what is stored, not of what a key reads: storing a value equal to the default
  /// is a change here, and none for a key.
  public struct StoredChange: Hashable, Sendable {
    /// Who made a change.
    public enum Origin: Hashable, Sendable {
      /// Code in this process, through this suite.
      case thisProcess

      /// Another process, or code in this one that went around the suite.
      case elsewhere
    }

    /// The suite.
    public var suite: Suite

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

    /// The place among all changes of the suite in this process, starting at 1.
    ///
    /// Changes made by two threads at once may be told in either order; the greater number is
    /// the later one.
    public var sequence: UInt64
  }
}
