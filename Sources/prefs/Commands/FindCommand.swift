import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Print the keys of all suites whose name or value contains a word.",
    discussion: """
      Uppercase and lowercase count as the same; * stands for any text and ? for one character. Of \
      a suite whose name contains the word, all keys are printed. Secrets are neither searched nor \
      printed unless --secrets asks for them.

      Ends with status 1 when nothing was found.
      """
  )

  @OptionGroup var shared: SharedOptions

  @OptionGroup var form: ValueForm

  @Flag(help: "Search and print secrets as well.")
  var secrets: Bool = false

  @Argument(help: "The word.")
  var word: String

  @Argument(help: "The names of the suites to search, all by default; * stands for any text.")
  var suites: [String] = []

  func run() throws {
    try shared.apply()
    let search = WordSearch(word)
    let schemas = try KnownSchemas()
    let names = try searchedSuites()
    var failure: Defaults.StoreError?
    var secretCount = 0
    var found: [(suite: String, values: [Defaults.KeyName: Defaults.StoredValue])] = []
    try Progress.during("Searching suite", of: names.count) { progress in
      for name in names {
        progress.step()
        do {
          let suite = try shared.openReadableSuite(name)
          let (matching, secrets) = matches(search, in: suite, schemas.schema(for: suite))
          secretCount += secrets
          if !matching.isEmpty { found.append((name, matching)) }
        } catch let error as Defaults.StoreError {
          Output.writeError("\(error)")
          failure = failure ?? error
        }
      }
    }
    if form.json {
      let members = found.map { JSONValue.Member($0.suite, .object(tagging: $0.values)) }
      try Output.writeJSON(JSONValue.object(members).text(indented: true))
    } else if form.plist {
      let groups = found.map {
        (Defaults.KeyName($0.suite), Defaults.StoredValue.dictionary($0.values))
      }
      try ValueForm.printPropertyList(Dictionary(uniqueKeysWithValues: groups))
    } else {
      for (suite, values) in found {
        let keys = values.count == 1 ? "1 key" : "\(values.count) keys"
        try Output.writeStored("Found \(keys) in domain '\(suite)': \(OldStyleText.suite(values))")
      }
    }
    if failure != nil { throw ExitCode(Status.inputOutputFailed.rawValue) }
    guard !found.isEmpty else {
      let others = secretCount == 0 ? "" : " other"
      throw Failure(.notSet, "No\(others) suite, key or value contains \"\(word)\".")
    }
  }

  /// Returns the names of the suites to search.
  private func searchedSuites() throws -> [String] {
    guard !suites.isEmpty else {
      return try Defaults.ConfigurationHome().suites() + [SuiteArgument.global]
    }
    return Set(try suites.flatMap { try shared.suites($0).names }).sorted()
  }

  /// Returns the values of a suite that match, and reports and counts the secrets that are left out.
  ///
  /// The value of a secret is not searched: the number of secrets that are left out would show
  /// whether it contains the word.
  private func matches(
    _ search: WordSearch,
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) -> (values: [Defaults.KeyName: Defaults.StoredValue], secretCount: Int) {
    let filter = KeyFilter(schema: schema, includesSecrets: secrets)
    let isWhole = search.matches(suite.name)
    let (values, secretCount) = filter.divide(
      suite.storedValues().filter { key, value in
        isWhole || search.matches(key.string)
          || !filter.hides(key, value) && search.matches(value)
      }
    )
    KeyFilter.reportSecrets(secretCount, of: suite.name, areNamed: false)
    return (values, secretCount)
  }
}

/// A search for a word or pattern in names and values.
private struct WordSearch {
  private let word: String
  /// The word as a pattern, with any text around it; nil when it has no `*` or `?`.
  private let glob: Glob?

  init(_ word: String) {
    self.word = word.lowercased()
    let glob = Glob("*\(self.word)*")
    self.glob = Glob(self.word).literal == nil ? glob : nil
  }

  func matches(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.contains(word) || glob?.matches(text) == true
  }

  func matches(_ value: Defaults.StoredValue) -> Bool {
    switch value {
    case .string(let text): matches(text)
    case .array(let elements): elements.contains { matches($0) }
    case .dictionary(let members):
      members.contains { matches($0.key.string) || matches($0.value) }
    case .bool, .integer, .real, .date, .data: matches(OldStyleText.value(value))
    case .uid, .null, .opaque: false
    }
  }
}
