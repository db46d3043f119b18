import ArgumentParser
import DefaultsCore
import DefaultsEditor
import DefaultsSchema
import EditorCore

struct AskCommand: SuiteCommand, DocumentCommand, KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Ask for the values of keys on plain lines, for scripts.",
    discussion: """
      The questions are written to standard error, and a line of standard input is read for each. An \
      empty line keeps the value, "" is an empty text, and a choice is named or numbered. An answer is \
      stored before the next question. A secret is not shown while it is typed. The answers belong to one \
      suite, so a pattern can stand for keys, and not for suites: prefs write changes several.

      Ends with status 1 at the end of the input, with 3 when an answer does not fit, after three \
      attempts on a terminal, and with 4, before any question, when a key is locked.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var sharing: SharedFileOptions

  @Flag(help: "Print the chosen values to standard output; secrets only of keys that are named.")
  var print: Bool = false

  @Flag(help: "Print them as JSON: the value of one key, an object for several.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The names of the keys; * stands for any text.")
  var keys: [String] = []

  var jsonForm: Record.Form {
    keys.count == 1 && !NameChoice.mayBePattern(keys[0]) ? .value : .document
  }

  func run() throws {
    try options.apply()
    let suite = try options.openRememberingSuite(suite, program: "prefs ask").suite
    let schema = try schemas.schema(of: suite)
    let names = try askedKeys(of: suite, schema)
    for name in names {
      guard let lock = suite.lock(forKey: name.string) else { continue }
      throw Defaults.WriteError.locked(key: name, by: lock)
    }
    let rule = KeyFilter(schema: schema)
    for name in names {
      // Before anybody types it.
      let isBool = if case .bool = schema?.entry(forKey: name.string)?.kind { true } else { false }
      try sharing.check([name: isBool ? .bool(false) : .string("")], in: options.scope, rule)
    }
    var chosen: [(key: Defaults.KeyName, value: Defaults.StoredValue?)] = []
    let filter = KeyFilter(
      keys.map(suite.spelled),
      among: Set(names),
      schema: schema,
      showsNamed: true
    )
    var isOver = false
    for name in names where !isOver {
      let entry = schema?.entry(forKey: name.string)
      let layers = suite.layeredValues(forKey: name.string)
      let question = Question(key: name, entry: entry, layers: layers)
      switch try answer(to: question) {
      case .value(let value)?:
        try filter.hidingReasons(of: name, [value]) {
          try sharing.check([name: value], in: options.scope, rule)
          try store(value, forKey: name, entry, in: suite)
        }
        KeyNotes.report([name: value], in: suite, schema)
        chosen.append((name, value))
      case .keep?: chosen.append((name, question.currentValue))
      case nil:
        isOver = true
        chosen.append((name, question.currentValue))
      }
    }
    if print || json {
      let shown = chosen.filter { !filter.hides($0.key, $0.value) }
      KeyFilter.reportSecrets(chosen.count - shown.count, of: suite.name)
      try printChosen(shown)
    }
    if isOver { throw ExitCode(Status.notSet.rawValue) }
  }

  /// Returns the keys that the arguments name, in this order.
  private func askedKeys(
    of suite: Defaults.Suite,
    _ schema: Schema?
  ) throws(Failure) -> [Defaults.KeyName] {
    guard !keys.isEmpty else {
      throw Failure(.usage, "The name of a key is expected after the suite.")
    }
    let declared = schema?.entries.map(\.key) ?? []
    let others = Set(suite.storedValues().keys).subtracting(declared).sorted()
    let existing = Set(declared + others)
    var names: [Defaults.KeyName] = []
    for argument in keys.map(suite.spelled) {
      let choice = NameChoice(argument, exists: existing.contains)
      let matching = (declared + others).filter(choice.contains)
      switch choice {
      case .name(let name) where matching.isEmpty && schema == nil:
        names.append(Defaults.KeyName(name))
      case .name(let name) where matching.isEmpty:
        throw Failure.noKey(Defaults.KeyName(name), in: suite, schema)
      case .pattern where matching.isEmpty:
        throw Failure(.notSet, "No key of \(suite.name) matches \"\(argument)\".")
      case .name, .pattern:
        names += matching.filter { !names.contains($0) }
      }
    }
    return names
  }

  /// Asks until the answer fits, or was wrong too often; nil at the end of the input.
  private func answer(to question: Question) throws -> Question.Answer? {
    let outcome = try question.ask(write: Output.writePrompt) { reason in
      let reason = MessageText(verbatim: MessageText.line(reason))
      Output.writeError("\(question.key): \(reason). Try again; an empty line keeps the value.")
    }
    switch outcome {
    case .answered(let answer): return answer
    case .endOfInput: return nil
    case .rejected(let reason):
      let reason = MessageText(verbatim: MessageText.line(reason))
      throw Failure(.invalidValue, "\(question.key): \(reason). The value was kept.")
    }
  }

  private func store(
    _ value: Defaults.StoredValue,
    forKey key: Defaults.KeyName,
    _ entry: Entry?,
    in suite: Defaults.Suite
  ) throws {
    if let entry {
      try entry.write(value, to: suite)
    } else {
      try suite.write([key: value])
    }
    try suite.flushReportingProblems()
    suite.reportOverride(ofKey: key.string)
  }

  private func printChosen(
    _ chosen: [(key: Defaults.KeyName, value: Defaults.StoredValue?)]
  ) throws {
    if json {
      let members = chosen.map {
        JSONValue.Member($0.key.string, $0.value?.taggedJSON ?? .null)
      }
      let isOne = keys.count == 1 && members.count == 1
      return try Output.writeJSON(isOne ? members[0].value : .object(members))
    }
    for (key, value) in chosen {
      let text = value.map(OldStyleText.value) ?? ""
      try Output.writeStored(keys.count == 1 && chosen.count == 1 ? text : "\(key): \(text)")
    }
  }
}
