import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// A schema that the arguments name, by its file or by its suite.
struct SchemaSource {
  /// The path of the document; nil for the sample app's schema, which is part of the tool.
  var path: String?
  /// The result of reading the document.
  var reading: SchemaReading
}

extension SchemaSource {
  /// Creates a source by finding the document and reading it.
  ///
  /// A name with a slash in it, or of an existing file, is a path; any other names a suite. Formats
  /// that name no suite get `suiteName`.
  ///
  /// - Throws: `Defaults.StoreError` when a file cannot be read, ``Failure`` when no schema
  ///   describes the suite.
  init(_ name: String, _ options: SchemaOptions, suiteName: String? = nil) throws {
    if name.contains("/") || DocumentFile.exists(name) {
      let reading = try SchemaReading(
        file: name,
        suiteName: suiteName,
        id: options.id,
        options.readingOptions
      )
      self.init(path: name, reading: reading)
      return
    }
    let name = try SuiteArgument.name(name)
    let known = try KnownSchemas(options, suiteName: name)
    let finding =
      known.catalog.finding(forSuite: name)
      ?? known.catalog.findings.first { $0.suiteName == name }
    if let finding {
      self.init(path: finding.path, reading: finding.reading)
    } else if let schema = known.registry(with: name).schema(named: name) {
      self.init(path: nil, reading: SchemaReading(format: .native, schema: schema))
    } else {
      throw Failure(
        .notSet,
        "No schema describes \(name). prefs schema show lists all schemas."
      )
    }
  }

  /// Returns the schema, or throws a ``Failure`` that lists all problems of the document.
  func schema() throws -> Schema {
    if let schema = reading.schema { return schema }
    throw Failure(
      reading.status,
      .lines(["The schema cannot be used:"] + messages(isVerbose: false))
    )
  }

  /// Returns messages for problems in the order of the document, then for keys that are left out.
  ///
  /// With `isVerbose`, unknown keywords are problems as well.
  func messages(isVerbose: Bool) -> [String] {
    let path = path ?? ""
    let problems = reading.problems.filter { isVerbose || !$0.flaw.isTrivial }
    let told = Set(problems.map { "\($0.flaw)" })
    return problems.map { $0.advice(path: path) }
      + reading.omissions.filter { !told.contains($0.reason) }.map {
        "\(path): note: \"\($0.key)\" is left out: \($0.reason)"
      }
  }
}

extension SchemaCatalog {
  /// Returns the schemas of the suites that a pattern matches; nil if an argument is no pattern, but the name of
  /// a file or suite.
  func findings(matching argument: String) throws(Failure) -> [Finding]? {
    let names = Set(findings.map { Defaults.KeyName($0.suiteName) })
    guard !argument.contains("/"), !DocumentFile.exists(argument),
      case .pattern(let glob) = NameChoice(argument, exists: names.contains)
    else { return nil }
    let matching = findings.filter { glob.matches($0.suiteName) }
    guard matching.isEmpty else { return matching }
    throw Failure(
      .notSet,
      "No schema describes a suite that matches \"\(argument)\". prefs schema show lists all schemas."
    )
  }
}

extension SchemaReading {
  /// Creates the reading of one of the schemas of a file that the arguments name.
  ///
  /// Formats that name no suite get `suiteName`. If `id` is nil, the first schema is read.
  init(
    file path: String,
    suiteName: String?,
    id: String?,
    _ options: SchemaReadingOptions
  ) throws(Defaults.StoreError) {
    var options = options
    options.suiteName = suiteName
    options.id = id
    options.allowsOtherFileName = true
    self = try SchemaDocument(file: path, maximumSize: options.maximumSize).read(options)
  }

  /// The exit status for a document: invalid if it has errors or no usable schema.
  var status: Status {
    highestSeverity == .error || schema == nil ? .invalidValue : .done
  }
}

extension SchemaFlaw {
  /// Whether the problem is printed only with `--verbose`.
  var isTrivial: Bool { trait == .unknownKeyword }
}
