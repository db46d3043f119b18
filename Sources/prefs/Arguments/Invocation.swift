import ArgumentParser
import DefaultsCore

/// The arguments of the tool, divided into those that are parsed and those that are data.
///
/// ArgumentParser looks for options in all arguments, and for its own flags, such as `--help`, even
/// before it looks at the command's. Data that a script passes on, as in
/// `prefs write s k -array "$@"`, could thus choose the directory that is written, or end the
/// command with status 0 and nothing stored. So the arguments are divided first:
///
/// - For `write`, everything after the key is its value: it is never parsed, whatever it is, `--`
///   included. Options stand before the key, and a `--` before the suite or the key ends them.
/// - For `lock`, what follows the key is the value as well, except options, which begin with two
///   dashes. A value that does is written after its type, as in `-string --text`, or after `--`.
/// - For every other command `--` ends the options. Without it, a flag that only prints something
///   is refused after a name, where it may be a key: `prefs delete s "$key"` must not end with
///   status 0 because the key is `--version`.
///
/// There may be very many values of `write` and keys of `delete`, and a key may be very long. The time
/// that ArgumentParser takes grows with the square of their number, and with the square of the
/// length of a text that is not normalised, because it compares arguments with Swift's `==`. So keys
/// are data as well, and the other arguments, which are names of files, have a maximum length.
struct Invocation {
  /// The arguments that are parsed.
  private(set) var parsed: [String]
  /// What follows the key of `write`, or the first names of a ``KeysCommand``, as it was given.
  private(set) var data: [String] = []
  /// The second name of a ``KeyCommand`` or ``ValueCommand``; `parsed` contains a word in its place.
  private(set) var key: String?
  /// The key that `history` is to forget, with a word in its place as well.
  private(set) var forgottenKey: String?
  /// The command that was probably meant, if the first name is none and stands for a suite.
  private(set) var suggestion: String?

  /// The other spellings of commands, those of macOS `defaults` for example.
  private static let otherSpellings: [[String]: [String]] = [
    ["read-type"]: ["read", "--type"],
    ["delete-all"]: ["delete", "--every-file"],
    ["schema", "export"]: ["schema", "show", "--json"],
  ]

  /// The options of macOS `defaults` that name the suite with values for all programs.
  private static let globalOptions: Set = ["-g", "-globalDomain"]

  /// The options of every command, which may also stand before its name.
  static let leadingOptions: Set = ["--config-home", "--root", "--user"]

  /// The flags that choose a file of a suite, which may also stand before the command's name.
  private static let leadingFlags: Set = [hostOption.foreign, "--system", "--managed"]

  /// The option of macOS `defaults`, and the one of this tool.
  private static let hostOption = (foreign: "-currentHost", own: "--current-host")

  /// The maximum length of an argument that is parsed, in bytes: that of a path.
  private static let limit = 4096

  /// The options, of any command, whose value is the next argument.
  private static let optionsWithValue: Set = [
    "--at", "--bind", "--by", "--color", "--config-home", "--default", "--fleet", "--forget",
    "--from-config-home", "--from-root", "--from-user", "--id", "--keys",
    "--limit", "--log", "--output", "--reason", "--render", "--root", "--schema", "--schema-dir",
    "--schema-max-bytes", "--schema-max-keys", "--since", "--suite", "--theme", "--to",
    "--to-config-home", "--to-root", "--to-user", "--until", "--user",
  ]

