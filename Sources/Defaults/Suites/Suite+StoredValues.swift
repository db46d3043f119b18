import Synchronization

// Values as they are stored: for editors and tools, which know no types.
extension Defaults.Suite {
  /// The name of the suite.
  public var name: String { core.name }

  /// Where the values are, for people: the path of a file, for example.
  public var location: String { core.store.location }

  /// Why the store could not be read the last time; nil when it could.
  public var loadError: Defaults.StoreError? {
    core.loadIfNeeded()
    return core.state.withLock { $0.loadError }
  }

  /// Whether changes by others are noticed late, by looking again and again.
  public var isPolling: Bool { core.isPolling }

  /// Gives what the user layer holds for a key.
  public func storedValue(forKey key: String) -> Defaults.StoredValue? {
    core.loadIfNeeded()
    return core.state.withLock { $0.storedValue(forKey: Defaults.KeyName(key)) }
  }

  /// Gives everything that the user layer holds.
  public func storedValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    core.values()
  }

  /// Gives what is used when nothing is stored and the reader has no default of its own.
  public func registeredValue(forKey key: String) -> Defaults.StoredValue? {
    SuiteRegistry.shared.registered.value(forKey: Defaults.KeyName(key))
  }

  /// Stores a value, or removes what is stored.
  public func setStoredValue(_ value: Defaults.StoredValue?, forKey key: String) {
    core.write(value, forKey: Defaults.KeyName(key))
  }

  /// Waits until everything that was written is stored durably.
  ///
  /// That includes values that were equal to those known before: should another process have
  /// changed one of them without this one having noticed yet, the later write wins, which is
  /// the one that is flushed.
  ///
  /// - Throws: ``Defaults/StoreError`` when the store fails, in which case the values are kept
  ///   in memory and tried again, or when it rejected a value since the last call.
  public func flush() throws(Defaults.StoreError) {
    try core.flush()
  }

  /// Takes over what others stored; suites do so by themselves, only a little later.
  public func reload() {
    core.reload()
  }

  /// Calls a closure for every change of a stored value, whoever made it.
  ///
  /// A change made by this process is told on the thread that made it, before the write
  /// returns; others are told on a queue, one after the other. The closure may use the suite.
  ///
  /// - Returns: an object that ends the observation when it is invalidated or released.
  @preconcurrency
  public func observeStoredValues(
    _ handler: @escaping @Sendable (Defaults.StoredChange) -> Void
  ) -> any Defaults.Observation {
    let subscription = Subscription()
    subscription.observe(core, key: nil) { change, isPrior in
      if !isPrior { handler(change) }
    }
    return subscription
  }
}

extension Defaults.Suite {
  /// Takes what went wrong while nobody listened, oldest first, for a program about to end.
  ///
  /// - Returns: up to 100 diagnostics, which no listener will hear any more.
  public func takeDiagnostics() -> [Defaults.Diagnostic] {
    core.diagnostics.takeUnheard()
  }

  /// What goes wrong from now on, and what went wrong while nobody listened, oldest first.
  public var diagnostics: AsyncStream<Defaults.Diagnostic> {
    AsyncStream { continuation in
      let observation = observeDiagnostics { continuation.yield($0) }
      continuation.onTermination = { _ in observation.invalidate() }
    }
  }

  /// Calls a closure for whatever goes wrong, first for what went wrong while nobody listened.
  ///
  /// The closure is called on a queue, never by the code that met the trouble.
  ///
  /// - Returns: an object that ends the observation when it is invalidated or released.
  @preconcurrency
  public func observeDiagnostics(
    _ handler: @escaping @Sendable (Defaults.Diagnostic) -> Void
  ) -> any Defaults.Observation {
    let subscription = Subscription()
    subscription.observeDiagnostics(of: core, handler)
    return subscription
  }
}
