import DefaultsCore
import DefaultsEditor
import Glibc

/// The exit status of the tool.
enum Status: Int32, Sendable {
  case done = 0
  /// A value is different or not set.
  case notSet = 1
  case usage = 2
  case invalidValue = 3
  case locked = 4
  case conflict = 5
  case inputOutputFailed = 6
}

extension Status: Comparable {
  /// Orders statuses by severity, which is the order of their numbers.
  static func < (left: Status, right: Status) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An error that ends a command with a message and an exit status.
struct Failure: Error {
  var status: Status
  /// What happened and what to do, one or two sentences.
  var message: String
  /// The name of the suite with which a command has failed; nil if it is not known.
  var suite: String?
  /// The name of the snapshot with which it has failed.
  var snapshot: String?

  init(_ status: Status, _ message: MessageText) {
    self.status = status
    self.message = message.description
  }

  /// Creates the failure that an error means; nil for an error of the argument parser.
  init?(describing error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as Defaults.WriteError: self.init(error)
    case let error as Defaults.StoreError: self.init(error)
    case let error as Defaults.UndoError: self.init(error)
    case let problem as LineReader.Problem: self.init(problem)
    default: return nil
    }
  }

  /// Returns the message about one of several suites, with its name.
  ///
  /// Other suites may have changed, so the message does not say that nothing did.
  func message(about suite: String) -> String {
    let name = MessageText.fact(suite)
    let message = message.replacing(" Nothing was changed.", with: "")
    let isNamed = message.split { " \":,".contains($0) }.contains(Substring(name))
    return isNamed ? message : "\(name): \(message)"
  }

  /// The failure as a record.
  var record: Record {
    Record([
      .suite: suite.map { .string($0) }, .name: snapshot.map { .string($0) },
      .result: .string(Record.failed), .message: .string(message),
    ])
  }

  /// Creates the failure of a file or store that could not be read or written.
  init(_ error: Defaults.StoreError) {
    let directories = Defaults.LayerDirectories()
    let shared =
      [directories.managedDirectory, directories.systemDirectory, directories.fleetDirectory]
      + directories.configurationDirectories
    let isAdministrators = shared.contains { directory in
      let (one, other) = (error.location + "/", directory + "/")
      return one.hasPrefix(other) || other.hasPrefix(one)
    }
    var hint: MessageText = ""
    let home = Defaults.ConfigurationHome().directory + "/"
    if case .unreadable(let reason) = error.cause, !reason.isUnsupported,
      error.location.hasPrefix(home)
    {
      hint = " prefs doctor --fix keeps it under another name and starts a new file."
    }
    if case .system(_, EACCES) = error.cause, geteuid() != 0, isAdministrators {
      hint = " It is an administrator's: run prefs with sudo to change it."
    }
    let isRefusal = if case .unsupportedValue = error.cause { true } else { false }
    self.init(isRefusal ? .invalidValue : .inputOutputFailed, "\(error)\(hint)")
  }

  /// Creates the failure of a call of the system, whose reason is appended to the message.
  init(_ message: MessageText, errorNumber: Int32) {
    let reason = String(cString: strerror(errorNumber))
    self.init(.inputOutputFailed, "\(message): \(reason).")
  }

  /// Creates the failure of a change that could not be taken back or made again.
  init(_ error: Defaults.UndoError) {
    switch error {
    case .nothingToUndo, .nothingToRedo: self.init(.notSet, "\(error)")
    case .valuesOmitted, .changedSince: self.init(.conflict, "\(error)")
    }
  }

  /// Creates the failure of a line of standard input that could not be read.
  init(_ problem: LineReader.Problem) {
    switch problem {
    case .unreadable: self.init(.inputOutputFailed, "\(problem.description)")
    case .notUTF8, .tooLong: self.init(.invalidValue, "\(problem.description)")
    }
  }

  /// Creates the failure of a write that was refused.
  init(_ error: Defaults.WriteError) {
    switch error {
    case .locked:
      self.init(.locked, "\(error)")
    case .invalid(let key, let rejection):
      self.init(.invalidValue, "\(key): \(rejection).")
    case .refused, .unsupported, .tooManyKeys:
      self.init(.invalidValue, "\(error)")
    case .exposed:
      self.init(.usage, "\(error)")
    case .overtaken, .outdated:
      self.init(.conflict, "\(error)")
    case .opaque:
      self.init(.conflict, "\(error) --force replaces it; prefs undo brings it back.")
    }
  }
}
