import DefaultsCore

/// A flaw of a schema document: what is wrong, and how much of the document is lost because of it.
public struct SchemaFlaw: Hashable, Sendable, CustomStringConvertible {
  /// How much is lost because of the flaw.
  public let severity: Severity
  /// The part of the document that the flaw affects.
  public let scope: Scope
  /// The message for the flaw: one sentence without a full stop.
  public let description: String
  /// Whether the schema can be used to check values although no control shows its kind.
  let keepsRule: Bool
  /// What the flaw is, if it is treated in a way of its own.
  package let trait: Trait?

  /// What some flaws are, besides their message.
  package enum Trait: Hashable, Sendable {
    /// No keyword says of which type the value is.
    case open
    /// A definition contains itself.
    case recursion
    /// The document is larger than the limit, which an option can raise.
    case byteLimit
    /// There are more keys than the limit, which an option can raise.
    case keyLimit
    /// A keyword is unknown, as those of other programs are.
    case unknownKeyword
  }

  private init(
    _ severity: Severity,
    _ scope: Scope,
    _ message: MessageText,
    keepsRule: Bool = false,
    _ trait: Trait? = nil
  ) {
    self.severity = severity
    self.scope = scope
    description = message.description
    self.keepsRule = keepsRule
    self.trait = trait
  }

  // MARK: What is found at one place only

  /// Creates a flaw because of which nothing is lost.
  static func note(_ message: MessageText) -> Self { Self(.note, .detail, message) }

  /// Creates a flaw because of which a keyword or text is ignored.
  static func warning(_ message: MessageText) -> Self { Self(.warning, .detail, message) }

  /// Creates a flaw because of which a key cannot be used.
  static func keyError(_ message: MessageText) -> Self { Self(.error, .key, message) }

  /// Creates a flaw because of which the document cannot be used.
  static func unusable(_ message: MessageText) -> Self { Self(.error, .document, message) }

  /// Creates a flaw because of which the text cannot be parsed.
  static func unreadable(_ message: MessageText) -> Self { Self(.error, .text, message) }

  // MARK: The document as a whole

  package static let notUTF8 = unreadable("the text is not valid UTF-8")
  package static let empty = unreadable("the document is empty")

  package static func malformed(notation: String, reason: String) -> Self {
    unreadable("this is not \(notation): \(reason)")
  }

  package static func tooLarge(bytes: Int, limit: Int) -> Self {
    Self(.error, .text, "the document has \(bytes) bytes; the limit is \(limit)", .byteLimit)
  }

  package static func tooDeep(limit: Int) -> Self {
    unreadable("containers are nested more than \(limit) levels deep")
  }

  package static let unknownFormat = unusable(
    "the format is not known: a schema document says \"x-format\": 1 and names its \"x-suite\"; "
      + "\(verbatim: SchemaFormat.foreignNames) are read too"
  )

  package static func yaml(isDeviceManagement: Bool) -> Self {
    unusable(
      (isDeviceManagement
        ? "this is a schema of Apple's device management, which is not read" : "YAML is not read")
        + ": write the document as JSON Schema"
    )
  }

  package static let suiteNotNamed = unusable(
    "nothing names the suite that the keys belong to; name one with --suite"
  )

  package static func tooManySchemas(count: Int, limit: Int) -> Self {
    unusable("the document has \(count) schemas, and at most \(limit) are read")
  }

  package static func suiteUnsafe(_ name: String) -> Self {
    unusable(
      "\"\(name)\" cannot be the name of a suite: use letters, digits, \".\", \"_\" and \"-\""
    )
  }

  package static func suiteNotFileName(suite: String, file: String) -> Self {
    Self(.error, .detail, "the suite is \"\(suite)\", but the file is named for \"\(file)\"")
  }

  package static func keysMissing(member: String) -> Self {
    unusable("\"\(member)\" is missing: it must hold the keys")
  }

  package static func tooManyKeys(count: Int, limit: Int) -> Self {
    Self(.error, .document, "there are \(count) keys; the limit is \(limit)", .keyLimit)
  }

  package static let noKeys = note("there are no keys")

  package static func companionUnusable(file: String, reason: String) -> Self {
    warning("\(file) is not used: \(reason)")
  }

  // MARK: A key as a whole

  package static func keyNotAnObject(found: String) -> Self {
    keyError("an object must describe the key, found \(found)")
  }

  package static func typeUnknown(_ type: String) -> Self {
    keyError(
      "the type \"\(type)\" is not known; use boolean, integer, number, string, array or object"
    )
  }

  package static func typeForeign(_ type: String) -> Self {
    keyError("values of the type \"\(type)\" can only be shown as they are stored")
  }

  package static let typeMissing = Self(.error, .key, "the type is missing", keepsRule: true)
  package static let typeOpen = Self(
    .warning,
    .key,
    "no keyword says of which type the value is; it is shown as it is stored",
    keepsRule: true,
    .open
  )

  package static func shownAsStored(reason: String) -> Self {
    Self(.note, .key, "\(reason)", keepsRule: true)
  }

  package static func referenceMissing(_ target: String) -> Self {
    keyError("the reference to \(target) leads nowhere")
  }

  package static func referenceElsewhere(_ target: String) -> Self {
    Self(.warning, .key, "\(target) is outside of this document")
  }

  package static let tooManyReferences = keyError("references lead to more than a key can hold")

  // MARK: A keyword

  package static func unknownKeyword(_ name: String) -> Self {
    Self(.note, .detail, "\"\(name)\" is not known", .unknownKeyword)
  }

  package static func misspelt(_ name: String, suggestion: String) -> Self {
    warning("\"\(name)\" is not known; did you mean \"\(suggestion)\"?")
  }

  package static func wrongType(keyword: String, expected: String) -> Self {
    Self(.warning, .detail, "\"\(keyword)\" is ignored: it must be \(expected)", keepsRule: true)
  }

  package static func keywordIgnored(_ keyword: String, reason: String) -> Self {
    warning("\"\(keyword)\" is ignored: \(reason)")
  }

  package static func partRaw(reason: String) -> Self {
    warning("this part is shown as it is stored: \(reason)")
  }

  static func valueIgnored(keyword: String, _ rejection: Defaults.Rejection) -> Self {
    warning("\"\(keyword)\" is ignored: \(rejection)")
  }

  package static func choiceDropped(_ value: String, reason: String) -> Self {
    warning("the choice \(value) is dropped: \(reason)")
  }

  package static func parallelLength(keyword: String, count: Int, expected: Int) -> Self {
    warning("\"\(keyword)\" has \(count) elements for \(expected) choices")
  }

  package static func partRecursive(_ target: String) -> Self {
    Self(
      .note,
      .detail,
      "\(target) contains itself; from here on values are shown as they are stored",
      keepsRule: true,
      .recursion
    )
  }

  // MARK: A text

  package static func textCleaned(keyword: String) -> Self {
    note("control characters or surplus combining marks were removed from \"\(keyword)\"")
  }

  package static func textCut(keyword: String, limit: Int) -> Self {
    warning("\"\(keyword)\" was cut after \(limit) bytes")
  }
}
