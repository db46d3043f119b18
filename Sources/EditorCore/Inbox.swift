import DefaultsCore
import Synchronization

/// The messages from other threads to the session, in the order in which they were posted.
///
/// Closures on the work queue and observers post messages; the session removes all of them at once
/// when its screen returns the event `wake`. `wake` is called only for the first message after the
/// inbox was emptied, so a program that changes 100,000 keys at once causes one wake-up and not
/// 100,000.
///
/// A program that changes keys one after the other would cause a frame for each of them, and code of the
/// app that does so in a loop would keep the session from handling input. So after a change or other news
/// the inbox pauses: until the pause is over, further news do not wake the session. All other messages do,
/// for example the outcome of a write by the session, and the session then handles the news as well.
final class Inbox: Sendable {
  /// A report of another thread.
  enum Message: Sendable {
    /// The value of a key has changed; consecutive changes are passed to `update` in one call.
    case change(Action.Change)
    /// What the session does; news are what other code of the process can report at any time and any
    /// number of times, so that there may never be a last one.
    case report(isNews: Bool, @Sendable (EditorSession) -> Void)
  }

  private struct State {
    var messages: [Message] = []
    /// Whether `wake` was called since the inbox was emptied.
    var isAwake = false
    /// Whether news do not wake the session now.
    var isPausing = false
  }

  private let state = Mutex(State())
  /// Makes the screen return from waiting for an event.
  private let wake: @Sendable () -> Void
  /// Executes a closure when a pause is over.
  private let afterPause: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates an empty inbox.
  init(
    wake: @escaping @Sendable () -> Void,
    afterPause: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
  ) {
    self.wake = wake
    self.afterPause = afterPause
  }

  /// Posts an action for the state.
  func post(_ action: Action) { post { $0.dispatch(action) } }

  /// Posts what the session is to do.
  func post(isNews: Bool = false, _ report: @escaping @Sendable (EditorSession) -> Void) {
    post(.report(isNews: isNews, report))
  }

  /// Posts that the status of the store may have changed; the session reads it from the suite.
  func postStatus() { post(isNews: true) { _ in } }

  /// Appends a message and wakes the session, unless it is awake or the message can wait.
  func post(_ message: Message) {
    let (wakes, pauses) = state.withLock { state in
      state.messages.append(message)
      guard !state.isAwake, !(message.isNews && state.isPausing) else {
        return (false, false)
      }
      state.isAwake = true
      let pauses = message.isNews
      if pauses { state.isPausing = true }
      return (true, pauses)
    }
    // `wake` is called after the lock is released, because it writes to a file descriptor.
    if wakes { wake() }
    if pauses { afterPause { self.endPause() } }
  }

  /// Wakes the session for news that have waited, and then pauses again.
  private func endPause() {
    let wakes = state.withLock { state in
      state.isPausing = !state.messages.isEmpty && !state.isAwake
      if state.isPausing { state.isAwake = true }
      return state.isPausing
    }
    guard wakes else { return }
    wake()
    afterPause { self.endPause() }
  }

  /// Empties the inbox, and returns the messages, oldest first.
  func removeAll() -> [Message] {
    state.withLock { state in
      defer {
        state.messages = []
        state.isAwake = false
      }
      return state.messages
    }
  }
}

extension [Action.Change] {
  /// The last change of each key, in their order; changes by this and by other processes count as two.
  ///
  /// Code of the app can change one key many times while the session handles its changes. So each batch
  /// costs what its keys cost, and the next one cannot be larger for that reason.
  var lastOfEachKey: [Action.Change] {
    guard count > 1 else { return self }
    var found: [Bool: Set<SuiteKey>] = [:]
    let last = reversed().filter {
      let key = SuiteKey(suiteName: $0.suiteName, key: $0.key)
      return found[$0.isElsewhere, default: []].insert(key).inserted
    }
    return last.reversed()
  }
}

extension Inbox.Message {
  /// Whether other code of the process can post it at any time and any number of times.
  var isNews: Bool {
    switch self {
    case .change: true
    case .report(let isNews, _): isNews
    }
  }
}

extension Inbox {
  /// Posts a diagnostic of the suite.
  ///
  /// Failures of the store only announce a new status, because the status line shows them for as
  /// long as they last. Lost values and a lost history must be read by the user, so they become
  /// messages. Everything else is a notice that the next key press removes. The values of a secret
  /// key must not be quoted.
  func post(_ diagnostic: Defaults.Diagnostic, isSecret: (Defaults.KeyName) -> Bool) {
    switch diagnostic.kind {
    case .loadFailed, .loaded, .commitFailed, .contentSetAside:
      postStatus()
    case .committed(let keys):
      post(.committed(keys))
    case .rejectedByStore(let key, _):
      post(.notStored(key, text: "\(diagnostic)"))
    case .historyFailed, .historyDamaged, .historySetAside:
      post(.message(title: "No history", text: "\(diagnostic)"))
    case .refusedWrite(let error) where error.key.map(isSecret) == true:
      post(.diagnosed("In \(diagnostic.suiteName): \(error.text(isSecret: true))"))
    case .refusedWrite, .refusedDefault, .notMoved, .variableIgnored:
      post(.diagnosed("\(diagnostic)", quotesValue: true))
    case .unreadableValue, .redeclaredKey, .disconnected, .connected, .ignoredSetting,
      .keptElsewhere, .layerIgnored, .valueIgnored, .unusableLocks, .notSynchronized,
      .invalidDomain, .indistinguishableNames:
      post(.diagnosed("\(diagnostic)"))
    }
  }
}
