import DefaultsCore

extension SchemaFlaw: CustomStringConvertible {
  /// The message for the flaw: one sentence without a full stop.
  public var description: String { message.description }

  private var message: MessageText {
    switch self {
    case .notUTF8: "the text is not valid UTF-8"
    case .empty: "the document is empty"
    case .notABundle: "this is a directory, and no settings bundle: it has no Root.plist"
    case .malformed(let notation, let reason): "this is not \(notation): \(reason)"
    case .tooLarge(let bytes, let limit):
      "the document has \(bytes) bytes; the limit is \(limit)"
    case .tooDeep(let limit): "containers are nested more than \(limit) levels deep"
    case .wrongRoot(let found, let expected): "the root must be \(expected), found \(found)"
    case .yaml(let isDeviceManagement):
      (isDeviceManagement
        ? "this is a schema of Apple's device management, which is not read" : "YAML is not read")
        + ": write the document as JSON Schema"
    case .unknownFormat:
      "the format is not known: a schema document says \"x-format\": 1 and names its \"x-suite\"; "
        + "\(verbatim: SchemaFormat.foreignNames) are read too"
    case .formatMissing: "\"x-format\" is missing: write \"x-format\": 1"
    case .formatUnknown(let version):
      "\"x-format\" is \(version): this program knows version 1, a newer one is needed"
    case .suiteMissing: "\"x-suite\" is missing: name the suite that the keys belong to"
    case .suiteNotNamed: "nothing names the suite that the keys belong to; name one with --suite"
    case .schemaNotFound(let id, let known):
      "the document has no schema \"\(id)\"; it has \(known.joined(separator: ", "))"
    case .schemaNotChosen(let known):
      "the document has \(known.count) schemas; choose one with --id: "
        + "\(known.joined(separator: ", "))"
    case .suiteUnsafe(let name):
      "\"\(name)\" cannot be the name of a suite: use letters, digits, \".\", \"_\" and \"-\""
    case .suiteNotFileName(let suite, let file):
      "the suite is \"\(suite)\", but the file is named for \"\(file)\""
    case .keysMissing(let member): "\"\(member)\" is missing: it must hold the keys"
    case .tooManyKeys(let count, let limit): "there are \(count) keys; the limit is \(limit)"
    case .noKeys: "there are no keys"
    case .otherDialect(let name): "\"\(name)\" is read as JSON Schema 2020-12"
    case .companionUnusable(let file, let reason): "\(file) is not used: \(reason)"
    case .keyNotAnObject, .keyEmpty, .keyWithControlCharacter, .typeUnknown, .typeMissing,
      .typeOpen,
      .shownAsStored, .referenceMissing, .referenceCycle, .referenceElsewhere, .tooManyReferences,
      .declaredTwice:
      keyDescription
    case .textCleaned(let keyword):
      "control characters or surplus combining marks were removed from \"\(keyword)\""
    case .textCut(let keyword, let limit): "\"\(keyword)\" was cut after \(limit) bytes"
    case .translationMissing(let id): "\"\(id)\" has no translation"
    case .notTranslated(let text): "\(text)"
    case .partRecursive(let target):
      "\(target) contains itself; from here on values are shown as they are stored"
    case .repeatedMember, .unknownKeyword, .misspelt, .wrongType, .keywordIgnored, .partRaw,
      .typeInferred, .nullDefault, .valueIgnored, .choiceDropped, .parallelLength,
      .patternMalformed, .patternSlow, .sectionUnknown, .sectionRepeated,
      .keyUnknown,
      .replacementCycle:
      detailDescription
    }
  }

  private var keyDescription: MessageText {
    switch self {
    case .keyNotAnObject(let found): "an object must describe the key, found \(found)"
    case .keyEmpty: "a key needs a name"
    case .keyWithControlCharacter: "the name of the key holds a control character"
    case .typeUnknown(let type):
      "the type \"\(type)\" is not known; use boolean, integer, number, string, array or object"
    case .typeMissing: "the type is missing"
    case .typeOpen: "no keyword says of which type the value is; it is shown as it is stored"
    case .shownAsStored(let reason): "\(reason)"
    case .referenceMissing(let target): "the reference to \(target) leads nowhere"
    case .referenceCycle(let target): "the reference to \(target) leads back to itself"
    case .referenceElsewhere(let target): "\(target) is outside of this document"
    case .tooManyReferences: "references lead to more than a key can hold"
    case .declaredTwice(let key): "the key \"\(key)\" was declared before; the first one counts"
    default: ""
    }
  }

  private var detailDescription: MessageText {
    switch self {
    case .repeatedMember(let name): "\"\(name)\" occurs here again; the last one counts"
    case .unknownKeyword(let name): "\"\(name)\" is not known"
    case .misspelt(let name, let suggestion):
      "\"\(name)\" is not known; did you mean \"\(suggestion)\"?"
    case .wrongType(let keyword, let expected):
      "\"\(keyword)\" is ignored: it must be \(expected)"
    case .keywordIgnored(let keyword, let reason): "\"\(keyword)\" is ignored: \(reason)"
    case .partRaw(let reason): "this part is shown as it is stored: \(reason)"
    case .typeInferred(let type): "the type is missing or not known; taken to be \(type)"
    case .nullDefault: "null cannot be a default; the key has none"
    case .valueIgnored(let keyword, let rejection):
      "\"\(keyword)\" is ignored: \(rejection)"
    case .choiceDropped(let value, let reason): "the choice \(value) is dropped: \(reason)"
    case .parallelLength(let keyword, let count, let expected):
      "\"\(keyword)\" has \(count) elements for \(expected) choices"
    case .patternMalformed(let pattern): "the pattern \(pattern) is ignored: it is malformed"
    case .patternSlow(let pattern):
      "the pattern \(pattern) is ignored: searching some short texts takes too long"
    case .sectionUnknown(let id): "there is no section \"\(id)\""
    case .sectionRepeated(let id): "there is a section \"\(id)\" already"
    case .keyUnknown(let keyword, let key): "\"\(keyword)\" names \"\(key)\", which is not declared"
    case .replacementCycle(let key): "\"\(key)\" is replaced by itself in the end"
    default: ""
    }
  }
}
