public import FoundationEssentials
import Glibc

extension Defaults.StoreError: CustomStringConvertible {
  /// The error in sentences for people: what failed, where, and what to do.
  public var description: String {
    let location = MessageText.path(location)
    switch cause {
    case .system(let operation, let errorNumber):
      return Self.sentences(operation, errorNumber, location)
    case .notDurable(let errorNumber):
      return "\"\(location)\" was written, but its directory could not be synced to the disk: "
        + "\(String(cString: strerror(errorNumber))) (fsync). "
        + "The change is visible now, but a power failure could undo it."
    case .unreadable(let error) where error.isUnsupported:
      return "\"\(location)\" cannot be read, and was left as it is: \(error). "
        + "Convert it with another program (text to UTF-8, see iconv), or move it away to start with "
        + "a new one."
    case .unreadable(let error):
      return "\"\(location)\" is not a readable property list: \(error). "
        + "Repair the file, or move it away to start with a new one."
    case .malformed(let reason, let place):
      return "\"\(location)\" cannot be read, and was left as it is: \(Self.text(reason, place)). "
        + "Correct the file in a text editor."
    case .notAFile:
      return "\"\(location)\" is not a regular file. Move it away, or choose another place."
    case .tooLarge(let bytes, let limit):
      return "\"\(location)\" would have \(bytes) bytes; the limit is \(limit). "
        + "Store large data in separate files."
    case .commitTooLarge(let bytes, let limit):
      return "The changes for \"\(location)\" have \(bytes) bytes together; "
        + "at most \(limit) can be stored at once. Nothing was changed; make fewer changes at once, "
        + "or store smaller values."
    case .lockedByAnother:
      return "Another process holds the lock on the directory of \"\(location)\". "
        + "Try again when it has finished."
    case .keepsChanging:
      return "\"\(location)\" was not written, because another program keeps changing it. "
        + "Try again when it has finished."
    case .outdated(let keys):
      return
        "\(Self.names(keys)) in \"\(location)\" changed meanwhile. Nothing was changed; try again."
    case .unsupportedValue(let key, let reason):
      return
        "The value for \"\(MessageText.fact(key.string))\" cannot be stored in \"\(location)\": \(reason). "
        + "Nothing was changed."
    case .invalidSuiteName(let name):
      return "\"\(MessageText.fact(name))\" cannot be the name of a suite. "
        + "A name has 1 to \(SuiteName.limit) bytes, no slash and no "
        + "control character, and does not begin with a dot."
    case .failed(let reason, let isTemporary):
      return "The store \"\(location)\" failed: \(reason)."
        + (isTemporary ? " It will be tried again." : "")
    case .untrusted:
      return "\"\(location)\" was not used: \(briefReason). Use chown root and chmod go-w."
    case .outsideOfUser(let user, let path):
      return "\"\(location)\" was not used as root: user \(user) controls where it leads, and "
        + "\"\(MessageText.path(path))\" is not theirs. Run the program as that user."
    case .outsideOfRoot(let root, let path):
      return "\"\(location)\" was not used: it leads to \"\(MessageText.path(path))\", which is "
        + "outside of \"\(MessageText.path(root))\". Replace the symbolic link by one that stays inside."
    case .writableByOthers(let path):
      return "\"\(path)\" was not used as root, because another user may have created it. "
        + "Remove the write permission of others from it or its directory, or run as another user."
    case .danglingLink(let link, let target):
      return "\"\(MessageText.path(link))\" is a symbolic link to \"\(MessageText.path(target))\", "
        + "which does not exist, so nothing can be written in it. Create that directory, or correct "
        + "the link."
    case .foreignLockFile(let owner, let user):
      return "\"\(location)\" belongs to user \(owner), so it cannot be the lock for the files of "
        + "user \(user), and nothing was written. User \(owner) or an administrator must remove it. "
        + "A directory that other users cannot write avoids this."
    case .closedLockFile(let owner):
      return
        "\"\(location)\" cannot be opened by this user, so nothing was written. The next write "
        + "of \(owner == 0 ? "" : "user \(owner) or ")root corrects its permissions; or remove it "
        + "while no program writes in this directory."
    case .accessNotKept(let owner, let group):
      return "\"\(location)\" was not written: it belongs to user \(owner) and group \(group), and "
        + "this user cannot create a new file with the same permissions for everybody. Write it as "
        + "user \(owner)\(owner == 0 ? "" : " or root"), or change its owner and permissions."
    case .unknownOwner(let path):
      return
        "\"\(location)\" was not used: the owner of \"\(MessageText.path(path))\" is not known "
        + "in this user namespace, so nothing shows whether it can be trusted. Run the program "
        + "outside of the namespace, or map the owner's user there."
    }
  }

