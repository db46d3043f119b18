import Glibc

/// Starts programs with nothing inherited but what is named: signals, descriptors, variables.
enum Spawn {
  /// What a program finds at its standard input, output and error.
  enum Streams {
    /// A terminal by its path; the program becomes the leader of a session on it.
    case terminal(String)
    /// Nothing to read, and two files to write to.
    case files(output: String, complaint: String)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the name or path of the program and its arguments.
  ///   - streams: what it finds at its standard streams.
  ///   - environment: all its variables.
  /// - Returns: its process.
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
      // The first terminal that the leader of a session opens becomes the session's.
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
}
