public import Defaults

extension DefaultsSuite {
  /// Calls a closure whenever what is stored for a key changes, whoever changes it.
  ///
  /// A change made by this process is told on the thread that made it, before the write returns;
  /// changes from elsewhere are told on a queue, one after the other. The closure may read and
  /// write any key. Storing what is stored already is no change.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - options: what to tell; by default the values, and nothing at the start.
  ///   - handler: takes each change, on any thread.
  /// - Returns: what ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    _ key: DefaultsKey<T>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    DefaultsObserver(key, in: self, options: options, handler: handler)
  }

  /// Calls a closure whenever what is stored for a key changes, as older code spells it.
  ///
  /// - Returns: what ends the observation when it is disposed of or released.
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
  /// Calls a closure whenever what is stored for a key changes, whoever changes it.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - options: what to tell; by default the values, and nothing at the start.
  ///   - handler: takes each change, on any thread.
  /// - Returns: what ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    _ key: DefaultsKey<T>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    defaults.observe(key, options: options, handler: handler)
  }

  /// Calls a closure whenever what is stored for a key of the key store changes.
  ///
  /// - Returns: what ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    _ keyPath: KeyPath<KeyStore, DefaultsKey<T>>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    defaults.observe(keyStore[keyPath: keyPath], options: options, handler: handler)
  }

  /// Calls a closure whenever what is stored for a key changes, as older code spells it.
  ///
  /// - Returns: what ends the observation when it is disposed of or released.
  @preconcurrency
  public func observe<T: DefaultsSerializable>(
    key: DefaultsKey<T>,
    options: DefaultsObservingOptions = [.old, .new],
    handler: @escaping @Sendable (DefaultsObserver<T>.Update) -> Void
  ) -> any DefaultsDisposable {
    defaults.observe(key, options: options, handler: handler)
  }
}
