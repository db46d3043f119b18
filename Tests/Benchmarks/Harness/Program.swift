import Glibc

/// Runs programs with as little around them as there can be.
enum Program {
  /// A program that could not be started, or failed.
  struct Failure: Error {
    /// The name or path of the program.
    let program: String
    /// The error number, or the status that `waitpid` tells.
    let status: Int32
  }

  /// The path of this program.
  static let own = "/proc/self/exe"

  /// Runs a program to its end; its complaints are not shown.
  ///
  /// - Throws: ``Failure``.
  static func run(_ command: [String]) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    var status = posix_spawnp(&process, command[0], &actions, nil, arguments, environ)
    guard status == 0 else { throw Failure(program: command[0], status: status) }
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(program: command[0], status: status) }
  }
}
