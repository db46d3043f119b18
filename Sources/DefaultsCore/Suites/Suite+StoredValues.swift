import Synchronization

// Access to stored values, for editors and tools that do not know the types of keys.
extension Defaults.Suite {
  /// The name of the suite.
  public var name: String { core.name }

  /// The location of the values, for people: the path of a file, for example.
  public var location: String { core.store.location }

  /// The keys and values that the suite's store accepts.
  public var capabilities: Defaults.StoreCapabilities { core.capabilities }

  /// The error of the last load; nil when it succeeded.
  public var loadError: Defaults.StoreError? {
    core.loadIfNeeded()
    return core.state.withLock { $0.loadError }
  }

  /// Whether changes by other processes are detected by polling, with a delay.
  public var isPolling: Bool { core.isPolling }

  /// Returns a key's value in the user layer; nil when there is none.
  public func storedValue(forKey key: String) -> Defaults.StoredValue? {
    core.loadIfNeeded()
    return core.state.withLock { $0.slots[Defaults.KeyName(key)]?.value }
  }

  /// Returns all values in the user layer.
  public func storedValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    core.values()
  }

  /// Returns the registered default of a key; nil when there is none.
  public func registeredValue(forKey key: String) -> Defaults.StoredValue? {
    SuiteRegistry.shared.registered.value(forKey: Defaults.KeyName(key))
  }

  /// Changes the values of several keys, all of them or none.
  ///
  /// All functions that write use the same code as this one; they differ in whether they throw or
  /// report a refusal.
  ///
  /// - Parameters:
  ///   - values: by key, the value to store, or nil to remove the stored value.
  ///   - options: the options of the write.
  /// - Returns: the changes, sorted by key; keys whose value was stored already have none.
  /// - Throws: ``Defaults/WriteError`` for the first key, by name, that cannot be written.
  @discardableResult
  public func write(
    _ values: [Defaults.KeyName: Defaults.StoredValue?],
    options: Defaults.WriteOptions = .init()
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange] {
    // The result is nil only where the options expect sequence numbers, which only a transaction has.
    try core.write(values, options) ?? []
  }

  /// Changes the stored value of a key by a function of it, and waits until it is stored.
  ///
  /// Nothing that other processes store meanwhile is overwritten: the new value is committed only
  /// if the store still has the old one, and otherwise computed again from the present one. Each
  /// repetition means that another write of the key has succeeded.
  ///
  /// The closure may be called several times. The error is that of the closure,
  /// ``Defaults/WriteError``, or ``Defaults/StoreError`` when the value cannot be stored.
  package func update(
    forKey key: String,
    options: Defaults.WriteOptions = .init(),
    _ change: (Defaults.StoredValue?) throws -> Defaults.StoredValue
  ) throws {
    let name = Defaults.KeyName(key)
    try flush()
    while true {
      core.reload()
      let old = storedValue(forKey: key)
      var options = options
      options.expectedInStore = [name: old]
      do {
        try write([name: try change(old)], options: options)
        return try flush(options)
      } catch Defaults.WriteError.outdated {
      } catch let error as Defaults.StoreError {
        guard case .outdated = error.cause else { throw error }
      }
    }
  }

  /// Returns why values could not be written at this moment, by key; nothing is written.
  package func refusals(
    of values: [Defaults.KeyName: Defaults.StoredValue?],
    options: Defaults.WriteOptions
  ) -> [Defaults.KeyName: Defaults.WriteError] {
    core.refusals(of: values.map { SuiteCore.Edit(key: $0.key, value: $0.value) }, options)
  }

  /// Stores a value, or removes the stored value; a refusal is reported to diagnostics.
  public func setStoredValue(_ value: Defaults.StoredValue?, forKey key: String) {
    core.writeOrReport(value, forKey: Defaults.KeyName(key))
  }

  /// Stores or removes several values, all of them or none.
  ///
  /// - Parameter values: by key, the value to store, or nil to remove the stored value.
  /// - Throws: ``Defaults/WriteError`` for the first key, by name, that cannot be written.
  public func setStoredValues(
    _ values: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.WriteError) {
    try write(values)
  }

  /// Calls a closure for every change of a stored value by any process.
  ///
  /// For a change by this process, the closure is called on the writer's thread before the write
  /// returns; for other changes, on a queue. It is never called concurrently with itself: while one
  /// thread calls it, that thread also delivers the changes of other threads. The changes are
  /// delivered in order. The closure may use the suite.
  ///
  /// - Returns: an object that ends the observation when it is invalidated or released.
  @preconcurrency
  public func observeStoredValues(
    _ handler: @escaping @Sendable (Defaults.StoredChange) -> Void
  ) -> any Defaults.Observation {
    observeLayers { if !$0.isHidden { handler($0) } }
  }

  /// Calls a closure as ``observeStoredValues(_:)`` does, and also for a change that a higher layer hides.
  package func observeLayers(
    _ handler: @escaping @Sendable (Defaults.StoredChange) -> Void
  ) -> any Defaults.Observation {
    let subscription = Subscription()
    subscription.observe(core, key: nil) { entry, moment in
      if moment != .before { handler(entry.change) }
    }
    return subscription
  }
}
