import DefaultsCore

/// A reader for the JSON Schema of preference keys, in the project's dialect or another program's.
///
/// One reader reads one document. It reports every flaw to the log and continues. A key whose
/// schema cannot be used gets an entry of the kind "any", so that its stored value is still shown.
final class JSONSchemaReader {
  /// The rules for documents of one origin: the project's own, or those of another program.
  struct Dialect {
    /// Whether keywords of other vocabularies are accepted without a note.
    var acceptsForeignKeywords: Bool
    /// The draft of a document without `$schema`.
    var draft: SchemaResources.Draft = .modern

    /// The project's own dialect.
    static let native = Dialect(acceptsForeignKeywords: false)
    /// JSON Schema that was written for other programs.
    static let foreign = Dialect(acceptsForeignKeywords: true)
    /// The settings of extensions of VS Code.
    static let visualStudioCode = Dialect(acceptsForeignKeywords: true, draft: .seven)
  }

  /// A flaw because of which a key, or a part of its value, is shown as it is stored.
  struct Failure: Error {
    var flaw: SchemaFlaw
    var json: LocatedJSON

    init(_ flaw: SchemaFlaw, at json: LocatedJSON) {
      self.flaw = flaw
      self.json = json
    }
  }

  /// The log that flaws are reported to.
  let log: ProblemLog
  /// The rules for this document.
  let dialect: Dialect
  /// The texts for identifiers such as `%title%`.
  let translations: Translations

  /// Whether `%id%` is translated in values also, as VS Code does.
  let translatesValues: Bool
  /// How many values the rules of the keys may still hold.
  var remainingRuleValues = SchemaLimits.ruleValues

  private let root: LocatedJSON
  /// Whether the app reads a text as a number or a flag, as this library does.
  var convertsText = false
  /// The schemas that references lead to; found with the first reference.
  private(set) lazy var resources = SchemaResources(root: root, draft: dialect.draft, load: load)
  private let load: (String) -> LocatedJSON?
  /// Whether definitions are plain, by the references to them.
  var plainDefinitions: [String: Bool] = [:]
  private var suggestions: [String: String?] = [:]
  private var remainingReferences = SchemaLimits.references
  private var remainingReferredValues = SchemaLimits.referredValues
  /// The number of values in each definition that a reference has led to.
  private var sizes: [String: Int] = [:]

  /// Creates a reader of the document with this root.
  ///
  /// Other documents are read only if `load` returns them by their URIs.
  init(
    root: LocatedJSON,
    dialect: Dialect,
    translations: Translations,
    log: ProblemLog,
    translatesValues: Bool = false,
    load: @escaping (String) -> LocatedJSON? = { _ in nil }
  ) {
    self.root = root
    self.load = load
    self.translatesValues = translatesValues
    self.dialect = dialect
    self.translations = translations
    self.log = log
  }

  // MARK: - References
  //
  // With `$ref` a small document can describe a value of any size: a definition may refer to
  // itself, and 60 definitions that each refer twice to the next one unfold to 2^60 objects. So
  // every object that is read holds the way from its key (`SchemaPath`), and four limits apply:
  //
  // 1. A reference that is on the path already is not followed again. Without this, a definition
  //    that refers to itself is unfolded for ever. If it describes the same value, it is a cycle and
  //    a flaw; if it describes a part of the value, the definition is recursive, and that part is
  //    shown as it is stored.
  // 2. A path has at most `SchemaLimits.nesting` schemas, whether a schema is in the one before or
  //    referred to by it. Reading is recursive, so without this a chain of definitions overflows the
  //    stack. Two limits do not suffice: 60 definitions of 60 nested arrays are 3,600 levels.
  // 3. `remainingReferences` counts the objects reached through references, for the whole document
  //    and again for each time one is reached. Without this, the 60 definitions above pass the
  //    first two limits and take for ever.
  // 4. `remainingReferredValues` counts the values in the targets of references. Without this, 20,000
  //    keys that refer to a list of 100,000 choices pass the other limits and fill the memory.
  //
  // A key, or a part of its value, that exceeds a limit is shown as it is stored. Every key may reach a few
  // objects and values, so that a key takes nothing from those after it.

  /// Lets the next key reach a few objects and values in any case.
  func allowReferencesOfKey() {
    remainingReferences = max(remainingReferences, SchemaLimits.referencesOfKey)
    remainingReferredValues = max(remainingReferredValues, SchemaLimits.referredValuesOfKey)
  }

