import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

struct DiffCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Print what differs between a suite and its defaults, a file, a suite or a time.",
    discussion: """
      Without FILE, --suite or --at, the stored values are compared with the defaults of the \
      suite's schema. A TIME is written as for prefs history: 09:00, yesterday or "2 hours ago" for \
      example; the values of that time are computed from the history.

      In a SUITE, * stands for any text and ? for one character. A file with the values of several \
      suites, as prefs export writes it, is compared with each of them.

      Ends with status 1 when something differs.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions

  @Option(
    name: .customLong("suite"),
    help: ArgumentHelp("Compare with another suite.", valueName: "suite")
  )
  var other: String?

  @Option(
    help: ArgumentHelp("Compare with what was stored at TIME.", valueName: "time"),
    transform: TimeArgument.pastTime
  )
  var at: Date?

  @Flag(help: "Print JSON: a record for each key that differs, with both values.")
  var json: Bool = false

  @Flag(help: "Show the values of secrets.")
  var secrets: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(
    help: "A file, as prefs export writes it; - for standard input.",
    transform: PathArgument.path
  )
  var file: String?

  func validate() throws {
    guard [file != nil, other != nil, at != nil].count(where: \.self) < 2 else {
      throw ValidationError("FILE, --suite and --at exclude each other.")
    }
  }

  func run() throws {
    try options.apply()
    // Standard input can be read only once.
    let document = try file.map { file in
      let bytes = try ValueSource.contents(file, as: shared.user)
      return try ValueSource.document(bytes, file, ofLocks: scopes.managed)
    }
    var choice = try options.suites(
      suite,
      among: at == nil ? .stored : .remembered,
      and: document?.suites ?? []
    )
    let isPattern = choice.isPattern
    var reports: [ValueReport] = []
    var notes = PastNotes()
    try choice.forEach { name in
      let suite = try options.openReadableSuite(name)
      // A suite that a file with several suites does not have is as one without values there.
      let part =
        isPattern && document?.suites != nil
        ? document?.part(ofSuite: suite.name) ?? ValueDocument([:]) : document
      let report = try report(of: suite, beside: part, &notes)
      if !report.isEmpty { reports.append(report) }
    }
    notes.report()
    try choice.print(reports, asJSON: json)
    if !reports.isEmpty { choice.note(.notSet) }
    try choice.finish()
  }

  private func report(
    of suite: Defaults.Suite,
    beside document: ValueDocument?,
    _ notes: inout PastNotes
  ) throws -> ValueReport {
    let schema = try schemas.schema(of: suite)
    var values = suite.storedValues()
    if file == nil, at == nil, other == nil { try suite.checkExists(schema) }
    let side = try side(of: suite, schema, document, &notes)
    let filter = KeyFilter(schema: schema, and: side.schema, includesSecrets: secrets)
    for key in side.unknownKeys { values[key] = nil }
    // A secret that an export has left out is not in the file, which says nothing about it.
    if file != nil {
      values = values.filter { side.values[$0.key] != nil || !filter.hides($0.key, $0.value) }
    }
    // Equal URLs may be stored in two forms.
    var sides = [values, side.values].map { schema?.withPlainURLs($0) ?? $0 }
    if suite.capabilities.holdsJSON {
      sides = sides.map { $0.mapValues(\.withOneKindOfNumbers) }
    }
    return ValueReport(
      suite: suite.name,
      rows: Plan.Row.differences(from: sides[0], to: sides[1]),
      filter: filter,
      heading: side.heading,
      hasResults: false
    )
  }

  /// The values that a suite is compared with.
  private struct Side {
    var heading: String
    var values: [Defaults.KeyName: Defaults.StoredValue]
    var unknownKeys: Set<Defaults.KeyName> = []
    /// The schema of another suite.
    var schema: Schema?
  }

  private func side(
    of suite: Defaults.Suite,
    _ schema: Schema?,
    _ document: ValueDocument?,
    _ notes: inout PastNotes
  ) throws -> Side {
    if let document {
      let document = try ValueSource.part(of: document, file ?? "-", for: suite, schema)
      return Side(heading: "file", values: document.values.compactMapValues(\.self))
    }
    if let other {
      let suite = try options.openReadableSuite(other)
      let schema = try KnownSchemas(schemas, suiteName: suite.name).schema(for: suite)
      try suite.checkExists(schema)
      return Side(heading: "other", values: suite.storedValues(), schema: schema)
    }
    if let at {
      let history = try suite.reportedHistory()
      let past = PastValues(at: at, present: suite.storedValues(), history: history)
      notes.add(past, suite)
      return Side(heading: "then", values: past.values, unknownKeys: past.unknownKeys)
    }
    // Only what is stored can differ from its default.
    let defaults = suite.storedValues().keys.compactMap { key in
      schema?.entry(forKey: key.string)?.defaultValue.map { (key, $0) }
    }
    return Side(heading: "default", values: Dictionary(uniqueKeysWithValues: defaults))
  }
}
