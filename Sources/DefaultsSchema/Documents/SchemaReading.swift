public import Defaults

/// What came of reading a schema document.
public struct SchemaReading: Sendable {
  /// A key of the document that has no entry in the schema.
  public struct Omission: Hashable, Sendable {
    /// The name of the key; may be empty.
    public var key: String
    /// Why it has none, one phrase without a full stop.
    public var reason: String

    /// Creates an omission.
    public init(key: String, reason: String) {
      self.key = key
      self.reason = reason
    }
  }

  /// The format, nil when it is not known.
  public var format: SchemaFormat?
  /// The schema; nil when the document as a whole cannot be used.
  public var schema: Schema?
  /// All that is wrong, in the order of the text.
  public var problems: [SchemaProblem]
  /// Keys that are not in the schema.
  public var omissions: [Omission]

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

  /// The worst that was found; nil when nothing was.
  public var worst: SchemaFlaw.Severity? {
    problems.map(\.flaw.severity).max()
  }

  /// Whether the text itself could not be read.
  public var isUnreadable: Bool {
    problems.contains { $0.flaw.scope == .text }
  }
}

/// What a reader of schema documents must know besides the document.
public struct SchemaReadingOptions: Sendable {
  /// The name of the suite for formats that do not name it, and for those that name several.
  public var suiteName: String?
  /// The languages that a person reads, most wanted first: `de_AT` or `de` for example.
  public var languages: [String]
  /// Whether a schema document may be called otherwise than its suite, which is an error all the
  /// same: for a file that a person named, where it cannot be taken for that of another suite.
  public var allowsOtherFileName: Bool
  /// Opens the suite of a name.
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
