import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct WriteCommand: SuiteCommand, ValueCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Store a value for a key.",
    usage: "prefs write <suite> <key> [-bool|-int|-float|-string|-date|-data] <value>\n"
      + "       prefs write <suite> <key> -array [<element> ...]\n"
      + "       prefs write <suite> <key> -dict [<key> <value> ...]\n"
      + "       prefs write <suite> <key> -array-add [<element> ...]\n"
      + "       prefs write <suite> <key> -dict-add [<key> <value> ...]",
    discussion: """
      Everything after the key is the value, even if it looks like an option; options stand before \
      the suite or the key.

      Without a type the value takes the type that the suite's schema declares. Where no schema is known, it \
      stays a Boolean, a number or a date if the value in use is one and the text can be one, or a list or a \
      dictionary if the text is one in JSON, and is text \
      otherwise. - alone reads it from standard input, for a secret above all. Inside -array and -dict a \
      type may stand before each value. -array-add appends to the stored array, -dict-add adds to the \
      stored dictionary; what other programs add at the same time is kept.

      In a SUITE or KEY, * stands for any text and ? for one character: the value is written to the \
      keys of suites that exist, stored in any layer or described by a schema. For a file of all users, \
      --user names the user whose suites these are, root without it. A suite that refuses the value does \
      not keep it from the others.

      Ends with status 1 when nothing matches a pattern, with 4 when the key is locked, and with 3 when the \
      value does not fit, when only the app sets the key, or when the schema lists all keys and this is none \
      of them; nothing is changed then.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions

  @OptionGroup var plans: PlanOptions
  @OptionGroup var sharing: SharedFileOptions

  @Flag(
    help:
      "Also write a key that the schema does not have or that only the app sets, and replace a value of a kind that cannot be shown."
  )
  var force: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of the key.")
  var key: String

  @Argument(parsing: .remaining, help: "A type and a value, or a value alone.")
  var value: [String] = []

  mutating func run() throws {
    try KeyNotes.checkName(key)
    value = try ValueArguments.reading(value)
    // Of a pattern, a user is named whose suites it is compared with, whatever file is written.
    let hasPattern = NameChoice.mayBePattern(suite) || NameChoice.mayBePattern(self.key)
    if !hasPattern { try options.check() }
    try shared.apply(as: options.scope.role)
    let choice = try options.suites(suite, among: .described)
    guard !choice.isPattern, !NameChoice.mayBePattern(self.key), !plans.dryRun, !plans.json else {
      return try write(toAll: choice)
    }
    let suite = try options.openSuite(choice.names[0])
    let key = suite.spelled(self.key)
    let schema = try schemas.schema(of: suite, forKey: key)
    let history = Defaults.HistoryOptions(program: "prefs write")
    suite.keepHistory(history.hidingSecrets(of: schema))
    if let type = TypedArguments.Flag(argument: key), suite.storedValue(forKey: key) == nil {
      throw Failure(
        .usage,
        "\"\(key)\" is a type of value, and stands where the key is expected. A key that is named -- is "
          + "written after another --: prefs write -- SUITE -- -\(type.rawValue) VALUE."
      )
    }
    let isUnknown = schema == nil && NameSuggestion.isUnknown(suite)
    let entry = schema?.entry(forKey: key)
    if !force { try KeyNotes.checkWritable(Defaults.KeyName(key), in: suite, schema) }
    let texts = value.map { Defaults.StoredValue.string($0) }
    let filter = KeyFilter(schema: schema)
    try filter.hidingReasons(of: Defaults.KeyName(key), texts) {
      try store(key, in: suite, entry, filter)
    }
    try suite.flushReportingProblems()
    let name = Defaults.KeyName(key)
    SystemLog.noteChanges([(name, suite.storedValue(forKey: key))], of: suite, hiding: filter)
    suite.reportOverride(ofKey: key)
    if isUnknown, !plans.quiet { KeyNotes.noteUnknown(suite.name) }
    guard !plans.quiet, let stored = suite.storedValue(forKey: key) else { return }
    KeyNotes.report([Defaults.KeyName(key): stored], in: suite, schema)
  }

  private var writing: Defaults.WriteOptions {
    var options = Defaults.WriteOptions(replacesOpaque: force)
    options.replacesReadOnly = force
    return options
  }

  private func store(
    _ key: String,
    in suite: Defaults.Suite,
    _ entry: Entry?,
    _ filter: KeyFilter
  ) throws {
    if TypedArguments.addToStoredValue(value) {
      try suite.update(forKey: key, options: writing) { stored in
        let value = try added(to: stored, key, in: suite, entry)
        try sharing.check([Defaults.KeyName(key): value], in: options.scope, filter)
        return value
      }
      return
    }
    let value = try ValueArguments.value(value, forKey: key, entry: entry, addingTo: nil, in: suite)
    try sharing.check([Defaults.KeyName(key): value], in: options.scope, filter)
    if let entry {
      try entry.write(value, to: suite, options: writing)
    } else {
      try suite.write([Defaults.KeyName(key): value], options: writing)
    }
  }

  /// Returns the stored array or dictionary with the arguments added.
  ///
  /// - Throws: ``Failure`` when the arguments cannot be added, or the result does not fit the entry.
  private func added(
    to stored: Defaults.StoredValue?,
    _ key: String,
    in suite: Defaults.Suite,
    _ entry: Entry?
  ) throws -> Defaults.StoredValue {
    let value = try ValueArguments.value(
      value,
      forKey: key,
      entry: entry,
      addingTo: stored,
      in: suite
    )
    guard let entry else { return value }
    do throws(Defaults.Rejection) {
      try entry.validate(value)
      return entry.kind.normalized(value)
    } catch {
      throw Defaults.WriteError.invalid(key: entry.key, error)
    }
  }
}

// Several suites or keys.
extension WriteCommand {
  /// Writes the keys that exist in the suites, each suite by itself.
  fileprivate func write(toAll choice: SuiteChoice) throws {
    var choice = choice
    let isPattern = choice.isPattern
    var runs: [PlanRun] = []
    var (status, leftOut) = (Status.done, [Record]())
    try choice.forEach { name in
      let suite = try options.openReadableSuite(name)
      let schema = try schemas.schema(of: suite)
      // A key exists if any layer has it, and not only the file that is written.
      let known = options.scope == .user ? suite : try shared.openReadableSuite(name)
      var keys = known.keys(matching: key, schema, mustExist: isPattern).names
      if plans.skipRefused { try leaveOutRefused(&keys, of: suite, schema, &status, &leftOut) }
      if !keys.isEmpty { runs.append(try planRun(keys, of: suite, schema)) }
    }
    choice.note(status, leftOut)
    guard !runs.isEmpty else {
      try choice.finish(reporting: plans.json)
      throw Failure.noKey(matching: key, in: choice, suite)
    }
    if !plans.dryRun, !isPattern { try Confirmation.ask(changing: runs[0].count, "keys") }
    try plans.perform(runs, of: &choice, program: "prefs write")
    try choice.finish()
  }

  private func planRun(
    _ keys: [Defaults.KeyName],
    of suite: Defaults.Suite,
    _ schema: Schema?
  ) throws -> PlanRun {
    let filter = KeyFilter(schema: schema)
    return try PlanRun(suite: suite, schema: schema, filter: filter, source: "then") {
      var wanted: [Defaults.KeyName: Defaults.StoredValue] = [:]
      for key in keys { wanted[key] = try wantedValue(of: key, in: suite, filter) }
      try sharing.check(wanted, in: options.scope, filter)
      return Plan(
        wanted.mapValues { $0 },
        for: suite,
        schema: schema,
        options: writing,
        checksStored: true
      )
    }
  }

  private func wantedValue(
    of key: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ filter: KeyFilter
  ) throws -> Defaults.StoredValue {
    if !force { try KeyNotes.checkWritable(key, in: suite, filter.schema) }
    return try filter.hidingReasons(of: key, value.map { .string($0) }) {
      try ValueArguments.value(
        value,
        forKey: key.string,
        entry: filter.schema?.entry(forKey: key.string),
        addingTo: suite.storedValue(forKey: key.string),
        in: suite
      )
    }
  }

  /// Leaves out the keys whose kind of value the arguments are not, prints why, and keeps status and records.
  private func leaveOutRefused(
    _ keys: inout [Defaults.KeyName],
    of suite: Defaults.Suite,
    _ schema: Schema?,
    _ status: inout Status,
    _ leftOut: inout [Record]
  ) throws {
    let filter = KeyFilter(schema: schema)
    keys = try keys.filter { key in
      do {
        _ = try wantedValue(of: key, in: suite, filter)
        return true
      } catch let failure as Failure where failure.status == .invalidValue {
        let name = MessageText.fact(key.string)
        let reason = failure.message.trimmingPrefix("\(name): ")
        Output.writeError(
          verbatim: "\(MessageText.fact(suite.name)): \(name) was left out: \(reason)"
        )
        status = max(status, failure.status)
        leftOut.append(
          Record([
            .suite: .string(suite.name), .key: .string(key.string), .result: .string("refused"),
            .refusal: .string(reason.description),
          ])
        )
        return false
      }
    }
  }
}
