extension Defaults {
  /// Returns the values of a key as they change.
  ///
  /// ```swift
  /// for await quality in Defaults.updates(.quality) {
  ///   // …
  /// }
  /// ```
  ///
  /// Observation starts now, not with the first element, and nothing is lost or merged however
  /// slowly the elements are taken, unless the buffering policy says so. It ends when the loop
  /// is left or its task cancelled.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - initial: whether the current value comes first.
  ///   - bufferingPolicy: what happens to elements that nobody has taken yet.
  /// - Returns: the current value first, then each change.
  public static func updates<Value: Serializable>(
    _ key: Key<Value>,
    initial: Bool = true,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let sink = Sink(continuation)
      let observation = observe(key, options: initial ? [.initial] : []) { change in
        sink.send(change.newValue)
      }
      continuation.onTermination = { _ in observation.invalidate() }
    }
  }

  /// Returns the changes of a key, with old and new values.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - initial: whether an element with the current value, and the default as the old one,
  ///     comes first.
  ///   - bufferingPolicy: what happens to elements that nobody has taken yet.
  /// - Returns: one element per change.
  public static func changes<Value: Serializable>(
    _ key: Key<Value>,
    initial: Bool = true,
    bufferingPolicy: AsyncStream<KeyChange<Value>>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<KeyChange<Value>> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let sink = Sink(continuation)
      let observation = observe(key, options: initial ? [.initial] : []) { sink.send($0) }
      continuation.onTermination = { _ in observation.invalidate() }
    }
  }

  /// Returns the values of several keys whenever one of them changes.
  ///
  /// ```swift
  /// for await (quality, name) in Defaults.updates(.quality, .name) {
  ///   // …
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - initial: whether the current values come first.
  /// - Returns: all current values, once per change.
  @_disfavoredOverload
  public static func updates<each Value: Serializable>(
    _ keys: repeat Key<each Value>,
    initial: Bool = true
  ) -> AsyncStream<(repeat each Value)> {
    let pack = (repeat each keys)
    var anyKeys: [AnyKey] = []
    for key in repeat each keys {
      anyKeys.append(key)
    }
    return AsyncStream { continuation in
      let sink = Sink(continuation)
      let observation = observe(keys: anyKeys, options: initial ? [.initial] : []) {
        sink.send((repeat (each pack).suite[each pack]))
      }
      continuation.onTermination = { _ in observation.invalidate() }
    }
  }

  /// Yields an element whenever the value of one of several keys changes.
  ///
  /// - Parameters:
  ///   - keys: the keys; without any the stream ends after the initial element.
  ///   - initial: whether an element comes first, one for all keys.
  /// - Returns: one element per change.
  public static func updates(_ keys: [AnyKey], initial: Bool = true) -> AsyncStream<Void> {
    AsyncStream { continuation in
      let observation = observe(keys: keys, options: initial ? [.initial] : []) {
        continuation.yield()
      }
      continuation.onTermination = { _ in observation.invalidate() }
      if keys.isEmpty {
        continuation.finish()
      }
    }
  }

  /// Hands values to a stream from any thread.
  ///
  /// Unchecked, as values of keys need not be `Sendable`: a value is made for the stream alone
  /// and not touched again, and the continuation has a lock of its own.
  private struct Sink<Element>: @unchecked Sendable {
    private let continuation: AsyncStream<Element>.Continuation

    init(_ continuation: AsyncStream<Element>.Continuation) {
      self.continuation = continuation
    }

    func send(_ element: Element) {
      nonisolated(unsafe) let element = element  // Not touched again, see above.
      continuation.yield(element)
    }
  }
}