  /// The flags that end the tool after they have printed something.
  private static let printingFlags: Set = [
    "-h", "--help", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  /// Divides the arguments after the name of the tool.
  ///
  /// - Throws: ``Failure`` when one of them would be taken for something else than it is.
  init(_ arguments: [String]) throws(Failure) {
    // The first ones name the command, and are compared with the names of all.
    let leading = try Self.leadingCount(arguments)
    try Self.checkLengths(arguments.prefix(leading + 2))
    let arguments = Self.hoisted(arguments, leading)
    parsed = arguments
    let path = Self.commandPath(arguments)
    guard path.first != "help" else { return }
    let names = try divide(after: path)
    try Self.checkLengths(parsed[...])
    try Self.checkSubcommand(path, names)
    guard path.isEmpty, let first = names.first else { return }
    suggestion = CommandSuggestion.command(near: first)
    if let suggestion, names.count > 1 {
      throw CommandSuggestion.failure(first, suggestion)
    }
  }

  /// Checks the lengths of arguments, the first of which are the first of the command line.
  private static func checkLengths(_ arguments: ArraySlice<String>) throws(Failure) {
    for (index, argument) in arguments.enumerated() where argument.utf8.count > limit {
      throw Failure(
        .usage,
        "Argument \(index + 1), \"\(argument)\", has \(argument.utf8.count) bytes: the name of a suite "
          + "or file has at most \(limit)."
      )
    }
  }

  /// Returns the command, ready to run, or throws an error of ArgumentParser.
  func command() throws -> any ParsableCommand {
    let command = try parsedAlone() ?? Prefs.parseAsRoot(parsed)
    guard var receiver = command as? any InvocationReceiver else { return command }
    receiver.receive(self)
    return receiver
  }

  /// Parses the arguments of one command without those of all others, which takes a fraction of the time.
  ///
  /// - Returns: nil if that fails: only the parser of the whole tool knows what to say then.
  private func parsedAlone() -> (any ParsableCommand)? {
    guard let first = parsed.first, !Self.beginsWithDash(first) else { return nil }
    let path = Self.commandPath(parsed)
    guard let type = Self.command(at: path), type.configuration.subcommands.isEmpty else {
      return nil
    }
    // Only the parser of the whole tool knows the full name of a command, which its help shows.
    guard let command = try? type.parseAsRoot(Array(parsed.dropFirst(path.count))),
      Swift.type(of: command) == type
    else { return nil }
    return command
  }

  /// Finds the names after the command, and separates the data from what is parsed.
  ///
  /// - Returns: the arguments that are neither options nor their values nor data.
  private mutating func divide(after path: [String]) throws(Failure) -> [String] {
    let arguments = parsed
    var names: [String] = []
    var areOptionsOver = false
    var index = path.count
    let command = Self.command(at: path)
    let namesBeforeData = (command as? any InvocationReceiver.Type)?.namesBeforeData
    let hasValue = command is any ValueCommand.Type
    let hasKey = hasValue || command is any KeyCommand.Type
    parsed = path
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if areOptionsOver || !Self.beginsWithDash(argument) {
        if names.count == namesBeforeData {
          data.append(argument)
          continue
        }
        names.append(argument)
        if names.count == 2, hasKey {
          key = argument
          parsed.append("KEY")
          guard hasValue else { continue }
          if command == LockCommand.self, !areOptionsOver {
            try divideLock(arguments[index...], after: names)
          } else {
            data = Array(arguments[index...])
          }
          break
        }
      } else if argument == "--" {
        areOptionsOver = true
      } else if names.isEmpty, Self.globalOptions.contains(argument) {
        names.append(SuiteArgument.global)
        parsed.append(SuiteArgument.global)
        continue
      } else if argument == Self.hostOption.foreign {
        parsed.append(Self.hostOption.own)
        continue
      } else {
        try Self.check(argument, after: names, of: path)
        if Self.optionsWithValue.contains(argument), index < arguments.count {
          if argument == "--forget" { forgottenKey = arguments[index] }
          parsed += [argument, argument == "--forget" ? "KEY" : arguments[index]]
          index += 1
          continue
        }
      }
      parsed.append(argument)
    }
    return names
  }

