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
    var messages = ""
    var records: [JSONValue] = []
    for account in try UserAccount.all() where account.hasSettings {
      let result = Self.output(["--user", account.name] + arguments)
      let (bytes, status) = (result.bytes, result.status)
      statuses.append(status)
      if status == .notSet, !isNotSetAFinding {
        messages = messages.isEmpty ? result.messages : messages
      } else {
        Self.print(result.messages, account)
      }
      if asJSON,
        case .array(let found)? = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
      {
        records += found.map { $0.with(.user, .string(account.name)) }
      } else if !bytes.isEmpty, !asJSON {
        try Output.write("\(Output.escaped(account.name)):\n")
        try Output.write(bytes: bytes)
      }
    }
    if asJSON { try Output.writeJSON(.array(records)) }
    let found = isNotSetAFinding ? statuses : statuses.filter { $0 != .notSet }
    let worst = found.max() ?? (statuses.isEmpty || isNotSetAFinding ? .done : .notSet)
    // What no user has is said once.
    if worst == .notSet, !isNotSetAFinding { Self.print(messages, nil) }
    guard worst == .done else { throw ExitCode(worst.rawValue) }
  }

  /// Prints the messages of the process for one user, after the name of the user.
  private static func print(_ messages: String, _ account: UserAccount?) {
    for line in messages.split(separator: "\n") {
      let text = line.trimmingPrefix("prefs: ")
      Output.writeError(verbatim: (account.map { "\($0.name): " } ?? "") + text)
    }
  }

  /// Returns what the process for one user prints; one that fails keeps no other user from being examined.
  private static func output(
    _ arguments: [String]
  ) -> (bytes: [UInt8], status: Status, messages: String) {
    do throws(Failure) {
      return try NextProcess.output(arguments, isQuiet: true, patience: patience)
    } catch {
      return ([], error.status, error.message)
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
