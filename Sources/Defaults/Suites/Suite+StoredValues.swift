import Synchronization

// Values as they are stored: for editors and tools, which know no types.
extension Defaults.Suite {
  /// The name of the suite.
  public var name: String { core.name }

  /// Where the values are, for people: the path of a file, for example.
  public var location: String { core.store.location }

  /// What the suite's store can hold and do.
  public var capabilities: Defaults.StoreCapabilities { core.capabilities }

  /// Why the store could not be read the last time; nil when it could.
  public var loadError: Defaults.StoreError? {
    core.loadIfNeeded()
    return core.state.withLock { $0.loadError }
  }

  /// Whether changes by others are noticed late, by polling.
  public var isPolling: Bool { core.isPolling }

  /// Returns what the user layer holds for a key.
  public func storedValue(forKey key: String) -> Defaults.StoredValue? {
    core.loadIfNeeded()
    return core.state.withLock { $0.storedValue(forKey: Defaults.KeyName(key)) }
  }

  /// Returns everything that the user layer holds.
  public func storedValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    core.values()
  }

  /// Returns what is used when nothing is stored and the reader has no default of its own.
  public func registeredValue(forKey key: String) -> Defaults.StoredValue? {
    SuiteRegistry.shared.registered.value(forKey: Defaults.KeyName(key))
  }

  /// Changes the values of several keys: all of them, or none.
  ///
  /// This is the one way in which a suite changes; every other function that writes calls it and
  /// differs in what it does with a refusal.
  ///
  /// - Parameters:
  ///   - values: by key, the value to store, or nil to remove what is stored.
  ///   - options: why they are written, and what may be replaced.
  /// - Returns: the changes, sorted by key; keys whose value was stored already have none.
  /// - Throws: ``Defaults/WriteError`` for the first key, by name, that cannot be written.
  @discardableResult
  public func write(
    _ values: [Defaults.KeyName: Defaults.StoredValue?],
    options: Defaults.WriteOptions = .init()
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange] {
    // Nothing is expected, so there can be no conflict.
    try core.write(values, options) ?? []
  }

  /// Stores a value, or removes what is stored; a refusal is reported.
  public func setStoredValue(_ value: Defaults.StoredValue?, forKey key: String) {
    core.writeOrReport(value, forKey: Defaults.KeyName(key))
  }

  /// Stores or removes several values together: all of them, or none.
  ///
  /// - Parameter values: by key, the value to store, or nil to remove what is stored.
  /// - Throws: ``Defaults/WriteError`` for the first key, by name, that cannot be written.
  public func setStoredValues(
    _ values: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.WriteError) {
    try write(values)
  }

  /// Calls a closure for every change of a stored value, whoever made it.
  ///
  /// For a change made by this process the closure is called on the thread that made it, before the
  /// write returns; for others it is called on a queue. It never runs at the same time as itself:
  /// while one thread calls it, others leave their changes to that thread. The changes come in their
  /// order. The closure may use the suite.
  ///
  /// - Returns: an object that ends the observation when it is invalidated or released.
  @preconcurrency
  public func observeStoredValues(
    _ handler: @escaping @Sendable (Defaults.StoredChange) -> Void
  ) -> any Defaults.Observation {
    let subscription = Subscription()
    subscription.observe(core, key: nil) { entry, moment in
      if moment != .before { handler(entry.change) }
    }
    return subscription
  }
}
