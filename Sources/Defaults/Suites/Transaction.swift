extension Defaults {
  /// Changes of several keys of a suite that happen together or not at all.
  ///
  /// Reading gives what the transaction has written so far, else what the suite has.
  public struct Transaction {
    private let suite: Suite
    /// By key, the value to store, or nil to remove what is stored.
    private(set) var edits: [KeyName: StoredValue?] = [:]
    /// By key, the sequence number of the value that was read.
    private(set) var expected: [KeyName: UInt64] = [:]
    /// Why the transaction cannot be carried out.
    private(set) var failure: WriteError?

    /// Begins a transaction.
    init(_ suite: Suite) {
      self.suite = suite
    }

    /// Reads or writes a key's value in the suite, whatever suite the key belongs to.
    ///
    /// A value that cannot be stored ends the transaction with an error when the closure returns.
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

    /// Removes what is stored for a key; its default shows again.
    public mutating func reset(_ key: AnyKey) {
      edits[key.storedName] = .some(nil)
    }

    /// Returns what is stored under a key.
    public mutating func storedValue(forKey key: String) -> StoredValue? {
      let name = KeyName(key)
      _ = keyState(forKey: name)
      return edits[name] ?? suite.storedValue(forKey: key)
    }

    /// Stores a value, or removes what is stored.
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
  /// Changes several keys together: all of them, or none.
  ///
  /// ```swift
  /// try suite.transaction { values in
  ///   values[.width] = 800
  ///   values[.height] = values[.width] * 3 / 4
  /// }
  /// ```
  ///
  /// Everybody sees all of the changes or none, the store gets them in one commit, and observers
  /// are called once for each key after the last has changed.
  ///
  /// - Parameters:
  ///   - options: why the keys are changed, and what may be replaced.
  ///   - body: makes the changes. It is called again when another thread has changed a key that it
  ///     read, so it should do nothing else.
  /// - Returns: what the closure returned.
  /// - Throws: what the closure throws, or ``Defaults/WriteError``; nothing is changed then.
  @discardableResult
  public func transaction<Result>(
    options: Defaults.WriteOptions = .init(),
    _ body: (inout Defaults.Transaction) throws -> Result
  ) throws -> Result {
    while true {
      var transaction = Defaults.Transaction(self)
      let result = try body(&transaction)
      if let failure = transaction.failure { throw failure }
      var options = options
      options.expected = transaction.expected
      if try core.write(transaction.edits, options) != nil { return result }
    }
  }

  /// Changes several keys together, and returns when the changes are stored durably.
  ///
  /// The suite is loaded first without blocking the task.
  ///
  /// - Parameters:
  ///   - options: why the keys are changed, and what may be replaced.
  ///   - body: makes the changes; it may be called again.
  /// - Returns: what the closure returned.
  /// - Throws: what the closure throws, ``Defaults/WriteError``, or ``Defaults/StoreError`` when the
  ///   changes are in memory but could not be stored yet.
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

/// Calls a closure that is not async, so that of two overloads the one that is not async is meant.
private func withoutSuspending<Result>(_ body: () throws -> Result) rethrows -> Result {
  try body()
}
