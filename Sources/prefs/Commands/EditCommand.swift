import ArgumentParser
import DefaultsCore
import DefaultsEditor
import DefaultsSchema
import DefaultsTransfer
import EditorCore
import Glibc

struct EditCommand: LiveCommand, SuiteCommand, KeyCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open the editor on a suite, or on every suite that can be found."
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Show everything, and change nothing.")
  var readOnly: Bool = false

  @Argument(
    help:
      "The name of the suite to show first, or - for the one that was opened last; a pattern of the suites to list; or the path of a property list."
  )
  var suite: String?

  @Argument(help: "The key to select.")
  var key: String?

  /// The command that was probably meant, if the suite's name stands in the place of a command.
  var suggestion: String?

  mutating func receive(_ invocation: Invocation) {
    suggestion = invocation.suggestion
    key = invocation.key
  }

  func run() throws {
    let screenOptions = try screen.options()
    try options.apply()
    // Root can change the values of all users in this editor.
    if geteuid() == 0 { SchemaSearchPath.useAdministrators(of: shared) }
    if try screen.printKeys() { return }
    let pattern = try pattern()
    let suite = pattern == nil ? try suiteName() : nil
    let file = try suite.flatMap { SuiteArgument.isPath($0) ? try options.openSuite($0) : nil }
    // With a schema that only the user chose for the suite of another program, it shows no other suite.
    let isAlone = suite.map { Origin.isNamed($0) && !schemas.files.isEmpty } ?? false
    let searchPath = schemas.searchPath(forSuite: file?.name ?? suite)
    let reading = schemas.readingOptions
    let display = try screen.display()
    let known = try KnownSchemas(
      searchPath,
      suiteName: file?.name ?? onlySuite(suite, display),
      reading
    )
    guard options.scope == .user, !isAlone, file == nil else {
      return try edit(suite, known, screenOptions, display)
    }
    if let suite, let suggestion,
      try !known.suites(with: nil).suites.contains(where: { $0.name == suite })
    {
      throw CommandSuggestion.failure(suite, suggestion)
    }
    let described = known.catalog.findings.first { schemas.files.contains($0.path) }?.suiteName
    let named = pattern == nil ? suite ?? described : nil
    let first = try named.map { name in
      try Origin.isNamed(name) ? options.openSuite(name) : shared.openNamedSuite(name)
    }
    guard let start = try first ?? startingSuite(of: known, pattern)
    else {
      if let pattern { throw SuiteChoice.noMatch(pattern.glob.pattern) }
      throw Failure(
        .notSet,
        "No suite is stored in \(path: Defaults.ConfigurationHome().directory) yet. Name one with prefs "
          + "edit SUITE, or a file with prefs json:PATH or prefs ini:PATH, or try prefs demo."
      )
    }
    var source = EditorSession.Source(
      catalog: try catalog(known, start.name, isList: first == nil, display).limited(to: pattern),
      suite: Origin.suite
    )
    source.scopes = WriteScope.allCases.filter { $0 != .system || geteuid() == 0 }
    source.sharedFiles[.system] = SuiteScope.system.commandForSecrets
    if geteuid() == 0 {
      source.changeLocks = EditorLocks.change
      source.locks = EditorLocks.suite
      source.accountSuites = { user throws(Reason) in
        try AccountStore.suites(of: user).filter { pattern?.matches($0) ?? true }
      }
    }
    source.scoped = { Origin.isNamed($0) ? nil : try? SuiteScope.suite(named: $0, in: $1) }
    source.watch = { report in
      SuiteListWatch(searchPath, with: start.name, reading, known: known.catalog) {
        report($0.limited(to: pattern))
      }
    }
    source.banner = shared.banner ?? ""
    source.isReadOnly = readOnly
    source.firstKey = try firstKey(of: start, known)
    source.beginsWithSuites = first == nil
    source.opened = LastSuite.remember
    try openEditor(source, start, screenOptions, display)
  }

  /// The suite whose schema is enough for the first screen; nil if all schemas are needed.
  ///
  /// On a terminal the suite's rows come first: ``SuiteListWatch`` reads the other schemas while they
  /// are shown. A printed screen and plain lines can ask for any suite at once, a word that may be a
  /// misspelt command is looked up among all of them, and a file that is named may describe several.
  private func onlySuite(_ suite: String?, _ display: EditorDisplay) -> String? {
    if let suite, Origin.isNamed(suite), !schemas.files.isEmpty { return suite }
    guard case .terminal = display, suggestion == nil, schemas.files.isEmpty else { return nil }
    return suite
  }

  /// The pattern of the suites to list; nil if one suite or none is named.
  ///
  /// - Throws: ``Failure`` if a key is named too, `Defaults.StoreError` if the directory of the suites
  ///   cannot be read.
  private func pattern() throws -> SuitePattern? {
    guard let suite, options.scope == .user, SuiteArgument.mayBePattern(suite) else { return nil }
    let others = Origin.names(like: suite)?()
    let names = try others ?? Defaults.ConfigurationHome().suites()
    let choice = NameChoice(suite) { name in names.contains { Defaults.KeyName($0) == name } }
    guard case .pattern(let glob) = choice else { return nil }
    guard key == nil else {
      throw Failure(.usage, "A key is selected in one suite, and \"\(suite)\" is a pattern.")
    }
    return SuitePattern(glob: glob, others: others?.filter(glob.matches))
  }

  /// The name of the suite to show first; nil if none is named.
  private func suiteName() throws -> String? {
    guard suite == LastSuite.argument else {
      return try suite.map { argument in
        guard SuiteArgument.isPath(argument) else {
          return try Origin(argument)?.suiteName ?? SuiteArgument.name(argument)
        }
        // The file of a suite is opened as that suite.
        return Defaults.ConfigurationHome().suite(atPath: argument) ?? argument
      }
    }
    guard let name = LastSuite.name else {
      throw Failure(.notSet, "The editor has opened no suite yet. Name one with prefs edit SUITE.")
    }
    return name
  }

  /// Opens the suite below the list of suites: the one that was opened last, or the first.
  ///
  /// Only suites that match a pattern are opened.
  private func startingSuite(
    of known: KnownSchemas,
    _ pattern: SuitePattern?
  ) throws -> Defaults.Suite? {
    let isListed = { (name: String) in pattern?.matches(name) != false }
    let own = try known.suites(with: nil).limited(to: pattern).suites.map(\.name)
    let last = LastSuite.name.flatMap { name in
      own.contains(name) || isListed(name) && Origin.isPresent(name) ? name : nil
    }
    let foreign = Origin.installed.lazy.map(\.name).first(where: isListed)
    guard let name = last ?? own.first ?? foreign else { return nil }
    if Origin.isNamed(name), let suite = Origin.suite(named: name) { return suite }
    return try shared.openNamedSuite(name)
  }

  /// The suites of the editor, with those of other programs if the first screen shows the list.
  private func catalog(
    _ known: KnownSchemas,
    _ start: String,
    isList: Bool,
    _ display: EditorDisplay
  ) throws(Defaults.StoreError) -> SuiteCatalog {
    if case .terminal = display, !isList { return try known.suites(with: start) }
    return try known.suitesWithPrograms(start)
  }

  /// Returns the key to select, or nil if none is named; throws a ``Failure`` if it does not exist.
  private func firstKey(
    of suite: Defaults.Suite,
    _ known: KnownSchemas
  ) throws -> Defaults.KeyName? {
    guard let argument = key else { return nil }
    let schema = known.schema(for: suite)
    let name = Defaults.KeyName(try suite.key(named: argument, schema))
    guard suite.hasKey(name, schema) else { throw Failure.noKey(name, in: suite, schema) }
    return name
  }

  /// Opens the editor on a file other than the user's own, which a banner names all the time, on a property
  /// list anywhere, or on the suite of another program.
  private func edit(
    _ suite: String?,
    _ known: KnownSchemas,
    _ screenOptions: PreferencesEditor.Options,
    _ display: EditorDisplay
  ) throws {
    guard let name = suite else {
      throw Failure(.usage, "--current-host, --system and --managed need the name of a suite.")
    }
    let suite = try options.openSuite(name)
    let schema = known.schema(for: suite)
    let summary = SuiteSummary(ofSuite: suite.name, title: schema?.title ?? "")
    var catalog = SuiteCatalog(
      suites: [summary],
      registry: SchemaRegistry(schema.map { [$0] } ?? []),
      remarks: known.remarks
    )
    catalog.layer = options.scope.layer
    var source = EditorSession.Source(catalog: catalog) { $0 == suite.name ? suite : nil }
    let file = SuiteArgument.isPath(name) ? " FILE: \(suite.location)" : ""
    source.banner = options.scope.banner(suite.location) ?? file
    source.sharedFiles[.user] = options.scope.commandForSecrets
    // The banner names another file, and the settings are the user's own.
    source.opensSettings = Origin.isNamed(name)
    source.isReadOnly = readOnly
    source.firstKey = try firstKey(of: suite, known)
    try openEditor(source, suite, screenOptions, display)
  }
}

