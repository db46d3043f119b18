/// What is wrong with a schema document, as facts.
public enum SchemaFlaw: Hashable, Sendable {
  // MARK: The document as a whole

  /// The bytes are no text in UTF-8.
  case notUTF8
  /// There is nothing in the document.
  case empty
  /// The text is not in the notation that it must be in, JSON for example.
  case malformed(notation: String, reason: String)
  /// The document has more bytes than any schema needs.
  case tooLarge(bytes: Int, limit: Int)
  /// Containers lie too deep inside one another.
  case tooDeep(limit: Int)
  /// The root is something else than it must be.
  case wrongRoot(found: String, expected: String)
  /// Nothing tells which format the document has.
  case unknownFormat
  /// The version of the dialect is missing.
  case formatMissing
  /// The version of the dialect is one that is not known.
  case formatUnknown(String)
  /// The name of the suite is missing.
  case suiteMissing
  /// The format names no suite, and nobody else did.
  case suiteNotNamed
  /// The name of the suite is none that a suite can have.
  case suiteUnsafe(String)
  /// The name of the suite differs from that of the file.
  case suiteNotFileName(suite: String, file: String)
  /// There are no keys, not even an empty list of them.
  case keysMissing(member: String)
  /// There are more keys than any suite has.
  case tooManyKeys(count: Int, limit: Int)
  /// The list of keys is empty.
  case noKeys
  /// The document claims to be in another dialect of JSON Schema.
  case otherDialect(String)
  /// A file that belongs to the document cannot be used.
  case companionUnusable(file: String, reason: String)

  // MARK: A key as a whole

  /// What describes a key is no object.
  case keyNotAnObject(found: String)
  /// A key has no name.
  case keyEmpty
  /// The name of a key holds a control character.
  case keyWithControlCharacter
  /// A type is not known.
  case typeUnknown(String)
  /// There is no type, and nothing to tell it from.
  case typeMissing
  /// A value may have one of several types.
  case union([String])
  /// A keyword says something that cannot be shown.
  case unsupported(keyword: String)
  /// A reference leads nowhere.
  case referenceMissing(String)
  /// A reference leads back to itself.
  case referenceCycle(String)
  /// A reference leads out of the document.
  case referenceElsewhere(String)
  /// References lead to more than any key needs.
  case tooManyReferences
  /// A key was declared before.
  case declaredTwice(key: String)

  // MARK: A keyword

  /// A member has occurred before in the same object.
  case repeatedMember(String)
  /// A member nobody knows.
  case unknownKeyword(String)
  /// A member nobody knows, with one that it nearly is.
  case misspelt(String, suggestion: String)
  /// A member has a value of a kind that it must not have.
  case wrongType(keyword: String, expected: String)
  /// A member is ignored.
  case keywordIgnored(String, reason: String)
  /// A part of a value is described in a way that cannot be shown.
  case partRaw(reason: String)
  /// The type was missing or unknown and was told from something else.
  case typeInferred(String)
  /// The default is null, which no key can have.
  case nullDefault
  /// A value does not fit its own key.
  case valueIgnored(keyword: String, Rejection)
  /// A choice was dropped.
  case choiceDropped(String, reason: String)
  /// There are more choices than anybody could choose from.
  case tooManyChoices(count: Int, limit: Int)
  /// A list that belongs to the choices has another length.
  case parallelLength(keyword: String, count: Int, expected: Int)
  /// A pattern is malformed.
  case patternMalformed(String)
  /// A pattern can take for ever.
  case patternSlow(String)
  /// A section is not declared.
  case sectionUnknown(String)
  /// Two sections have the same identifier.
  case sectionRepeated(String)
  /// A key names another one that is not there.
  case keyUnknown(keyword: String, key: String)
  /// Keys replace one another in a circle.
  case replacementCycle(String)

  // MARK: A text

  /// A text held control characters, which were removed.
  case textCleaned(keyword: String)
  /// A text was cut.
  case textCut(keyword: String, limit: Int)
  /// A text has no translation.
  case translationMissing(String)

  // MARK: Other formats

  /// What a part of the document says has no counterpart here.
  case notTranslated(String)
}
