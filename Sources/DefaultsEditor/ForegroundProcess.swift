import Glibc

/// Runs a program in the foreground of the terminal, in the process group of this process.
///
/// `Foundation.Process` would put the program into a group of its own, which the terminal would stop.
enum ForegroundProcess {
  /// How a program ended.
  enum Status: Hashable {
    case exited(Int32)
    case killed(Int32)
  }

  /// The signals that end this process; they are passed on to the program first.
  private static let endingSignals: [Int32] = [SIGTERM, SIGHUP]

  /// Starts a program and waits for its end; the arguments begin with its path.
  ///
  /// A signal that would end this process is sent to the program instead, because otherwise the
  /// program would stay on the terminal together with the shell. When the program has ended, the
  /// signal is raised again; it stays blocked in the calling thread, so that the screen returns it
  /// as an event.
  static func run(_ arguments: [String]) throws(SystemError) -> Status {
    var waited = Self.set(endingSignals + [SIGCHLD])
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &waited, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    let child = try start(arguments, mask: &mask)
    var status: Int32 = 0
    var raised: Set<Int32> = []
    while true {
      let found = waitpid(child, &status, WNOHANG)
      if found == child || found < 0 && errno != EINTR { break }
      // If the program ended after this call of `waitpid`, SIGCHLD is pending. The timeout is for a
      // process that was started with SIGCHLD ignored.
      var timeout = timespec(tv_sec: 1, tv_nsec: 0)
      let signal = sigtimedwait(&waited, nil, &timeout)
      guard endingSignals.contains(signal) else { continue }
      sigaddset(&mask, signal)
      raised.insert(signal)
      kill(child, signal)
    }
    // A signal that came with the end of the program is pending, and must not end this process below.
    var ending = Self.set(endingSignals)
    var atOnce = timespec()
    while case let signal = sigtimedwait(&ending, nil, &atOnce), signal > 0 {
      sigaddset(&mask, signal)
      raised.insert(signal)
    }
    for signal in raised { raise(signal) }
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
  }

  /// Raises a signal that may be blocked in this thread.
  static func raiseUnblocked(_ signal: Int32) {
    var signals = Self.set([signal])
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
  }

  /// Starts a program with a signal mask, and with the actions of signals that programs expect.
  private static func start(
    _ arguments: [String],
    mask: inout sigset_t
  ) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = Self.set([SIGINT, SIGQUIT, SIGPIPE])
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, arguments[0], nil, &attributes, &strings, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
    return child
  }

  private static func set(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
