import Synchronization

/// A closure that wants to know of changes.
final class Observer: Sendable {
  /// Takes a change, and whether it is about to happen instead of done.
  typealias Handler = @Sendable (Defaults.StoredChange, _ isPrior: Bool) -> Void

  /// The only key of interest; nil for all.
  let key: Defaults.KeyName?

  /// Whether to call the closure before a change as well.
  let wantsPrior: Bool

  /// Whether to call the closure at all.
  let liveness: Liveness

  /// The closure.
  let handler: Handler

  /// Creates an observer.
  init(key: Defaults.KeyName?, wantsPrior: Bool, liveness: Liveness, handler: @escaping Handler) {
    self.key = key
    self.wantsPrior = wantsPrior
    self.liveness = liveness
    self.handler = handler
  }
}

/// The observers of one suite, in the order in which they came.
///
/// No lock is held while one of them is called, or while one is released: either may run any
/// code, this list's own included.
final class ObserverList: Sendable {
  private struct State {
    var byKey: [Defaults.KeyName: [Observer]] = [:]
    var ofAllKeys: [Observer] = []
    var priorCount = 0
    /// Observations that live as long as another object.
    var tied: [Subscription] = []
  }

  private let state = Mutex(State())
  private let count = Atomic<Int>(0)

  /// Whether there are observers at all; costs no lock.
  var mayBeInterested: Bool {
    count.load(ordering: .acquiring) != 0
  }

  /// Whether somebody wants to know of a key's changes before they happen.
  func wantsPrior(forKey key: Defaults.KeyName) -> Bool {
    guard mayBeInterested else { return false }
    return state.withLock { state in
      state.priorCount > 0 && (state.byKey[key] ?? []).contains(where: \.wantsPrior)
    }
  }

  /// Adds an observer.
  func add(_ observer: Observer) {
    state.withLock { state in
      if let key = observer.key {
        state.byKey[key, default: []].append(observer)
      } else {
        state.ofAllKeys.append(observer)
      }
      state.priorCount += observer.wantsPrior ? 1 : 0
    }
    count.add(1, ordering: .releasing)
  }

  /// Removes an observer; doing so twice does nothing.
  func remove(_ observer: Observer) {
    let isRemoved = state.withLock { state in
      let removed: Observer?
      if let key = observer.key {
        removed = state.byKey[key]?.removeFirst(identicalTo: observer)
        if state.byKey[key]?.isEmpty == true { state.byKey[key] = nil }
      } else {
        removed = state.ofAllKeys.removeFirst(identicalTo: observer)
      }
      guard removed != nil else { return false }
      state.priorCount -= observer.wantsPrior ? 1 : 0
      return true
    }
    if isRemoved {
      count.subtract(1, ordering: .releasing)
    }
  }

  /// Calls those who are interested in a change.
  func deliver(_ change: Defaults.StoredChange, isPrior: Bool) {
    let (ofKey, ofAllKeys) = state.withLock { state in
      (state.byKey[change.key] ?? [], state.ofAllKeys)
    }
    var ended: [Observer] = []
    // Not joined into one array, which would copy all of them.
    for observers in [ofKey, ofAllKeys] {
      for observer in observers where !isPrior || observer.wantsPrior {
        if observer.liveness.isLive {
          observer.handler(change, isPrior)
        } else {
          ended.append(observer)
        }
      }
    }
    guard !ended.isEmpty else { return }
    for observer in ended {
      remove(observer)
    }
    endTies()
  }

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
