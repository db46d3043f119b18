import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import Synchronization

struct WatchCommand: LiveCommand, SuiteCommand, DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print a line for each change of suites, until interrupted.",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character. Suites that match and store something \
      later are watched as well. A change of another layer, a lock for example, is followed by its name. Who \
      made a change follows if its program keeps the history; for a file of all users if root watches.

      It also ends when the reader of its output is gone. The values of secrets are not printed \
      unless --secrets asks for them.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Flag(help: "Print a record as a line of JSON for each change.")
  var json: Bool = false

  @Flag(help: "Print the values of secrets.")
  var secrets: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of a key: only changes of it are printed.")
  var key: String?

  var jsonForm: Record.Form { .record }

  func run() throws {
    try options.apply()
    try Output.checkIsOpen()
    var (choice, glob) = try chosen()
    let namesSuite = choice.isPattern
    let end = try OutputEnd()
    let watched = WatchedSuites { name, isNew in
      try observations(ofSuite: name, isNew, namesSuite: namesSuite, end)
    }
    try choice.forEach(watched.add)
    if let glob {
      watched.addLater(glob)
    } else if watched.isEmpty {
      return try choice.finish()
    }
    try end.wait()
  }

  /// Returns the suites to watch, and the pattern of those that may be stored later.
  private func chosen() throws -> (choice: SuiteChoice, later: Glob?) {
    let isFollowed =
      SuiteArgument.mayBePattern(suite) && !SuiteArgument.isPlace(suite) && options.scope == .user
    do {
      let choice = try options.suites(suite, among: options.scope == .user ? .layered : .stored)
      return (choice, choice.isPattern && isFollowed ? Glob(suite) : nil)
    } catch let failure as Failure where failure.status == .notSet && isFollowed {
      Output.writeError("No suite matches \"\(suite)\" so far; waiting for the first one.")
      return (SuiteChoice(names: [], isPattern: true), Glob(suite))
    }
  }

  /// Prints the changes of a suite; of a new one also the first values.
  private func observations(
    ofSuite name: String,
    _ isNew: Bool,
    namesSuite: Bool,
    _ end: OutputEnd
  ) throws -> [any Defaults.Observation] {
    // A suite that was broken before may not have been read again yet.
    if isNew { try options.openSuite(name).reloadIfLoaded() }
    let suite = try options.openReadableSuite(name)
    let rule = try SecretRule(of: suite, includesSecrets: secrets)
    let authors = LayerAuthors(of: suite, isNew: isNew)
    let layers = LayersInUse(of: suite)
    let stored = suite.storedValues()
    if !namesSuite { reportNothing(in: suite, stored) }
    let wanted = key.map { NameChoice(suite.spelled($0)) { stored[$0] != nil } }
    let print = { @Sendable [json] (change: WatchedChange) in
      guard wanted?.contains(change.key) != false, change.isChange else { return }
      var change = change
      change.author = authors.author(of: change)
      change.isHidden = rule.hides(change)
      end.attempt { () throws(Failure) in
        if json {
          try Output.writeJSON(change.record.json, isIndented: false)
        } else {
          try Output.writeLines([change.line(namesSuite: namesSuite)])
        }
      }
    }
    // What changes while the first values of a new suite are printed is kept until they are.
    let early = EarlyChanges(isNeeded: isNew)
    let observations: [any Defaults.Observation] = [
      suite.observeStoredValues { change in
        let change = WatchedChange(change, layers)
        if !early.keep(change) { print(change) }
      },
      suite.observeDiagnostics { Output.writeError(verbatim: "\($0)") },
    ]
    if isNew {
      for (key, value) in suite.storedValues().sorted(by: { $0.key < $1.key }) {
        print(WatchedChange(first: value, of: key, in: suite))
      }
      early.end(print)
    }
    return observations
  }

  /// Says that a suite, or the key, stores nothing so far: the name may be mistyped.
  private func reportNothing(
    in suite: Defaults.Suite,
    _ stored: [Defaults.KeyName: Defaults.StoredValue]
  ) {
    if stored.isEmpty {
      let near = NameSuggestion.suite(near: suite.name)
      Output.writeError("\(suite.name) stores nothing so far; waiting for its first value.\(near)")
    }
    guard let key else { return }
    let wanted = NameChoice(suite.spelled(key)) { stored[$0] != nil }
    guard !stored.keys.contains(where: wanted.contains) else { return }
    Output.writeError("\(key) is not set so far; waiting for its first value.")
  }
}

/// Which changes are printed without their values, by the schema that is published at the time.
///
/// A watch may run for months, and the app with the schema may be installed meanwhile.
private final class SecretRule: Sendable {
  private let filter: Mutex<KeyFilter>
  private let watch = Mutex<SchemaWatch?>(nil)

  init(of suite: Defaults.Suite, includesSecrets: Bool) throws {
    let searchPath = SchemaSearchPath.ofCommand()
    let known = try KnownSchemas(searchPath, suiteName: suite.name)
    let schema = known.schema(for: suite)
    filter = Mutex(KeyFilter(schema: schema, includesSecrets: includesSecrets))
    guard !includesSecrets else { return }
    let watch = SchemaWatch(
      searchPath,
      options: KnownSchemas.readingOptions,
      known: known.catalog
    ) { [weak self] catalog in
      let schema = KnownSchemas(catalog).schema(for: suite)
      self?.filter.withLock { $0 = KeyFilter(schema: schema) }
    }
    self.watch.withLock { $0 = watch }
  }

  func hides(_ change: WatchedChange) -> Bool {
    let filter = filter.withLock(\.self)
    return filter.hides(
      change.key,
      change.old,
      change.new,
      change.oldEffective,
      change.newEffective
    )
  }
}

/// The changes of a new suite that come before its first values have been printed.
private final class EarlyChanges: Sendable {
  /// The changes in their order; nil once they are printed at once.
  private let changes: Mutex<[WatchedChange]?>

  init(isNeeded: Bool) { changes = Mutex(isNeeded ? [] : nil) }

  /// Keeps a change; returns whether it did.
  func keep(_ change: WatchedChange) -> Bool {
    changes.withLock { changes in
      changes?.append(change)
      return changes != nil
    }
  }

  /// Prints the changes that were kept; from now on none is kept.
  func end(_ print: (WatchedChange) -> Void) {
    while let next = changes.withLock({ changes in
      let next = changes ?? []
      changes = next.isEmpty ? nil : []
      return next.isEmpty ? nil : next
    }) {
      next.forEach(print)
    }
  }
}