  /// Separates the value of a lock from the options before, between and after its words.
  private mutating func divideLock(
    _ arguments: ArraySlice<String>,
    after names: [String]
  ) throws(Failure) {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        data += rest
        return
      }
      let type = TypedArguments.Flag(argument: argument)
      guard type == nil, argument.utf8.starts(with: "--".utf8) else {
        data.append(argument)
        if type?.isContainer == false, let text = rest.popFirst() { data.append(text) }
        continue
      }
      try Self.check(argument, after: names, of: ["lock"])
      parsed.append(argument)
      if Self.optionsWithValue.contains(argument), let text = rest.popFirst() {
        parsed.append(text)
      }
    }
  }

  /// Returns whether an argument begins with a dash and is not only a dash.
  ///
  /// It compares bytes: `hasPrefix` takes long for a long text of combining marks.
  private static func beginsWithDash(_ argument: String) -> Bool {
    argument.utf8.first == UInt8(ascii: "-") && argument.utf8.count > 1
  }

  /// Checks an argument that begins with a dash.
  private static func check(
    _ argument: String,
    after names: [String],
    of path: [String]
  ) throws(Failure) {
    let command = MessageText(verbatim: (["prefs"] + path).joined(separator: " "))
    // ArgumentParser takes `-height` for the flags -h, -e, -i, -g, -h and -t, and prints help.
    let isNull = argument == "-z" && Self.command(at: path) is any NullCommand.Type
    let isShort = !argument.hasPrefix("--") && argument != "-h" && !isNull
    let name = String(argument.prefix { $0 != "=" })
    if isShort {
      if self.command(at: path) is any ValueCommand.Type,
        let type = TypedArguments.Flag(argument: argument)
      {
        throw Failure(
          .usage,
          "A type stands after the key, as in: \(command) SUITE KEY -\(type.rawValue) VALUE."
        )
      }
      throw Failure(
        .usage,
        "Unknown option \"\(argument)\". A name that begins with a dash is written after --, as in: "
          + "\(command) -- \"\(argument)\"."
      )
    }
    // ArgumentParser would take the next argument, a name, for the value.
    if optionsWithValue.contains(name), argument.utf8.count == name.utf8.count + 1 {
      throw Failure(.usage, "Missing value for \"\(name)\": a text is expected after \"=\".")
    }
    guard !names.isEmpty, printingFlags.contains(name) else { return }
    throw Failure(
      .usage,
      "\"\(argument)\" must stand before all names: \(command) \(name). A name that begins with a "
        + "dash is written after --, as in: \(command) \(names[0]) -- \"\(argument)\"."
    )
  }

  /// Returns the names of the commands that the arguments begin with, `schema show` for example.
  private static func commandPath(_ arguments: [String]) -> [String] {
    guard let first = arguments.first else { return [] }
    if first == "help" { return ["help"] }
    guard let command = command(named: first, of: Prefs.self) else { return [] }
    guard arguments.count > 1, Self.command(named: arguments[1], of: command) != nil else {
      return [first]
    }
    return [first, arguments[1]]
  }

  /// Checks that the name after a command with subcommands, `snapshot` for example, is one of them.
  private static func checkSubcommand(_ path: [String], _ names: [String]) throws(Failure) {
    guard path.count == 1, let name = names.first,
      let command = command(named: path[0], of: Prefs.self)
    else { return }
    let subcommands = CommandSuggestion.names(of: command)
    guard !subcommands.isEmpty, name != "help" else { return }
    throw CommandSuggestion.failure(name, among: subcommands, of: path[0])
  }

  /// Returns the command that names lead to; the editor without names.
  private static func command(at path: [String]) -> (any ParsableCommand.Type)? {
    guard !path.isEmpty else { return Prefs.configuration.defaultSubcommand }
    return path.reduce(Prefs.self) { parent, name in
      parent.flatMap { command(named: name, of: $0) }
    }
  }

  /// Returns the subcommand of a name; nil if there is none.
  static func command(
    named name: String,
    of command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0.configuration.commandName == name }
  }

  /// Returns the number of arguments before the command's name: options, and their values.
  ///
  /// - Throws: ``Failure`` when one of them is too long to be compared.
  private static func leadingCount(_ arguments: [String]) throws(Failure) -> Int {
    var count = 0
    while count < arguments.count {
      try checkLengths(arguments.prefix(count + 1))
      let name = String(arguments[count].prefix { $0 != "=" })
      if leadingFlags.contains(arguments[count]) {
        count += 1
      } else if leadingOptions.contains(name) {
        count += name == arguments[count] ? 2 : 1
      } else {
        break
      }
    }
    return min(count, arguments.count)
  }

  /// Returns the arguments with the options before the command's name moved behind it.
  private static func hoisted(_ arguments: [String], _ leading: Int) -> [String] {
    var rest = Array(arguments[leading...])
    let start = rest.first == "help" ? 1 : 0
    for (words, others) in otherSpellings where rest.dropFirst(start).starts(with: words) {
      // The help of an option is that of its command.
      let others = start == 0 ? others : others.filter { !$0.hasPrefix("--") }
      rest.replaceSubrange(start..<(start + words.count), with: others)
    }
    let path = commandPath(rest)
    return path.isEmpty
      ? arguments[..<leading] + rest : path + arguments[..<leading] + rest[path.count...]
  }
}

/// A command with arguments that ArgumentParser does not parse, because they are data.
protocol InvocationReceiver: ParsableCommand {
  /// How many names stand before those that are data; nil if none are.
  static var namesBeforeData: Int? { get }

  /// Sets the arguments that the invocation has kept from the parser.
  mutating func receive(_ invocation: Invocation)
}

extension InvocationReceiver {
  static var namesBeforeData: Int? { nil }
}

/// A command whose second name is a key.
protocol KeyCommand: InvocationReceiver {
  var key: String? { get set }
}

extension KeyCommand {
  mutating func receive(_ invocation: Invocation) { key = invocation.key }
}

/// A command whose second name is a key, and for which everything after it is a value.
protocol ValueCommand: InvocationReceiver {
  var key: String { get set }
  var value: [String] { get set }
}

extension ValueCommand {
  mutating func receive(_ invocation: Invocation) {
    key = invocation.key ?? key
    value = invocation.data
  }
}

/// A command with names of keys and patterns of keys, of which there may be very many.
protocol KeysCommand: InvocationReceiver {
  var keys: [String] { get set }
}

extension KeysCommand {
  static var namesBeforeData: Int? { 1 }

  mutating func receive(_ invocation: Invocation) { keys = invocation.data }
}
