extension Defaults {
  /// Calls a closure whenever a key's value changes.
  ///
  /// ```swift
  /// let observation = Defaults.observe(.isUnicornMode) { change in
  ///   change.newValue
  /// }
  /// ```
  ///
  /// For a change made by this process, the closure is called on the thread that made it, before
  /// the write returns; for changes from elsewhere it is called on a queue. Its calls never
  /// overlap: if another thread writes the key during a call, the calling thread makes the next
  /// call too, and the write returns at once. So the changes arrive in the order of the writes, and
  /// the last one has the stored value. The closure is not called for a write that leaves the value
  /// as it was, the default included. It may read and write any key.
  ///
  /// The closure is called on any thread, so it is `@Sendable`. In language mode 5 the compiler
  /// does not check what it captures.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - options: by default the closure is also called once at the start, with the current
  ///     value as the new and the default as the old one.
  ///   - handler: called with each change.
  /// - Returns: an object that ends the observation when it is invalidated or released.
  @preconcurrency
  public static func observe<Value: Serializable>(
    _ key: Key<Value>,
    options: ObservationOptions = [.initial],
    handler: @escaping @Sendable (KeyChange<Value>) -> Void
  ) -> any Observation {
    let subscription = Subscription()
    key.observe(
      with: subscription,
      wantsPrior: options.contains(.prior),
      wantsInitial: options.contains(.initial),
      handler: handler,
    )
    return subscription
  }

  /// Calls a closure whenever the value of one of several keys changes, once per change.
  ///
  /// - Parameters:
  ///   - keys: the keys, of any types and suites.
  ///   - options: by default the closure is also called once at the start, not once for each key.
  ///     The option `prior` has no effect.
  ///   - handler: called after each change.
  /// - Returns: an object that ends the observation when it is invalidated or released.
  @preconcurrency
  public static func observe(
    keys: AnyKey...,
    options: ObservationOptions = [.initial],
    handler: @escaping @Sendable () -> Void
  ) -> any Observation {
    observe(keys: keys, options: options, handler: handler)
  }

  /// Calls a closure whenever the value of one of several keys changes, once per change.
  ///
  /// - Parameters:
  ///   - keys: the keys, of any types and suites.
  ///   - options: by default the closure is also called once at the start.
  ///   - handler: called after each change.
  /// - Returns: an object that ends the observation when it is invalidated or released.
  @preconcurrency
  public static func observe(
    keys: [AnyKey],
    options: ObservationOptions = [.initial],
    handler: @escaping @Sendable () -> Void
  ) -> any Observation {
    let subscription = Subscription()
    let calls = SerialCalls(handler)
    for key in keys {
      key.observe(with: subscription) { calls.request() }
    }
    if options.contains(.initial) { calls.request() }
    return subscription
  }
}
