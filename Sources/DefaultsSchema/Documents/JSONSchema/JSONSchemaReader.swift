import Defaults

/// Reads what JSON Schema says about keys, with the keywords of the dialect.
///
/// One reader reads one document. It reports every flaw it meets and goes on; a key that cannot
/// be understood gets an entry that shows its value as it is stored.
final class JSONSchemaReader {
  /// Which liberties a document may take.
  struct Dialect {
    /// Whether a value of several types is one of several kinds, rather than a flaw.
    var acceptsUnions: Bool
    /// Whether words from other vocabularies are expected, and not even worth a note.
    var hasForeignWords: Bool

    /// The project's own dialect.
    static let native = Dialect(acceptsUnions: false, hasForeignWords: false)
    /// What other programs write for themselves.
    static let foreign = Dialect(acceptsUnions: true, hasForeignWords: true)
  }

  /// A flaw that makes a key, or a part of its value, impossible to understand.
  struct Failure: Error {
    var flaw: SchemaFlaw
    var place: JSONPlace

    init(_ flaw: SchemaFlaw, at place: JSONPlace) {
      self.flaw = flaw
      self.place = place
    }
  }

  /// Where the flaws go.
  let log: ProblemLog
  /// Which liberties the document may take.
  let dialect: Dialect
  /// The texts behind identifiers such as `%title%`.
  let translations: Translations

  private let root: JSONPlace
  private var containers: [String: JSONMembers] = [:]
  private var suggestions: [String: String?] = [:]
  private var remainingReferences = SchemaLimits.references

  /// Creates a reader of the document with this root.
  init(root: JSONPlace, dialect: Dialect, translations: Translations, log: ProblemLog) {
    self.root = root
    self.dialect = dialect
    self.translations = translations
    self.log = log
  }

  // MARK: - References

  /// Returns the members of an object, with those of what it refers to.
  ///
  /// Members beside a reference come before those behind it.
  ///
  /// - Parameters:
  ///   - place: where the object is.
  ///   - references: the references that led here.
  /// - Returns: the members; of a name that occurs on both sides the one beside the reference.
  /// - Throws: ``Failure`` when the value is no object, or a reference cannot be followed.
  func members(
    at place: JSONPlace,
    through references: Set<String> = []
  ) throws(Failure) -> JSONMembers {
    guard var members = place.members else {
      throw Failure(.keyNotAnObject(found: place.node.kindName), at: place)
    }
    members.references = references
    guard references.count <= SchemaLimits.nesting else {
      throw Failure(.tooManyReferences, at: place)
    }
    if !references.isEmpty || members["$ref"] != nil {
      remainingReferences -= 1
      guard remainingReferences >= 0 else { throw Failure(.tooManyReferences, at: place) }
    }
    while let reference = members["$ref"] {
      guard let target = reference.string else {
        throw Failure(.referenceMissing(reference.node.kindName), at: reference)
      }
      guard members.references.insert(target).inserted else {
        throw Failure(.referenceCycle(target), at: reference)
      }
      let found = try follow(target, from: reference)
      guard let others = found.members else {
        throw Failure(.keyNotAnObject(found: found.node.kindName), at: found)
      }
      members.remove("$ref")
      members.adopt(others)
    }
    if dialect.hasForeignWords { members.replaceForeignWords() }
    return members
  }

  private func follow(_ target: String, from place: JSONPlace) throws(Failure) -> JSONPlace {
    guard target.hasPrefix("#") else { throw Failure(.referenceElsewhere(target), at: place) }
    let way = target.dropFirst()
    guard way.isEmpty || way.hasPrefix("/") else {
      throw Failure(.referenceMissing(target), at: place)
    }
    var found = root
    for part in way.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = part.replacing("~1", with: "/").replacing("~0", with: "~")
      guard let next = member(String(name), of: found) else {
        throw Failure(.referenceMissing(target), at: place)
      }
      found = next
    }
    return found
  }

  /// One member or element; the members of an object are found once and then remembered.
  private func member(_ name: String, of place: JSONPlace) -> JSONPlace? {
    if let known = containers[place.pointer] { return known[name] }
    if let members = place.members {
      containers[place.pointer] = members
      return members[name]
    }
    guard let index = Int(name), let elements = place.elements, elements.indices.contains(index)
    else { return nil }
    return elements[index]
  }

  // MARK: - Words nobody knows

  /// Reports members that are not known, and those that do not suit the kind of the value.
  ///
  /// - Returns: the members that are not known, for those who know them.
  func checkWords(
    of members: JSONMembers,
    kind: ValueKind,
    isRaw: Bool
  ) -> [JSONValue.Member] {
    var extra: [JSONValue.Member] = []
    for name in members.names {
      guard let place = members[name] else { continue }
      if let subject = Keyword.ofKey[name] {
        let suits = subject == .everything || kind.subjects.contains(subject) || isRaw
        if !suits {
          log.report(.keywordIgnored(name, reason: "it says nothing about \(kind.name)"), at: place)
        }
      } else if !Keyword.unsupported.contains(name) {
        extra.append(.init(name, JSONValue(place.node)))
        reportUnknown(name, at: place)
      }
    }
    return extra
  }

  private func reportUnknown(_ name: String, at place: JSONPlace) {
    if suggestions[name] == nil {
      suggestions[name] = .some(Keyword.suggestion(for: name, among: Keyword.ofKey.keys))
    }
    if let suggestion = suggestions[name] ?? nil {
      log.report(.misspelt(name, suggestion: suggestion), at: place)
    } else if !dialect.hasForeignWords {
      log.report(.unknownKeyword(name), at: place)
    }
  }
}
