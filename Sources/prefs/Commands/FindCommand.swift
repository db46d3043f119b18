import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import EditorCore

struct FindCommand: NullCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Print the keys of all suites whose name, title or value contains a word.",
    discussion: """
      The titles and descriptions of schemas are searched too, and the values of all layers: a key with \
      values besides the user's own has a line, with the value in use first.

      Uppercase and lowercase count as the same; * stands for any text and ? for one character. Of \
      a suite whose name contains the word, all keys are printed. Secrets are neither searched nor \
      printed unless --secrets asks for them. With --null, the suite, the key and the value of each key are \
      printed.

      Ends with status 1 when nothing was found, or no suite matches a pattern.
      """
  )

  @OptionGroup var shared: SharedOptions

  @OptionGroup var form: ValueForm
  @OptionGroup var null: NullOption

  @Flag(help: "Search and print secrets as well.")
  var secrets: Bool = false

  @Argument(help: "The word.")
  var word: String

  @Argument(help: "The names of the suites to search, all by default; * stands for any text.")
  var suites: [String] = []

  func validate() throws {
    try null.check(form.json, form.plist)
  }

  func run() throws {
    try shared.apply()
    let search = WordSearch(word)
    let schemas = try KnownSchemas()
    var choice = try searchedSuites()
    var secretCount = 0
    var found: [FoundKeys] = []
    // Two arguments can name one suite, as its name and the path of its file do.
    var searched: Set<Defaults.Suite> = []
    try Progress.during("Searching suite", of: choice.names.count) { progress in
      try choice.forEach { name in
        progress.step()
        let suite = try shared.openReadableSuite(name)
        guard searched.insert(suite).inserted else { return }
        let keys = FoundKeys(search, in: suite, schemas.schema(for: suite), showsSecrets: secrets)
        KeyFilter.reportSecrets(keys.secretCount, of: suite.name, areNamed: false)
        secretCount += keys.secretCount
        if !keys.isEmpty { found.append(keys) }
      }
    }
    if form.json, !found.isEmpty || !choice.failures.isEmpty {
      try Output.writeRecords(found.flatMap(\.records) + choice.failures)
    } else if form.plist, !found.isEmpty {
      var groups: [Defaults.KeyName: Defaults.StoredValue] = [:]
      for keys in found where !keys.stored.isEmpty {
        // Files in two directories can have one name.
        let name = Defaults.KeyName(groups[.init(keys.suite)] == nil ? keys.suite : keys.location)
        groups[name] = .dictionary(keys.stored)
      }
      try form.print(groups)
    } else {
      for keys in found { try null.isGiven ? keys.printEntries() : keys.print() }
    }
    if found.isEmpty, choice.status <= .notSet {
      let others = secretCount == 0 ? "" : " other"
      let isOne = suites.count == 1 && !NameChoice.mayBePattern(suites[0])
      let near = isOne ? NameSuggestion.suite(near: suites[0]) : ""
      let failure = Failure(
        .notSet,
        "No\(others) suite, key, title or value contains \"\(word)\".\(near)"
      )
      // Its record would be a second document beside those of the failures.
      guard form.json, !choice.failures.isEmpty else { throw failure }
      Output.writeError(verbatim: failure.message)
      choice.note(.notSet)
    }
    try choice.finish()
  }

  /// Returns the suites to search; one that fails keeps no other from being searched.
  private func searchedSuites() throws -> SuiteChoice {
    guard suites.isEmpty else {
      var choice = try shared.suites(suites, among: .described)
      choice.isPattern = true
      return choice
    }
    let names =
      try SuiteChoice.Existing.described.names(in: .user) + [SuiteArgument.global]
      + Origin.installed.map(\.name)
    return SuiteChoice(names: names, isPattern: true)
  }
}

/// The keys of a suite that a search has found.
private struct FoundKeys {
  let suite: String
  let location: String
  /// What only the user stores.
  private(set) var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
  /// How many keys were left out because they are secrets.
  private(set) var secretCount = 0
  /// All other keys: those that the user does not store, and those with values in other layers, too.
  private var others: [Other] = []

