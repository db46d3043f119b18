import Defaults
import DefaultsSchema

/// A schema that a person named: by a file, or by the suite that it is for.
struct SchemaSource {
  /// Where it is; nil when it is part of the tool.
  var path: String?
  /// What came of reading it.
  var reading: SchemaReading

  /// Takes a schema that was read.
  init(path: String?, reading: SchemaReading) {
    self.path = path
    self.reading = reading
  }

  /// Finds a schema.
  ///
  /// What has a slash in it, or is the name of a file here, is a file; all else is a suite.
  ///
  /// - Parameters:
  ///   - name: a path, or the name of a suite.
  ///   - options: where a person wants schemas to be looked for.
  ///   - suiteName: the suite for formats that do not name it.
  /// - Throws: `Defaults.StoreError` when a file cannot be read, ``Failure`` when no schema is
  ///   for the suite.
  init(_ name: String, _ options: SchemaOptions, suiteName: String? = nil) throws {
    if name.contains("/") || DocumentFile.exists(name) {
      path = name
      reading = try SchemaDocument(file: name).read(
        SchemaReadingOptions(
          suiteName: suiteName,
          languages: UserLanguages.names(),
          allowsOtherFileName: true
        )
      )
      return
    }
    let known = try KnownSchemas(options, suiteName: name)
    let finding =
      known.catalog.finding(forSuite: name)
      ?? known.catalog.findings.first { $0.suiteName == name }
    if let finding {
      path = finding.path
      reading = finding.reading
    } else if let schema = known.registry.schema(named: name) {
      reading = SchemaReading(format: .native, schema: schema)
    } else {
      throw Failure(
        .notSet,
        "No schema describes \(Output.harmless(name)). prefs schema show lists those there are."
      )
    }
  }

  /// The schema.
  ///
  /// - Throws: ``Failure`` with everything that is wrong when there is none.
  func schema() throws -> Schema {
    if let schema = reading.schema { return schema }
    throw Failure(
      reading.status,
      (["The schema cannot be used:"] + messages(isVerbose: false)).joined(separator: "\n")
    )
  }

  /// What is wrong, a line each.
  ///
  /// - Parameter isVerbose: whether words that nobody knows are told as well.
  /// - Returns: the messages in the order of the text, then the keys that are not shown.
  func messages(isVerbose: Bool) -> [String] {
    let path = path ?? ""
    let problems = reading.problems.filter { isVerbose || !$0.flaw.isTrivial }
    let told = Set(problems.map { "\($0.flaw)" })
    return problems.map { Output.harmless($0.message(path: path)) }
      + reading.omissions.filter { !told.contains($0.reason) }.map {
        Output.harmless("\(path): note: \"\($0.key)\" is left out: \($0.reason)")
      }
  }
}

extension SchemaReading {
  /// The exit status that tells how good the document is.
  var status: Status {
    worst == .error || schema == nil ? .invalidValue : .done
  }
}

extension SchemaFlaw {
  /// Whether only those want to know who ask for everything.
  var isTrivial: Bool {
    if case .unknownKeyword = self { true } else { false }
  }
}
