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
    if Origin.isNamed(suite) { try options.checkOthers() }
    var choice = try shared.suites(suite, among: .locked)
    let isPattern = choice.isPattern
    if !options.dryRun { try choice.confirm(changing: choice.names.count) }
    var runs: [LockRun] = []
    // What is locked in none of the suites.
    var missing = keys
    var lines: [OutputLine] = []
    try choice.forEach(printing: &lines) { name, lines in
      if let (suite, store) = try Origin.lockable(name) {
        let absent = try unlock(in: suite, store, &lines)
        return missing.removeAll { !absent.contains($0) }
      }
      let suite = try shared.openReadableSuite(named: isPattern ? name : SuiteArgument.name(suite))
      let (names, absent) = try lockedKeys(of: suite)
      missing.removeAll { !absent.contains($0) }
      guard !names.isEmpty else { return }
      let schema = try KnownSchemas(schemas, suiteName: suite.name).schema(for: suite)
      let wanted = LockPlan.Wanted(names.map { ($0, LockPlan.Lock?.none) }) { first, _ in first }
      let run = try LockRun(suite: suite.name, filter: KeyFilter(schema: schema)) {
        try ManagedSuite(suite.name).plan(wanted, schema: schema, program: "prefs unlock")
      }
      runs.append(try options.applied(run))
    }
    // A suite that has failed may have locked them.
    if !missing.isEmpty, choice.status == .done {
      let place = isPattern ? "any suite" : choice.names[0]
      Output.writeError("Not locked in \(place): \(list: missing).")
      choice.note(.notSet)
    }
    try options.finish(runs, &choice, done: "unlocked")
  }

  /// Unlocks keys of another program; returns the arguments that name no locked key.
  private func unlock(
    in suite: Defaults.Suite,
    _ store: any Defaults.LockableStore,
    _ lines: inout [OutputLine]
  ) throws -> [String] {
    let locked = try OthersLocks.locks(in: store).map(\.key)
    let (names, missing) = chosen(suite.spelled, among: locked) { key in
      (try? store.files(locking: key))?.isEmpty == false
    }
    for key in names {
      let files = try store.files(locking: key).joined(separator: ", ")
      guard !options.dryRun else {
        lines.append(OutputLine("\(key) would be unlocked in \(files)"))
        continue
      }
      let keepsValue = try OthersLocks.unlock(key, in: suite, store)
      let rest = keepsValue ? "; a value for all users stays" : ""
      lines.append(OutputLine("\(key) is unlocked in \(files)\(rest)"))
    }
    return missing
  }

  /// Returns the locked keys that the arguments name, and the arguments that name none.
  private func lockedKeys(
    of suite: Defaults.Suite
  ) throws -> (names: [Defaults.KeyName], missing: [String]) {
    let managed = ManagedSuite(suite.name)
    // Says which file cannot be trusted, if there is one.
    _ = try managed.editable()
    let present = managed.presentLocks
    return chosen(\.self, among: Array(present.locks.keys)) { present.locks[$0] != nil }
  }

  /// Returns the locked keys that the arguments name, and the arguments that name none.
  ///
  /// `spelled` returns an argument as the suite spells the key.
  private func chosen(
    _ spelled: (String) -> String,
    among locked: [Defaults.KeyName],
    isLocked: (Defaults.KeyName) -> Bool
  ) -> (names: [Defaults.KeyName], missing: [String]) {
    var names: Set<Defaults.KeyName> = []
    var missing: [String] = []
    for argument in keys {
      let key = spelled(argument)
      let chosen = NameChoice(key, exists: isLocked)
      // A key of a locked group needs no value of its own.
      let single = isLocked(Defaults.KeyName(key)) ? [Defaults.KeyName(key)] : []
      let matching = locked.filter(chosen.contains) + single
      names.formUnion(matching)
      if matching.isEmpty { missing.append(argument) }
    }
    return (names.sorted(), missing)
  }
}
