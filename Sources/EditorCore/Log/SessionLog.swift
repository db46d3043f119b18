import Synchronization

/// A log of what happens in a session, for the report of a problem.
///
/// Each line is one event: an input, an effect or its result, a change of values, a frame, or an error.
/// The session writes the line before `update` handles an action, before it performs an effect, and after
/// it presented a frame. So after a crash the last line names what was being done.
///
/// A log is sent to other people. It contains names of suites, keys and files, and never a value, a
/// typed text, or the reason why a value was refused, which can quote it. A key press is named only if
/// an action is bound to it; the others are "a character". Errors of files are written in full.
public final class SessionLog: Sendable {
  private struct State {
    var lastOperation = 0
    /// Whether a line could not be written; later lines are then left out.
    var hasFailed = false
    /// The reason, until `takeFailure()` has returned it.
    var failure: Reason?
  }

  private let append: @Sendable (String) throws(Reason) -> Void
  private let uptime: @Sendable () -> Duration
  private let state = Mutex(State())

  /// The number of the operation that is being performed; nil for none.
  @TaskLocal private static var operation: Int?

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - append: writes a line, which has no line break; called on any thread.
  ///   - uptime: returns the time since a fixed moment, for durations.
  public init(
    append: @escaping @Sendable (String) throws(Reason) -> Void,
    uptime: @escaping @Sendable () -> Duration
  ) {
    self.append = append
    self.uptime = uptime
  }

  /// Writes a line.
  ///
  /// After the first line that could not be written, nothing is written, and ``takeFailure()`` returns
  /// the reason.
  public func write(_ text: String) {
    guard state.withLock({ !$0.hasFailed }) else { return }
    do throws(Reason) {
      try append(text)
    } catch {
      state.withLock { state in
        guard !state.hasFailed else { return }
        state.hasFailed = true
        state.failure = error
      }
    }
  }

  /// Returns why the log has ended, once; nil if it has not.
  func takeFailure() -> Reason? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  // MARK: - Operations

  /// Writes the name of an operation, and performs it.
  ///
  /// The lines about the operation begin with its number, because several can wait for a slow disk.
  func perform(_ name: String, _ body: () -> Void) {
    let number = nextOperation()
    write("[\(number)] \(name)")
    Self.$operation.withValue(number, operation: body)
  }

  /// Returns a function that passes closures to `execute`, and writes a line after each has ended.
  ///
  /// A closure is executed at once or later on another thread.
  func timing(
    _ execute: @escaping (@escaping @Sendable () -> Void) -> Void
  ) -> (@escaping @Sendable () -> Void) -> Void {
    { [self] closure in
      let number = Self.operation ?? nextOperation()
      let requested = uptime()
      execute { [self] in
        let waiting = uptime() - requested
        closure()
        let whole = uptime() - requested
        write("[\(number)] finished after \(whole.logText), with \(waiting.logText) of waiting")
      }
    }
  }

  /// Calls a closure and returns its result and its duration.
  func measure<Result>(_ body: () -> Result) -> (Result, Duration) {
    let start = uptime()
    let result = body()
    return (result, uptime() - start)
  }

  private func nextOperation() -> Int {
    state.withLock { state in
      state.lastOperation += 1
      return state.lastOperation
    }
  }
}

extension Duration {
  /// The duration in milliseconds, such as `12.345 ms`.
  var logText: String {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    let fraction = String(microseconds % 1000)
    return
      "\(microseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) ms"
  }
}
