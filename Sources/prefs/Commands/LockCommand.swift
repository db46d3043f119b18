import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct LockCommand: ValueCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "As root: set the only allowed value of a key, for all users.",
    usage: "prefs lock <suite> <key> [<value>] [--reason <text>]",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character: the keys of suites that exist \
      are locked, stored or described by a schema.

      The value is written as for prefs write. Without a value, the one in use is locked: that of \
      root, or of the user whom --user names. A secret is locked only with --secrets, because every \
      user can read locked values.

      The lock is stored in /etc/prefs/managed/<suite>.plist and the reason beside it. A lock that \
      is set again keeps its reason; --reason replaces it, and --reason "" removes it. The keys of \
      GNOME and KDE are locked in the files that their programs obey.

      Options may stand before and after the value. A text that begins with two dashes is written \
      after its type, as in -string --text.

      Ends with status 1 when nothing matches a pattern or there is no value to lock, with 3 when the value \
      does not fit or the key is not in the schema and looks like a mistyped one of it, and with 4 when \
      another file of the administrator locks the key or cannot be trusted.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var options: LockOptions
  @OptionGroup var sharing: SharedFileOptions

  @Flag(
    name: [.long, .customLong("undeclared")],
    help: "Also lock a key that the schema does not have."
  )
  var force: Bool = false

  @Option(help: ArgumentHelp("Say why, to users who want to change the key.", valueName: "text"))
  var reason: String?

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of the key.")
  var key: String

  @Argument(parsing: .remaining, help: "A type and a value, or a value alone.")
  var value: [String] = []

  mutating func run() throws {
    try KeyNotes.checkName(key)
    value = try ValueArguments.reading(value)
    try shared.apply(as: .administrator)
    if Origin.isNamed(suite) { return try lockOthers() }
    try options.checkRights()
    var choice = try shared.suites(suite, among: .described)
    let isPattern = choice.isPattern
    if !options.dryRun { try choice.confirm(changing: choice.names.count) }
    var runs: [LockRun] = []
    try choice.forEach { name in
      let suite = try shared.openReadableSuite(named: isPattern ? name : SuiteArgument.name(suite))
      // Everybody can read a lock, so it must not publish what the user may not see.
      if let user = shared.user, SystemRoot.current == nil {
        try UserIdentity.checkReadable(suite.location, by: user)
      }
      let schema = try schemas.schema(of: suite)
      let keys = suite.keys(matching: key, schema, mustExist: isPattern).names
      guard !keys.isEmpty else { return }
      if !options.dryRun, !isPattern { try Confirmation.ask(changing: keys.count, "keys") }
      if !options.quiet, schema == nil, NameSuggestion.isUnknown(suite) {
        KeyNotes.noteUnknown(suite.name)
      }
      let run = try options.applied(lockRun(of: keys, in: suite, schema))
      runs.append(run)
      if !options.quiet { report(run, suite, schema) }
    }
    guard !runs.isEmpty else {
      try choice.finish(reporting: options.json)
      throw Failure.noKey(matching: key, in: choice, suite)
    }
    if value.isEmpty, !options.json, !options.dryRun, !options.quiet {
      try Output.writeLines(
        runs.flatMap { run in
          run.plan.rows.map { row in
            let text = ValueReport.text(row.wanted?.value, run.hides(row))
            return OutputLine("\(isPattern ? "\(run.suite): " : "")\(row.key) is locked: \(text)")
          }
        }
      )
    }
    try options.finish(runs, &choice, done: value.isEmpty ? nil : "locked")
  }

  /// Locks keys of other programs, as these obey it.
  private func lockOthers() throws {
    guard reason == nil else {
      throw Failure(.usage, "Other programs keep no reasons for locks: leave --reason out.")
    }
    try options.checkOthers()
    var choice = try shared.suites(suite, among: .described)
    let isPattern = choice.isPattern
    if !options.dryRun { try choice.confirm(changing: choice.names.count) }
    var lines: [OutputLine] = []
    var isFound = false
    try choice.forEach(printing: &lines) { name, lines in
      guard let (suite, store) = try Origin.lockable(name) else { return }
      let schema = try schemas.schema(of: suite)
      let filter = KeyFilter(schema: schema)
      for key in suite.keys(matching: key, schema, mustExist: isPattern).names {
        let value = try wantedValue(of: key, in: suite, schema?.entry(forKey: key.string), filter)
        try sharing.check([key: value], in: .managed, filter)
        let shown = ValueReport.text(value, filter.hides(key, value))
        let text = "\(try store.fileForLocks()): \(shown)"
        if options.dryRun {
          try OthersLocks.check(key, store)
          lines.append(OutputLine("\(key) would be locked in \(text)"))
        } else {
          try OthersLocks.lock(key, at: value, in: suite, store)
          if !options.quiet { lines.append(OutputLine("\(key) is locked in \(text)")) }
        }
        isFound = true
      }
    }
    try choice.finish()
    guard isFound else { throw Failure.noKey(matching: key, in: choice, suite) }
  }

  private func lockRun(
    of keys: [Defaults.KeyName],
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) throws -> LockRun {
    let filter = KeyFilter(schema: schema)
    var wanted: [Defaults.KeyName: Defaults.StoredValue] = [:]
    if !force, let (key, near) = KeyNotes.mistyped(keys, in: suite, schema).first {
      throw Failure(
        .invalidValue,
        "The schema of \(suite.name) has no key \"\(key)\". Did you mean \"\(near)\"? --force takes it all the same."
      )
    }
    for key in keys {
      wanted[key] = try wantedValue(of: key, in: suite, schema?.entry(forKey: key.string), filter)
    }
    try sharing.check(wanted, in: .managed, filter)
    return try ManagedSuite(suite.name).lockRun(wanted, filter, isForced: force) { _, _, present in
      reason ?? present?.reason
    }
  }

  /// Prints what people should know about the locks.
  private func report(_ run: LockRun, _ suite: Defaults.Suite, _ schema: Schema?) {
    for row in run.plan.rows {
      guard reason == nil, let kept = row.wanted?.reason, row.now?.value != row.wanted?.value else {
        continue
      }
      Output.writeError(
        "\(run.suite): \(row.key) keeps the reason \"\(kept)\". --reason replaces it, and --reason \"\" removes it."
          as MessageText
      )
    }
    let values = run.plan.rows.compactMap { row in row.wanted.map { (row.key, $0.value) } }
    let outcome: KeyNotes.Outcome = options.dryRun ? .wouldBeLocked : .locked
    KeyNotes.report(Dictionary(values) { first, _ in first }, in: suite, schema, outcome)
  }

  private func wantedValue(
    of name: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ entry: Entry?,
    _ filter: KeyFilter
  ) throws -> Defaults.StoredValue {
    let key = name.string
    let inUse = suite.effectiveValue(forKey: key) ?? entry?.defaultValue
    guard value.isEmpty else {
      let texts = value.map { Defaults.StoredValue.string($0) }
      return try filter.hidingReasons(of: name, texts) {
        try ValueArguments.value(value, forKey: key, entry: entry, addingTo: inUse, in: suite)
      }
    }
    guard let inUse else {
      throw Failure(
        .notSet,
        "\(key) is not set in \(suite.name), so there is no value to lock. Write one after the key."
      )
    }
    return inUse
  }
}

