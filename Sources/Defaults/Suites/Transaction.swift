extension Defaults {
  /// Changes of several keys of a suite that happen together or not at all.
  ///
  /// Reading gives what the transaction has written so far, else what the suite has.
  public struct Transaction {
    private let suite: Suite
    /// By key, the value to store, or nil to remove what is stored.
    private(set) var edits: [KeyName: StoredValue?] = [:]
    /// By key, what tells the value that was read from its successors.
    private(set) var tickets: [KeyName: UInt64] = [:]
    /// Why the transaction cannot be carried out.
    private(set) var failure: WriteError?

    /// Begins a transaction.
    init(_ suite: Suite) {
      self.suite = suite
    }

    /// Reads or writes a key's value in the suite, whatever suite the key belongs to.
    ///
    /// A value without a stored form ends the transaction with an error when the closure returns.
    public subscript<Value: Serializable>(key: Key<Value>) -> Value {
      mutating get { key.value(of: reading(forKey: key.storedName), in: suite.core) }
      set {
        do {
          edits[key.storedName] = .some(try key.encode(newValue))
        } catch {
          failure = failure ?? .refused(key: key.storedName, reason: error)
        }
      }
    }

    /// Removes what is stored for a key; its default shows again.
    public mutating func reset(_ key: AnyKey) {
      edits[key.storedName] = .some(nil)
    }

    /// Gives what is stored under a key.
    public mutating func storedValue(forKey key: String) -> StoredValue? {
      let name = KeyName(key)
      _ = reading(forKey: name)
      return edits[name] ?? suite.storedValue(forKey: key)
    }

    /// Stores a value, or removes what is stored.
    public mutating func setStoredValue(_ value: StoredValue?, forKey key: String) {
      edits[KeyName(key)] = .some(value)
    }

    private mutating func reading(forKey key: KeyName) -> SuiteCore.Reading {
      let reading = suite.core.reading(forKey: key, replacing: edits[key])
      if tickets[key] == nil { tickets[key] = reading.ticket }
      return reading
    }
  }

  /// Why values were not written; nothing was changed then.
  public enum WriteError: Error, Hashable, Sendable {
    /// An administrator allows one value of the key only.
    case locked(key: KeyName, by: Lock)
    /// A value has no stored form.
    case refused(key: KeyName, reason: SerializationError)
    /// No property list can hold a value.
    case unsupported(key: KeyName, reason: String)
    /// The key's own rule forbids a value.
    case invalid(key: KeyName, Violation)
  }
}

extension Defaults.WriteError: CustomStringConvertible {
  /// What could not be written and why, as sentences for people.
  public var description: String {
    switch self {
    case .locked(let key, let lock):
      "\"\(key)\" is \(lock). Nothing was changed."
    case .refused(let key, let reason):
      "The value of \"\(key)\" cannot be stored: \(reason). Nothing was changed."
    case .invalid(let key, let violation):
      "\"\(key)\" was not set: \(violation). Nothing was changed."
    case .unsupported(let key, let reason):
      "The value of \"\(key)\" cannot be stored: \(reason). Nothing was changed."
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
  /// - Parameter body: makes the changes. It is called again when another thread has changed a
  ///   key that it read, so it should do nothing else.
  /// - Returns: what the closure returned.
  /// - Throws: what the closure throws, or ``Defaults/WriteError``; nothing is changed then.
  @discardableResult
  public func transaction<Result>(
    _ body: (inout Defaults.Transaction) throws -> Result
  ) throws -> Result {
    while true {
      var transaction = Defaults.Transaction(self)
      let result = try body(&transaction)
      if let failure = transaction.failure { throw failure }
      if try core.write(transaction.edits, expecting: transaction.tickets) { return result }
    }
  }

  /// Stores or removes several values together: all of them, or none.
  ///
  /// - Parameter values: by key, the value to store, or nil to remove what is stored.
  /// - Throws: ``Defaults/WriteError`` for the first key, by name, that cannot be written.
  public func setStoredValues(
    _ values: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.WriteError) {
    _ = try core.write(values, expecting: [:])
  }
}
