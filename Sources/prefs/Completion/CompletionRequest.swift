/// The arguments before the place that is completed, and what they mean.
///
/// The words are taken apart as ``Invocation`` does it, but nothing is refused: what stands before
/// may be unfinished. Words that cannot be understood lead to no candidates, or to all.
struct CompletionRequest {
  /// The command that the words name.
  private var command: CommandReference
  /// The words that are neither commands nor options.
  private var names: [String] = []
  /// The option whose value is completed.
  private var openOption: CommandReference.Argument?
  private var areOptionsOver = false
  private var isHelp = false
  /// The options that choose where everything is looked for, each with its value.
  private(set) var placeArguments: [String] = []
  /// The beginning of the word that is completed.
  private let prefix: String

  /// Creates a request to complete an argument that begins with a prefix.
  ///
  /// `words` are the arguments before it, without quotes.
  init(words: [String], prefix: String, tool: CommandReference) {
    command = tool
    self.prefix = prefix
    for word in words { add(word) }
  }

  private mutating func add(_ word: String) {
    if let option = openOption {
      openOption = nil
      addPlace(option, word)
    } else if isRaw {
      names.append(word)
    } else if !areOptionsOver, word == "--" {
      areOptionsOver = true
    } else if !areOptionsOver, word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 {
      addOption(word)
    } else if names.isEmpty, !areOptionsOver, let found = command.command(named: word) {
      command = found
    } else if names.isEmpty, word == "help", command.commandName == "prefs" {
      isHelp = true
    } else {
      names.append(word)
    }
  }

  /// Whether everything that follows is data: a value after its key.
  private var isRaw: Bool {
    names.count >= 2
      && Invocation.command(named: command.commandName, of: Prefs.self) is any ValueCommand.Type
  }

  private mutating func addOption(_ word: String) {
    if word == "-g" || word == "-globalDomain" {
      if names.isEmpty { names.append(SuiteArgument.global) }
      return
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = option(named: String(parts[0])) else { return }
    if parts.count > 1 {
      addPlace(option, String(parts[1]))
    } else if option.kind == .option {
      openOption = option
    }
  }

  private mutating func addPlace(_ option: CommandReference.Argument, _ value: String) {
    guard let name = Invocation.leadingOptions.first(where: option.isNamed) else { return }
    placeArguments += [name, value]
  }

  private func option(named name: String) -> CommandReference.Argument? {
    // The values of rare options, which are not offered themselves, are completed as well.
    if let found = command.allOptions.first(where: { $0.isNamed(name) }) { return found }
    // It may stand before the command, and be an option of that.
    guard Invocation.leadingOptions.contains(name) else { return nil }
    return command.shownCommands.lazy.flatMap(\.allOptions).first { $0.isNamed(name) }
  }

  // MARK: - The candidates

  /// Returns all candidates that begin with the prefix.
  func candidates() -> Candidates {
    var found = allCandidates()
    found.list.removeAll { !$0.text.utf8.starts(with: prefix.utf8) }
    return found
  }

  private func allCandidates() -> Candidates {
    if let option = openOption { return values(of: option) }
    if isHelp { return Candidates(list: commands) }
    if !areOptionsOver, !isRaw, prefix.utf8.first == UInt8(ascii: "-") { return options }
    let positionals = command.positionals
    var found = Candidates()
    if let argument = positionals.count > names.count
      ? positionals[names.count] : positionals.last.flatMap({ $0.isRepeating ? $0 : nil })
    {
      found = values(of: argument)
      // It would be taken for an option there.
      if !areOptionsOver, !isRaw {
        found.list.removeAll { $0.text.utf8.first == UInt8(ascii: "-") }
      }
    } else if command.commandName == "prefs", names.isEmpty {
      found.list = CompletionSource.suites.candidates(suite: nil, words: [], prefix: prefix).list
    }
    if names.isEmpty, !areOptionsOver { found.list = commands + found.list }
    return found
  }

  private var commands: [Candidate] {
    command.shownCommands.map { Candidate(text: $0.commandName, help: $0.abstract ?? "") }
  }

  /// The options, or the values of one that is followed by an equals sign.
  private var options: Candidates {
    guard let sign = prefix.firstIndex(of: "=") else {
      return Candidates(
        list: command.options.flatMap { option in
          (option.names ?? []).map { Candidate(text: $0.text, help: option.abstract ?? "") }
        }
      )
    }
    let start = prefix[...sign]
    guard let option = option(named: String(start.dropLast())) else { return Candidates() }
    let value = String(prefix[prefix.index(after: sign)...])
    return Candidates(
      list: values(of: option, prefix: value).list.map {
        Candidate(text: start + $0.text, help: $0.help)
      }
    )
  }

  private func values(
    of argument: CommandReference.Argument,
    prefix: String? = nil
  ) -> Candidates {
    if let values = argument.allValues {
      return Candidates(list: values.map { Candidate(text: $0) })
    }
    let source = CompletionSource.byValueName[argument.valueName ?? ""] ?? .nothing
    return source.candidates(
      suite: names.first,
      words: Array(names.dropFirst()),
      prefix: prefix ?? self.prefix
    )
  }
}

extension CommandReference.Argument {
  /// Returns whether the option has a name, which is written with its dashes.
  fileprivate func isNamed(_ name: String) -> Bool {
    names?.contains { $0.text == name } ?? false
  }
}
