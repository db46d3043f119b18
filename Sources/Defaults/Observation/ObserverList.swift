import Synchronization

/// The observers of one suite, in the order in which they were added.
///
/// No lock is held while an observer is called, or while one is released: either may run any code,
/// this list's own included.
final class ObserverList: Sendable {
  /// The observers of one key, or of all keys, and the log of its changes.
  private struct Channel {
    var observers: [Observer] = []
    var log = ChangeLog()
  }

  private struct State {
    var byKey: [Defaults.KeyName: Channel] = [:]
    var ofAllKeys = Channel()
    /// Observations that live as long as another object.
    var tied: [Subscription] = []
  }

  private let state = Mutex(State())
  private let count = Atomic<Int>(0)
  private let priorCount = Atomic<Int>(0)
  private let lastAnnouncement = Atomic<UInt64>(0)

  /// Whether there are observers at all; costs no lock.
  var mayBeInterested: Bool { count.load(ordering: .acquiring) != 0 }

  /// Whether there are observers that are called before a change; costs no lock.
  var mayWantPrior: Bool { priorCount.load(ordering: .acquiring) != 0 }

  /// Adds an observer, which is called for the changes that are appended from now on.
  ///
  /// Called under the lock of the suite's state, so that the caller knows which value the first of
  /// these changes replaces.
  ///
  /// - Parameters:
  ///   - key: the only key of interest; nil for all.
  ///   - wantsPrior: whether to call the closure before a change as well.
  ///   - isDelivering: whether the calling thread makes the first call, see ``Observer/begin(_:)``.
  ///   - liveness: whether to call the closure at all.
  ///   - handler: the closure.
  /// - Returns: the observer.
  func add(
    key: Defaults.KeyName?,
    wantsPrior: Bool,
    isDelivering: Bool,
    liveness: Liveness,
    handler: @escaping Observer.Handler
  ) -> Observer {
    let observer = state.withLock { state in
      func add(to channel: inout Channel) -> Observer {
        let observer = Observer(
          key: key,
          wantsPrior: wantsPrior,
          liveness: liveness,
          position: channel.log.last,
          isDelivering: isDelivering,
          handler: handler,
        )
        channel.observers.append(observer)
        return observer
      }
      guard let key else { return add(to: &state.ofAllKeys) }
      return add(to: &state.byKey[key, default: Channel()])
    }
    if wantsPrior { priorCount.add(1, ordering: .releasing) }
    count.add(1, ordering: .releasing)
    return observer
  }

  /// Removes an observer; doing so twice does nothing.
  func remove(_ observer: Observer) {
    let removed = state.withLock { state -> Observer? in
      guard let key = observer.key else {
        return state.ofAllKeys.observers.removeFirst(identicalTo: observer)
      }
      let removed = state.byKey[key]?.observers.removeFirst(identicalTo: observer)
      if state.byKey[key]?.observers.isEmpty == true { state.byKey[key] = nil }
      return removed
    }
    guard removed != nil else { return }
    if observer.wantsPrior { priorCount.subtract(1, ordering: .releasing) }
    count.subtract(1, ordering: .releasing)
  }

  // MARK: - Delivering

  /// The observers that have changes to be called for.
  struct Deliveries {
    fileprivate let list: ObserverList
    fileprivate var ofKeys: [[Observer]] = []
    fileprivate var ofAllKeys: [Observer] = []

    /// Calls the observers, after the lock of the suite's state was left.
    func deliver() {
      for observers in ofKeys { list.deliver(to: observers) }
      list.deliver(to: ofAllKeys)
    }
  }

  /// Appends changes to the logs of the observers that are interested.
  ///
  /// Called under the lock of the suite's state, which gives the changes their order.
  ///
  /// - Returns: nil when nobody is interested.
  func append(
    _ changes: [Defaults.StoredChange],
    announcement: UInt64 = 0
  ) -> Deliveries? {
    guard mayBeInterested, !changes.isEmpty else { return nil }
    return state.withLock { state in
      var deliveries = Deliveries(list: self)
      for change in changes {
        if let index = state.byKey.index(forKey: change.key) {
          state.byKey.values[index].log.append(change, announcement: announcement)
          deliveries.ofKeys.append(state.byKey.values[index].observers)
        }
        if !state.ofAllKeys.observers.isEmpty {
          state.ofAllKeys.log.append(change, announcement: announcement)
        }
      }
      deliveries.ofAllKeys = state.ofAllKeys.observers
      return deliveries
    }
  }

  /// Calls the observers that want to know before changes are made.
  ///
  /// - Returns: the number of the announcement.
  func announce(_ changes: [Defaults.StoredChange]) -> UInt64 {
    let announcement = lastAnnouncement.add(1, ordering: .relaxed).newValue
    let observers = state.withLock { state in
      changes.flatMap { state.byKey[$0.key]?.observers ?? [] } + state.ofAllKeys.observers
    }
    for observer in observers where observer.wantsPrior && observer.liveness.isLive {
      observer.announce(changes, announcement: announcement)
    }
    return announcement
  }

  private func deliver(to observers: [Observer]) {
    var ended: [Observer] = []
    observers.withUnsafeBufferPointer { observers in
      for observer in observers {
        // The array keeps it alive; retaining each of thousands would cost more than calling it.
        Unmanaged.passUnretained(observer)._withUnsafeGuaranteedRef { observer in
          if observer.liveness.isLive { observer.deliver() } else { ended.append(observer) }
        }
      }
    }
    guard !ended.isEmpty else { return }
    for observer in ended { remove(observer) }
    endTies()
  }

  // MARK: - Lifetimes

  /// Keeps an observation alive until it is released or the object it is tied to has ended.
  func retain(_ subscription: Subscription) {
    endTies()
    state.withLock { state in
      guard subscription.liveness.isLive else { return }
      if !state.tied.contains(where: { $0 === subscription }) {
        state.tied.append(subscription)
      }
    }
  }

  /// Stops keeping an observation alive.
  func release(_ subscription: Subscription) {
    let released = state.withLock { $0.tied.removeFirst(identicalTo: subscription) }
    withExtendedLifetime(released) {}
  }

  private func endTies() {
    let ended = state.withLock { state in
      state.tied.filter { !$0.liveness.isLive }
    }
    for subscription in ended {
      subscription.invalidate()
    }
  }
}

extension Array where Element: AnyObject {
  /// Removes an object, and returns it so that the caller decides where it is released.
  fileprivate mutating func removeFirst(identicalTo object: Element) -> Element? {
    firstIndex { $0 === object }.map { remove(at: $0) }
  }
}
