import Glibc
import Synchronization

/// Notices changes of files for all stores of the process.
///
/// One thread sleeps on one inotify queue; it costs nothing while no file changes. Directories
/// are watched, not files, because replacing a file gives its name to another one, and so are
/// those above and the links on the way, which may be moved. Only a file system that is mounted
/// over a directory on the way stays unnoticed until something else happens. Files for which
/// inotify is refused, or whose file system others change over a network, are looked at again
/// and again by a second thread, which exists only as long as there are such files.
final class FileWatcher: Sendable {
  /// The watcher of the process.
  static let shared = FileWatcher()

  /// A file that is watched.
  private struct Subscription {
    let path: String
    let delivery: Delivery
    /// By the number of each watched directory, the names that matter in it.
    var names: [Int32: Set<String>] = [:]
    /// Where the file itself lies; nil for a file that is looked at again and again.
    var end: (watch: Int32, entry: WatchPlan.DirectoryEntry)?
    /// What was there at the last look, for a file that is looked at again and again.
    var polled: PolledState?
  }

  private struct PolledState: Equatable {
    var plan: WatchPlan
    var state: [[UInt64]]
  }

  private struct State {
    var subscriptions: [UInt64: Subscription] = [:]
    var nextNumber: UInt64 = 0
    var inotify: Inotify?
    /// By the number of each watched directory, the subscriptions that it matters for.
    var watches: [Int32: Set<UInt64>] = [:]
    var isPollingThreadRunning = false
  }

  private let state = Mutex(State())
  private let files: FileSystem
  private let makeInotify: @Sendable () -> Inotify?
  private let pollInterval: Int

  /// Creates a watcher.
  ///
  /// - Parameters:
  ///   - files: the file system.
  ///   - pollInterval: the pause between two looks where nothing better works, in milliseconds.
  ///   - makeInotify: asks for an inotify queue.
  init(
    files: FileSystem = FileSystem(),
    pollInterval: Int = 2000,
    makeInotify: @escaping @Sendable () -> Inotify? = { Inotify() }
  ) {
    self.files = files
    self.pollInterval = pollInterval
    self.makeInotify = makeInotify
  }

  /// Calls a closure whenever what a path leads to may have changed.
  ///
  /// A path that ends in `/.` stands for all that a directory holds.
  ///
  /// - Returns: an object that ends the calls when it is cancelled or released.
  func watch(
    _ path: String,
    _ changed: @escaping @Sendable () -> Void
  ) -> any Defaults.StoreWatch {
    let delivery = Delivery(changed)
    let number = state.withLock { state in
      state.nextNumber += 1
      let number = state.nextNumber
      state.subscriptions[number] = Subscription(path: path, delivery: delivery)
      updateWatches(number, &state)
      return number
    }
    return FileWatch(number, delivery, self)
  }

  /// Whether a file is looked at again and again.
  fileprivate func isPolling(_ number: UInt64) -> Bool {
    state.withLock { $0.subscriptions[number]?.polled != nil }
  }

  fileprivate func forget(_ number: UInt64) {
    let forgotten = state.withLock { state in
      let subscription = state.subscriptions.removeValue(forKey: number)
      if let subscription {
        for watch in subscription.names.keys { leave(watch, number, &state) }
      }
      return subscription
    }
    // What the closure holds is released here, with no lock held.
    _ = forgotten
  }

  // MARK: - Choosing directories

  /// Watches the directories that matter for a subscription now, and no others.
  private func updateWatches(_ number: UInt64, _ state: inout State) {
    guard var subscription = state.subscriptions[number] else { return }
    var names: [Int32: Set<String>]?
    var plan = WatchPlan(for: subscription.path, in: files)
    if let inotify = inotify(&state), !MountTable.isRemote(plan, in: files) {
      // The way may change between the look and the watch, so it is looked at again after.
      for _ in 0..<8 {
        let (found, end) = Self.watches(for: plan, by: inotify)
        for watch in found.keys { state.watches[watch, default: []].insert(number) }
        let next = WatchPlan(for: subscription.path, in: files)
        if let end, next == plan {
          names = found
          subscription.end = (end, plan.end)
          break
        }
        for watch in found.keys where subscription.names[watch] == nil {
          leave(watch, number, &state)
        }
        // Nothing moved, so the watch was refused.
        if next == plan { break }
        plan = next
      }
    }
    for watch in subscription.names.keys where names?[watch] == nil {
      leave(watch, number, &state)
    }
    subscription.names = names ?? [:]
    subscription.polled =
      names == nil ? PolledState(plan: plan, state: plan.state(in: files)) : nil
    if names == nil { subscription.end = nil }
    state.subscriptions[number] = subscription
    if names == nil { startPolling(&state) }
  }

  /// Watches the directories of a plan.
  ///
  /// - Returns: the names by the directories' numbers, and the number of the last entry; nil when
  ///   an entry cannot be watched.
  private static func watches(
    for plan: WatchPlan,
    by inotify: Inotify
  ) -> (names: [Int32: Set<String>], end: Int32?) {
    var names: [Int32: Set<String>] = [:]
    var end: Int32 = -1
    for entry in plan.entries {
      end = inotify.add(entry.directory, .names)
      guard end >= 0 else { return (names, nil) }
      names[end, default: []].insert(entry.name)
    }
    // These help where it is allowed: not every directory above one's own may be read.
    for entry in plan.directories {
      let itself = inotify.add(FilePath.join(entry.directory, entry.name), .itself)
      if itself >= 0 { names[itself, default: []].formUnion([]) }
      // A directory that somebody holds open does not tell its own end, but its parent does.
      guard plan.entries.contains(where: { $0.directory == entry.path }) else { continue }
      let parent = inotify.add(entry.directory, .removals)
      if parent >= 0 { names[parent, default: []].insert(entry.name) }
    }
    return (names, end)
  }

