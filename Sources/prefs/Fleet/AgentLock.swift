#if Fleet

import DefaultsCore
import FoundationEssentials
import Glibc

/// The lock that only one agent at a time has for a directory of files.
///
/// Two agents would write the same files; and when one of them ended, the machine would be listed as offline. The
/// lock is that of a file which only the administrator can open, and it ends with the process.
enum AgentLock {
  /// Locks a directory, which is created if it is missing, until the process ends.
  ///
  /// - Throws: ``Failure`` when another agent has the lock, `Defaults.StoreError` when the file cannot be
  ///   created.
  static func acquire(_ directory: String) throws {
    // Every user must be able to read the files, whatever the shell of an administrator is set to.
    umask(0o022)
    let path = directory + "/.agent.lock"
    // `try?`: a directory that is missing afterwards is an error of the next call.
    try? FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true
    )
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let cause = Defaults.StoreError.Cause.system(operation: "open", errorNumber: errno)
      throw Defaults.StoreError(location: path, cause: cause)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure(.inputOutputFailed, "Another agent of this machine is running.")
    }
  }
}

#endif