  /// The cause in a few words, without the location and without a full stop.
  package var briefReason: String {
    switch cause {
    case .system(_, let errorNumber), .notDurable(let errorNumber):
      String(cString: strerror(errorNumber))
    case .unreadable(let error): "\(error)"
    case .malformed(let reason, let place): Self.text(reason, place)
    case .notAFile: "not a regular file"
    case .tooLarge(let bytes, let limit): "\(bytes) bytes; the limit is \(limit)"
    case .commitTooLarge(let bytes, let limit):
      "the changes have \(bytes) bytes together; at most \(limit) can be stored at once"
    case .lockedByAnother: "another process holds the lock"
    case .keepsChanging: "another program keeps changing the file"
    case .outdated(let keys): "\(Self.names(keys)) changed meanwhile"
    case .unsupportedValue(_, let reason): reason
    case .invalidSuiteName: "the suite's name cannot be the name of a file"
    case .failed(let reason, _): reason
    case .untrusted: "it must belong to the administrator and be writable by nobody else"
    case .outsideOfUser(let user, _): "user \(user) controls where it leads"
    case .outsideOfRoot(_, let path): "it leads to \"\(MessageText.path(path))\""
    case .writableByOthers: "another user may have created it"
    case .danglingLink(let link, _): "\"\(MessageText.path(link))\" is a link that leads nowhere"
    case .foreignLockFile(let owner, _): "the lock file belongs to user \(owner)"
    case .closedLockFile: "the lock file cannot be opened by this user"
    case .accessNotKept(let owner, _):
      "a new file of user \(owner) with the same permissions is needed"
    case .unknownOwner: "its owner is not known in this user namespace"
    }
  }

  private static func text(_ reason: String, _ place: Defaults.TextPlace) -> String {
    "line \(place.line), column \(place.column): \(reason)"
  }

  /// Returns the names of up to 20 keys.
  static func names(_ keys: [Defaults.KeyName]) -> String {
    let names = keys.prefix(20).map { "\"\(MessageText.fact($0.string))\"" }
    let more = keys.count > 20 ? " and \(keys.count - 20) more" : ""
    return names.joined(separator: ", ") + more
  }

  /// Returns the sentences for a failed system call.
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
      advice = "The file would exceed the size limit of the process (ulimit -f)."
    case EROFS:
      advice = "The file system is read-only; choose another location."
    case ENOTDIR:
      advice = "A part of the path is not a directory."
    case ELOOP:
      advice = "Its symbolic links form a cycle."
    case EMFILE, ENFILE:
      advice = "Too many files are open; close some programs."
    case ENAMETOOLONG:
      advice = "Choose a shorter name."
    case EBUSY where operation == "rename":
      advice =
        "It is a mount point, so it cannot be replaced in one step. Mount its directory instead."
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
    case "read", "stat", "fstat", "readlink", "readdir": "read"
    case "mkdir": "created"
    case "unlink": "removed"
    case "fcntl": "locked"
    default: "written"
    }
  }
}

extension Defaults.StoreError: LocalizedError {
  /// The error in sentences for people.
  public var errorDescription: String? { description }
}

extension PropertyListError: CustomStringConvertible {
  /// The reason and the position, as a phrase without a full stop.
  public var description: String {
    if let line { return "\(reason) (line \(line), byte \(byteOffset))" }
    return "\(reason) (byte \(byteOffset))"
  }
}

extension PropertyListError: LocalizedError {
  /// The reason and the position.
  public var errorDescription: String? { description }
}

extension String {
  /// The text with control characters escaped, so that it cannot control a terminal.
  var escapedForPeople: String {
    unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(Character(scalar))
    }.joined()
  }
}
