public import Defaults

extension DefaultsSuite {
  /// Calls a closure whenever the value of a key changes, in this process or another one.
  ///
  /// For a change made by this process, the closure is called on the thread that made it, before
  /// the write returns; for changes from elsewhere it is called on a queue, one change after the
  /// other. It may read and write any key. Storing an equal value is not a change.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - options: by default both values, and no call at the start.
  ///   - handler: called with each change, on any thread.
  /// - Returns: an object that ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    _ key: DefaultsKey<T>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    DefaultsObserver(key, in: self, options: options, handler: handler)
  }

  /// Calls a closure whenever the value of a key changes; the label is that of older code.
  ///
  /// - Returns: an object that ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    key: DefaultsKey<T>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    observe(key, options: options, handler: handler)
  }
}

extension DefaultsAdapter {
  /// Calls a closure whenever the value of a key changes, in this process or another one.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - options: by default both values, and no call at the start.
  ///   - handler: called with each change, on any thread.
  /// - Returns: an object that ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    _ key: DefaultsKey<T>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    defaults.observe(key, options: options, handler: handler)
  }

  /// Calls a closure whenever the value of a key of the key store changes.
  ///
  /// - Returns: an object that ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    _ keyPath: KeyPath<KeyStore, DefaultsKey<T>>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    defaults.observe(keyStore[keyPath: keyPath], options: options, handler: handler)
  }

  /// Calls a closure whenever the value of a key changes; the label is that of older code.
  ///
  /// - Returns: an object that ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    key: DefaultsKey<T>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    defaults.observe(key, options: options, handler: handler)
  }
}
