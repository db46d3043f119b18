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
/// inbox was emptied, so a program that changes 100,000 keys causes one wake-up and not 100,000.
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
    case examined(SuiteOverview?)
    /// The time of the question with this number is over.
    case timer(Int)
    /// A key of another suite has changed that a condition reads.
    case conditionsChanged
    /// The conditions of the shown suite have been evaluated.
    case evaluated(suiteName: String, KeyAvailability)
    /// The status of the store may have changed; the session reads it from the suite.
    case storeStatus
  }

  private let messages = Mutex<[Message]>([])
  /// Makes the screen return from waiting for an event.
  private let wake: @Sendable () -> Void

  /// Creates an empty inbox.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Appends a message and wakes the session if it is the only one.
  func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    // The session removes all messages when it wakes, so one wake-up is enough. `wake` is called
    // after the lock is released, because it writes to a file descriptor.
    if isFirst { wake() }
  }

  /// Empties the inbox.
  ///
  /// - Returns: the messages, oldest first.
  func removeAll() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

extension Inbox.Message {
  /// Creates the message for a diagnostic of the suite.
  ///
  /// Failures of the store only announce a new status, because the status line shows them for as
  /// long as they last. Lost values and a lost history must be read by the user, so they become
  /// messages. Everything else is a notice that the next key press removes.
  init(_ diagnostic: Defaults.Diagnostic) {
    self =
      switch diagnostic.kind {
      case .loadFailed, .loaded, .commitFailed, .contentSetAside:
        .storeStatus
      case .committed(let keys):
        .action(.committed(keys))
      case .rejectedByStore:
        .action(.message(title: "Not stored", text: "\(diagnostic)"))
      case .historyFailed, .historySetAside, .historyRenumbered:
        .action(.message(title: "No history", text: "\(diagnostic)"))
      case .unreadableValue, .refusedWrite, .refusedDefault, .redeclaredKey, .notMoved,
        .disconnected, .connected, .ignoredSetting, .variableIgnored, .layerIgnored, .unusableLocks,
        .notSynchronized, .invalidDomain, .indistinguishableNames:
        .action(.diagnosed("\(diagnostic)"))
      }
  }
}
