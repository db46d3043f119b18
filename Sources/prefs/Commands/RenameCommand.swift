import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct RenameCommand: SuiteCommand, KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Move the stored value of a key to another key.",
    usage: "prefs rename <suite> <old-key> <new-key>",
    discussion: """
      In a SUITE, * stands for any text and ? for one character: the key is renamed in all suites that \
      store it. Each key has a name of its own, so one old and one new name are expected.

      A value of the new key is replaced. prefs undo takes both changes back, but not those of a secret, \
      which the history does not have. A secret is not moved to a key whose values are shown and \
      remembered, unless --force is given.

      Ends with status 1 when the old key is not set, in none of the suites, and with 3 when the value does not fit the \
      new key or is a secret.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var plans: PlanOptions

  @Flag(help: "Also move a secret to a key that is not secret.")
  var force: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The old and the new name of the key.")
  var keys: [String] = []

  func run() throws {
    guard keys.count == 2 else {
      throw Failure(
        .usage,
        "The old and the new name of the key are expected, found \(keys.count)."
      )
    }
    try options.apply()
    var choice = try options.suites(suite)
    let isPattern = choice.isPattern
    var runs: [any SuiteRun] = []
    try choice.forEach { name in
      if let run = try planRun(of: name, mustExist: !isPattern) { runs.append(run) }
    }
    guard !runs.isEmpty else {
      try choice.finish(reporting: plans.json)
      throw Failure.noKey(matching: keys[0], in: choice, suite)
    }
    try plans.perform(runs, of: &choice, program: "prefs rename")
    try choice.finish()
  }

  /// Makes the plan for a suite; returns nil when it does not store the key, unless it must.
  private func planRun(of name: String, mustExist: Bool) throws -> PlanRun? {
    let (suite, schema) = try options.openRememberingSuite(name, program: "prefs rename")
    let names = try keys.map { Defaults.KeyName(try suite.key(named: $0, schema)) }
    let (old, new) = (names[0], names[1])
    guard let value = suite.storedValue(forKey: old.string) else {
      guard mustExist else { return nil }
      throw Failure.notSet(old, in: suite)
    }
    try KeyNotes.checkName(new.string)
    let filter = KeyFilter(schema: schema)
    if !force, filter.hides(old, value), !filter.hides(new, value) {
      throw Failure(
        .invalidValue,
        "\(old.string) is a secret, and \(new.string) is not: its value would be shown and remembered. "
          + "Nothing was changed. --force moves it all the same."
      )
    }
    let outcome = "\(old) is \(new) now"
    return try PlanRun(
      suite: suite,
      schema: schema,
      filter: filter,
      source: "then",
      outcome: outcome
    ) {
      old == new ? .empty : try plan(from: old, to: new, in: suite, schema)
    }
  }

  /// Makes the plan of the removal of the old key and of its value under the new one.
  private func plan(
    from old: Defaults.KeyName,
    to new: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) throws -> Plan {
    guard let value = suite.storedValue(forKey: old.string) else {
      throw Failure.notSet(old, in: suite)
    }
    do throws(Defaults.Rejection) {
      try schema?.entry(forKey: new.string)?.validate(value)
    } catch {
      let filter = KeyFilter(schema: schema)
      let refusal = Defaults.WriteError.invalid(key: new, error)
      let reason =
        filter.hides(old, value)
        ? refusal.reason(isSecret: true) : filter.reason(of: refusal, new, value)
      throw Failure(.invalidValue, "\(new): \(verbatim: reason). Nothing was changed.")
    }
    // The value under the old key is not lost, so it may be of any kind.
    let losesOpaque = suite.storedValue(forKey: new.string)?.contains([.opaque]) ?? false
    let options = Defaults.WriteOptions(cause: .migration, replacesOpaque: !losesOpaque)
    return Plan([old: nil, new: value], for: suite, schema: nil, options: options)
  }
}
