import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct SchemaCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report everything that is wrong with schemas.",
    discussion: """
      Prints a line for each problem: path:line:column: severity: place: text. Without an \
      argument it checks every schema that is found. In the name of a suite, * stands for any text and ? \
      for one character.

      Ends with status 0 when there are no errors, 1 when no schema describes a suite that is named, 3 \
      when there are errors, and 6 when a file cannot be read. All that is named is checked in any case.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Also print unknown keywords.")
  var verbose: Bool = false

  @Flag(help: "Print JSON: a record for each problem.")
  var json: Bool = false

  @Option(
    help: ArgumentHelp("The suite, for formats that do not name it.", valueName: "suite")
  )
  var suite: String?

  @Argument(
    help: ArgumentHelp(
      "Files in any known format, or names of suites.",
      valueName: "suite-or-file"
    )
  )
  var names: [String] = []

  func run() throws {
    try shared.apply()
    var worst = Status.done
    var all: [Record] = []
    for name in try names.isEmpty ? found() : names {
      do {
        for source in try paths(name).flatMap(sources) {
          if json {
            all += source.reading.problems.filter { verbose || !$0.flaw.isTrivial }
              .map { $0.record(path: source.path ?? "") }
          } else {
            try report(source, name)
          }
          worst = max(worst, source.reading.status)
        }
      } catch {
        guard let failure = Failure(describing: error) else { throw error }
        all.append(failure.record)
        Output.writeError(verbatim: failure.message)
        worst = max(worst, failure.status)
      }
    }
    if json { try Output.writeRecords(all) }
    guard worst == .done else { throw ExitCode(worst.rawValue) }
  }

  /// Returns the files of the schemas whose suites match a name that is a pattern; otherwise the name.
  private func paths(_ name: String) throws -> [String] {
    guard NameChoice.mayBePattern(name) else { return [name] }
    return try KnownSchemas(schemas).catalog.findings(matching: name)?.map(\.path) ?? [name]
  }

  /// Returns the schema of a name, or all schemas of a document with several.
  private func sources(_ name: String) throws -> [SchemaSource] {
    let source = try SchemaSource(name, schemas, suiteName: suite.map(SuiteArgument.name))
    guard source.reading.ids.count > 1, schemas.id == nil, suite == nil else { return [source] }
    var options = schemas.readingOptions
    options.allowsOtherFileName = true
    let path = source.path ?? name
    return try SchemaDocument(file: path, maximumSize: options.maximumSize).readAll(options)
      .map { SchemaSource(path: path, reading: $0) }
  }

  /// Returns the paths of all schemas that are found; prints why others cannot be read.
  private func found() throws -> [String] {
    let catalog = try KnownSchemas(schemas).catalog
    for error in catalog.errors { Output.writeError(verbatim: "\(error)") }
    return catalog.findings.map(\.path)
  }

  private func report(_ source: SchemaSource, _ name: String) throws {
    try Output.writeLines(source.messages(isVerbose: verbose))
    let counts = ProblemCounts(source.reading)
    var summary = MessageText.line(source.path ?? name)
    if source.reading.ids.count > 1, let schema = source.reading.schema {
      summary += ", \(MessageText.line(schema.suite.name))"
    }
    summary += ": \(counts.text)"
    if let schema = source.reading.schema {
      let raw = schema.entries.count { $0.flaw != nil }
      let parts = [
        (schema.entries.count - raw, "shown"), (raw, "shown as stored"),
        (source.reading.omissions.count, "left out"),
      ].enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
      summary +=
        "; keys: " + parts.map { "\($0.element.0) \($0.element.1)" }.joined(separator: ", ")
    }
    Output.writeError(verbatim: summary)
  }
}

extension SchemaProblem {
  /// Returns the problem as a record.
  fileprivate func record(path: String) -> Record {
    Record([
      .path: .string(path), .line: place.map { .number("\($0.line)") },
      .column: place.map { .number("\($0.column)") }, .severity: .string(flaw.severity.rawValue),
      .pointer: .string(pointer), .key: key.map { .string($0) }, .message: .string("\(flaw)"),
    ])
  }
}
