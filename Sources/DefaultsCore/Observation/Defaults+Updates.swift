extension Defaults {
  /// Returns the values of a key as they change.
  ///
  /// ```swift
  /// for await quality in Defaults.updates(.quality) {
  ///   // …
  /// }
  /// ```
  ///
  /// The observation starts with this call, not with the first element. With the default buffering
  /// policy every value is kept until the loop takes it. The observation ends when the loop ends or
  /// its task is cancelled.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - initial: whether the current value comes first.
  ///   - bufferingPolicy: what happens to elements that the loop has not taken yet.
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
  ///   - bufferingPolicy: what happens to elements that the loop has not taken yet.
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

  /// Returns the values of several keys, all of them at each change of one.
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

  /// Returns an element for each change of one of several keys.
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

  /// A wrapper of a stream's continuation that accepts values that are not `Sendable`.
  ///
  /// Unchecked: each value is made for this stream and not used again by the sending thread, and
  /// the continuation has its own lock.
  private struct Sink<Element>: @unchecked Sendable {
    private let continuation: AsyncStream<Element>.Continuation

    init(_ continuation: AsyncStream<Element>.Continuation) {
      self.continuation = continuation
    }

    func send(_ element: Element) {
      nonisolated(unsafe) let element = element  // Not used again, see above.
      continuation.yield(element)
    }
  }
}
