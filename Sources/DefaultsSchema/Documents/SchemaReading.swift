public import DefaultsCore

/// The result of reading a schema document.
public struct SchemaReading: Sendable {
  /// A key of the document that has no entry in the schema.
  public struct Omission: Hashable, Sendable {
    /// The key; may be empty.
    public var key: String
    /// The reason, one phrase without a full stop.
    public var reason: String

    /// Creates an omission.
    public init(key: String, reason: String) {
      self.key = key
      self.reason = reason
    }
  }

  /// The format; nil when it was not recognised.
  public var format: SchemaFormat?
  /// The schema; nil when the document as a whole cannot be used.
  public var schema: Schema?
  /// All problems in the order of the text.
  public var problems: [SchemaProblem]
  /// Keys that have no entry in the schema.
  public var omissions: [Omission]
  /// The identifiers of the schemas that the document holds; empty for a format with one schema.
  public internal(set) var ids: [String] = []

  /// The parsed content of a document with several schemas; nil for other documents.
  var content: SchemaContent?

  /// Creates a reading.
  public init(
    format: SchemaFormat?,
    schema: Schema?,
    problems: [SchemaProblem] = [],
    omissions: [Omission] = []
  ) {
    self.format = format
    self.schema = schema
    self.problems = problems
    self.omissions = omissions
  }

  /// The highest severity among the problems; nil when there are none.
  public var highestSeverity: SchemaFlaw.Severity? {
    problems.map(\.flaw.severity).max()
  }

  /// Whether the text itself could not be parsed.
  public var isUnreadable: Bool {
    problems.contains { $0.flaw.scope == .text }
  }
}

/// Options for reading schema documents.
public struct SchemaReadingOptions: Sendable {
  /// The suite that the keys belong to, whatever suite the document names; nil for the named one.
  ///
  /// Of a document with several schemas it chooses that of the same identifier.
  public var suiteName: String?
  /// The identifier of the schema to read, in a document with several.
  public var id: String?
  /// The languages of the user, most wanted first: `de_AT` or `de` for example.
  public var languages: [String]
  /// Whether a file name that differs from its suite's name leaves the document usable.
  ///
  /// It is an error in any case. The option is for files that the user named: there the file cannot
  /// be mistaken for that of another suite.
  public var allowsOtherFileName: Bool
  /// Whether the name of a key begins with its group, if the format has groups; initially only where
  /// several groups have the name.
  package var namesGroups: Bool = false
  /// The keys that are asked for; nil for all.
  ///
  /// Entries of others may be missing, and what is wrong with them is then not reported.
  package var keys: Set<Defaults.KeyName>?
  /// The greatest size of the document in bytes; initially 4 MiB.
  public var maximumSize: Int = SchemaLimits.bytes
  /// The greatest number of keys; initially 20,000.
  public var maximumKeyCount: Int = SchemaLimits.keys
  /// Returns the suite of a name; nil when the name is not allowed.
  public var suite: @Sendable (String) -> Defaults.Suite?

  /// Creates options.
  public init(
    suiteName: String? = nil,
    languages: [String] = [],
    allowsOtherFileName: Bool = false,
    suite: @escaping @Sendable (String) -> Defaults.Suite? = { Defaults.Suite(suiteName: $0) }
  ) {
    self.suiteName = suiteName
    self.languages = languages
    self.allowsOtherFileName = allowsOtherFileName
    self.suite = suite
  }
}
