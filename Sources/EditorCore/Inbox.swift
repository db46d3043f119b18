import Defaults
import Synchronization

/// The values of a suite, and the observations that report changes since they were read.
struct LoadedSuite: Sendable {
  let suite: Defaults.Suite
  let document: Document
  let observation: any Defaults.Observation
  let diagnostics: any Defaults.Observation
}

/// Messages from other threads that wait for the session.
final class Inbox: Sendable {
  enum Message: Sendable {
    /// An action for the state.
    case action(Action)
    /// The values of a suite were read.
    case loaded(LoadedSuite)
    /// There are other suites or schemas.
    case catalog(SuiteCatalog)
    /// The status of a suite's store may have changed.
    case storeStatus
  }

  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    // The session takes all messages when it wakes, so the others need not wake it again.
    if isFirst { wake() }
  }

  func removeAll() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

extension Inbox.Message {
  /// Creates the message that has what the session needs to know of a diagnostic.
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
        .disconnected, .connected, .ignoredSetting, .layerIgnored, .unusableLocks,
        .indistinguishableNames:
        .action(.diagnosed("\(diagnostic)"))
      }
  }
}
