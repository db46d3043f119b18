import ArgumentParser
import Terminal

/// Prints what can stand in an unfinished command line, for the completion functions of shells.
///
/// The output has records that end with a NUL, because names can contain line breaks: first which
/// paths can stand there as well, then the candidates in the form of the shell.
struct CompleteCommand: InvocationReceiver {
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    /// Gets the line up to the cursor; each candidate is a text to append to it.
    case bash
    /// Gets the words without quotes; each candidate is a word and a line that shows it.
    case zsh
    /// Gets the words without quotes; each candidate is a word, a tab and a description.
    case fish
  }

  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Print what can stand in an unfinished command line.",
    shouldDisplay: false
  )

  @Argument(help: "The shell.")
  var shell: Shell

  /// Kept from the parser, because a word may look like an option.
  @Argument(help: "The line, or its words after the name of the tool and the one to complete.")
  var words: [String] = []

  static let namesBeforeData: Int? = 1

  mutating func receive(_ invocation: Invocation) { words = invocation.data }

  func run() throws {
    var records: [String]
    switch shell {
    case .bash:
      let line = BashLine(words.last ?? "")
      guard line.isPlain else { return }
      let found = try candidates(Array(line.words.dropFirst()), line.prefix)
      records = [found.paths.rawValue] + found.list.compactMap { line.rest(of: $0.text) }
    case .zsh:
      let found = try candidates(words.dropLast(), words.last ?? "")
      records =
        [found.paths.rawValue]
        + found.list.flatMap { candidate in
          let line = [candidate.text, candidate.help].filter { !$0.isEmpty }
          return [candidate.text, SafeText(line.joined(separator: "  -- ")).string]
        }
    case .fish:
      let found = try candidates(words.dropLast(), words.last ?? "")
      // A name with a tab would be cut there, and be another name.
      records =
        [found.paths.rawValue]
        + found.list.filter { !$0.text.utf8.contains(UInt8(ascii: "\t")) }.map {
          $0.help.isEmpty ? $0.text : "\($0.text)\t\(SafeText($0.help).string)"
        }
    }
    try Output.write(bytes: records.flatMap { Array($0.utf8) + [0] })
  }

  private func candidates(_ words: [String], _ prefix: String) throws -> Candidates {
    let request = CompletionRequest(
      words: words,
      prefix: prefix,
      tool: try CommandReference.tool()
    )
    try SharedOptions.parse(request.placeArguments).apply()
    return request.candidates()
  }
}
