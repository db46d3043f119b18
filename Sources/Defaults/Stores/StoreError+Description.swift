public import Foundation

extension Defaults.StoreError: CustomStringConvertible {
  /// The error in sentences for people: what happened, where, and what to do.
  public var description: String {
    switch cause {
    case .system(let operation, let errorNumber):
      return Self.sentences(operation, errorNumber, location)
    case .unreadable(let error):
      return "\"\(location)\" is not a readable property list: \(error). "
        + "Repair the file, or move it away to start with a new one."
    case .notAFile:
      return "\"\(location)\" is not a regular file. Move it away, or choose another place."
    case .tooLarge(let bytes, let limit):
      return "\"\(location)\" would hold \(bytes) bytes, and at most \(limit) are accepted. "
        + "Keep large data in files of its own."
    case .lockedByAnother:
      return "Another process is keeping the directory of \"\(location)\" locked. "
        + "Try again when it has finished."
    case .unsupportedValue(let key, let reason):
      return "The value for \"\(key)\" cannot be stored in \"\(location)\": \(reason). "
        + "Nothing was changed."
    case .invalidSuiteName(let name):
      return "\"\(name.escapedForPeople)\" cannot be the name of a suite. "
        + "A name has 1 to \(SuiteName.limit) bytes, no slash and no "
        + "control character, and does not begin with a dot."
    case .failed(let reason, let isTemporary):
      return "The store \"\(location)\" failed: \(reason)."
        + (isTemporary ? " It is tried again." : "")
    case .writableByOthers(let path):
      return "\"\(path)\" was not used as root, because other users may have put it there. "
        + "Take the others' permission to write it or its directory away, or work as another user."
    }
  }

  /// Says what an error number means for a file.
  private static func sentences(
    _ operation: String,
    _ errorNumber: Int32,
    _ location: String
  ) -> String {
    let reason = String(cString: strerror(errorNumber))
    let advice: String
    switch errorNumber {
    case EACCES, EPERM:
      advice = "Check who owns it and its directory, and their permissions."
    case ENOSPC, EDQUOT:
      advice = "Make room on the disk; nothing that was stored before is lost."
    case EFBIG:
      advice = "The process may write no file of this size (ulimit -f)."
    case EROFS:
      advice = "The file system cannot be written; choose another place."
    case ENOTDIR:
      advice = "A part of the path is no directory."
    case ELOOP:
      advice = "Its symbolic links lead round in a circle."
    case EMFILE, ENFILE:
      advice = "Too many files are open; close some programs."
    case ENAMETOOLONG:
      advice = "Choose a shorter name."
    case EBUSY where operation == "rename":
      advice = "Another program keeps changing it; try again when it has finished."
    case EIO:
      advice = "The disk may be failing."
    default:
      advice = "Nothing that was stored before is lost."
    }
    return "\"\(location)\" could not be \(participle(of: operation)): \(reason) (\(operation)). "
      + advice
  }

  private static func participle(of operation: String) -> String {
    switch operation {
    case "open": "opened"
    case "read", "stat", "fstat", "readlink": "read"
    case "mkdir": "made"
    case "flock": "locked"
    default: "written"
    }
  }
}

extension Defaults.StoreError: LocalizedError {
  /// The error in sentences for people.
  public var errorDescription: String? { description }
}

extension PropertyListError: CustomStringConvertible {
  /// What is wrong and where, as a phrase without a full stop.
  public var description: String {
    if let line { return "\(reason) (line \(line), byte \(byteOffset))" }
    return "\(reason) (byte \(byteOffset))"
  }
}

extension PropertyListError: LocalizedError {
  /// What is wrong and where.
  public var errorDescription: String? { description }
}

extension String {
  /// The text with control characters shown as escapes, so that it cannot disturb a terminal.
  var escapedForPeople: String {
    unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(Character(scalar))
    }.joined()
  }
}
