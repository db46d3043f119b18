import Synchronization

/// The observers of one suite, in the order in which they were added.
///
/// An observer must be called for every change after its registration, for none before, and in the
/// order of the writes; and it must be called without a lock, because its closure may write keys or
/// add and remove observers. So a write has two steps. Under the lock of the suite's state,
/// ``append(_:announcement:)`` adds the changes to the logs and returns the observers of that
/// moment. After the lock is left, ``Deliveries/deliver()`` calls them. Adding an observer takes
/// the suite's lock too, and stores the last entry of the log as the observer's position: were that
/// done without the lock, a change could be both in the initial value and in the log, or in
/// neither.
///
/// An observer that was removed after the first step is still in the returned array; its liveness
/// has ended, so its closure is not called. The locks are taken in the order suite, list, never the
/// other way. A removed observer is released outside the lock, because its closure's captures may
/// have a `deinit` that calls this list.
final class ObserverList: Sendable {
  /// The observers of one key, or of all keys, and the log of its changes.
  private struct Channel {
    var observers: [Observer] = []
    /// The last entry of the log.
    var last = LoggedChange()

    /// Appends a change that has been made to the log.
    mutating func append(_ change: Defaults.StoredChange, announcement: UInt64) {
      let entry = LoggedChange(change, announcement: announcement)
      last.setNext(entry)
      last = entry
    }
  }

  private struct State {
    var byKey: [Defaults.KeyName: Channel] = [:]
    var ofAllKeys = Channel()
    /// The observations that are retained until another object is released.
    var tied: [Subscription] = []
  }

  private let state = Mutex(State())
  private let count = Atomic<Int>(0)
  private let priorCount = Atomic<Int>(0)
  private let lastAnnouncement = Atomic<UInt64>(0)

  /// Whether there are observers; costs no lock.
  var mayBeInterested: Bool { count.load(ordering: .acquiring) != 0 }

  /// Whether there are observers that are called before a change; costs no lock.
  var mayWantPrior: Bool { priorCount.load(ordering: .acquiring) != 0 }

  /// Adds an observer, which is called for the changes that are appended from now on.
  ///
  /// Called under the lock of the suite's state, so that the caller can read the value that the
  /// first of these changes replaces. The key is nil for all keys. `wantsPrior` says whether to
  /// call the closure before a change as well, and `isDelivering` whether the calling thread makes
  /// the first call, see ``Observer/begin(_:)``.
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
          position: channel.last,
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

  /// Removes an observer; does nothing if it was removed before.
  func remove(_ observer: Observer) {
    // With its last observer, a channel is replaced by an empty one: the last entry of its log retains
    // the suite. It is released outside the lock too.
    let (removed, channel) = state.withLock { state -> (Observer?, Channel?) in
      guard let key = observer.key else {
        let removed = state.ofAllKeys.observers.removeFirst(identicalTo: observer)
        guard state.ofAllKeys.observers.isEmpty else { return (removed, nil) }
        let channel = state.ofAllKeys
        state.ofAllKeys = Channel()
        return (removed, channel)
      }
      let removed = state.byKey[key]?.observers.removeFirst(identicalTo: observer)
      guard state.byKey[key]?.observers.isEmpty == true else { return (removed, nil) }
      return (removed, state.byKey.removeValue(forKey: key))
    }
    withExtendedLifetime(channel) {}
    guard removed != nil else { return }
    if observer.wantsPrior { priorCount.subtract(1, ordering: .releasing) }
    count.subtract(1, ordering: .releasing)
  }

  // MARK: - Delivering

  /// The observers to call after a write.
  struct Deliveries: Sendable {
    fileprivate let list: ObserverList
    fileprivate var ofKeys: [[Observer]] = []
    fileprivate var ofAllKeys: [Observer] = []

    /// Calls the observers; the caller must have left the lock of the suite's state.
    func deliver() {
      for observers in ofKeys { list.deliver(to: observers) }
      list.deliver(to: ofAllKeys)
    }
  }

  /// Appends changes to the logs that have observers; returns the observers to call.
  ///
  /// Called under the lock of the suite's state, which gives the changes their order. The result is
  /// nil when the suite has no observers.
  func append(
    _ changes: [Defaults.StoredChange],
    announcement: UInt64 = 0
  ) -> Deliveries? {
    guard mayBeInterested, !changes.isEmpty else { return nil }
    return state.withLock { state in
      var deliveries = Deliveries(list: self)
      for change in changes {
        if let index = state.byKey.index(forKey: change.key) {
          state.byKey.values[index].append(change, announcement: announcement)
          deliveries.ofKeys.append(state.byKey.values[index].observers)
        }
        if !state.ofAllKeys.observers.isEmpty {
          state.ofAllKeys.append(change, announcement: announcement)
        }
      }
      deliveries.ofAllKeys = state.ofAllKeys.observers
      return deliveries
    }
  }

  /// Returns the number of an announcement that is not made, so that observers of both moments are
  /// called for both after the change.
  func skipAnnouncement() -> UInt64 {
    mayWantPrior ? lastAnnouncement.add(1, ordering: .relaxed).newValue : 0
  }

  /// Calls the observers that are called before a change; returns the announcement's number.
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
        // The array retains the observer; retaining it again would cost more than the call.
        Unmanaged.passUnretained(observer)._withUnsafeGuaranteedRef { observer in
          if observer.liveness.isLive { observer.deliver() } else { ended.append(observer) }
        }
      }
    }
    guard !ended.isEmpty else { return }
    for observer in ended { remove(observer) }
    invalidateReleasedTies()
  }

  // MARK: - Lifetimes

  /// Retains an observation until it is passed to `release` or its tied object was released.
  func retain(_ subscription: Subscription) {
    invalidateReleasedTies()
    state.withLock { state in
      guard subscription.liveness.isLive else { return }
      if !state.tied.contains(where: { $0 === subscription }) {
        state.tied.append(subscription)
      }
    }
  }

  /// Releases an observation that was passed to `retain`.
  func release(_ subscription: Subscription) {
    let released = state.withLock { $0.tied.removeFirst(identicalTo: subscription) }
    withExtendedLifetime(released) {}
  }

  /// Ends the observations whose tied object was released.
  private func invalidateReleasedTies() {
    let ended = state.withLock { state in
      state.tied.filter { !$0.liveness.isLive }
    }
    for subscription in ended {
      subscription.invalidate()
    }
  }
}

extension Array where Element: AnyObject {
  /// Removes an object and returns it, so that the caller can release it outside a lock.
  fileprivate mutating func removeFirst(identicalTo object: Element) -> Element? {
    firstIndex { $0 === object }.map { remove(at: $0) }
  }
}
