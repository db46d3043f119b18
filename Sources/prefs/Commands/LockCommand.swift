import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "As root: set the only allowed value of a key, for all users.",
    usage: "prefs lock <suite> <key> [<value>] [--reason <text>]",
    discussion: """
      The value is written as for prefs write. Without a value, the one in use is locked: that of \
      root, or of the user whom --user names. A secret is locked only with --secrets, because every \
      user can read locked values.

      The lock is stored in /etc/prefs/managed/<suite>.plist and the reason beside it. A lock that \
      is set again keeps its reason; --reason replaces it, and --reason "" removes it.

      Options may stand before and after the value. A text that begins with two dashes is written \
      after its type, as in -string --text.

      Ends with status 3 when the value does not fit, and with 4 when another file of the \
      administrator locks the key or cannot be trusted.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var options: LockOptions
  @OptionGroup var sharing: SharedFileOptions

  @Option(help: ArgumentHelp("Say why, to users who want to change the key.", valueName: "text"))
  var reason: String?

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of the key.")
  var key: String

  /// Set by ``Invocation``: what follows the key is never parsed.
  @Argument(parsing: .remaining, help: "A type and a value, or a value alone.")
  var value: [String] = []

  func run() throws {
    try KeyNotes.checkName(key)
    try shared.apply(as: .administrator)
    let suite = try options.openSuite(named: suite, shared)
    let known = try KnownSchemas(schemas, suiteName: suite.name)
    known.reportProblems(about: suite)
    let schema = known.schema(for: suite)
    let key = try suite.key(named: key, schema)
    let filter = KeyFilter(schema: schema)
    let wanted = try wantedValue(of: key, in: suite, schema?.entry(forKey: key), filter)
    try sharing.check([Defaults.KeyName(key): wanted], in: .managed, filter)
    let managed = ManagedSuite(suite.name)
    let name = Defaults.KeyName(key)
    let present = managed.presentLocks.lock(forKey: name)
    let reason = reason ?? present?.reason ?? ""
    let lock = LockPlan.Lock(value: wanted, reason: reason.isEmpty ? nil : reason)
    let run = try options.perform(
      LockRun(filter: filter) { try managed.plan([name: lock], schema: schema) }
    )
    if self.reason == nil, let kept = lock.reason, present?.value != run.plan.rows[0].wanted?.value
    {
      Output.writeError(
        "\(key) keeps the reason \"\(kept)\". --reason replaces it, and --reason \"\" removes it."
          as MessageText
      )
    }
    KeyNotes.report([name: wanted], in: suite, schema)
    if value.isEmpty, !options.json, !options.dryRun {
      let isHidden = filter.hides(Defaults.KeyName(key), wanted)
      try Output.writeLines(["\(key) is locked: \(ValueReport.text(wanted, isHidden))"])
    }
  }

  private func wantedValue(
    of key: String,
    in suite: Defaults.Suite,
    _ entry: Entry?,
    _ filter: KeyFilter
  ) throws -> Defaults.StoredValue {
    let inUse = suite.effectiveValue(forKey: key) ?? entry?.defaultValue
    guard value.isEmpty else {
      let texts = value.map { Defaults.StoredValue.string($0) }
      return try filter.hidingReasons(of: Defaults.KeyName(key), texts) {
        try ValueArguments.value(value, forKey: key, entry: entry, addingTo: inUse)
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

extension LockCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    key = invocation.key ?? key
    value = invocation.data
  }
}

/// The options of the commands that change locks.
struct LockOptions: ParsableArguments {
  @Flag(help: "Change nothing; print what would happen to each key.")
  var dryRun: Bool = false

  @Flag(help: "Print a JSON array with each key, its lock and the result.")
  var json: Bool = false

  /// Opens the suite whose keys are locked.
  ///
  /// - Throws: ``Failure`` for a path, and the errors of `openReadableSuite`.
  func openSuite(named argument: String, _ shared: SharedOptions) throws -> Defaults.Suite {
    try shared.openReadableSuite(named: SuiteArgument.name(argument))
  }

  /// Changes the locks, or prints what would happen to them.
  ///
  /// - Returns: the run, with the plan that was applied.
  /// - Throws: ``Failure`` when a lock cannot be changed, `Defaults.StoreError` when a file cannot
  ///   be written.
  func perform(_ run: LockRun) throws -> LockRun {
    var run = run
    if !dryRun {
      try ManagedSuite.checkRights()
      try run.apply()
    }
    if json {
      try Output.writeJSON(run.json.text(indented: true))
    } else if dryRun {
      try Output.writeLines(run.lines)
    }
    if dryRun, run.status != .done { throw ExitCode(run.status.rawValue) }
    return run
  }
}
