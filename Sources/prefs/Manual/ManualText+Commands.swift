extension ManualText {
  /// Adds the commands below another one, as the help describes them.
  mutating func addCommands(of tool: CommandReference) {
    addCommands(of: tool, "prefs", without: tool.commonOptions)
  }

  /// Adds the options that are described once, because several commands have them.
  mutating func addOptions(of tool: CommandReference) {
    addTerms(tool.commonOptions.map(Self.term))
  }

  private mutating func addCommands(
    of parent: CommandReference,
    _ path: String,
    without common: [CommandReference.Argument]
  ) {
    for command in parent.shownCommands {
      let name = "\(path) \(command.commandName)"
      addHeading(name)
      if command.shownCommands.isEmpty { addExample(Self.usage(of: command, name)) }
      for text in [command.abstract, command.discussion] {
        for paragraph in (text ?? "").split(separator: "\n\n") { addParagraph(String(paragraph)) }
      }
      addTerms(
        command.positionals.map { ($0.valueName ?? "", $0.abstract ?? "") }
          + command.options.filter { !common.contains($0) }.map(Self.term)
      )
      addCommands(of: command, name, without: common)
    }
  }

  private static func usage(of command: CommandReference, _ name: String) -> String {
    var words = [name, "[option ...]"]
    for argument in command.positionals {
      let word = (argument.valueName ?? "") + (argument.isRepeating ? " ..." : "")
      words.append(argument.isOptional ? "[\(word)]" : word)
    }
    return words.joined(separator: " ")
  }

  private static func term(_ option: CommandReference.Argument) -> (term: String, text: String) {
    let names = (option.names ?? []).map(\.text).joined(separator: ", ")
    let value = option.kind == .option ? " \(option.valueName ?? "value")" : ""
    var text = option.abstract ?? ""
    if let values = option.allValues { text += " One of \(values.joined(separator: ", "))." }
    return (names + value, text)
  }
}

extension CommandReference {
  /// The options that more than three commands below this one have.
  fileprivate var commonOptions: [Argument] {
    var counts: [(option: Argument, count: Int)] = []
    func count(_ command: CommandReference) {
      for option in command.allOptions {
        if let index = counts.firstIndex(where: { $0.option == option }) {
          counts[index].count += 1
        } else {
          counts.append((option, 1))
        }
      }
      command.shownCommands.forEach(count)
    }
    count(self)
    return counts.filter { $0.count > 3 }.map(\.option)
  }
}
