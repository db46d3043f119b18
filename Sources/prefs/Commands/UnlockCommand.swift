import ArgumentParser
import DefaultsCore
import DefaultsTransfer

struct UnlockCommand: KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "As root: let users change keys again.",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character: the keys that are locked are \
      unlocked.

      The reasons for the locks are removed as well. Values that users had before are used again.

      Ends with status 1 when one of the keys was locked in none of the suites; the others are unlocked. Ends with \
      status 4 when another file of the administrator locks a key or cannot be trusted; nothing is \
      changed then.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var options: LockOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The names of the keys.")
  var keys: [String] = []

  func run() throws {
    guard !keys.isEmpty else { throw Failure(.usage, "The name of a key is missing.") }
    try shared.apply(as: .administrator)
    if Origin.isNamed(suite) { try options.checkOthers() } else { try options.checkRights() }
    var choice = try shared.suites(suite, among: .locked)
    let isPattern = choice.isPattern
    if !options.dryRun { try choice.confirm(changing: choice.names.count) }
    var runs: [LockRun] = []
    var missing = MissingNames(keys)
    var lines: [OutputLine] = []
    try choice.forEach(printing: &lines) { name, lines in
      if let (suite, store) = try Origin.lockable(name) {
        return missing.keep(try unlock(in: suite, store, &lines))
      }
      let suite = try shared.openReadableSuite(named: isPattern ? name : SuiteArgument.name(suite))
      let managed = ManagedSuite(suite.name)
      // Says which file cannot be trusted, if there is one.
      _ = try managed.editable()
      let chosen = NameChoice.chosen(by: keys, among: Set(managed.presentLocks.locks.keys))
      missing.keep(chosen.missing)
      guard !chosen.names.isEmpty else { return }
      let schema = try KnownSchemas(schemas, suiteName: suite.name).schema(for: suite)
      let wanted = LockPlan.Wanted(chosen.names.map { ($0, LockPlan.Lock?.none) }) { $1 }
      let run = try LockRun(suite: suite.name, filter: KeyFilter(schema: schema)) {
        try managed.plan(wanted, schema: schema, program: "prefs unlock")
      }
      runs.append(try options.applied(run))
    }
    missing.report("Not locked", &choice, near: nil)
    try options.finish(runs, &choice, done: "unlocked")
  }

  /// Unlocks keys of another program; returns the arguments that name no locked key.
  private func unlock(
    in suite: Defaults.Suite,
    _ store: any Defaults.LockableStore,
    _ lines: inout [OutputLine]
  ) throws -> [String] {
    let locked = try OthersLocks.locks(in: store).map(\.key)
    // A key of a locked group needs no value of its own.
    let named = keys.map { Defaults.KeyName(suite.spelled($0)) }
      .filter { (try? store.files(locking: $0))?.isEmpty == false }
    let chosen = NameChoice.chosen(
      by: keys,
      among: Set(locked + named),
      spelled: suite.spelled
    )
    for key in chosen.names.sorted() {
      let files = try store.files(locking: key).joined(separator: ", ")
      guard !options.dryRun else {
        lines.append(OutputLine("\(key) would be unlocked in \(files)"))
        continue
      }
      let keepsValue = try OthersLocks.unlock(key, in: suite, store)
      guard !options.quiet else { continue }
      let rest = keepsValue ? "; a value for all users stays" : ""
      lines.append(OutputLine("\(key) is unlocked in \(files)\(rest)"))
    }
    return chosen.missing
  }
}
