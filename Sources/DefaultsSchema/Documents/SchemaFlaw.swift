public import DefaultsCore

/// A flaw of a schema document, as facts.
public enum SchemaFlaw: Hashable, Sendable {
  // MARK: The document as a whole

  /// The bytes are not valid UTF-8.
  case notUTF8
  /// The document is empty.
  case empty
  /// A directory has no first page of a settings bundle.
  case notABundle
  /// The text cannot be parsed; the notation is JSON, XML or property list.
  case malformed(notation: String, reason: String)
  /// The document is larger than the limit in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// Containers are nested more deeply than the limit.
  case tooDeep(limit: Int)
  /// The root is not of the expected type.
  case wrongRoot(found: String, expected: String)
  /// The format cannot be recognised.
  case unknownFormat
  /// The document is YAML, which is not read; perhaps a schema of Apple's device management.
  case yaml(isDeviceManagement: Bool)
  /// `x-format` is missing.
  case formatMissing
  /// `x-format` is a version that this code does not know.
  case formatUnknown(String)
  /// `x-suite` is missing.
  case suiteMissing
  /// The document does not name a suite, and the caller did not either.
  case suiteNotNamed
  /// The document has several schemas, and none with the wanted identifier.
  case schemaNotFound(id: String, known: [String])
  /// The document has several schemas, and the caller has not chosen one.
  case schemaNotChosen(known: [String])
  /// The name of the suite cannot be used as a file name.
  case suiteUnsafe(String)
  /// The name of the suite differs from the name of the file.
  case suiteNotFileName(suite: String, file: String)
  /// The member that holds the keys is missing or of the wrong type.
  case keysMissing(member: String)
  /// There are more keys than the limit.
  case tooManyKeys(count: Int, limit: Int)
  /// The list of keys is empty.
  case noKeys
  /// `$schema` names another dialect of JSON Schema.
  case otherDialect(String)
  /// Another file that belongs to the document cannot be used.
  case companionUnusable(file: String, reason: String)

  // MARK: A key as a whole

  /// The schema of a key is not an object.
  case keyNotAnObject(found: String)
  /// A key is empty.
  case keyEmpty
  /// A key contains a control character.
  case keyWithControlCharacter
  /// The type is unknown.
  case typeUnknown(String)
  /// The type is missing, and no other keyword implies one.
  case typeMissing
  /// No keyword of a foreign document implies a type.
  case typeOpen
  /// The document says itself why a key is shown as stored.
  case shownAsStored(reason: String)
  /// The target of a reference does not exist.
  case referenceMissing(String)
  /// A reference leads back to itself.
  case referenceCycle(String)
  /// The target of a reference is outside of the document.
  case referenceElsewhere(String)
  /// References exceed a limit on their depth or number.
  case tooManyReferences
  /// The key is declared more than once.
  case declaredTwice(key: String)

  // MARK: A keyword

  /// The name of a member occurs earlier in the same object.
  case repeatedMember(String)
  /// A keyword is unknown.
  case unknownKeyword(String)
  /// A keyword is unknown, and similar to a known one.
  case misspelt(String, suggestion: String)
  /// The value of a keyword has the wrong type.
  case wrongType(keyword: String, expected: String)
  /// A keyword is ignored.
  case keywordIgnored(String, reason: String)
  /// A part of a value cannot be shown by its schema and is shown as stored.
  case partRaw(reason: String)
  /// The type is missing or unknown, and other keywords imply this one.
  case typeInferred(String)
  /// The default is null, which cannot be stored.
  case nullDefault
  /// A default or an example is not a valid value of its key.
  case valueIgnored(keyword: String, Defaults.Rejection)
  /// A choice cannot be used.
  case choiceDropped(String, reason: String)
  /// An array that runs parallel to the choices has another length.
  case parallelLength(keyword: String, count: Int, expected: Int)
  /// A pattern is malformed.
  case patternMalformed(String)
  /// A search for a pattern may take exponential time.
  case patternSlow(String)
  /// A section is not declared.
  case sectionUnknown(String)
  /// A section's identifier is declared already.
  case sectionRepeated(String)
  /// A keyword names a key that the document does not declare.
  case keyUnknown(keyword: String, key: String)
  /// Following the replacements of a key leads back to the key.
  case replacementCycle(String)

  // MARK: A text

  /// Control characters were removed from a text.
  case textCleaned(keyword: String)
  /// A text was cut at the limit in bytes.
  case textCut(keyword: String, limit: Int)
  /// An identifier such as `%title%` has no translation.
  case translationMissing(String)

  // MARK: Other formats

  /// A definition contains itself, so the values in it are shown as stored from there on.
  case partRecursive(String)
  /// A part of a foreign document has no counterpart in the dialect.
  case notTranslated(String)
}
