extension SchemaFlaw {
  /// How much of a document is lost because of a flaw.
  public enum Severity: String, Hashable, Comparable, Sendable {
    /// Nothing is lost.
    case note
    /// One statement is ignored.
    case warning
    /// The document, or one of its keys, cannot be used as intended.
    case error

    /// Returns whether one severity is less than another.
    public static func < (left: Self, right: Self) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The part of a document that a flaw affects.
  public enum Scope: Hashable, Sendable {
    /// The text itself: it cannot be parsed.
    case text
    /// The document as a whole.
    case document
    /// One key.
    case key
    /// One keyword or text of a key, or of the document.
    case detail
  }

  /// The part of the document that the flaw affects.
  public var scope: Scope {
    switch self {
    case .notUTF8, .empty, .notABundle, .malformed, .tooLarge, .tooDeep, .wrongRoot:
      .text
    case .unknownFormat, .yaml, .formatMissing, .formatUnknown, .suiteMissing, .suiteNotNamed,
      .schemaNotFound, .schemaNotChosen, .suiteUnsafe, .keysMissing, .tooManyKeys:
      .document
    case .keyNotAnObject, .keyEmpty, .keyWithControlCharacter, .typeUnknown, .typeMissing,
      .typeOpen,
      .shownAsStored, .referenceMissing, .referenceCycle, .referenceElsewhere, .tooManyReferences:
      .key
    case .suiteNotFileName, .noKeys, .otherDialect, .companionUnusable, .declaredTwice,
      .repeatedMember, .unknownKeyword, .misspelt, .wrongType, .keywordIgnored, .partRaw,
      .typeInferred,
      .nullDefault, .valueIgnored, .choiceDropped, .parallelLength,
      .patternMalformed, .patternSlow, .sectionUnknown, .sectionRepeated,
      .keyUnknown,
      .replacementCycle, .textCleaned, .textCut, .translationMissing, .notTranslated,
      .partRecursive:
      .detail
    }
  }

  /// How much is lost because of the flaw.
  public var severity: Severity {
    switch self {
    case .noKeys, .otherDialect, .unknownKeyword, .nullDefault, .textCleaned, .translationMissing,
      .notTranslated, .partRecursive, .shownAsStored:
      .note
    case .companionUnusable, .declaredTwice, .repeatedMember, .misspelt, .wrongType,
      .keywordIgnored, .partRaw, .typeInferred, .valueIgnored, .choiceDropped,
      .parallelLength, .patternMalformed, .patternSlow, .sectionUnknown,
      .sectionRepeated,
      .keyUnknown, .replacementCycle, .textCut, .typeOpen, .referenceElsewhere:
      .warning
    case .notUTF8, .empty, .notABundle, .malformed, .tooLarge, .tooDeep, .wrongRoot, .unknownFormat,
      .yaml,

      .formatMissing, .formatUnknown, .suiteMissing, .suiteNotNamed, .suiteUnsafe,
      .schemaNotFound, .schemaNotChosen, .suiteNotFileName,
      .keysMissing, .tooManyKeys, .keyNotAnObject, .keyEmpty, .keyWithControlCharacter,
      .typeUnknown, .typeMissing, .referenceMissing, .referenceCycle, .tooManyReferences:
      .error
    }
  }
}