  /// Returns the members of an object, merged with those of the object that its `$ref` names.
  ///
  /// Keywords may stand beside `$ref` since draft 2019-09. Here they come first, and they win over
  /// the same keywords of the target. No `$ref` is among the members. `path` is the way from the
  /// key to the schema that the object is a part of.
  ///
  /// - Throws: ``Failure`` when the value is not an object, or when a reference leads nowhere or in
  ///   a cycle, or exceeds a limit. One that leads out of the document is only reported.
  func members(
    at json: LocatedJSON,
    through path: SchemaPath = SchemaPath()
  ) throws(Failure) -> JSONMembers {
    guard var members = json.members else {
      throw Failure(.keyNotAnObject(found: json.node.kindName), at: json)
    }
    members.path = path
    members.path.depth += 1
    guard members.path.depth <= SchemaLimits.nesting else {
      throw Failure(.tooManyReferences, at: json)
    }
    if !path.references.isEmpty || members.reference != nil {
      remainingReferences -= 1
      guard remainingReferences >= 0 else { throw Failure(.tooManyReferences, at: json) }
    }
    var here: Set<String> = []
    while let reference = members.reference {
      guard let target = reference.string else {
        throw Failure(.referenceMissing(reference.node.kindName), at: reference)
      }
      guard here.insert(target).inserted else {
        throw Failure(
          .keyError("the reference to \(target) leads back to itself"),
          at: reference
        )
      }
      guard members.path.references.insert(target).inserted else {
        throw Failure(.partRecursive(target), at: reference)
      }
      for name in JSONMembers.referenceNames { members.remove(name) }
      guard let found = try follow(target, from: reference) else {
        members.elsewhere = reference
        continue
      }
      guard let others = found.members else {
        throw Failure(.keyNotAnObject(found: found.node.kindName), at: found)
      }
      remainingReferredValues -= size(of: found, target)
      guard remainingReferredValues >= 0 else { throw Failure(.tooManyReferences, at: reference) }
      members.addMissing(others, except: found.pointer.isEmpty ? Self.ofDocument : Self.definitions)
    }
    if dialect.acceptsForeignKeywords { members.convertForeignKeywords() }
    return members
  }

  private static let definitions: Set<String> = ["$defs", "definitions"]
  /// Keywords at the root that are about the document, and not about a value of its form.
  private static let ofDocument: Set<String> = definitions.union([
    "$schema", "$id", "$comment", "title", "description", "markdownDescription", "x-format",
    "x-suite", "x-revision", "x-app", "x-sections",
  ])

  /// Returns the target of a reference; nil if it is out of the document, which is reported.
  private func follow(
    _ target: String,
    from json: LocatedJSON
  ) throws(Failure) -> LocatedJSON? {
    let resource = resources.resource(of: json)
    if let place = resources.target(of: target, in: resource) { return place.json }
    guard resources.leadsElsewhere(target, in: resource) else {
      throw Failure(.referenceMissing(target), at: json)
    }
    log.report(.referenceElsewhere(target), at: json)
    return nil
  }

  /// Returns the number of values in the target of a reference.
  private func size(of found: LocatedJSON, _ target: String) -> Int {
    if let known = sizes[target] { return known }
    let size = found.node.size
    sizes[target] = size
    return size
  }

  // MARK: - Unknown keywords

  /// Reports unknown keywords, and known ones that do not apply to the kind of the value.
  ///
  /// - Returns: the unknown keywords with their values, to be kept in the entry.
  func checkKeywords(
    of members: JSONMembers,
    kind: ValueKind,
    isRaw: Bool
  ) -> [JSONValue.Member] {
    var extra: [JSONValue.Member] = []
    for name in members.names {
      guard let json = members[name] else { continue }
      if let subject = Keyword.ofKey[name] {
        // A format of numbers, such as int32, says no more than the type and the limits.
        let isOfNumbers = name == "format" && kind.subjects == [.numbers]
        let suits =
          subject == .everything || kind.subjects.contains(subject) || isRaw || isOfNumbers
        if !suits {
          log.report(.keywordIgnored(name, reason: "it does not apply to \(kind.name)"), at: json)
        }
      } else if !Keyword.constraints.contains(name) {
        extra.append(.init(name, JSONValue(json.node)))
        reportUnknown(name, at: json)
      }
    }
    return extra
  }

  private func reportUnknown(_ name: String, at json: LocatedJSON) {
    if suggestions[name] == nil {
      suggestions[name] = .some(Keyword.suggestion(for: name, among: Keyword.ofKey.keys))
    }
    if let suggestion = suggestions[name] ?? nil {
      log.report(.misspelt(name, suggestion: suggestion), at: json)
    } else if !dialect.acceptsForeignKeywords {
      log.report(.unknownKeyword(name), at: json)
    }
  }
}
