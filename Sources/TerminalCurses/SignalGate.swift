import CTerminal
import Glibc

/// Turns signals into something to read, so that the event loop alone acts on them.
final class SignalGate {
  /// The signals that are held back and read.
  private static let signals: [Int32] = [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT]
  /// Signals for which curses would install handlers of its own.
  private static let cursesSignals: [Int32] = [SIGWINCH, SIGTSTP, SIGTERM, SIGINT]

  /// Readable when a signal has arrived.
  let descriptor: Int32
  /// The signals that were blocked before.
  private(set) var previousMask = sigset_t()

  private var previousPipeAction = sigaction()

  /// Creates a gate that is still open: signals act as before.
  ///
  /// - Throws: ``TerminalError/system(call:code:)``.
  init() throws(TerminalError) {
    let signals = Self.signals
    descriptor = cterminal_signal_descriptor(signals, Int32(signals.count))
    if descriptor < 0 { throw .system(call: "signalfd", code: errno) }
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// Holds the signals back from now on, and ignores broken pipes.
  func close() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in Self.signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, &previousMask)
    previousPipeAction = Self.replaceAction(of: SIGPIPE, by: SIG_IGN)
  }

  /// Lets signals act as they did before.
  func open() {
    sigaction(SIGPIPE, &previousPipeAction, nil)
    pthread_sigmask(SIG_SETMASK, &previousMask, nil)
  }

  /// Stops the whole job as the shell's own key does, and returns when it goes on.
  ///
  /// Everything else stays held back, so that the signal to go on is read as well. Without a shell
  /// that could continue the job, the system does not stop it.
  func stopJob() {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
  }

  /// Returns the number of the next signal that was held back, nil if there is none.
  func next() -> Int32? {
    let signal = cterminal_next_signal(descriptor)
    return signal == 0 ? nil : signal
  }

  /// Calls a closure that starts curses, and keeps curses from installing its signal handlers.
  ///
  /// Curses leaves alone what has a handler when it looks for the first time.
  func withoutCursesHandlers<Result>(_ body: () -> Result) -> Result {
    withSilenced(Self.cursesSignals, body)
  }

  /// Calls a closure during which the keyboard's signals are for another program.
  ///
  /// They reach this one as well, because both are in the foreground.
  func withoutKeyboardSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withSilenced([SIGINT, SIGQUIT], body)
  }

  private func withSilenced<Result>(
    _ signals: [Int32],
    _ body: () throws -> Result
  ) rethrows -> Result {
    var previous = signals.map { Self.replaceAction(of: $0, by: cterminal_ignore_signal) }
    defer {
      for index in signals.indices { sigaction(signals[index], &previous[index], nil) }
    }
    return try body()
  }

  private static func replaceAction(
    of signal: Int32,
    by handler: (@convention(c) (Int32) -> Void)?
  ) -> sigaction {
    var action = sigaction()
    action.__sigaction_handler = .init(sa_handler: handler)
    action.sa_flags = SA_RESTART
    var previous = sigaction()
    sigaction(signal, &action, &previous)
    return previous
  }
}
