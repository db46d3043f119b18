import EditorCore
import FoundationEssentials
import Glibc

/// The examination of files and directories, without their content.
struct FileExamination {
  /// The user who should own the files: the one as whom the tool runs.
  private let user = geteuid()

  /// Permission bits of a file that are wrong.
  enum Privacy: mode_t {
    /// Others must not write it.
    case readable = 0o022
    /// Others must neither read nor write it: it has values from before, which may be secret now.
    case secret = 0o077
  }

  /// Examines a directory, if it exists: its owner, and who may write in it.
  func directory(_ path: String) -> [SuiteProblem] {
    guard let status = status(path, following: true) else { return [] }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return [
        SuiteProblem(
          kind: .damaged,
          path: path,
          problem: "is not a directory",
          advice: "Move it away, so that a directory can be made."
        )
      ]
    }
    // In a sticky directory, nobody can replace the files of others.
    let isSafe = status.st_mode & mode_t(S_ISVTX) != 0
    return [owner(path, status), isSafe ? nil : mode(path, status, .readable)].compactMap { $0 }
  }

  /// Examines a file, if it exists: where a link leads, its kind, its owner and its permissions.
  func file(_ path: String, _ privacy: Privacy) -> [SuiteProblem] {
    guard let own = status(path, following: false) else { return [] }
    guard let status = status(path, following: true) else {
      return own.st_mode & S_IFMT == S_IFLNK ? [danglingLink(path)] : []
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return [
        SuiteProblem(
          kind: .damaged,
          path: path,
          problem: "is not a regular file",
          advice: "Move it away to start with a new one."
        )
      ]
    }
    return [owner(path, status), mode(path, status, privacy)].compactMap { $0 }
  }

  private func danglingLink(_ path: String) -> SuiteProblem {
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    return SuiteProblem(
      kind: .link,
      path: path,
      problem: "is a symbolic link to \"\(target ?? "")\", which does not exist",
      advice: "Create that file, or remove the link."
    )
  }

  private func owner(_ path: String, _ status: stat) -> SuiteProblem? {
    guard status.st_uid != user else { return nil }
    let name = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
    let own = getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
    return SuiteProblem(
      kind: .owner,
      path: path,
      problem: "belongs to \(name ?? "user \(status.st_uid)")",
      advice: "If it is yours, give it back as root: chown \(own) \(ShellCommands.quoted(path))"
    )
  }

  /// Only the owner can set the mode, so there is no repair for the files of others.
  private func mode(_ path: String, _ status: stat, _ privacy: Privacy) -> SuiteProblem? {
    let mode = status.st_mode & 0o7777
    let refused = mode & privacy.rawValue
    let isUnreadable = mode & 0o400 == 0
    guard refused != 0 || isUnreadable else { return nil }
    let wanted = mode & ~refused | 0o400
    let reason =
      isUnreadable
      ? "its owner cannot read it"
      : refused & 0o022 != 0 ? "other users can write it" : "other users can read it"
    return SuiteProblem(
      kind: .mode,
      path: path,
      problem: "has the mode \(mode.digits(radix: 8, count: 4)): \(reason)",
      advice: "Set the mode \(wanted.digits(radix: 8, count: 4)).",
      repair: status.st_uid == user ? .mode(wanted) : nil
    )
  }

  private func status(_ path: String, following: Bool) -> stat? {
    var status = stat()
    let result = following ? stat(path, &status) : lstat(path, &status)
    return result == 0 ? status : nil
  }
}
