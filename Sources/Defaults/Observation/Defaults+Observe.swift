extension Defaults {
  /// Calls a closure whenever a key's value changes.
  ///
  /// ```swift
  /// let observation = Defaults.observe(.isUnicornMode) { change in
  ///   change.newValue
  /// }
  /// ```
  ///
  /// For a change made by this process the closure is called on the thread that made it, before the
  /// write returns; for changes from elsewhere it is called on a queue. It never runs at the same
  /// time as itself: while one thread calls it, others that write the key leave their changes to
  /// that thread. So the changes come in order, and the last one is what is stored. A write that
  /// leaves the value as it was, default included, is no change. The closure may read and write
  /// any key.
  ///
  /// The closure is called from any thread, so it is `@Sendable`: language mode 6 checks what it
  /// captures. Code in language mode 5 may capture what it likes, and answers for it.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - options: by default the closure is also called once at the start, with the current
  ///     value as the new and the default as the old one.
  ///   - handler: takes each change.
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
  ///   - options: by default the closure is also called once at the start, whatever the number
  ///     of keys. It is never called before a change, as it could not tell which.
  ///   - handler: called for each change.
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
  ///   - handler: called for each change.
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
