import DefaultsCore
import DefaultsGSettings
import FoundationEssentials
import Glibc

/// This program, run once more in a process of its own.
enum NextProcess {
  /// Returns what the program prints with other arguments, and the status with which it ends.
  ///
  /// It reads `input`. Its messages are printed as those of this process, or nowhere if it `isQuiet`. It throws ``Failure`` when the program cannot be
  /// started or read, or when it prints more than a suite can have.
  static func output(
    _ arguments: [String],
    input: [UInt8] = [],
    isQuiet: Bool = false
  ) throws(Failure) -> (bytes: [UInt8], status: Status) {
    let requests = try openPipe()
    let ends = try openPipe()
    defer { close(ends[0]) }
    let process = try start(arguments, reading: requests, printingTo: ends[1], isQuiet: isQuiet)
    let result = Result { () throws(Failure) in
      // The program prints only after it has read all of its input.
      send(input, to: requests[1])
      return try StandardInput.contents(of: ends[0], "What prefs \(arguments[0]) prints")
    }
    // Ends a process that has printed too much.
    if case .failure = result { kill(process, SIGKILL) }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    // A process that a signal has ended has no exit status.
    let exit = status & 0x7F == 0 ? Status(rawValue: (status >> 8) & 0xFF) : nil
    return (try result.get(), exit ?? .inputOutputFailed)
  }

  private static func openPipe() throws(Failure) -> [CInt] {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// Writes bytes and closes the descriptor; a program that does not read them has said why.
  private static func send(_ bytes: [UInt8], to descriptor: CInt) {
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  /// Starts the program with the ends of pipes as its standard input and output, and closes these here.
  private static func start(
    _ arguments: [String],
    reading input: [CInt],
    printingTo output: CInt,
    isQuiet: Bool
  ) throws(Failure) -> pid_t {
    defer {
      close(output)
      close(input[0])
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
    if isQuiet {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    let environment = ProcessInfo.processInfo.environment
    do throws(ChildProgram.StartError) {
      return try ChildProgram.start(["/proc/self/exe"] + arguments, environment, &actions)
    } catch {
      close(input[1])
      throw failure("posix_spawn", error.errorNumber)
    }
  }

  private static func failure(_ call: MessageText, _ errorNumber: Int32) -> Failure {
    Failure("prefs could not be started again: \(call)", errorNumber: errorNumber)
  }
}
