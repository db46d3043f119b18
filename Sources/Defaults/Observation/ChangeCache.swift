import Synchronization

/// Keeps the last event that a key told, so that thousands of observers share what one of them had
/// decoded.
///
/// A class of its own with the event as its parameter, and memory instead of an optional: where a
/// type is known only at run time, the runtime would have to look up everything made of it for
/// every observer.
final class ChangeCache<Event>: Sendable {
  private struct Content {
    var isFilled = false
    /// The number of the change, which tells it from others.
    var sequence: UInt64 = 0
  }

  private let content = Mutex(Content())
  private nonisolated(unsafe) let place: UnsafeMutablePointer<Event>  // Used under the lock.

  /// Creates a cache.
  init() {
    place = .allocate(capacity: 1)
  }

  deinit {
    if content.withLock(\.isFilled) { place.deinitialize(count: 1) }
    place.deallocate()
  }

  /// Hands the event of a change that has happened to a handler; no lock is held while that runs.
  ///
  /// One that is about to happen may never do so, and then its number is used again.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - make: makes the event when it is not the last one.
  ///   - handler: takes the event.
  func send(
    _ change: Defaults.StoredChange,
    make: () -> Event,
    to handler: (Event) -> Void
  ) {
    do throws(StaleValue) {
      handler(try kept(change.sequence))
    } catch {
      let event = make()
      keep(event, change.sequence)
      handler(event)
    }
  }

  /// Gives the event if it is the last one.
  private func kept(_ sequence: UInt64) throws(StaleValue) -> Event {
    try content.withLock { content throws(StaleValue) in
      guard content.isFilled, content.sequence == sequence else {
        throw StaleValue()
      }
      return place.pointee
    }
  }

  private func keep(_ event: Event, _ sequence: UInt64) {
    let old = content.withLock { content in
      let old = content.isFilled ? place.move() : nil
      place.initialize(to: event)
      content = Content(isFilled: true, sequence: sequence)
      return old
    }
    // The old event is released after the lock is left: that may run code of its owner.
    withExtendedLifetime(old) {}
  }
}
