import Synchronization

extension Defaults {
  /// The options of a write: its cause, and the stored values that it may replace.
  public struct WriteOptions: Sendable {
    /// The cause of the write, which the history records.
    public var cause: Cause
    /// Whether stored values of kinds that cannot be shown may be replaced.
    public var replacesOpaque: Bool
    /// Whether a schema entry that only the app writes may be written.
    public var replacesReadOnly: Bool = false
    /// Whether the history merges the write into its last entry.
    ///
    /// It does so only if this process made that entry and both change only the same key. Use it
    /// for values that change in steps, for example by a slider.
    public var extendsLastEntry: Bool

    /// By key, the sequence number that its value must still have; 0 for no value.
    var expected: [KeyName: UInt64] = [:]

    /// By key, the sequence number that its value in the user layer must still have; 0 for no value.
    var expectedStored: [KeyName: UInt64] = [:]

    /// By key to write, the value that the store must have at the commit, or nil for none.
    ///
    /// ``expected`` compares with this process's memory when the write is made. These values are
    /// compared there too, and again in the store under its lock, so a change by another process
    /// counts as well. If one of them differs in memory, the write throws
    /// ``WriteError/outdated(_:)``. If one differs in the store, the write is taken back, and
    /// ``Suite/flush(_:)`` with these options throws ``StoreError/Cause/outdated(_:)``.
    package var expectedInStore: [KeyName: StoredValue?] = [:] {
      didSet { refusal = expectedInStore.isEmpty ? nil : Refusal() }
    }

    /// Why the store has refused the write; nil for a write without ``expectedInStore``.
    private(set) var refusal: Refusal?

    /// Whether observers are called after the caller has gone on, not on its thread.
    ///
    /// For a write that is made while a key is being created: an observer that reads the key would
    /// wait for the creation, and the creation for the observer.
    var callsObserversLater = false

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

    /// Creates the options of a write that is made only if keys still have the values that were
    /// read.
    init(expected: [KeyName: UInt64]) {
      self.init()
      self.expected = expected
    }

    /// Tells the writer why the store has refused a write, whoever has committed it.
    final class Refusal: Sendable {
      private let state = Mutex<StoreError?>(nil)

      var error: StoreError? {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
      }
    }
  }
}
