import ArgumentParser
import Defaults
import DefaultsSchema
import DefaultsTransfer

struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Print the keys of all suites whose name or value contains a word.",
    discussion: """
      Uppercase and lowercase count as the same. Of a suite whose name contains the word, all keys \
      are printed.

      Ends with status 1 when nothing was found.
      """
  )

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Print a JSON object with the keys and values of each suite.")
  var json: Bool = false

  @Argument(help: "The word.")
  var word: String

  func run() throws {
    try shared.apply()
    let search = WordSearch(word)
    var failure: Defaults.StoreError?
    var found: [(suite: String, values: [Defaults.KeyName: Defaults.StoredValue])] = []
    for name in try Defaults.ConfigurationHome().suites() + [SuiteArgument.global] {
      do {
        let values = try shared.openReadableSuite(name).storedValues()
        let matching =
          search.matches(name) ? values : values.filter { search.matches($0.key.string, $0.value) }
        if !matching.isEmpty { found.append((name, matching)) }
      } catch let error as Defaults.StoreError {
        Output.writeError("\(error)")
        failure = failure ?? error
      }
    }
    if json {
      let members = found.map { JSONValue.Member($0.suite, .object(tagging: $0.values)) }
      try Output.writeJSON(JSONValue.object(members).text(indented: true))
    } else {
      for (suite, values) in found {
        let keys = values.count == 1 ? "1 key" : "\(values.count) keys"
        try Output.writeStored("Found \(keys) in domain '\(suite)': \(OldStyleText.suite(values))")
      }
    }
    if failure != nil { throw ExitCode(Status.inputOutputFailed.rawValue) }
    guard !found.isEmpty else {
      throw Failure(.notSet, "No suite, key or value contains \"\(word)\".")
    }
  }
}

/// A search for a word in names and values.
private struct WordSearch {
  private let word: String

  init(_ word: String) {
    self.word = word.lowercased()
  }

  func matches(_ text: String) -> Bool { text.lowercased().contains(word) }

  func matches(_ key: String, _ value: Defaults.StoredValue) -> Bool {
    matches(key) || matches(value)
  }

  private func matches(_ value: Defaults.StoredValue) -> Bool {
    switch value {
    case .string(let text): matches(text)
    case .array(let elements): elements.contains(where: matches)
    case .dictionary(let members): members.contains { matches($0.key.string, $0.value) }
    case .bool, .integer, .real, .date, .data: matches(OldStyleText.value(value))
    case .uid, .null, .opaque: false
    }
  }
}
