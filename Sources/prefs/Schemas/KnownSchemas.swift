import DefaultsCore
import DefaultsSchema
import EditorCore

/// The schemas that the tool can use: those that it finds, that of its sample app, and that of the
/// settings of its editor.
struct KnownSchemas {
  /// The catalog of the documents that were found.
  let catalog: SchemaCatalog
  /// The schema of the suite of another program; nil for a suite in property lists.
  private var foreign: Schema?
  /// The schemas of the suites of other programs.
  private let unread: UnreadSchemas

  /// The options with which schema documents are read.
  static var readingOptions: SchemaReadingOptions {
    SchemaReadingOptions(languages: UserLanguages.names())
  }

  /// Creates a set of schemas from a catalog, and what reads the schemas of other programs.
  init(
    _ catalog: SchemaCatalog,
    _ unread: UnreadSchemas = Origin.schemas(KnownSchemas.readingOptions)
  ) {
    self.catalog = catalog
    self.unread = unread
    foreign = nil
  }

  /// Creates a set of schemas by searching what the options name, then the standard directories.
  ///
  /// - Throws: ``Failure`` when a file that the options name is not a usable schema,
  ///   `Defaults.StoreError` when it cannot be read.
  init(_ options: SchemaOptions, suiteName: String? = nil) throws {
    let searchPath = options.searchPath(forSuite: suiteName)
    try self.init(searchPath, suiteName: suiteName, options.readingOptions)
  }

  /// Creates a set of schemas by searching for them: of one suite, or of all without a name.
  ///
  /// - Throws: ``Failure`` when a file that the search path names cannot be used,
  ///   `Defaults.StoreError` when it cannot be read.
  init(
    _ searchPath: SchemaSearchPath = .ofCommand(),
    suiteName: String? = nil,
    _ options: SchemaReadingOptions = KnownSchemas.readingOptions
  ) throws {
    let files = searchPath.files
    let origin = try suiteName.flatMap { try Origin($0) }
    unread = Origin.schemas(options)
    var options = options
    if let origin {
      let suite = origin.suite
      options.suiteName = origin.schemaName
      options.suite = { _ in suite }
    }
    catalog = SchemaCatalog(searchPath: searchPath, suiteName: suiteName, options: options)
    // A document that the user names replaces what belongs to the file.
    foreign = origin.flatMap { origin -> Schema? in
      let schema = catalog.schemas.first { $0.suite == origin.suite } ?? origin.schema(options)
      return schema.map(origin.adopting)
    }
    if let error = catalog.errorsOfFiles.first { throw error }
    for finding in catalog.findings where files.contains(finding.path) {
      guard finding.reading.schema == nil else { continue }
      let messages = finding.reading.problems.map { $0.advice(path: finding.path) }
      throw Failure(
        .invalidValue,
        .lines(["The schema cannot be used:"] + messages)
      )
    }
  }

  /// Returns the names of the suites that store something in any layer, sorted.
  static func storedSuites() throws(Defaults.StoreError) -> [String] {
    let used = try Defaults.ConfigurationHome().usedSuites()
    return Set(used + Defaults.LayerDirectories().suites()).sorted()
  }

  /// Returns the suites that store something or have a schema, with all schemas that were read.
  ///
  /// The suite of this name is listed even if it stores nothing.
  func suites(with name: String?) throws(Defaults.StoreError) -> SuiteCatalog {
    var names = try Self.storedSuites()
    var listed = Set(names)
    let others =
      catalog.schemas.map(\.suite.name) + catalog.unreadSuites + (name.map { [$0] } ?? [])
    names += others.filter { listed.insert($0).inserted }
    let registry = registry(with: name)
    let summaries = names.map {
      SuiteSummary(ofSuite: $0, title: registry.schema(named: $0)?.title ?? "")
    }
    return SuiteCatalog(suites: summaries, registry: registry, remarks: remarks)
  }

  /// Returns the suites as ``suites(with:)`` does, and those of the programs that are installed.
  ///
  /// Nobody should wait for the names of these, and their schemas are read when they are asked for.
  func suitesWithPrograms(_ name: String?) throws(Defaults.StoreError) -> SuiteCatalog {
    var catalog = try suites(with: name)
    let listed = Set(catalog.suites.map(\.name))
    catalog.suites += Origin.installed.filter { !listed.contains($0.name) }
    return catalog
  }

  /// Returns a registry of the schemas that were found.
  ///
  /// The schema of the sample app is among them only if its suite is named: its keys have
  /// registered defaults, which hold for every suite of the process.
  func registry(with name: String?) -> SchemaRegistry {
    let sample = name == Sketchbook.suiteName ? [Sketchbook.schema] : []
    // Registered last, so that no document replaces it.
    let settings = SettingsSuite.ofUser.map { [$0.schema] } ?? []
    let known = sample + catalog.schemas + settings + (foreign.map { [$0] } ?? [])
    return SchemaRegistry(known, unread: unread)
  }

  /// Returns the schema of a suite, and applies it to the suite's environment variables.
  ///
  /// The files of a suite for one host, and the files of an administrator, have the same keys as
  /// the user's file and thus the same schema.
  func schema(for suite: Defaults.Suite) -> Schema? {
    let registry = registry(with: suite.name)
    let schema =
      registry.schema(for: suite) ?? registry.schema(named: suite.name)?.bound(to: suite)
    schema?.declareKeys(in: suite)
    if suite.hasValuesOfProcess { suite.reportProblems() }
    return schema
  }

  /// Prints a message if the only documents found for a suite cannot be used.
  func reportProblems(about suite: Defaults.Suite) {
    guard catalog.finding(forSuite: suite.name) == nil,
      let finding = catalog.findings.first(where: { $0.suiteName == suite.name })
    else { return }
    Output.writeError(verbatim: MessageText.line(Self.unusable(finding.path)))
  }

  private static func unusable(_ path: String) -> String {
    "The schema cannot be used: prefs schema check \(path) says why."
  }

  /// The messages that the editor shows when it opens a suite whose schema has problems.
  var remarks: [String: String] {
    var remarks: [String: String] = [:]
    for finding in catalog.findings {
      switch finding.state {
      case .shadowed: continue
      case .unusable:
        remarks[finding.suiteName] = Self.unusable(finding.path)
      case .used:
        let counts = ProblemCounts(finding.reading)
        remarks[finding.suiteName] =
          counts.isSerious
          ? "The schema has \(counts.text): prefs schema check \(finding.path) lists them." : nil
      }
    }
    // A usable document replaces an unusable one in another directory, and its message.
    for finding in catalog.findings where finding.state == .used {
      if !ProblemCounts(finding.reading).isSerious { remarks[finding.suiteName] = nil }
    }
    return remarks
  }
}

/// The number of errors and of warnings in a document.
struct ProblemCounts {
  private let errors: Int
  private let warnings: Int

  init(_ reading: SchemaReading) {
    errors = reading.problems.count { $0.flaw.severity == .error }
    warnings = reading.problems.count { $0.flaw.severity == .warning }
  }

  /// Whether there are errors or warnings.
  var isSerious: Bool { errors + warnings > 0 }

  /// The counts in words, `2 errors and 1 warning` for example.
  var text: String {
    let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return "no problems" }
    return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
  }
}
