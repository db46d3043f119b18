import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct LocksCommand: KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "locks",
    abstract: "List the keys that an administrator has locked, with the reasons.",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character. Who has locked a key, and when, \
      is listed for the administrator whose history has it. Secrets are listed without their values.

      Ends with status 1 when nothing is locked, and with status 4 when a file with locks cannot be \
      trusted, which locks all keys of its suite.
      """
  )

  @OptionGroup var shared: SharedOptions

  @Flag(
    help:
      "Print JSON: a record for each lock."
  )
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example; all suites without it.")
  var suite: String?

  @Argument(help: ArgumentHelp("The keys to list, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try shared.apply()
    var choice =
      try suite.map { try shared.suites($0, among: .locked) }
      ?? SuiteChoice(names: try SuiteChoice.Existing.locked.names(in: .managed), isPattern: true)
    var locks: [ListedLock] = []
    try choice.forEach { name in
      if let (suite, store) = try Origin.lockable(name) {
        return locks += try self.locks(of: suite, store)
      }
      let managed = ManagedSuite(name)
      let file = try managed.editable()
      let changes = Self.changes(of: managed)
      let present = managed.presentLocks.locks
      let suite = try shared.openNamedSuite(name)
      let filter = try filter(among: Array(present.keys), of: suite)
      for (key, (lock, path)) in present.sorted(by: { $0.key < $1.key })
      where filter.matches(key) {
        let isHidden = filter.hides(key, lock.value)
        // Another file can lock the key since it was unlocked here.
        let change = path == file.location ? changes[key] : nil
        locks.append(
          ListedLock(
            suite: name,
            key: key,
            lock: lock,
            path: path,
            isHidden: isHidden,
            change: change
          )
        )
      }
    }
    if json, !locks.isEmpty || !choice.failures.isEmpty {
      try Output.writeRecords(locks.map(\.record) + choice.failures)
    } else if !locks.isEmpty {
      let areKnown = locks.contains { $0.change != nil }
      let heading =
        ["suite", "key", "value", "reason", "file"] + (areKnown ? ["locked", "by"] : [])
      try Output.writeLines(
        TextTable.lines(heading: heading, locks.map { Array($0.cells.prefix(heading.count)) })
      )
    }
    try choice.finish()
    guard locks.isEmpty else { return }
    let near = suite.map { NameSuggestion.suite(near: $0) } ?? ""
    let subject: MessageText = suite.map { "No key of \($0)" } ?? "No key"
    throw Failure(.notSet, "\(subject) is locked.\(near)")
  }

  /// Returns the last recorded change of each key with a lock; none without a history.
  private static func changes(
    of managed: ManagedSuite
  ) -> [Defaults.KeyName: Defaults.HistoryEntry] {
    let entries = (try? managed.rememberingFile()?.history()) ?? []
    return Dictionary(entries.flatMap { entry in entry.changes.map { ($0.key, entry) } }) { $1 }
  }

  /// The locks of a suite of another program.
  private func locks(
    of suite: Defaults.Suite,
    _ store: any Defaults.LockableStore
  ) throws -> [ListedLock] {
    let locks = try OthersLocks.locks(in: store)
    // Most of the installed schemas have none.
    guard !locks.isEmpty else { return [] }
    let filter = try filter(among: locks.map(\.key), of: suite)
    return try locks.filter { filter.matches($0.key) }.map { key, value in
      ListedLock(
        suite: suite.name,
        key: key,
        lock: LockPlan.Lock(value: value, reason: nil),
        path: try store.files(locking: key).last ?? store.location,
        isHidden: filter.hides(key, value)
      )
    }
  }

  private func filter(
    among locked: [Defaults.KeyName],
    of suite: Defaults.Suite
  ) throws -> KeyFilter {
    let schema = try KnownSchemas(suiteName: suite.name).schema(for: suite)
    return KeyFilter(keys, among: Set(locked), schema: schema)
  }
}

/// One key with its lock.
private struct ListedLock {
  var suite: String
  var key: Defaults.KeyName
  var lock: LockPlan.Lock
  var path: String
  var isHidden: Bool
  /// The change that locked it; nil if none is recorded.
  var change: Defaults.HistoryEntry?

  var cells: [OutputLine.Part] {
    let time = change.map { LocalClock.system.text($0.date) } ?? ""
    return [
      suite, key.string, ValueReport.text(lock.value, isHidden), lock.reason?.onOneLine ?? "", path,
      time,
      change?.author.user ?? "",
    ].map { OutputLine.Part(text: $0) }
  }

  var record: Record {
    var record = Record([
      .suite: .string(suite), .key: .string(key.string), .path: .string(path),
      .value: isHidden ? nil : lock.value.taggedJSON,
      .omitted: isHidden ? .string("secret") : nil, .reason: lock.reason.map { .string($0) },
    ])
    record.setChange(change?.author, at: change?.date)
    return record
  }
}
