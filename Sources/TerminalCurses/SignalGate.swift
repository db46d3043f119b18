import CTerminal
import Glibc

/// A gate that blocks signals and makes them readable, so that the event loop handles them.
///
/// A handler may run between any two instructions, in the middle of a curses call for example, and
/// may call almost nothing. The signals are therefore blocked and read from a `signalfd`, which the
/// event loop polls together with the input. That works only if no other thread takes them:
/// `pthread_sigmask` changes the calling thread, later threads inherit its mask, and the background
/// threads of Defaults block all signals.
///
/// The descriptor is made before anything is blocked, so that a failure changes nothing. Curses
/// installs handlers of its own when it starts; ``withoutCursesHandlers(_:)`` prevents that.
/// SIGPIPE is ignored while the gate is closed, so that a terminal that is gone is an error of
/// `write` and not the end of the process before the terminal is restored. Crash signals are not
/// handled here but by the guard in CTerminal.
final class SignalGate {
  /// The signals that are blocked and read.
  private static let signals: [Int32] = [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT]
  /// The signals that end the program.
  private static let endingSignals: [Int32] = [SIGTERM, SIGHUP, SIGINT]
  /// Those of them that other processes send.
  private static let heldSignals: [Int32] = [SIGTERM, SIGHUP]
  /// The signals for which curses would install handlers.
  private static let cursesSignals: [Int32] = [SIGWINCH, SIGTSTP, SIGTERM, SIGINT]

  /// The descriptor of the `signalfd`, readable when a signal has arrived.
  let descriptor: Int32
  /// The signal mask before the gate was closed.
  private(set) var previousMask = sigset_t()

  private var previousPipeAction = sigaction()
  /// The signals that were read before ``next()`` was called, the oldest first.
  private var kept: [Int32] = []

  /// Whether signals have been read that ``next()`` has not returned yet.
  var hasKept: Bool { !kept.isEmpty }

  /// Creates an open gate: no signal is blocked yet.
  init() throws(TerminalError) {
    let signals = Self.signals
    descriptor = cterminal_signal_descriptor(signals, Int32(signals.count))
    if descriptor < 0 { throw .system(call: "signalfd", code: errno) }
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// Blocks the signals from now on, and ignores SIGPIPE.
  func close() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in Self.signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, &previousMask)
    previousPipeAction = Self.replaceAction(of: SIGPIPE, by: SIG_IGN)
  }

  /// Restores the former signal mask and the former action of SIGPIPE.
  ///
  /// If `holdsSignals`, the signals that others send to end the program stay blocked until
  /// ``releaseHeld(discarding:)``; Ctrl-C ends it.
  func open(holdsSignals: Bool = false) {
    sigaction(SIGPIPE, &previousPipeAction, nil)
    var mask = previousMask
    if holdsSignals { for signal in Self.heldSignals { sigaddset(&mask, signal) } }
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Restores the former signal mask; signals that arrived while they were held are discarded, or have
  /// their effect then.
  func releaseHeld(discarding: Bool) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in Self.heldSignals { sigaddset(&set, signal) }
    var now = timespec()
    if discarding { while sigtimedwait(&set, nil, &now) > 0 {} }
    pthread_sigmask(SIG_SETMASK, &previousMask, nil)
  }

  /// Stops the process group, as Ctrl-Z does in a shell, and returns when it is continued.
  ///
  /// SIGTSTP alone is unblocked for a moment; SIGCONT stays blocked, so that it is read as well.
  /// The kernel does not stop an orphaned process group, which no shell could continue.
  func stopJob() {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
  }

  /// Returns the number of the next signal that is pending, nil if there is none.
  func next() -> Int32? {
    if !kept.isEmpty { return kept.removeFirst() }
    let signal = cterminal_next_signal(descriptor)
    return signal == 0 ? nil : signal
  }

  /// Reads the signals that are pending, and keeps them for ``next()``; returns whether one ends
  /// the program.
  func keepsEndingSignal() -> Bool {
    while case let signal = cterminal_next_signal(descriptor), signal != 0 { kept.append(signal) }
    return kept.contains(where: Self.endingSignals.contains)
  }

  /// Calls a closure that starts curses, without letting curses install its signal handlers.
  ///
  /// Curses installs handlers once, when it starts, and only for signals that have none.
  func withoutCursesHandlers<Result>(_ body: () -> Result) -> Result {
    withSilenced(Self.cursesSignals, body)
  }

  /// Calls a closure while SIGINT and SIGQUIT from the keyboard are meant for another program.
  ///
  /// This process receives them too, because both are in the foreground, and discards them.
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
