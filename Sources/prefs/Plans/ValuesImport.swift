import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// Stores the values of a document in the suites that an argument names.
struct ValuesImport {
  /// How the suites are opened.
  let options: SuiteOptions
  let plans: PlanOptions
  let sharing: SharedFileOptions
  /// The patterns of the keys to store; all keys if it is empty.
  let keys: [String]
  /// Whether keys are stored that the schema does not have, and values of kinds that cannot be shown
  /// are replaced.
  let isForced: Bool
  /// The name of the program in the history.
  let program: String
  /// Whether the documents are known to have the values of the suites that are named, and nothing else.
  var isExact = false
  /// The suites that the documents are from, with those that could not be read.
  var source = SuiteChoice(names: [], isPattern: false)
  /// Returns the schema of a suite.
  let schema: (Defaults.Suite) throws -> Schema?

  /// Stores the values of a document in a suite, or in the suites of the document that match a pattern.
  ///
  /// Messages name the `path` of the document, which is `-` for standard input. It is read after the suite
  /// is opened.
  func perform(
    _ document: @autoclosure () throws -> ValueDocument,
    _ path: String,
    in argument: String
  ) throws {
    if NameChoice.mayBePattern(argument), !SuiteArgument.isPlace(argument) {
      let existing = Set(try Defaults.ConfigurationHome().suites().map { Defaults.KeyName($0) })
      if case .pattern(let glob) = NameChoice(argument, exists: existing.contains) {
        return try importSuites(of: document(), path, matching: glob)
      }
    }
    let suite = try options.openReadableSuite(argument)
    let schema = try schema(suite)
    let document = try document()
    let part: ValueDocument
    if isExact {
      part = document
    } else if keys.isEmpty {
      part = try ValueSource.part(of: document, path, for: suite, schema)
    } else {
      // Keys that are named are meant as they are, in the part for the suite if there are several.
      let all = try ValueSource.bySuite(document, path)
      part = all.suites == nil ? document : all.part(ofSuite: suite.name) ?? document
    }
    let run = try self.run(of: part, in: suite, schema)
    let missing = missingKeys(in: [part])
    guard missing.isEmpty || missing.count < keys.count else { throw noKey(missing, path) }
    var choice = source.replacing(names: [suite.name], isPattern: false)
    try plans.perform([run], of: &choice, program: program)
    note(missing, path, &choice)
    try choice.finish()
  }

  /// Imports the suites of a document that match a pattern; they need not exist.
  private func importSuites(
    of document: ValueDocument,
    _ path: String,
    matching glob: Glob
  ) throws {
    let document = try ValueSource.bySuite(document, path)
    guard let suites = document.suites else {
      throw Failure(
        .invalidValue,
        "\(path: path == "-" ? "Standard input" : path) has not the values of several suites, as "
          + "prefs export '*' writes them, and \"\(glob.pattern)\" is a pattern."
      )
    }
    // A file from another computer must not choose which file of another program it changes.
    let chosen = suites.filter { glob.matches($0) && !Origin.isNamed($0) }
    guard !chosen.isEmpty else {
      throw Failure(
        .notSet,
        "No suite in the file matches \"\(glob.pattern)\". It has \(list: suites)."
      )
    }
    var choice = source.replacing(names: chosen, isPattern: true)
    var runs: [any SuiteRun] = []
    var parts: [ValueDocument] = []
    try choice.forEach { name in
      let suite = try options.openReadableSuite(named: name)
      let part = document.part(ofSuite: name) ?? document
      let run = try run(of: part, in: suite, schema(suite))
      if keys.isEmpty || run.count > 0 { runs.append(run) }
      parts.append(part)
    }
    let missing = missingKeys(in: parts)
    guard missing.isEmpty || !runs.isEmpty || choice.status != .done else {
      throw noKey(missing, path)
    }
    try plans.perform(runs, of: &choice, program: program)
    note(missing, path, &choice)
    try choice.finish()
  }

  /// Returns the named keys and patterns of which none of the values of suites has a key.
  private func missingKeys(in parts: [ValueDocument]) -> [String] {
    NameChoice.chosen(by: keys, among: Set(parts.flatMap(\.values.keys))).missing
  }

  /// Returns the failure of keys that are named and that the document does not have.
  private func noKey(_ missing: [String], _ path: String) -> Failure {
    Failure(.notSet, "\(missingText(missing, path)). Nothing was changed.")
  }

  /// Says which of the named keys the document does not have, if it has others.
  private func note(_ missing: [String], _ path: String, _ choice: inout SuiteChoice) {
    guard !missing.isEmpty else { return }
    Output.writeError("\(missingText(missing, path)).")
    choice.note(.notSet)
  }

  private func missingText(_ missing: [String], _ path: String) -> MessageText {
    let place: MessageText = path == "-" ? "Standard input" : "\(path: path)"
    let noun: MessageText = missing.count == 1 ? "the key" : "the keys"
    return "\(place) does not have \(noun) \(list: missing)"
  }

  private func run(
    of document: ValueDocument,
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) throws -> any SuiteRun {
    let filter = KeyFilter(keys, among: Set(document.values.keys), schema: schema)
    let wanted = document.values.filter { filter.matches($0.key) }
    guard options.scope != .managed else {
      return try lockRun(of: wanted, document.reasons, in: suite, filter)
    }
    let writing = Defaults.WriteOptions(cause: .import, replacesOpaque: isForced)
    let run = try PlanRun(suite: suite, schema: schema, filter: filter, source: "file") {
      Plan(wanted, for: suite, schema: schema, options: writing, refusesUndeclared: !isForced)
    }
    let changed = run.plan.changes.compactMap { row in row.wanted.map { (row.key, $0) } }
    try sharing.check(Dictionary(changed) { $1 }, in: options.scope, filter)
    if !isExact, changed.contains(where: { $0.0 == ValueDocument.reasonsName }) {
      Output.writeError(
        "\(suite.name): \"\(ValueDocument.reasonsName)\" is taken for a key. With --managed it is the reasons of locks."
      )
    }
    return run
  }

  /// Plans to lock the keys of a document.
  ///
  /// A key without a reason in the document keeps the one that its value has, unless it is to be exactly as
  /// the source has it.
  private func lockRun(
    of wanted: [Defaults.KeyName: Defaults.StoredValue?],
    _ reasons: [Defaults.KeyName: String],
    in suite: Defaults.Suite,
    _ filter: KeyFilter
  ) throws -> LockRun {
    let run = try ManagedSuite(suite.name).lockRun(
      wanted,
      filter,
      program: program,
      isForced: isForced
    ) { key, value, present in
      let isKept = !isExact && present?.value == value
      return reasons[key] ?? (isKept ? present?.reason : nil)
    }
    let changed = run.plan.changes.compactMap { row in row.wanted.map { (row.key, $0.value) } }
    try sharing.check(Dictionary(changed) { $1 }, in: .managed, filter)
    return run
  }
}
