import Glibc
import Synchronization

/// A watcher that detects changes of files for all stores of the process.
///
/// One thread waits for the events of one inotify queue and uses no time while no file changes. It
/// watches directories instead of files, because a rename gives the file's name to another inode.
/// The directories above and the symbolic links in the path are watched as well: when one of them
/// changes, the path may lead to another file, and the watches are set again. A path can change
/// between computing its ``WatchPlan`` and setting the watches, so the plan is computed again
/// afterwards and must be equal. Mounting a file system over a directory of the path causes no
/// event; it is detected with the next event.
///
/// Where inotify is refused, or where other computers can change the file system, a second thread
/// polls the files. It exists only while there are such files.
final class FileWatcher: Sendable {
  /// The watcher of the process.
  static let shared = FileWatcher()

  /// A file that is watched.
  private struct Subscription {
    let path: String
    let delivery: Delivery
    /// By watch descriptor, the names in the directory whose events matter.
    var names: [Int32: Set<String>] = [:]
    /// The directory entry of the file itself; nil for a file that is polled.
    var end: (watch: Int32, entry: WatchPlan.DirectoryEntry)?
    /// The state at the last poll; nil for a file that is not polled.
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
    /// The watches by descriptor.
    var watches: [Int32: Watch] = [:]
    var isPollingThreadRunning = false

    /// Sets the names whose events matter to a subscription, by watch descriptor.
    mutating func setNames(_ names: [Int32: Set<String>], of number: UInt64) {
      for (watch, old) in subscriptions[number]?.names ?? [:] {
        for name in old { watches[watch]?.remove(number, name) }
      }
      for (watch, new) in names {
        for name in new { watches[watch]?.subscriptions[name, default: []].insert(number) }
      }
      subscriptions[number]?.names = names
    }
  }

  /// A directory that inotify watches for some subscriptions.
  private struct Watch {
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

  private let state = Mutex(State())
  private let files: FileSystem
  private let makeInotify: @Sendable () -> Inotify?
  private let pollInterval: Int

  /// Creates a watcher.
  ///
  /// - Parameters:
  ///   - files: the file system.
  ///   - pollInterval: the pause between two polls, in milliseconds.
  ///   - makeInotify: creates an inotify queue; nil when the kernel refuses.
  init(
    files: FileSystem = FileSystem(),
    pollInterval: Int = 2000,
    makeInotify: @escaping @Sendable () -> Inotify? = { Inotify() }
  ) {
    self.files = files
    self.pollInterval = pollInterval
    self.makeInotify = makeInotify
  }

  /// Calls a closure whenever the file at a path may have changed.
  ///
  /// A path that ends in `/.` means all files of a directory.
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

  /// Returns whether a file is polled.
  fileprivate func isPolling(_ number: UInt64) -> Bool {
    state.withLock { $0.subscriptions[number]?.polled != nil }
  }

  fileprivate func forget(_ number: UInt64) {
    let forgotten = state.withLock { state in
      let names = state.subscriptions[number]?.names ?? [:]
      state.setNames([:], of: number)
      for watch in names.keys { leave(watch, number, &state) }
      return state.subscriptions.removeValue(forKey: number)
    }
    // The closure is released here, outside the lock.
    _ = forgotten
  }

  // MARK: - Choosing directories

  /// Sets the watches that a subscription needs now, and removes its other ones.
  private func updateWatches(_ number: UInt64, _ state: inout State) {
    guard var subscription = state.subscriptions[number] else { return }
    var names: [Int32: Set<String>]?
    var plan = WatchPlan(for: subscription.path, in: files)
    if let inotify = inotify(&state), !MountTable.isRemote(plan, in: files) {
      // The path may change between computing the plan and setting the watches.
      for _ in 0..<8 {
        let (found, end) = Self.watches(for: plan, by: inotify)
        for watch in found.keys { state.watches[watch, default: Watch()].users.insert(number) }
        let next = WatchPlan(for: subscription.path, in: files)
        if let end, next == plan {
          names = found
          subscription.end = (end, plan.end)
          break
        }
        for watch in found.keys where subscription.names[watch] == nil {
          leave(watch, number, &state)
        }
        // The plan has not changed, so inotify refused a watch.
        if next == plan { break }
        plan = next
      }
    }
    state.setNames(names ?? [:], of: number)
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

  /// Sets the watches for a plan.
  ///
  /// - Returns: the names by watch descriptor, and the watch descriptor of the last entry, which is
  ///   nil when inotify refuses a watch.
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
    // Failures are ignored here: some directories above may not be readable for this user.
    for entry in plan.directories {
      let itself = inotify.add(FilePath.join(entry.directory, entry.name), .itself)
      if itself >= 0 { names[itself, default: []].formUnion([]) }
      // A removed directory sends no event while a process has it open, but its parent does.
      guard plan.entries.contains(where: { $0.directory == entry.path }) else { continue }
      let parent = inotify.add(entry.directory, .removals)
      if parent >= 0 { names[parent, default: []].insert(entry.name) }
    }
    return (names, end)
  }

  /// Removes a watch from a subscription, and from inotify if no other subscription uses it.
  private func leave(_ watch: Int32, _ number: UInt64, _ state: inout State) {
    state.watches[watch]?.users.remove(number)
    guard state.watches[watch]?.users.isEmpty == true else { return }
    state.watches[watch] = nil
    state.inotify?.remove(watch)
  }

  // MARK: - Waiting for events

  /// Returns the inotify queue; the first call creates it and starts its thread.
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
    // Reading the queue failed, for example because the program closed foreign descriptors.
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

  /// Returns the subscriptions that events affect.
  ///
  /// - Returns: those whose file has changed, and those whose path may lead to another file now.
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
        let ended = state.watches.removeValue(forKey: event.watch)?.users ?? []
        for number in ended { state.subscriptions[number]?.names[event.watch] = nil }
        moved.formUnion(ended)
      case .directoryChanged:
        moved.formUnion(state.watches[event.watch]?.users ?? [])
      case .created, .changed:
        let interested = state.watches[event.watch]?.subscriptions(for: event.name) ?? []
        for number in interested where !moved.contains(number) {
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

  /// The effect of an event on one subscription.
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
    // A file that was just created and is empty will send another event when it is written.
    case .file: return event.kind == .created && status.size == 0 ? .nothing : .changed
    case .other: return .changed
    case .directory, .link: return .moved
    }
  }

  // MARK: - Polling

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
          // Inotify may work now, because other programs have removed watches.
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

/// The watch of one file, which ends when it is cancelled or released.
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
