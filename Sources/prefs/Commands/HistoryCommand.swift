import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

struct HistoryCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Print what prefs and the editor changed in a suite, and who did it.",
    discussion: """
      The latest change comes first, with its time in the time zone of the system or of the \
      variable TZ; JSON has UTC. A change that prefs undo has taken back is marked. Keys that \
      hold secrets are listed without their values.

      With --forget everything that the history holds of a key is removed, which cannot be undone.

      Ends with status 1 when nothing is remembered.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Flag(help: "Print JSON, with tags such as $date for types that JSON lacks.")
  var json: Bool = false

  @Option(help: ArgumentHelp("Print the latest N changes only.", valueName: "n"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Remove all that is remembered of KEY.", valueName: "key")
  )
  var forget: String?

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of a key: only changes of it are printed.")
  var key: String?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number of at least 1.") }
    if forget != nil, key != nil || json || limit != nil {
      throw ValidationError("--forget takes one key, and no other option or key beside it.")
    }
  }

  func run() throws {
    try options.apply()
    let suite = try options.openSuite(suite)
    let all = try suite.history()
    // A key that was removed is in the history only.
    let changed = Set(all.flatMap { $0.changes.map(\.key) })
    if let forget {
      return try remove(suite.key(named: forget, nil, among: changed), from: suite)
    }
    let undone = Defaults.HistoryTimeline(all).undone
    // A program may have recorded what a schema calls secret now.
    let schema = try KnownSchemas(suiteName: suite.name).schema(for: suite)
    let filter = KeyFilter(schema: schema)
    var entries = Array(all.reversed())
    if let argument = key {
      let key = Defaults.KeyName(try suite.key(named: argument, nil, among: changed))
      entries.removeAll { !$0.changes.contains { $0.key == key } }
    }
    if let limit { entries = Array(entries.prefix(limit)) }
    guard !entries.isEmpty else {
      throw Failure.nothingStored(in: suite, "No change of \(suite.name) is remembered.")
    }
    if json {
      let texts = entries.map { Self.json($0, filter, isUndone: undone.contains($0.id)) }
      try Output.writeJSON(JSONValue.array(texts).text(indented: true))
    } else {
      try Output.writeLines(
        entries.flatMap { Self.lines($0, filter, schema, isUndone: undone.contains($0.id)) }
      )
    }
  }

  private func remove(_ key: String, from suite: Defaults.Suite) throws {
    let count = try suite.forgetHistory(forKey: key)
    guard count > 0 else {
      throw Failure(.notSet, "No change of \"\(key)\" in \(suite.name) is remembered.")
    }
    let changes = count == 1 ? "1 change" : "\(count) changes"
    try Output.writeLines(["\(key): \(changes) removed from the history of \(suite.name)"])
  }

  private static func lines(
    _ entry: Defaults.HistoryEntry,
    _ filter: KeyFilter,
    _ schema: Schema?,
    isUndone: Bool
  ) -> [OutputLine] {
    let author = entry.author
    let note = isUndone ? "  (undone)" : entry.cause.note
    let heading =
      "\(LocalClock.system.text(entry.date))  \(author.user)  \(author.program) "
      + "[\(author.process)]\(note)"
    return [OutputLine(heading, .heading)]
      + entry.changes.map { OutputLine("  \(line($0, filter, schema))") }
  }

  private static func line(
    _ change: Defaults.HistoryEntry.Change,
    _ filter: KeyFilter,
    _ schema: Schema?
  ) -> String {
    switch omission(change, filter) {
    case .secret: return "\(change.key): changed (secret)"
    case .large: return "\(change.key): changed (too large to remember)"
    case nil: break
    }
    return
      "\(change.key): \(ValueReport.change(change.old, change.new, schema?.entry(forKey: change.key.string)?.kind))"
  }

  /// Returns why the values of a change are not printed; nil if they are.
  private static func omission(
    _ change: Defaults.HistoryEntry.Change,
    _ filter: KeyFilter
  ) -> Defaults.HistoryEntry.Omission? {
    change.omission ?? (filter.hides(change.key, change.old, change.new) ? .secret : nil)
  }

  private static func json(
    _ entry: Defaults.HistoryEntry,
    _ filter: KeyFilter,
    isUndone: Bool
  ) -> JSONValue {
    let changes = entry.changes.map { change in
      let key = JSONValue.Member("key", .string(change.key.string))
      guard let omission = omission(change, filter) else {
        return JSONValue.object([key] + ValueReport.members(change.old, change.new, false))
      }
      return JSONValue.object([key, .init("omitted", .string(omission.rawValue))])
    }
    return .object([
      .init("date", Defaults.StoredValue.date(entry.date).json),
      .init("user", .string(entry.author.user)),
      .init("program", .string(entry.author.program)),
      .init("process", .number(String(entry.author.process))),
      .init("cause", .string(entry.cause.name)),
      .init("isUndone", .bool(isUndone)),
      .init("changes", .array(changes)),
    ])
  }
}

extension Defaults.Cause {
  /// The cause in parentheses, where it is none that the values show by themselves.
  fileprivate var note: String {
    switch self {
    case .edit, .reset: ""
    case .undo, .redo, .import, .migration, .sync: "  (\(name))"
    }
  }
}

extension HistoryCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    key = invocation.key
    forget = invocation.forgottenKey ?? forget
  }
}
