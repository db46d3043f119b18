import DefaultsCore
import DefaultsGSettings
import FoundationEssentials
import Glibc

/// This program, run once more in a process of its own.
enum NextProcess {
  /// Returns what the program prints with other arguments, and the status with which it ends.
  ///
  /// Its messages are printed as those of this process. It throws ``Failure`` when the program cannot be
  /// started or read, or when it prints more than a suite can have.
  static func output(_ arguments: [String]) throws(Failure) -> (bytes: [UInt8], status: Status) {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure("pipe", errno) }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = try start(arguments, printingTo: ends[1])
    let result = Result { () throws(Failure) in
      try StandardInput.contents(of: ends[0], "What prefs \(arguments[0]) prints")
    }
    // Ends a process that has printed too much.
    if case .failure = result { kill(process, SIGKILL) }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    // A process that a signal has ended has no exit status.
    let exit = status & 0x7F == 0 ? Status(rawValue: (status >> 8) & 0xFF) : nil
    return (try result.get(), exit ?? .inputOutputFailed)
  }

  /// Starts the program with `output` as its standard output, and closes that here.
  private static func start(
    _ arguments: [String],
    printingTo output: CInt
  ) throws(Failure) -> pid_t {
    defer { close(output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let environment = ProcessInfo.processInfo.environment
    do throws(ChildProgram.StartError) {
      return try ChildProgram.start(["/proc/self/exe"] + arguments, environment, &actions)
    } catch {
      throw failure("posix_spawn", error.errorNumber)
    }
  }

  private static func failure(_ call: MessageText, _ errorNumber: Int32) -> Failure {
    Failure("prefs could not be started again: \(call)", errorNumber: errorNumber)
  }
}
