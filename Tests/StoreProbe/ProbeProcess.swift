import Foundation
import Glibc

/// A process that the probe starts, in a process group of its own or in that of the probe.
final class ProbeProcess {
  /// The number of the process, and of its group when it has one of its own.
  let number: pid_t

  /// Starts a program, whose output is thrown away or goes to a file.
  ///
  /// - Parameters:
  ///   - command: its path and its arguments.
  ///   - output: where its output and its complaints go; nil to keep its complaints only.
  ///   - hasGroup: whether it leads a process group, which a signal can reach as a whole.
  /// - Throws: ``ProbeError`` when it does not start.
  init(_ command: [String], output: String? = nil, hasGroup: Bool = false) throws(ProbeError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", flags, 0o600)
    if output != nil { posix_spawn_file_actions_adddup2(&actions, 1, 2) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if hasGroup { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }

    let arguments = command.map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var number: pid_t = 0
    let result = posix_spawnp(&number, command[0], &actions, &attributes, arguments, variables)
    guard result == 0 else { throw ProbeError("start \(command[0])", result) }
    self.number = number
  }

  /// Waits for its end.
  ///
  /// - Returns: the exit status, or 128 and the signal's number.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Kills the whole group and waits for its leader's end.
  ///
  /// - Returns: the exit status it had already, or 128 and the signal's number.
  @discardableResult
  func killGroup() -> Int32 {
    kill(-number, SIGKILL)
    return wait()
  }
}
