import DefaultsCore
import DefaultsSchema

/// A schema that the arguments name, by its file or by its suite.
struct SchemaSource {
  /// The path of the document; nil for the sample app's schema, which is part of the tool.
  var path: String?
  /// The result of reading the document.
  var reading: SchemaReading

  /// Creates a source from a document that was read.
  init(path: String?, reading: SchemaReading) {
    self.path = path
    self.reading = reading
  }

  /// Creates a source by finding the document and reading it.
  ///
  /// A name with a slash in it, or of an existing file, is a path; any other is that of a suite.
  ///
  /// - Parameters:
  ///   - name: a path, or the name of a suite.
  ///   - options: the files and directories to search before the standard ones.
  ///   - suiteName: the suite for formats that do not name it.
  /// - Throws: `Defaults.StoreError` when a file cannot be read, ``Failure`` when no schema
  ///   describes the suite.
  init(_ name: String, _ options: SchemaOptions, suiteName: String? = nil) throws {
    if name.contains("/") || DocumentFile.exists(name) {
      path = name
      reading = try SchemaReading(
        file: name,
        suiteName: suiteName,
        id: options.id,
        options.readingOptions
      )
      return
    }
    let name = try SuiteArgument.name(name)
    let known = try KnownSchemas(options, suiteName: name)
    let finding =
      known.catalog.finding(forSuite: name)
      ?? known.catalog.findings.first { $0.suiteName == name }
    if let finding {
      path = finding.path
      reading = finding.reading
    } else if let schema = known.registry(with: name).schema(named: name) {
      reading = SchemaReading(format: .native, schema: schema)
    } else {
      throw Failure(
        .notSet,
        "No schema describes \(name). prefs schema show lists all schemas."
      )
    }
  }

  /// Returns the schema.
  ///
  /// - Throws: ``Failure`` that lists all problems, when the document has no usable schema.
  func schema() throws -> Schema {
    if let schema = reading.schema { return schema }
    throw Failure(
      reading.status,
      .lines(["The schema cannot be used:"] + messages(isVerbose: false))
    )
  }

  /// Returns a message for each problem.
  ///
  /// - Parameter isVerbose: whether to include unknown keywords.
  /// - Returns: the messages in the order of the document, then the keys that are left out.
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

extension SchemaReading {
  /// Reads one of the schemas of a file that the arguments name.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - suiteName: the suite for formats that do not name it.
  ///   - id: the identifier of the schema; nil if the file has one, or for the first.
  ///   - options: the options for reading documents.
  /// - Throws: `Defaults.StoreError` when the file cannot be read.
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
