import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct WriteCommand: SuiteCommand {
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

      Without a type the value takes the type that the suite's schema declares, and is text where \
      no schema is known. Inside -array and -dict a type may stand before each value. \
      -array-add appends to the stored array, -dict-add adds to the stored dictionary; what other \
      programs add at the same time is kept.

      Ends with status 3 when the value does not fit, when only the app sets the key, or when the \
      schema lists all keys and this is none of them; nothing is changed then.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions

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

  /// Set by ``Invocation``: what follows the key is never parsed.
  @Argument(parsing: .remaining, help: "A type and a value, or a value alone.")
  var value: [String] = []

  func run() throws {
    try KeyNotes.checkName(key)
    try options.apply()
    let suite = try options.openSuite(suite)
    let known = try KnownSchemas(schemas, suiteName: suite.name)
    known.reportProblems(about: suite)
    let schema = known.schema(for: suite)
    let history = Defaults.HistoryOptions(program: "prefs write")
    suite.keepHistory(history.hidingSecrets(of: schema))
    let key = try suite.key(named: key, schema)
    if let type = TypedArguments.Flag(argument: key), suite.storedValue(forKey: key) == nil {
      throw Failure(
        .usage,
        "\"\(key)\" is a type of value, and stands where the key is expected. A key that is named -- is "
          + "written after another --: prefs write -- SUITE -- -\(type.rawValue) VALUE."
      )
    }
    let entry = schema?.entry(forKey: key)
    if !force { try KeyNotes.checkWritable(Defaults.KeyName(key), in: suite, schema) }
    let texts = value.map { Defaults.StoredValue.string($0) }
    let filter = KeyFilter(schema: schema)
    try filter.hidingReasons(of: Defaults.KeyName(key), texts) {
      try store(key, in: suite, entry, filter)
    }
    try finish(key, suite, schema)
  }

  private func store(
    _ key: String,
    in suite: Defaults.Suite,
    _ entry: Entry?,
    _ filter: KeyFilter
  ) throws {
    var writing = Defaults.WriteOptions(replacesOpaque: force)
    writing.replacesReadOnly = force
    if TypedArguments.addToStoredValue(value) {
      try suite.update(forKey: key, options: writing) { stored in
        let value = try added(to: stored, key, entry)
        try sharing.check([Defaults.KeyName(key): value], in: options.scope, filter)
        return value
      }
      return
    }
    let value = try ValueArguments.value(value, forKey: key, entry: entry, addingTo: nil)
    try sharing.check([Defaults.KeyName(key): value], in: options.scope, filter)
    if let entry {
      try entry.write(value, to: suite, options: writing)
    } else {
      try suite.write([Defaults.KeyName(key): value], options: writing)
    }
  }

  /// Waits until the value is on disk, and prints what the user has to know about it.
  private func finish(_ key: String, _ suite: Defaults.Suite, _ schema: Schema?) throws {
    try suite.flushReportingProblems()
    suite.reportOverride(ofKey: key)
    guard let stored = suite.storedValue(forKey: key) else { return }
    KeyNotes.report([Defaults.KeyName(key): stored], in: suite, schema)
  }

  /// Returns the stored array or dictionary with the arguments added.
  ///
  /// - Throws: ``Failure`` when the arguments cannot be added, or the result does not fit the entry.
  private func added(
    to stored: Defaults.StoredValue?,
    _ key: String,
    _ entry: Entry?
  ) throws -> Defaults.StoredValue {
    let value = try ValueArguments.value(value, forKey: key, entry: entry, addingTo: stored)
    guard let entry else { return value }
    do throws(Defaults.Rejection) {
      try entry.validate(value)
      return entry.kind.normalized(value)
    } catch {
      throw Failure(.invalidValue, "\(entry.key): \(error).")
    }
  }
}

extension WriteCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    value = invocation.data
    key = invocation.key ?? key
  }
}
