import Glibc

/// Keeps a file that cannot be parsed under another name, `<name>.corrupt-<UTC time>`.
struct UnreadableFile {
  /// The name under which it is kept.
  let keptName: String

  private let name: String
  private let wasRenamed: Bool

  /// Gives the file the other name; an existing file of that name is never replaced.
  ///
  /// The old name stays where the file system allows two, so that the place is never empty.
  ///
  /// - Throws: ``Defaults/StoreError`` with the error number.
  init(
    keeping name: String,
    in directory: Int32,
    files: FileSystem,
    location: String
  ) throws(Defaults.StoreError) {
    self.name = name
    let base = "\(name).corrupt-\(Self.stamp(files.calls.now() / 1_000_000_000))"
    var candidate = base
    var number = 1
    while true {
      let result = files.uninterrupted { files.calls.linkat(directory, name, candidate) }
      switch Int32(-result) {
      case ...0:
        keptName = candidate
        wasRenamed = false
        return
      case EEXIST:
        number += 1
        candidate = "\(base)-\(number)"
      case EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV:
        guard try Self.rename(name, to: candidate, in: directory, files, location) else {
          number += 1
          candidate = "\(base)-\(number)"
          continue
        }
        keptName = candidate
        wasRenamed = true
        return
      case let errorNumber:
        throw .system("link", location, errorNumber)
      }
    }
  }

  /// Takes the other name back because nothing came into the file's place.
  func undo(in directory: Int32, files: FileSystem) {
    _ = files.uninterrupted {
      wasRenamed
        ? files.calls.renameat(directory, keptName, name)
        : files.calls.unlinkat(directory, keptName)
    }
  }

  /// Renames where a file cannot have two names.
  ///
  /// - Returns: false when the new name is taken.
  private static func rename(
    _ name: String,
    to candidate: String,
    in directory: Int32,
    _ files: FileSystem,
    _ location: String
  ) throws(Defaults.StoreError) -> Bool {
    do throws(Defaults.StoreError) {
      // An empty file of our own reserves the name.
      let flags = O_WRONLY | O_CREAT | O_EXCL
      _ = try files.open(candidate, in: directory, flags: flags, mode: 0o600, location: location)
    } catch {
      if case .system(_, EEXIST) = error.cause { return false }
      throw error
    }
    let result = files.uninterrupted { files.calls.renameat(directory, name, candidate) }
    guard result >= 0 else {
      _ = files.uninterrupted { files.calls.unlinkat(directory, candidate) }
      throw .system("rename", location, Int32(-result))
    }
    return true
  }

  /// Writes a time in UTC as `20260314T092653`.
  private static func stamp(_ seconds: Int64) -> String {
    PropertyListDate.text(Double(seconds - 978_307_200)).filter { $0 != "-" && $0 != ":" }
      .replacing("Z", with: "")
  }
}