/// The options of the commands that change locks.
struct LockOptions: ParsableArguments {
  @Flag(help: "Change nothing; print what would happen to each key.")
  var dryRun: Bool = false

  @Flag(help: "Print JSON: a record for each key, with its lock and the result.")
  var json: Bool = false

  @Flag(help: .quiet)
  var quiet: Bool = false

  /// Changes the locks, unless they are only to be shown; returns the run with the applied plan.
  ///
  /// - Throws: ``Failure`` when a lock cannot be changed, `Defaults.StoreError` when a file cannot
  ///   be written.
  func applied(_ run: LockRun) throws -> LockRun {
    var run = run
    if !dryRun { try run.apply() }
    return run
  }

  /// Checks that this process may change locks, before it tries to, suite for suite.
  func checkRights() throws(Failure) {
    if !dryRun { try ManagedSuite.checkRights() }
  }

  /// Checks that the options can be used for locks of other programs, which have no records.
  func checkOthers() throws(Failure) {
    guard json else { return }
    throw Failure(
      .usage,
      "The locks of other programs have no records as JSON: leave --json out."
    )
  }

  /// Prints what has happened or would happen to the locks, if that is asked for, or else for several
  /// suites or keys how many were changed; `done` says how, and nil that it is known already.
  ///
  /// - Throws: `ExitCode` when a suite has failed, or a dry run has found a lock that cannot be changed.
  func finish(_ runs: [LockRun], _ choice: inout SuiteChoice, done: String?) throws {
    if json || dryRun {
      try choice.print(runs, asJSON: json)
    } else if let done, !quiet {
      try Output.writeLines(
        runs.filter { choice.isPattern || $0.plan.rows.count > 1 }.compactMap { run in
          let count = run.plan.changes.count
          let keys = count == 1 ? "1 key" : "\(count) keys"
          return count == 0 ? nil : "\(run.suite): \(keys) \(done)"
        }
      )
    }
    if dryRun { for run in runs { choice.note(run.status) } }
    try choice.finish()
  }
}
