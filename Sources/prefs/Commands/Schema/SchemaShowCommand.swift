import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct SchemaShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a schema says, or list the schemas that were found.",
    discussion: """
      In the name of a suite, * stands for any text and ? for one character: the schemas of the suites \
      that match are listed.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var destination: DocumentDestination

  @Flag(help: "Also list schemas that are not used, and show hidden and deprecated keys.")
  var all: Bool = false

  @Flag(help: "Print JSON: the schema as a document, or a record for each schema.")
  var json: Bool = false

  @Argument(
    help: ArgumentHelp(
      "The name of a suite, or a file in any known format.",
      valueName: "suite-or-file"
    )
  )
  var suite: String?

  func validate() throws {
    guard destination.output != nil, !json || suite == nil else { return }
    throw ValidationError("--output needs --json and a suite or file.")
  }

  func run() throws {
    try shared.apply()
    guard let suite else { return try list() }
    if NameChoice.mayBePattern(suite),
      let matching = try KnownSchemas(schemas).catalog.findings(matching: suite)
    {
      guard destination.output == nil else {
        throw Failure(.usage, "--output takes one document, and \"\(suite)\" is a pattern.")
      }
      return try list(matching)
    }
    let source = try SchemaSource(suite, schemas)
    let schema = try source.schema()
    if json { return try destination.write(schema) }
    let picture = SchemaText(schema: schema, path: source.path, showsAll: all)
    try Output.writeLines(picture.lines)
    if source.reading.ids.count > 1, schemas.id == nil {
      let ids = source.reading.ids.map(MessageText.line).joined(separator: ", ")
      Output.writeError("The file has several schemas, --id chooses another: \(ids)")
    }
    let hidden = all ? 0 : schema.entries.count { $0.isHidden || $0.deprecation != nil }
    if hidden > 0 {
      Output.writeError(
        hidden == 1
          ? "1 hidden or deprecated key is not shown: --all shows it."
          : "\(hidden) hidden or deprecated keys are not shown: --all shows them."
      )
    }
    let counts = ProblemCounts(source.reading)
    if counts.isSerious || !source.reading.omissions.isEmpty {
      let omitted = source.reading.omissions.count
      let keys =
        omitted == 0 ? "" : omitted == 1 ? "; 1 key is left out" : "; \(omitted) keys are left out"
      Output.writeError("The schema has \(counts.text)\(keys): prefs schema check lists them.")
    }
  }

  /// Lists some schemas, or all that were found.
  private func list(_ chosen: [SchemaCatalog.Finding]? = nil) throws {
    let catalog = try KnownSchemas(schemas).catalog
    let found = chosen ?? catalog.findings
    let findings = found.filter { all || $0.state == .used }
    if json {
      try Output.writeRecords(findings.map(\.record))
    } else {
      try Output.writeLines(findings.map(\.line))
    }
    for error in catalog.errors { Output.writeError(verbatim: "\(error)") }
    let unusable = found.filter { $0.state == .unusable }
    if !all, !unusable.isEmpty {
      Output.writeError(
        unusable.count == 1
          ? "1 schema cannot be used: prefs schema show --all lists it."
          : "\(unusable.count) schemas cannot be used: prefs schema show --all lists them."
      )
    }
  }
}

extension SchemaCatalog.Finding {
  fileprivate var line: String {
    let revision = reading.schema.map { "revision \($0.revision)" } ?? "-"
    return "\(suiteName)  \(revision)  \(path)\(note.map { "  (\($0))" } ?? "")"
  }

  private var note: String? {
    switch state {
    case .used: nil
    case .shadowed(let winner): "shadowed by \(winner)"
    case .unusable: "cannot be used"
    }
  }

  fileprivate var record: Record {
    let schema = reading.schema
    let (word, winner): (String, String?) =
      switch state {
      case .used: ("used", nil)
      case .shadowed(let winner): ("shadowed", winner)
      case .unusable: ("unusable", nil)
      }
    return Record([
      .suite: .string(suiteName), .path: .string(path), .title: schema.map { .string($0.title) },
      .revision: schema.map { .number("\($0.revision)") },
      .keys: schema.map { .number("\($0.entries.count)") }, .state: .string(word),
      .shadowedBy: winner.map { .string($0) },
    ])
  }
}
