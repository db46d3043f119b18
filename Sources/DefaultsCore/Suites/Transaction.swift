import Synchronization

extension Defaults {
  /// Changes of several keys of a suite that are made together or not at all.
  ///
  /// A read returns the value that the transaction has written, else the value in the suite.
  public struct Transaction {
    private let suite: Suite
    /// By key, the value to store, or nil to remove the stored value.
    private(set) var edits: [KeyName: StoredValue?] = [:]
    /// By key, the sequence number of the value that was read.
    private(set) var expected: [KeyName: UInt64] = [:]
    /// By key, the sequence number of the value in the user layer that was read.
    private(set) var expectedStored: [KeyName: UInt64] = [:]
    /// The first error; the transaction then changes nothing.
    private(set) var failure: WriteError?

    /// Creates a transaction without changes.
    init(_ suite: Suite) {
      self.suite = suite
    }

    /// Reads or writes a key's value in the suite, even if the key belongs to another suite.
    ///
    /// If a value cannot be stored, the transaction throws when the closure returns.
    public subscript<Value: Serializable>(key: Key<Value>) -> Value {
      mutating get { key.value(of: keyState(forKey: key.storedName), in: suite.core) }
      set {
        do throws(WriteError) {
          edits[key.storedName] = .some(try key.edit(storing: newValue, in: suite.core).value)
        } catch {
          failure = failure ?? error
        }
      }
    }

    /// Removes the stored value of a key, so that its default is used again.
    public mutating func reset(_ key: AnyKey) {
      edits[key.storedName] = .some(nil)
    }

    /// Returns the stored value of a key; nil when there is none.
    public mutating func storedValue(forKey key: String) -> StoredValue? {
      let name = KeyName(key)
      let core = suite.core
      core.loadIfNeeded()
      // Not the value that counts, which a higher layer may give.
      let slot = core.state.withLock { $0.slots[name] }
      if expectedStored[name] == nil { expectedStored[name] = slot?.sequence ?? 0 }
      return edits[name] ?? slot?.value
    }

    /// Stores a value, or removes the stored value.
    public mutating func setStoredValue(_ value: StoredValue?, forKey key: String) {
      edits[KeyName(key)] = .some(value)
    }

    private mutating func keyState(forKey key: KeyName) -> SuiteCore.KeyState {
      let keyState = suite.core.keyState(forKey: key, replacing: edits[key])
      if expected[key] == nil { expected[key] = keyState.sequence }
      return keyState
    }
  }
}

extension Defaults.Suite {
  /// Changes several keys together, all of them or none.
  ///
  /// ```swift
  /// try suite.transaction { values in
  ///   values[.width] = 800
  ///   values[.height] = values[.width] * 3 / 4
  /// }
  /// ```
  ///
  /// Readers see all of the changes or none, and the store receives them in one commit. Observers
  /// are called once for each key, after all keys have changed.
  ///
  /// - Parameters:
  ///   - options: the options of the write.
  ///   - body: a closure that makes the changes. It is called again if another thread has changed a
  ///     key that it read, so it should have no other effects. It must not write such a key directly.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure, or ``Defaults/WriteError``; the transaction changes nothing
  ///   then. The error is ``Defaults/WriteError/overtaken(key:)`` when the closure, or an observer of
  ///   what it writes, changes a key that it read in each of 10 attempts, and when other threads do so
  ///   in each of 1000.
  @discardableResult
  public func transaction<Result>(
    options: Defaults.WriteOptions = .init(),
    _ body: (inout Defaults.Transaction) throws -> Result
  ) throws -> Result {
    try core.change {
      var transaction = Defaults.Transaction(self)
      let result = try body(&transaction)
      if let failure = transaction.failure { throw failure }
      var options = options
      options.expected = transaction.expected
      options.expectedStored = transaction.expectedStored
      let edits = transaction.edits.map { SuiteCore.Edit(key: $0.key, value: $0.value) }
      return (result, edits.sorted { $0.key < $1.key }, options)
    }
  }

  /// Changes several keys together, and waits until the changes are stored durably.
  ///
  /// The suite is loaded first without blocking the task.
  ///
  /// - Parameters:
  ///   - options: the options of the write.
  ///   - body: a closure that makes the changes; it may be called several times.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure, ``Defaults/WriteError``, or ``Defaults/StoreError`` when
  ///   the changes are in memory but could not be stored yet.
  @discardableResult
  public func transaction<Result>(
    options: Defaults.WriteOptions = .init(),
    _ body: (inout Defaults.Transaction) throws -> Result
  ) async throws -> Result {
    await load()
    let result = try withoutSuspending { try transaction(options: options, body) }
    try await flush()
    return result
  }
}

/// Calls a closure that is not async, so that the compiler chooses the overload that is not async.
private func withoutSuspending<Result>(_ body: () throws -> Result) rethrows -> Result {
  try body()
}
