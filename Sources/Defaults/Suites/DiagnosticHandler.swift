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
    let listener: DiagnosticLog.Listener? = action.withLock { action in
      switch action {
      case .nothing: return nil
      case .closure(let listener): return listener
      case .standardError(var written):
        guard written.insert("\(diagnostic.suiteName) \(diagnostic.kind.topic)").inserted else {
          return nil
        }
        action = .standardError(written: written)
        Self.writeLine(diagnostic)
        return nil
      }
    }
    if let listener { queue.async { listener(diagnostic) } }
  }

  /// Writes to standard error at once, so that the line is written even if the program ends next.
  private static func writeLine(_ diagnostic: Defaults.Diagnostic) {
    let text = "\(SuiteRegistry.shared.standardName): \(diagnostic)"
    var bytes = Array((text.escapedForPeople + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      // Standard error is closed, so the line is dropped.
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
