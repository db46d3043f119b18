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
///
/// A call with a path may hang, for example on a network file system whose server is gone. That must
/// stop only the stores below it. So no such call is made while `state` is locked or on one of the two
/// threads: each subscription has a queue that handles its events and polls. Only one thread at a time
/// examines a subscription (`Turn`). What the lock would have ensured is ensured otherwise:
///
/// 1. The watches of a plan are registered in `state` before the plan is computed again and compared,
///    so an event after the comparison finds the subscription, and a change before it is in the plan.
/// 2. The kernel gives the same watch to all subscriptions of a directory. A watch that the last one
///    leaves may just have been given to another one that has not registered it yet, so watches are
///    removed only while no subscription is adding some (`additions`).
/// 3. Events between adding and registering are lost, so the store is told after each examination, or
///    reads the file after the first.
final class FileWatcher: Sendable {
  /// The watcher of the process.
  static let shared = FileWatcher()

  private let state = Mutex(State())
  private let files: FileSystem
  private let makeInotify: @Sendable () -> Inotify?
  private let pollInterval: Int

  /// Creates a watcher.
  ///
  /// The poll interval is the pause between two polls, in milliseconds. `makeInotify` returns nil
  /// when the kernel refuses a queue.
  init(
    files: FileSystem = FileSystem(),
    pollInterval: Int = 2000,
    makeInotify: @escaping @Sendable () -> Inotify? = { Inotify() }
  ) {
    self.files = files
    self.pollInterval = pollInterval
    self.makeInotify = makeInotify
  }

  /// Calls a closure whenever the file at a path may have changed, until the result is cancelled or
  /// released.
  ///
  /// A path that ends in `/.` means all files of a directory.
  func watch(
    _ path: String,
    _ changed: @escaping @Sendable () -> Void
  ) -> any Defaults.StoreWatch {
    let listener = Listener(changed)
    let number = state.withLock { state in
      state.nextNumber += 1
      state.subscriptions[state.nextNumber] = Subscription(path: path, listener: listener)
      return state.nextNumber
    }
    examine(number)
    return ClosureWatch {
      self.state.withLock { $0.subscriptions[number]?.polled != nil }
    } end: {
      listener.cancel()
      self.forget(number)
    }
  }

  private func forget(_ number: UInt64) {
    let forgotten = state.withLock { state in
      state.setNames([:], of: number)
      state.removeUnused()
      return state.subscriptions.removeValue(forKey: number)
    }
    // The closure is released here, outside the lock.
    _ = forgotten
  }

  // MARK: - Choosing directories

  /// Sets the watches that a subscription needs now, and removes its other ones.
  private func examine(_ number: UInt64) {
    let subscription = state.withLock { $0.subscriptions[number] }
    guard let path = subscription?.path, let turn = subscription?.turn else { return }
    turn.lock.withLock { _ in
      var plan = WatchPlan(for: path, in: files)
      if !MountTable.isRemote(plan, in: files), watch(&plan, of: number, path) { return }
      let polled = PolledState(plan: plan, state: plan.state(in: files))
      state.withLock { state in
        state.setNames([:], of: number)
        state.removeUnused()
        state.subscriptions[number]?.end = nil
        state.subscriptions[number]?.polled = polled
        if state.subscriptions[number] != nil { startPolling(&state) }
      }
    }
  }

  /// Watches the entries of a plan, which becomes the present one if the path changes meanwhile.
  ///
  /// The result is false when inotify refuses, or when the path keeps changing.
  private func watch(_ plan: inout WatchPlan, of number: UInt64, _ path: String) -> Bool {
    guard let (inotify, failedQueues) = beginAdding() else { return false }
    defer {
      state.withLock { state in
        state.additions -= 1
        state.removeUnused()
      }
    }
    for _ in 0..<8 {
      let (found, end) = Self.watches(for: plan, by: inotify)
      state.withLock { state in
        // Watches of a queue that has failed meanwhile are gone; the subscription is examined again.
        guard state.failedQueues == failedQueues else { return }
        state.unused.formUnion(found.keys)
        guard let end, state.subscriptions[number] != nil else { return }
        state.setNames(found, of: number)
        state.subscriptions[number]?.end = (end, plan.end)
        state.subscriptions[number]?.polled = nil
      }
      let next = WatchPlan(for: path, in: files)
      // If the plan has not changed and there is no watch of its end, inotify refused it.
      if next == plan { return end != nil }
      plan = next
    }
    return false
  }

