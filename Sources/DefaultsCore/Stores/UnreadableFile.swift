import Glibc

/// A file that cannot be parsed and is kept as `<name>.corrupt-<UTC time>`.
struct UnreadableFile {
  /// The new name.
  let keptName: String

  private let name: String
  private let wasRenamed: Bool

  /// Adds the new name with `linkat`; an existing file of that name is never replaced.
  ///
  /// The old name is kept until the new file replaces it, so that there is always a file. A file
  /// system without hard links requires a rename instead.
  init(
    keeping name: String,
    in directory: Int32,
    files: FileSystem
  ) throws(Defaults.StoreError) {
    self.name = name
    // A time in UTC as `20260314T092653`; seconds are counted since 1970 here, and there since 2001.
    let time = PropertyListDate.text(Double(files.calls.now().seconds - 978_307_200))
    let base = "\(name).corrupt-\(time.filter { !"-:Z".contains($0) })"
    var number = 1
    while true {
      let candidate = number == 1 ? base : "\(base)-\(number)"
      let outcome = try files.link(name, as: candidate, in: directory)
      let isRenamed =
        outcome == .unsupported ? try Self.rename(name, to: candidate, in: directory, files) : false
      if outcome == .added || isRenamed {
        keptName = candidate
        wasRenamed = isRenamed
        return
      }
      number += 1
    }
  }

  /// Removes the new name again, because the commit failed.
  func undo(in directory: Int32, files: FileSystem) {
    _ = files.uninterrupted {
      wasRenamed
        ? files.calls.renameat(directory, keptName, name)
        : files.calls.unlinkat(directory, keptName)
    }
  }

  /// Renames the file if the file system has no hard links; false when the new name exists.
  private static func rename(
    _ name: String,
    to candidate: String,
    in directory: Int32,
    _ files: FileSystem
  ) throws(Defaults.StoreError) -> Bool {
    do throws(Defaults.StoreError) {
      // `renameat` would replace an existing file, so an empty file reserves the name first.
      let flags = O_WRONLY | O_CREAT | O_EXCL
      _ = try files.open(candidate, in: directory, flags: flags, mode: 0o600)
    } catch {
      if case .system(_, EEXIST) = error.cause { return false }
      throw error
    }
    let result = files.uninterrupted { files.calls.renameat(directory, name, candidate) }
    guard result >= 0 else {
      _ = files.uninterrupted { files.calls.unlinkat(directory, candidate) }
      throw files.failure("rename", result)
    }
    return true
  }
}