  /// A key with values besides the user's own.
  private struct Other {
    var key: Defaults.KeyName
    /// The values in all layers, that in use first.
    var layers: [Defaults.LayeredValue]
    /// The default of a key without a value; nil for none.
    var defaultValue: Defaults.StoredValue?
    var title: String?

    /// The value in use or the default; nil for none.
    var value: Defaults.StoredValue? { layers.first?.value ?? defaultValue }

    /// The values with their layers, and the title.
    var text: String {
      let texts = layers.map { "\(ValueReport.text($0.value, false)) (\($0.layer))" }
      let unset = defaultValue.map { "unset, default \(ValueReport.text($0, false))" } ?? "unset"
      return [texts.isEmpty ? unset : texts.joined(separator: ", "), title].compactMap(\.self)
        .joined(separator: "  ")
    }
  }

  var isEmpty: Bool { values.isEmpty && others.isEmpty }

  /// What the user stores, also for keys with values in other layers.
  var stored: [Defaults.KeyName: Defaults.StoredValue] {
    let own = others.compactMap { other in
      other.layers.first { $0.layer == .user }.map { (other.key, $0.value) }
    }
    return values.merging(own) { $1 }
  }

  /// Searches a suite.
  ///
  /// The value of a secret is not searched: the number of secrets that are left out would show
  /// whether it contains the word.
  init(
    _ search: WordSearch,
    in suite: Defaults.Suite,
    _ schema: Schema?,
    showsSecrets: Bool
  ) {
    self.suite = suite.name
    location = suite.location
    let filter = KeyFilter(schema: schema, includesSecrets: showsSecrets)
    let isWhole = search.matches(suite.name) || schema.map { search.matches($0.title) } ?? false
    let stored = suite.storedValues()
    let declared = schema?.entries.filter { !$0.isHidden }.map(\.key) ?? []
    for key in Set(stored.keys).union(suite.effectiveValues().keys).union(declared).sorted() {
      let entry = schema?.entry(forKey: key.string)
      let layers = suite.layeredValues(forKey: key.string).filter { $0.layer != .registered }
      let all =
        layers.map(\.value) + [layers.isEmpty ? entry?.defaultValue : nil].compactMap(\.self)
      let isHidden = all.isEmpty ? filter.hides(key, nil) : all.contains { filter.hides(key, $0) }
      let isFound =
        isWhole || search.matches(key.string)
        || entry.map { search.matches($0.title) || search.matches($0.help) } ?? false
        || !isHidden && all.contains(where: search.matches)
      guard isFound else { continue }
      if isHidden {
        secretCount += 1
      } else if layers.count == 1, let value = stored[key] {
        values[key] = value
      } else {
        let title = entry.map(\.title).flatMap { $0.isEmpty || $0 == key.string ? nil : $0 }
        let other = Other(key: key, layers: layers, defaultValue: entry?.defaultValue, title: title)
        others.append(other)
      }
    }
  }

  /// A record for each value, that in use first; a key without one has its default, null for none.
  var records: [Record] {
    let own = values.map { ($0.key, $0.value.taggedJSON, Defaults.Layer.user as Defaults.Layer?) }
    let used = others.flatMap { other in
      other.layers.map { (other.key, $0.value.taggedJSON, $0.layer as Defaults.Layer?) }
        + (other.layers.isEmpty ? [(other.key, other.defaultValue?.taggedJSON ?? .null, nil)] : [])
    }
    // The layers of a key keep their order.
    let all = (own + used).enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }
    return all.map(\.element).map { key, value, layer in
      Record([
        .suite: .string(suite), .key: .string(key.string), .layer: layer.map { .string("\($0)") },
        .value: value,
      ])
    }
  }

  /// Prints the entries of each key; one without a value has an empty one for it.
  func printEntries() throws {
    let used = others.map { ($0.key, $0.value ?? .string("")) }
    try Output.writeEntries(values.merging(used) { $1 }, suite: suite)
  }

  /// Prints the stored values as macOS `defaults` does, and a line for each of the other keys.
  func print() throws {
    if !values.isEmpty {
      let keys = values.count == 1 ? "1 key" : "\(values.count) keys"
      try Output.writeStored("Found \(keys) in domain '\(suite)': \(OldStyleText.suite(values))")
    }
    try Output.writeLines(others.map { OutputLine("\(suite): \($0.key): \($0.text)") })
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
