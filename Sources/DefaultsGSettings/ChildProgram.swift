package import Glibc

/// A program that is run to its end.
package enum ChildProgram {
  /// How a program has ended.
  package enum Outcome: Hashable, Sendable {
    /// With a status.
    case status(Int32)
    /// It could not be started.
    case notStarted
    /// It was ended by a signal, or because it took too long.
    case killed
  }

  /// Runs a program, which is looked for in `PATH`, and kills it after `limit` seconds.
  ///
  /// The arguments begin with its name. If `isQuiet`, what it prints is left out; otherwise it is
  /// printed like what this program prints.
  package static func run(
    _ arguments: [String],
    environment: [String: String],
    limit: Double,
    isQuiet: Bool = false
  ) -> Outcome {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if isQuiet {
      for output in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
      }
    }
    guard let process = try? start(arguments, environment, &actions) else { return .notStarted }
    return outcome(of: process, limit: limit)
  }

  /// Starts a program, which is looked for in `PATH`, in a process group of its own.
  ///
  /// So the signals of the terminal are for this process alone. None is blocked, as it may be in
  /// the threads of this process. The arguments begin with its name or path. The actions are what
  /// is done with its files. Returns its process identifier.
  package static func start(
    _ arguments: [String],
    _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t
  ) throws(StartError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in strings + variables { free(string) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, arguments[0], &actions, &attributes, &strings, &variables)
    guard code == 0 else { throw StartError(errorNumber: code) }
    return process
  }

  /// Why a program could not be started.
  package struct StartError: Error {
    package let errorNumber: Int32
  }

  private static func outcome(of process: pid_t, limit: Double) -> Outcome {
    let pause: Double = 0.002
    var remaining = limit
    var status: CInt = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .killed }
      guard ended == 0 || errno == EINTR else { return .killed }
      if remaining <= 0 {
        // With what it has started.
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return .killed
      }
      usleep(useconds_t(pause * 1_000_000))
      remaining -= pause
    }
  }
}
