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
    stream(bufferingPolicy) { sink in
      observe(key, options: initial ? [.initial] : []) { sink.send($0.newValue) }
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
    stream(bufferingPolicy) { sink in
      observe(key, options: initial ? [.initial] : []) { sink.send($0) }
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
    return stream(.unbounded) { sink in
      observe(keys: anyKeys, options: initial ? [.initial] : []) {
        sink.send((repeat (each pack).suite[each pack]))
      }
    }
  }

  /// Returns an element for each change of one of several keys.
  ///
  /// - Parameters:
  ///   - keys: the keys; without any the stream ends after the initial element.
  ///   - initial: whether an element comes first, one for all keys.
  /// - Returns: one element per change.
  public static func updates(_ keys: [AnyKey], initial: Bool = true) -> AsyncStream<Void> {
    stream(.unbounded) { sink in
      defer { if keys.isEmpty { sink.finish() } }
      return observe(keys: keys, options: initial ? [.initial] : []) { sink.send(()) }
    }
  }

  /// Returns a stream of what an observation sends; the end of the stream ends the observation.
  private static func stream<Element>(
    _ policy: AsyncStream<Element>.Continuation.BufferingPolicy,
    _ observe: (Sink<Element>) -> any Observation
  ) -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: policy) { continuation in
      let observation = observe(Sink(continuation))
      continuation.onTermination = { _ in observation.invalidate() }
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

    func finish() { continuation.finish() }
  }
}
