import Synchronization

// What a watcher knows. No call with a path is made here, so all of it is fast.
extension FileWatcher {
  /// A file that is watched.
  struct Subscription {
    let path: String
    let listener: Listener
    /// The queue for calls that may hang.
    let queue = SerialQueue("defaults.file")
    let turn = Turn()
    /// Whether a poll waits in the queue or is running.
    var isPollPending = false
    /// By watch descriptor, the names in the directory whose events matter.
    var names: [Int32: Set<String>] = [:]
    /// The directory entry of the file itself; nil for a file that is polled.
    var end: (watch: Int32, entry: DirectoryEntry)?
    /// The state at the last poll; nil for a file that is not polled.
    var polled: PolledState?
  }

  /// Is locked while a subscription is examined.
  final class Turn: Sendable {
    let lock = Mutex<Void>(())
  }

  struct PolledState: Equatable {
    var plan: WatchPlan
    var state: [[UInt64]]
  }

  struct State {
    var subscriptions: [UInt64: Subscription] = [:]
    var nextNumber: UInt64 = 0
    var inotify: Inotify?
    /// The number of inotify queues that have failed.
    var failedQueues = 0
    /// The watches by descriptor.
    var watches: [Int32: Watch] = [:]
    /// The number of subscriptions that are adding watches now.
    var additions = 0
    /// Watches without a subscription, to be removed when no subscription is adding any.
    var unused: Set<Int32> = []
    var isPollingThreadRunning = false

    /// Sets the names whose events matter to a subscription, by watch descriptor.
    mutating func setNames(_ names: [Int32: Set<String>], of number: UInt64) {
      for (watch, old) in subscriptions[number]?.names ?? [:] {
        for name in old { watches[watch]?.remove(number, name) }
      }
      for (watch, new) in names {
        watches[watch, default: Watch()].users.insert(number)
        unused.remove(watch)
        for name in new { watches[watch]?.subscriptions[name, default: []].insert(number) }
      }
      for watch in (subscriptions[number]?.names ?? [:]).keys where names[watch] == nil {
        watches[watch]?.users.remove(number)
        if watches[watch]?.users.isEmpty == true { watches[watch] = nil }
        unused.insert(watch)
      }
      subscriptions[number]?.names = names
    }

    /// Removes watches that no subscription uses or is about to use.
    ///
    /// The call is made under the lock, so that no subscription registers the watch meanwhile; it has no
    /// path.
    mutating func removeUnused() {
      guard additions == 0 else { return }
      for watch in unused where watches[watch] == nil { inotify?.remove(watch) }
      unused = []
    }
  }

  /// A directory that inotify watches for some subscriptions.
  struct Watch {
    /// All subscriptions that use the watch.
    var users: Set<UInt64> = []
    /// By name in the directory, the subscriptions to which its events matter.
    ///
    /// An event looks up its name, so that a busy directory costs nothing for other files in it. The
    /// name "." means every name.
    var subscriptions: [String: Set<UInt64>] = [:]

    mutating func remove(_ number: UInt64, _ name: String) {
      subscriptions[name]?.remove(number)
      if subscriptions[name]?.isEmpty == true { subscriptions[name] = nil }
    }

    /// Returns the subscriptions to which an event in the directory may matter.
    func subscriptions(for name: String) -> Set<UInt64> {
      (subscriptions[name] ?? []).union(subscriptions["."] ?? [])
    }
  }
}
