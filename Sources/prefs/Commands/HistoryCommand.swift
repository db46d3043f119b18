import ArgumentParser
import DefaultsCore
import DefaultsSchema
import FoundationEssentials
import Glibc

struct HistoryCommand: SuiteCommand, KeyCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Print what prefs and the editor changed in suites, and who did it.",
    discussion: """
      The latest change comes first, with its time in the time zone of the system or of the \
      variable TZ; JSON has UTC. A change that prefs undo has taken back is marked. Keys that \
      hold secrets are listed without their values. Changes of values for this host only are \
      listed as well, and to root those of values for all users and of locks.

      In a SUITE or KEY, * stands for any text and ? for one character. A TIME is one such as \
      09:00, yesterday, "2 hours ago" or "2026-03-14 09:26 +01:00", in local time unless it says \
      otherwise. Of each suite the latest 500 changes are remembered, or 8 MB.

      With --forget everything that the history holds of a key is removed, which cannot be undone.

      Ends with status 1 when nothing is remembered.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Option(
    help: ArgumentHelp("Print changes from TIME on only.", valueName: "time"),
    transform: TimeArgument.time
  )
  var since: Date?

  @Option(
    help: ArgumentHelp("Print changes up to TIME only.", valueName: "time"),
    transform: TimeArgument.time
  )
  var until: Date?

  @Option(help: ArgumentHelp("Print changes by the user NAME only.", valueName: "user"))
  var by: String?

  @Flag(help: "Print JSON: a record for each change of a key.")
  var json: Bool = false

  @Option(help: ArgumentHelp("Print the latest N changes only.", valueName: "n"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Remove all that is remembered of KEY.", valueName: "key")
  )
  var forget: String?

  @Argument(help: "The name of the suite, org.example.app for example; all suites without it.")
  var suite: String?

  @Argument(help: "The name of a key: only changes of it are printed.")
  var key: String?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number of at least 1.") }
    guard forget != nil else { return }
    guard suite != nil, key == nil, !json, limit == nil, since == nil, until == nil, by == nil
    else {
      throw ValidationError("--forget takes a suite and one key, and no other option beside it.")
    }
  }

  mutating func receive(_ invocation: Invocation) {
    key = invocation.key
    forget = invocation.forgottenKey ?? forget
  }

  func run() throws {
    try options.apply()
    if let forget, let suite { return try remove(forget, from: options.openSuite(suite)) }
    let all = SuiteChoice.Existing.remembered
    var choice =
      try suite.map { try options.suites($0, among: all) }
      ?? SuiteChoice(names: all.names(in: options.scope), isPattern: true)
    let isPattern = choice.isPattern
    var rows: [(date: Date, lines: [OutputLine], records: [Record])] = []
    var fileCount = 0
    try choice.forEach { name in
      for scope in scopes(ofSuite: name) {
        let suite = try SuiteArgument.open(name, in: scope)
        let found = try report(of: suite, in: scope.layer, isNamed: isPattern).rows
        if !found.isEmpty { fileCount += 1 }
        rows += found
      }
    }
    // Of one file the order of the entries counts, because a clock may have been set back.
    if fileCount > 1 { rows.sort { $0.date > $1.date } }
    if let limit { rows = Array(rows.prefix(limit)) }
    guard !rows.isEmpty else {
      try choice.finish(reporting: json)
      throw nothingRemembered(choice)
    }
    if json {
      try Output.writeRecords(rows.flatMap(\.records) + choice.failures)
    } else {
      try Output.writeLines(rows.flatMap(\.lines))
    }
    try choice.finish()
  }

  /// Returns the files of a suite whose changes are printed: those of the user, of an administrator also those
  /// for all users.
  private func scopes(ofSuite name: String) -> [SuiteScope] {
    guard options.scope == .user, !SuiteArgument.isPlace(name) else { return [options.scope] }
    guard geteuid() == Defaults.LayerDirectories().managedOwner else { return [.user, .host] }
    // Of a suite with managed files that cannot be trusted, no lock can be changed.
    return [.user, .host, .system] + ((try? ManagedSuite(name).editable()) == nil ? [] : [.managed])
  }

  private func report(
    of suite: Defaults.Suite,
    in layer: Defaults.Layer,
    isNamed: Bool
  ) throws -> HistoryReport {
    let entries = try suite.reportedHistory()
    noteForgotten(entries, of: suite)
    let schema = try KnownSchemas(suiteName: suite.name).schema(for: suite)
    // A key that was removed is in the history only.
    let changed = Set(entries.flatMap { $0.changes.map(\.key) })
    let wanted = key.map { NameChoice(suite.spelled($0), exists: changed.contains) }
    return HistoryReport(of: suite, entries, schema, in: layer, isNamed: isNamed) { entry in
      guard since.map({ entry.date >= $0 }) ?? true, until.map({ entry.date <= $0 }) ?? true,
        by.map({ entry.author.user.split(separator: " ").contains(Substring($0)) }) ?? true
      else { return nil }
      var entry = entry
      entry.changes.removeAll { change in wanted?.contains(change.key) == false }
      return entry.changes.isEmpty ? nil : entry
    }
  }

  /// Prints that changes before the ones that are listed may be forgotten.
  private func noteForgotten(_ entries: [Defaults.HistoryEntry], of suite: Defaults.Suite) {
    let count = Defaults.HistoryOptions(program: "").limit
    guard let oldest = entries.first, entries.count >= count, limit == nil,
      since.map({ $0 < oldest.date }) ?? true
    else { return }
    Output.writeError(
      "Of the changes of \(suite.name) only the latest \(count) are remembered, since \(LocalClock.system.text(oldest.date))."
    )
  }

  private func nothingRemembered(_ choice: SuiteChoice) -> Failure {
    let change: MessageText =
      since == nil && until == nil && by == nil && key == nil ? "No change" : "No such change"
    guard let suite else { return Failure(.notSet, "\(change) is remembered.") }
    guard choice.isPattern else {
      let near = NameSuggestion.suite(near: suite)
      return Failure(.notSet, "\(change) of \(suite) is remembered.\(near)")
    }
    return Failure(.notSet, "\(change) of a suite that matches \"\(suite)\" is remembered.")
  }

  private func remove(_ argument: String, from suite: Defaults.Suite) throws {
    let changed = Set(try suite.history().flatMap { $0.changes.map(\.key) })
    let key = try suite.key(named: argument, nil, among: changed)
    let count = try suite.forgetHistory(forKey: key)
    if options.scope == .managed { try ManagedSuite(suite.name).forgetReasons(of: key) }
    guard count > 0 else {
      throw Failure(.notSet, "No change of \"\(key)\" in \(suite.name) is remembered.")
    }
    let changes = count == 1 ? "1 change" : "\(count) changes"
    try Output.writeLines(["\(key): \(changes) removed from the history of \(suite.name)"])
  }
}
