import CPrefs
import DefaultsCore
import DefaultsGSettings
import FoundationEssentials
import Glibc

/// This program, run once more in a process of its own.
enum NextProcess {
  /// Returns what the program prints with other arguments, and the status with which it ends.
  ///
  /// The process gets `input` on its standard input, and must read all of it before it prints. Its messages are
  /// printed as those of this process; with `isQuiet`, they are returned instead. With `patience`, a process is ended
  /// that prints nothing for so many seconds: the user whom it acts as can stop it.
  ///
  /// - Throws: ``Failure`` when the program cannot be started, does not answer, or prints more than a suite can
  ///   have.
  static func output(
    _ arguments: [String],
    input: [UInt8] = [],
    isQuiet: Bool = false,
    patience: Int? = nil
  ) throws(Failure) -> (bytes: [UInt8], status: Status, messages: String) {
    let messages = isQuiet ? cprefs_memory_file() : STDERR_FILENO
    guard messages >= 0 else { throw failure("memfd_create", errno) }
    defer { if isQuiet { close(messages) } }
    var ends: [CInt] = [0, 0]
    // No program that another thread starts meanwhile inherits them.
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw failure("socketpair", errno) }
    defer { close(ends[0]) }
    // Zero stands for no limit.
    var limit = timeval(tv_sec: patience ?? 0, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(ends[0], SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    let process = try start(arguments, connectedTo: ends[1], messages)
    send(input, to: ends[0])
    let result = Result { () throws(Failure) in
      try StandardInput.contents(of: ends[0], "What prefs \(arguments[0]) prints")
    }
    // Ends a process that has printed too much or does not answer, with what it has started.
    if case .failure = result { kill(-process, SIGKILL) }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    // A process that a signal has ended has no exit status.
    let exit = status & 0x7F == 0 ? Status(rawValue: (status >> 8) & 0xFF) : nil
    return (try result.get(), exit ?? .inputOutputFailed, isQuiet ? text(of: messages) : "")
  }

  /// Returns the first 64 KB of what was written to a file in memory.
  private static func text(of file: CInt) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = pread(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Writes all bytes and ends the input of the process; one that has ended reads nothing.
  private static func send(_ bytes: [UInt8], to socket: CInt) {
    defer { shutdown(socket, CInt(SHUT_WR)) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  /// Starts the program with a socket as its standard input and output, and closes the socket here.
  private static func start(
    _ arguments: [String],
    connectedTo socket: CInt,
    _ messages: CInt
  ) throws(Failure) -> pid_t {
    defer { close(socket) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDIN_FILENO, STDOUT_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, socket, stream)
    }
    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
    let environment = ProcessInfo.processInfo.environment
    do throws(ChildProgram.StartError) {
      let link = "/proc/self/exe"
      let path = access(link, X_OK) == 0 ? link : String(cString: cprefs_program())
      return try ChildProgram.start([path] + arguments, environment, &actions)
    } catch {
      throw failure("posix_spawn", error.errorNumber)
    }
  }

  private static func failure(_ call: MessageText, _ errorNumber: Int32) -> Failure {
    Failure("prefs could not be started again: \(call)", errorNumber: errorNumber)
  }
}