  /// Ends a subscription's interest in a directory.
  private func leave(_ watch: Int32, _ number: UInt64, _ state: inout State) {
    state.watches[watch]?.remove(number)
    guard state.watches[watch]?.isEmpty == true else { return }
    state.watches[watch] = nil
    state.inotify?.remove(watch)
  }

  // MARK: - Waiting for events

  /// The inotify queue, which is made and listened to when it is first needed.
  private func inotify(_ state: inout State) -> Inotify? {
    if let inotify = state.inotify { return inotify }
    guard let inotify = makeInotify() else { return nil }
    guard BackgroundThread.start("defaults.watch", { [self] in listen(to: inotify) }) else {
      inotify.close()
      return nil
    }
    state.inotify = inotify
    return inotify
  }

  private func listen(to inotify: Inotify) {
    while let events = inotify.wait() {
      let deliveries = state.withLock { state in
        let affected = affected(by: events, &state)
        for number in affected.moved { updateWatches(number, &state) }
        return affected.changed.union(affected.moved)
          .compactMap { state.subscriptions[$0]?.delivery }
      }
      for delivery in deliveries where delivery.request() { delivery.deliver() }
    }
    // The queue is broken, as when the program closes descriptors that are not its own.
    let deliveries = state.withLock { state in
      state.inotify = nil
      state.watches = [:]
      for number in state.subscriptions.keys {
        state.subscriptions[number]?.names = [:]
        updateWatches(number, &state)
      }
      return state.subscriptions.values.map(\.delivery)
    }
    for delivery in deliveries where delivery.request() { delivery.deliver() }
  }

  /// Finds the subscriptions that events matter for.
  ///
  /// - Returns: those whose file has changed, and those whose way to it may lead elsewhere now.
  private func affected(
    by events: [Inotify.Event],
    _ state: inout State
  ) -> (changed: Set<UInt64>, moved: Set<UInt64>) {
    var changed: Set<UInt64> = []
    var moved: Set<UInt64> = []
    for event in events {
      switch event.kind {
      case .overflow:
        moved.formUnion(state.subscriptions.keys)
      case .ended:
        let ended = state.watches.removeValue(forKey: event.watch) ?? []
        for number in ended { state.subscriptions[number]?.names[event.watch] = nil }
        moved.formUnion(ended)
      case .directoryChanged:
        moved.formUnion(state.watches[event.watch] ?? [])
      case .created, .changed:
        for number in state.watches[event.watch] ?? [] where !moved.contains(number) {
          switch state.subscriptions[number].map({ effect(of: event, on: $0) }) {
          case .moved: moved.insert(number)
          case .changed: changed.insert(number)
          case .nothing, nil: break
          }
        }
      }
    }
    return (changed, moved)
  }

  /// What an event does to one file.
  private enum Effect {
    case nothing, changed, moved
  }

  private func effect(of event: Inotify.Event, on subscription: Subscription) -> Effect {
    guard let names = subscription.names[event.watch] else { return .nothing }
    if names.contains("."), subscription.end?.watch == event.watch { return .changed }
    guard names.contains(event.name) else { return .nothing }
    guard let end = subscription.end, end.watch == event.watch, end.entry.name == event.name,
      let status = files.statusIfAny(of: end.entry.path, following: false)
    else { return .moved }
    switch status.kind {
    // Of an empty file that was just made, the event of its being written will follow.
    case .file: return event.kind == .created && status.size == 0 ? .nothing : .changed
    case .other: return .changed
    case .directory, .link: return .moved
    }
  }

  // MARK: - Looking again and again

  private func startPolling(_ state: inout State) {
    guard !state.isPollingThreadRunning else { return }
    state.isPollingThreadRunning = BackgroundThread.start("defaults.poll") { [self] in poll() }
  }

  private func poll() {
    while true {
      files.calls.sleep(pollInterval)
      let deliveries: [Delivery]? = state.withLock { state in
        let numbers = state.subscriptions.filter { $0.value.polled != nil }.map(\.key)
        guard !numbers.isEmpty else {
          state.isPollingThreadRunning = false
          return nil
        }
        return numbers.compactMap { number in
          let before = state.subscriptions[number]?.polled
          // It may work by now: another program may have given watches back.
          updateWatches(number, &state)
          let subscription = state.subscriptions[number]
          return subscription?.polled == before ? nil : subscription?.delivery
        }
      }
      guard let deliveries else { return }
      for delivery in deliveries where delivery.request() { delivery.deliver() }
    }
  }
}

/// Ends the watching of one file.
private final class FileWatch: Defaults.StoreWatch {
  private let number: UInt64
  private let delivery: Delivery
  private let watcher: FileWatcher

  init(_ number: UInt64, _ delivery: Delivery, _ watcher: FileWatcher) {
    self.number = number
    self.delivery = delivery
    self.watcher = watcher
  }

  deinit {
    cancel()
  }

  var isPolling: Bool { watcher.isPolling(number) }

  func cancel() {
    delivery.cancel()
    watcher.forget(number)
  }
}
