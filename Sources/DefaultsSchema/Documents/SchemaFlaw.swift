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

  // MARK: The document as a whole
  package static let notUTF8 = Self(.error, .text, "the text is not valid UTF-8")
  package static let empty = Self(.error, .text, "the document is empty")
  package static let notABundle = Self(
    .error,
    .text,
    "this is a directory, and no settings bundle: it has no Root.plist"
  )

  package static func malformed(notation: String, reason: String) -> Self {
    Self(.error, .text, "this is not \(notation): \(reason)")
  }

  package static func tooLarge(bytes: Int, limit: Int) -> Self {
    Self(.error, .text, "the document has \(bytes) bytes; the limit is \(limit)", .byteLimit)
  }

  package static func tooDeep(limit: Int) -> Self {
    Self(.error, .text, "containers are nested more than \(limit) levels deep")
  }

  package static func wrongRoot(found: String, expected: String) -> Self {
    Self(.error, .text, "the root must be \(expected), found \(found)")
  }
  package static let unknownFormat = Self(
    .error,
    .document,
    "the format is not known: a schema document says \"x-format\": 1 and names its \"x-suite\"; "
      + "\(verbatim: SchemaFormat.foreignNames) are read too"
  )

  package static func yaml(isDeviceManagement: Bool) -> Self {
    Self(
      .error,
      .document,
      (isDeviceManagement
        ? "this is a schema of Apple's device management, which is not read" : "YAML is not read")
        + ": write the document as JSON Schema"
    )
  }
  package static let formatMissing = Self(
    .error,
    .document,
    "\"x-format\" is missing: write \"x-format\": 1"
  )

  package static func formatUnknown(_ version: String) -> Self {
    Self(
      .error,
      .document,
      "\"x-format\" is \(version): this program knows version 1, a newer one is needed"
    )
  }
  package static let suiteMissing = Self(
    .error,
    .document,
    "\"x-suite\" is missing: name the suite that the keys belong to"
  )
  package static let suiteNotNamed = Self(
    .error,
    .document,
    "nothing names the suite that the keys belong to; name one with --suite"
  )

  package static func tooManySchemas(count: Int, limit: Int) -> Self {
    Self(.error, .document, "the document has \(count) schemas, and at most \(limit) are read")
  }

  package static func schemaNotFound(id: String, known: [String]) -> Self {
    Self(
      .error,
      .document,
      "the document has no schema \"\(id)\"; it has \(known.joined(separator: ", "))"
    )
  }

  package static func schemaNotChosen(known: [String]) -> Self {
    Self(
      .error,
      .document,
      "the document has \(known.count) schemas; choose one with --id: "
        + "\(known.joined(separator: ", "))"
    )
  }

  package static func suiteUnsafe(_ name: String) -> Self {
    Self(
      .error,
      .document,
      "\"\(name)\" cannot be the name of a suite: use letters, digits, \".\", \"_\" and \"-\""
    )
  }

  package static func suiteNotFileName(suite: String, file: String) -> Self {
    Self(.error, .detail, "the suite is \"\(suite)\", but the file is named for \"\(file)\"")
  }

  package static func keysMissing(member: String) -> Self {
    Self(.error, .document, "\"\(member)\" is missing: it must hold the keys")
  }

  package static func tooManyKeys(count: Int, limit: Int) -> Self {
    Self(.error, .document, "there are \(count) keys; the limit is \(limit)", .keyLimit)
  }
  package static let noKeys = Self(.note, .detail, "there are no keys")

  package static func otherDialect(_ name: String) -> Self {
    Self(.note, .detail, "\"\(name)\" is read as JSON Schema 2020-12")
  }

  package static func companionUnusable(file: String, reason: String) -> Self {
    Self(.warning, .detail, "\(file) is not used: \(reason)")
  }

  // MARK: A key as a whole

  package static func keyNotAnObject(found: String) -> Self {
    Self(.error, .key, "an object must describe the key, found \(found)")
  }
  package static let keyEmpty = Self(.error, .key, "a key needs a name")
  package static let keyWithControlCharacter = Self(
    .error,
    .key,
    "the name of the key holds a control character"
  )

  package static func typeUnknown(_ type: String) -> Self {
    Self(
      .error,
      .key,
      "the type \"\(type)\" is not known; use boolean, integer, number, string, array or object"
    )
  }
  package static func typeForeign(_ type: String) -> Self {
    Self(.error, .key, "values of the type \"\(type)\" can only be shown as they are stored")
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
    Self(.error, .key, "the reference to \(target) leads nowhere")
  }

  package static func referenceCycle(_ target: String) -> Self {
    Self(.error, .key, "the reference to \(target) leads back to itself")
  }

  package static func referenceElsewhere(_ target: String) -> Self {
    Self(.warning, .key, "\(target) is outside of this document")
  }
  package static let tooManyReferences = Self(
    .error,
    .key,
    "references lead to more than a key can hold"
  )

  package static func declaredTwice(key: String) -> Self {
    Self(.warning, .detail, "the key \"\(key)\" was declared before; the first one counts")
  }

  // MARK: A keyword

  package static func repeatedMember(_ name: String) -> Self {
    Self(.warning, .detail, "\"\(name)\" occurs here again; the last one counts")
  }

  package static func unknownKeyword(_ name: String) -> Self {
    Self(.note, .detail, "\"\(name)\" is not known", .unknownKeyword)
  }

  package static func misspelt(_ name: String, suggestion: String) -> Self {
    Self(.warning, .detail, "\"\(name)\" is not known; did you mean \"\(suggestion)\"?")
  }

  package static func wrongType(keyword: String, expected: String) -> Self {
    Self(.warning, .detail, "\"\(keyword)\" is ignored: it must be \(expected)", keepsRule: true)
  }

  package static func keywordIgnored(_ keyword: String, reason: String) -> Self {
    Self(.warning, .detail, "\"\(keyword)\" is ignored: \(reason)")
  }

  package static func partRaw(reason: String) -> Self {
    Self(.warning, .detail, "this part is shown as it is stored: \(reason)")
  }

  package static func typeInferred(_ type: String) -> Self {
    Self(.warning, .detail, "the type is missing or not known; taken to be \(type)")
  }
  package static let nullDefault = Self(
    .note,
    .detail,
    "null cannot be a default; the key has none"
  )

  static func valueIgnored(keyword: String, _ rejection: Defaults.Rejection) -> Self {
    Self(.warning, .detail, "\"\(keyword)\" is ignored: \(rejection)")
  }

  package static func choiceDropped(_ value: String, reason: String) -> Self {
    Self(.warning, .detail, "the choice \(value) is dropped: \(reason)")
  }

  package static func parallelLength(keyword: String, count: Int, expected: Int) -> Self {
    Self(.warning, .detail, "\"\(keyword)\" has \(count) elements for \(expected) choices")
  }

  package static func patternMalformed(_ pattern: String) -> Self {
    Self(.warning, .detail, "the pattern \(pattern) is ignored: it is malformed")
  }

  package static func patternSlow(_ pattern: String) -> Self {
    Self(
      .warning,
      .detail,
      "the pattern \(pattern) is ignored: searching some short texts takes too long"
    )
  }

  package static func sectionUnknown(_ id: String) -> Self {
    Self(.warning, .detail, "there is no section \"\(id)\"")
  }

  package static func sectionRepeated(_ id: String) -> Self {
    Self(.warning, .detail, "there is a section \"\(id)\" already")
  }

  package static func keyUnknown(keyword: String, key: String) -> Self {
    Self(.warning, .detail, "\"\(keyword)\" names \"\(key)\", which is not declared")
  }

  package static func replacementCycle(_ key: String) -> Self {
    Self(.warning, .detail, "\"\(key)\" is replaced by itself in the end")
  }

  // MARK: A text

  package static func textCleaned(keyword: String) -> Self {
    Self(
      .note,
      .detail,
      "control characters or surplus combining marks were removed from \"\(keyword)\""
    )
  }

  package static func textCut(keyword: String, limit: Int) -> Self {
    Self(.warning, .detail, "\"\(keyword)\" was cut after \(limit) bytes")
  }

  package static func translationMissing(_ id: String) -> Self {
    Self(.note, .detail, "\"\(id)\" has no translation")
  }

  // MARK: Other formats

  package static func partRecursive(_ target: String) -> Self {
    Self(
      .note,
      .detail,
      "\(target) contains itself; from here on values are shown as they are stored",
      keepsRule: true,
      .recursion
    )
  }

  package static func notTranslated(_ text: String) -> Self {
    Self(.note, .detail, "\(text)")
  }
}
