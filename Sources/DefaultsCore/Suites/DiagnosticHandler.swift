import Glibc
import Synchronization

extension Defaults {
  /// Sets the handler for diagnostics of suites without an observer.
  ///
  /// By default, they are written to standard error, one line per key and kind of problem, as
  /// sindresorhus/Defaults prints warnings. Pass a closure to log them in another way, or nil to
  /// discard them.
  ///
  /// ```swift
  /// Defaults.setDiagnosticHandler { logger.warning("\($0)") }
  /// ```
  ///
  /// - Parameter handler: called on a queue for each diagnostic; nil discards them.
  public static func setDiagnosticHandler(_ handler: (@Sendable (Diagnostic) -> Void)?) {
    SuiteRegistry.shared.diagnosticHandler.replace(by: handler)
  }
}

/// The handler of the process for diagnostics of suites without listeners.
final class DiagnosticHandler: Sendable {
  private enum Action {
    /// Writes a line to standard error; `written` holds the topics that were written already.
    case standardError(written: Set<String>)
    case closure(DiagnosticLog.Listener)
    case nothing
  }

  private let action = Mutex(Action.standardError(written: []))
  /// The queue for lines that standard error has no room for.
  private let lateLines = SerialQueue("defaults.stderr")

  /// Replaces the action; nil discards diagnostics.
  func replace(by listener: DiagnosticLog.Listener?) {
    // The old closure is released outside the lock, because a deinitializer may run code of the
    // app.
    let old = action.withLock { action in
      defer { action = listener.map(Action.closure) ?? .nothing }
      return action
    }
    withExtendedLifetime(old) {}
  }

  /// Writes a diagnostic to standard error, or calls the listener on a queue.
  func report(_ diagnostic: Defaults.Diagnostic, on queue: SerialQueue) {
    let (isNew, listener) = action.withLock { action -> (Bool, DiagnosticLog.Listener?) in
      switch action {
      case .nothing: return (false, nil)
      case .closure(let listener): return (false, listener)
      case .standardError(var written):
        let topic = "\(diagnostic.suiteName) \(diagnostic.kind.topic)"
        let isNew = written.insert(topic).inserted
        action = .standardError(written: written)
        return (isNew, nil)
      }
    }
    if isNew { writeLine(diagnostic) }
    if let listener { queue.async { listener(diagnostic) } }
  }

  /// Writes to standard error at once, so that the line is written even if the program ends next.
  ///
  /// The thread may be reading a key, and must not wait for the reader of a full pipe. Such a line is
  /// written by another thread, when there is room for it.
  private func writeLine(_ diagnostic: Defaults.Diagnostic) {
    let text = "\(SuiteRegistry.shared.standardName): \(diagnostic)"
    let line = Array((text.escapedForPeople + "\n").utf8)
    // If standard error is closed, the line is dropped.
    let write = { @Sendable in _ = DescriptorOutput.write(line, to: STDERR_FILENO) }
    if line.count <= Int(PIPE_BUF), Self.hasRoom { write() } else { lateLines.async(write) }
  }

  /// Whether standard error takes `PIPE_BUF` bytes without a wait; also if every write to it fails.
  private static var hasRoom: Bool {
    var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, 0) != 0
  }
}