/// The pattern of the suites that the editor lists.
private struct SuitePattern {
  let glob: Glob
  /// The suites of other programs that match, which are listed instead of all others; nil for a pattern of
  /// property lists.
  let others: [SuiteSummary]?

  /// Creates a pattern from the arguments that name suites of other programs, if it is one of these.
  init(glob: Glob, others: [String]?) {
    self.glob = glob
    self.others = others?.compactMap { argument in
      guard let name = (try? Origin(argument))?.suiteName else { return nil }
      return SuiteSummary(ofSuite: name)
    }
  }

  func matches(_ name: String) -> Bool {
    others?.contains { $0.name == name } ?? glob.matches(name)
  }
}

extension SuiteCatalog {
  /// Returns the catalog with the suites whose names match a pattern; nil stands for all.
  fileprivate func limited(to pattern: SuitePattern?) -> SuiteCatalog {
    guard let pattern else { return self }
    var catalog = self
    catalog.suites = pattern.others ?? suites.filter { pattern.matches($0.name) }
    return catalog
  }
}

/// Runs the editor on the terminal or on plain lines, or prints one screen of it; throws terminal errors as failures with a message and an
/// exit status.
func openEditor(
  _ source: EditorSession.Source,
  _ suite: Defaults.Suite,
  _ options: PreferencesEditor.Options,
  _ display: EditorDisplay
) throws {
  let editor = PreferencesEditor(
    source: source,
    opening: suite,
    options: options,
    history: Defaults.HistoryOptions(program: "prefs edit")
  )
  var text = ""
  var refusedCount = 0
  do throws(PreferencesEditor.RunError) {
    switch display {
    case .terminal:
      let suites = try editor.show()
      if !suites.isEmpty {
        Output.writeError(
          "Edits of \(list: suites, limit: 3) are staged, not stored. The editor keeps them for later."
            as MessageText
        )
      }
      return
    case .text(let size, let presses): text = try editor.render(size, presses)
    case .lines: refusedCount = try editor.runOnPlainLines()
    }
  } catch {
    switch error {
    case .notWritten(let error): throw error
    case .unusableBindings(let reasons): throw KeyArguments.failure(reasons)
    case .unusableLog(let reason), .notKept(let reason):
      throw Failure(.inputOutputFailed, "\(verbatim: reason)")
    // The status of a process that SIGHUP ended.
    case .terminalGone: exit(128 + SIGHUP)
    case .notATerminal, .unsuitableTerminal, .alreadyOpen: throw Failure(.usage, "\(error)")
    }
  }
  try Output.write(text)
  // A person has read what was wrong; a script has only the status.
  if refusedCount > 0, !LineReader.isTerminal { throw ExitCode(Status.invalidValue.rawValue) }
}
