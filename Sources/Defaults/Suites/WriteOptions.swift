extension Defaults {
  /// Why values are written, and what a write may replace.
  public struct WriteOptions: Sendable {
    /// Why the values are written; the history keeps it.
    public var cause: Cause
    /// Whether stored values that cannot be shown may be replaced.
    public var replacesOpaque: Bool
    /// Whether the history joins the write with the entry before, if this process has made that and
    /// both change the same key only: for values that change step by step, as by a slider.
    public var extendsLastEntry: Bool

    /// The sequence numbers that the values of some keys must still have; 0 for no value.
    var expected: [KeyName: UInt64] = [:]

    /// Creates options.
    public init(
      cause: Cause = .edit,
      replacesOpaque: Bool = false,
      extendsLastEntry: Bool = false
    ) {
      self.cause = cause
      self.replacesOpaque = replacesOpaque
      self.extendsLastEntry = extendsLastEntry
    }

    /// Creates the options of a write that happens only if keys still have the values that were
    /// read.
    init(expected: [KeyName: UInt64]) {
      self.init()
      self.expected = expected
    }
  }
}
