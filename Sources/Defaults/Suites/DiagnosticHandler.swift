import Dispatch
import Glibc
import Synchronization

extension Defaults {
  /// Sets what is done with diagnostics of suites that nobody observes.
  ///
  /// At first each is written to standard error, one line per key and reason, as
  /// sindresorhus/Defaults prints warnings. A program that logs in its own way passes a closure; one
  /// that wants to hear nothing passes nil.
  ///
  /// ```swift
  /// Defaults.setDiagnosticHandler { logger.warning("\($0)") }
  /// ```
  ///
  /// - Parameter handler: called on a queue for each diagnostic; nil for not.
  public static func setDiagnosticHandler(_ handler: (@Sendable (Diagnostic) -> Void)?) {
    SuiteRegistry.shared.diagnosticHandler.replace(by: handler)
  }
}

/// What is done with diagnostics of suites without listeners; one for the process.
final class DiagnosticHandler: Sendable {
  private enum Action {
    /// Writes a line to standard error; with what has been written already.
    case standardError(written: Set<String>)
    case closure(DiagnosticLog.Listener)
    case nothing
  }

  private let action = Mutex(Action.standardError(written: []))

  /// Replaces what is done; nil for nothing.
  func replace(by listener: DiagnosticLog.Listener?) {
    // What is replaced is released after the lock is left: that may run code of its owner.
    let old = action.withLock { action in
      defer { action = listener.map(Action.closure) ?? .nothing }
      return action
    }
    withExtendedLifetime(old) {}
  }

  /// Handles a diagnostic: code of others is called on a queue.
  func report(_ diagnostic: Defaults.Diagnostic, on queue: DispatchQueue) {
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

  /// Writes to standard error at once, so that a program which ends next has still reported it.
  private static func writeLine(_ diagnostic: Defaults.Diagnostic) {
    let text = "\(SuiteRegistry.shared.standardName): \(diagnostic)"
    var bytes = Array((text.escapedForPeople + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      // Where standard error is closed there is nobody to report to.
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
