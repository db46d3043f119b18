import Glibc

/// The starting of programs that inherit no signal settings, descriptors or unnamed variables.
enum Spawn {
  /// The standard input, output and error of a program.
  enum Streams {
    /// The terminal with this path; the program becomes the leader of a session on it.
    case terminal(String)
    /// No input, and two files for output and errors.
    case files(output: String, complaint: String)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the name or path of the program, and its arguments.
  ///   - streams: the standard streams of the program.
  ///   - environment: all variables of the program.
  /// - Returns: the process identifier of the program.
  /// - Throws: ``DriverError``.
  static func start(
    _ command: [String],
    _ streams: Streams,
    environment: [String: String]
  ) throws(DriverError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    switch streams {
    case .terminal(let path):
      // The first terminal that a session leader opens becomes the session's controlling one.
      posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
      // 0x80 is POSIX_SPAWN_SETSID, which is not in the Glibc module.
      flags |= 0x80
    case .files(let output, let complaint):
      let mode = O_WRONLY | O_CREAT | O_APPEND
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output, mode, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, complaint, mode, 0o600)
    }
    try closeInherited(&actions)
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, command[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw DriverError(call: "posix_spawn \(command[0])", code: code) }
    return process
  }

  /// Adds the closing of all descriptors but the standard streams.
  ///
  /// Many tests run at once in this process, and not all of their descriptors are closed by exec.
  private static func closeInherited(
    _ actions: inout posix_spawn_file_actions_t
  ) throws(DriverError) {
    // The Glibc module lacks the function, because spawn.h declares it only with _GNU_SOURCE.
    let name = "posix_spawn_file_actions_addclosefrom_np"
    typealias Function =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    guard let symbol = dlsym(nil, name) else { throw DriverError(call: name, code: ENOSYS) }
    let code = unsafeBitCast(symbol, to: Function.self)(&actions, 3)
    guard code == 0 else { throw DriverError(call: name, code: code) }
  }
}
