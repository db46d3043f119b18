import ArgumentParser
import DefaultsCore
import DefaultsSchema
import Glibc

/// The option with which root does for every user what a command does for one.
struct AllUsersOption: ParsableArguments {
  private static let name = "--all-users"
  /// The seconds after which a user who has stopped the process is passed over.
  private static let patience = 600

  @Flag(help: "As root: do it for each user who has settings, below the name of the user.")
  var allUsers: Bool = false

  /// Runs the command once more for each user, in a process that becomes this user, and prints what each prints.
  ///
  /// Root's own settings are among them. A user of whom nothing matches is passed over, unless that is so of all.
  ///
  /// - Throws: ``Failure`` for who is not root, and `ExitCode` for the worst status.
  func run(_ shared: SharedOptions, isNotSetAFinding: Bool, asJSON: Bool) throws {
    guard geteuid() == 0 else {
      throw Failure(.usage, "Only root may act for all users: run prefs with sudo.")
    }
    guard shared.user == nil, shared.configHome == nil else {
      throw Failure(.usage, "\(Self.name) cannot be combined with --user or --config-home.")
    }
    try shared.apply(as: .administrator)
    var arguments = try ProcessText.arguments()
    if let index = arguments.firstIndex(of: Self.name) { arguments.remove(at: index) }
    var statuses: [Status] = []
    var records: [JSONValue] = []
    for account in try UserAccount.all() where account.hasSettings {
      let (bytes, status) = Self.output(["--user", account.name] + arguments, !isNotSetAFinding)
      statuses.append(status)
      if status > .invalidValue {
        Output.writeError("\(account.name): the command ended with the status \(status.rawValue).")
      }
      if asJSON,
        case .array(let found)? = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
      {
        records += found
      } else if !bytes.isEmpty, !asJSON {
        try Output.write("\(Output.escaped(account.name)):\n")
        try Output.write(bytes: bytes)
      }
    }
    if asJSON { try Output.writeJSON(.array(records)) }
    let found = isNotSetAFinding ? statuses : statuses.filter { $0 != .notSet }
    let worst = found.max() ?? (statuses.isEmpty || isNotSetAFinding ? .done : .notSet)
    guard worst == .done else { throw ExitCode(worst.rawValue) }
  }

  /// Returns what the process for one user prints; one that fails keeps no other user from being examined.
  private static func output(_ arguments: [String], _ isQuiet: Bool) -> ([UInt8], Status) {
    do throws(Failure) {
      let output = try NextProcess.output(arguments, isQuiet: isQuiet, patience: patience)
      return (output.bytes, output.status)
    } catch {
      Output.writeError(verbatim: error.message)
      return ([], error.status)
    }
  }
}

extension UserAccount {
  /// Whether the user's home has a directory of settings.
  fileprivate var hasSettings: Bool {
    let path = (SystemRoot.current?.path ?? "") + home + "/.config"
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
