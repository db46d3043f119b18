import Glibc

/// A program that is run to its end.
package enum ChildProgram {
  /// Runs a program, which is looked for in `PATH`.
  ///
  /// - Parameters:
  ///   - arguments: its name and its arguments.
  ///   - environment: its environment.
  ///   - isQuiet: whether what it prints is left out; otherwise it is printed like what this program
  ///     prints.
  /// - Returns: its status, and nil if it was not started or a signal has ended it.
  package static func run(
    _ arguments: [String],
    environment: [String: String],
    isQuiet: Bool = false
  ) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if isQuiet {
      for output in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
      }
    }
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in strings + variables { free(string) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, arguments[0], &actions, nil, &strings, &variables) == 0 else {
      return nil
    }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}