  /// Keeps watches from being removed until ``State/additions`` is counted down again.
  ///
  /// Returns the inotify queue, and the number of those that have failed; nil when inotify refuses.
  private func beginAdding() -> (Inotify, Int)? {
    state.withLock { (state: inout State) -> (Inotify, Int)? in
      guard let inotify = self.inotify(&state) else { return nil }
      state.additions += 1
      return (inotify, state.failedQueues)
    }
  }

  /// Sets the watches for a plan, and returns their names by watch descriptor.
  ///
  /// The end is the watch descriptor of the last entry; it is nil when inotify refuses a watch.
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
      let work = state.withLock { state in
        affected(by: events, &state).map { number, events in
          (number, events, state.subscriptions[number]?.queue)
        }
      }
      for (number, events, queue) in work {
        queue?.async { self.handle(events, of: number) }
      }
    }
    // Reading the queue failed, for example because the program closed foreign descriptors.
    let queues = state.withLock { state in
      state.inotify = nil
      state.failedQueues += 1
      state.watches = [:]
      state.unused = []
      for number in state.subscriptions.keys { state.subscriptions[number]?.names = [:] }
      return state.subscriptions.mapValues(\.queue)
    }
    for (number, queue) in queues { queue.async { self.handle(nil, of: number) } }
  }

  /// Returns the subscriptions that events may affect, each with the events about its names.
  ///
  /// The events are nil if the path of the subscription may lead to another file now.
  private func affected(
    by events: [Inotify.Event],
    _ state: inout State
  ) -> [UInt64: [Inotify.Event]?] {
    var affected: [UInt64: [Inotify.Event]?] = [:]
    func move(_ numbers: some Sequence<UInt64>) {
      for number in numbers { affected[number] = .some(nil) }
    }
    for event in events {
      switch event.kind {
      case .overflow:
        move(state.subscriptions.keys)
      case .ended:
        let ended = state.watches.removeValue(forKey: event.watch)?.users ?? []
        for number in ended { state.subscriptions[number]?.names[event.watch] = nil }
        move(ended)
      case .directoryChanged:
        move(state.watches[event.watch]?.users ?? [])
      case .created, .changed:
        for number in state.watches[event.watch]?.subscriptions(for: event.name) ?? [] {
          affected[number, default: []]?.append(event)
        }
      }
    }
    return affected
  }

  /// Examines a subscription again if its path may lead to another file, and tells its store.
  ///
  /// The events are those about its names; nil if the path may lead to another file in any case.
  private func handle(_ events: [Inotify.Event]?, of number: UInt64) {
    guard let subscription = state.withLock({ $0.subscriptions[number] }) else { return }
    let effect: Effect =
      if let events {
        events.lazy.map { self.effect(of: $0, on: subscription) }.max() ?? .nothing
      } else {
        .moved
      }
    if effect == .moved { examine(number) }
    if effect != .nothing { subscription.listener.call() }
  }

  /// The effect of an event on one subscription; of several, the last in this order counts.
  private enum Effect: Comparable {
    case nothing, changed, moved
  }

  private func effect(of event: Inotify.Event, on subscription: Subscription) -> Effect {
    guard let names = subscription.names[event.watch] else { return .nothing }
    if names.contains("."), subscription.end?.watch == event.watch { return .changed }
    guard names.contains(event.name) else { return .nothing }
    guard let end = subscription.end, end.watch == event.watch, end.entry.name == event.name,
      let status = try? files.status(of: end.entry.path, following: false)
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
      let queues: [(number: UInt64, queue: SerialQueue)]? = state.withLock { state in
        let polled = state.subscriptions.filter { $0.value.polled != nil }
        guard !polled.isEmpty else {
          state.isPollingThreadRunning = false
          return nil
        }
        // One that hangs is not polled again before it has answered.
        let ready = polled.filter { !$0.value.isPollPending }
        for number in ready.keys { state.subscriptions[number]?.isPollPending = true }
        return ready.map { ($0.key, $0.value.queue) }
      }
      guard let queues else { return }
      for (number, queue) in queues { queue.async { self.poll(number) } }
    }
  }

  private func poll(_ number: UInt64) {
    let before = state.withLock { $0.subscriptions[number]?.polled }
    // Inotify may work now, because other programs have removed watches.
    examine(number)
    let listener = state.withLock { state -> Listener? in
      state.subscriptions[number]?.isPollPending = false
      let subscription = state.subscriptions[number]
      return subscription?.polled == before ? nil : subscription?.listener
    }
    listener?.call()
  }
}
