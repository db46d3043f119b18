import Defaults
import Synchronization

/// The values of a suite, and the observations that were begun before the values were read.
struct LoadedSuite: Sendable {
  /// The suite, to compare with the one that the session shows by now.
  let suite: Defaults.Suite
  /// The document with the values that were read.
  let document: Document
  /// The observation of changes.
  let observation: any Defaults.Observation
  /// The observation of diagnostics.
  let diagnostics: any Defaults.Observation
  /// The conditions of the schema; nil if it has none.
  let conditions: ConditionWatch?
}

/// The messages from other threads to the session, in the order in which they were posted.
///
/// Closures on the work queue and observers post messages; the session removes all of them at once
/// when its screen returns the event `wake`. `wake` is called only for the first message after the
/// inbox was emptied, so a program that changes 100,000 keys at once causes one wake-up and not
/// 100,000.
///
/// A program that changes keys one after the other would cause a frame for each of them, and code of the
/// app that does so in a loop would keep the session from handling input. So after a change the inbox
/// pauses: until the pause is over, further changes do not wake the session. All other messages do, for
/// example the outcome of a write by the session, and the session then handles the changes as well.
final class Inbox: Sendable {
  /// A report of another thread.
  enum Message: Sendable {
    /// An action for the state.
    case action(Action)
    /// The values of a suite have been read.
    case loaded(LoadedSuite)
    /// The list of suites or a schema has changed.
    case catalog(SuiteCatalog)
    /// A suite has been examined, so the next one can be.
    ///
    /// The document is that of a suite that is searched, nil for one of which only the numbers are wanted.
    case examined(SuiteOverview?, Document?)
    /// The time of the question with this number is over.
    case timer(Int)
    /// The history does not say yet who has changed these keys.
    case authorsMissing(suiteName: String, [Defaults.KeyName])
    /// It is time to look again who has changed these keys.
    case authorsDue(suiteName: String, [Defaults.KeyName])
    /// A key of another suite has changed that a condition reads.
    case conditionsChanged
    /// The conditions of the shown suite have been evaluated.
    case evaluated(suiteName: String, KeyAvailability)
    /// The status of the store may have changed; the session reads it from the suite.
    case storeStatus
    /// The settings of the editor are observed from now on.
    case settingsObserved([any Defaults.Observation])
    /// The settings of the editor may have changed.
    case settingsChanged
    /// The settings of the editor have been read.
    case settings(EditorSettings)
    /// The choice whether the mouse is used has been stored, or could not be, with the reason.
    case mouseStored(failure: String?)
  }

  private struct State {
    var messages: [Message] = []
    /// Whether `wake` was called since the inbox was emptied.
    var isAwake = false
    /// Whether changes do not wake the session now.
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

  /// Appends a message and wakes the session, unless it is awake or the message can wait.
  func post(_ message: Message) {
    let (wakes, pauses) = state.withLock { state in
      state.messages.append(message)
      guard !state.isAwake, !(message.isChange && state.isPausing) else {
        return (false, false)
      }
      state.isAwake = true
      let pauses = message.isChange
      if pauses { state.isPausing = true }
      return (true, pauses)
    }
    // `wake` is called after the lock is released, because it writes to a file descriptor.
    if wakes { wake() }
    if pauses { afterPause { self.endPause() } }
  }

  /// Wakes the session for changes that have waited, and then pauses again.
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

  /// Empties the inbox.
  ///
  /// - Returns: the messages, oldest first.
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

extension Inbox.Message {
  /// Whether it is a change of a value.
  fileprivate var isChange: Bool {
    if case .action(.changed) = self { true } else { false }
  }

  /// Whether other code of the process can post it at any time and any number of times, so that there
  /// may never be a last one.
  var isNews: Bool {
    switch self {
    case .action(.changed), .storeStatus, .conditionsChanged, .settingsChanged: true
    case .action, .loaded, .catalog, .examined, .timer, .authorsMissing, .authorsDue, .evaluated,
      .settingsObserved, .settings, .mouseStored:
      false
    }
  }
}

extension Inbox.Message {
  /// Creates the message for a diagnostic of the suite.
  ///
  /// Failures of the store only announce a new status, because the status line shows them for as
  /// long as they last. Lost values and a lost history must be read by the user, so they become
  /// messages. Everything else is a notice that the next key press removes.
  ///
  /// - Parameters:
  ///   - diagnostic: the diagnostic.
  ///   - isSecret: returns whether the values of a key must not be quoted.
  init(_ diagnostic: Defaults.Diagnostic, isSecret: (Defaults.KeyName) -> Bool) {
    self =
      switch diagnostic.kind {
      case .loadFailed, .loaded, .commitFailed, .contentSetAside:
        .storeStatus
      case .committed(let keys):
        .action(.committed(keys))
      case .rejectedByStore(let key, _):
        .action(.notStored(key, text: "\(diagnostic)"))
      case .historyFailed, .historySetAside, .historyRenumbered:
        .action(.message(title: "No history", text: "\(diagnostic)"))
      case .refusedWrite(let error) where error.key.map(isSecret) == true:
        .action(.diagnosed("In \(diagnostic.suiteName): \(error.text(isSecret: true))"))
      case .refusedWrite, .refusedDefault, .notMoved, .variableIgnored:
        .action(.diagnosed("\(diagnostic)", quotesValue: true))
      case .unreadableValue, .redeclaredKey, .disconnected, .connected, .ignoredSetting,
        .keptElsewhere, .layerIgnored, .valueIgnored, .unusableLocks, .notSynchronized,
        .invalidDomain,
        .indistinguishableNames:
        .action(.diagnosed("\(diagnostic)"))
      }
  }
}
