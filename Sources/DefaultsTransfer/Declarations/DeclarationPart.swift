import DefaultsCore
import DefaultsSchema

/// A part of a file with declarations, which is JSON or a property list.
struct DeclarationPart {
  private enum Content {
    case json(JSONNode)
    case propertyList(Defaults.StoredValue)
  }

  /// A member of a part.
  struct Member {
    let name: String
    let part: DeclarationPart
    /// The place of the name.
    let place: DeclarationPlace
  }

  private let content: Content
  private let file: DeclarationFile
}

extension DeclarationPart {
  /// Creates the whole content of a file, in the form that its first character tells.
  init(parsing file: DeclarationFile) throws(DeclarationProblem) {
    func problem(_ reason: String, at offset: Int?) -> DeclarationProblem {
      let place = DeclarationPlace(file: file, offset: offset)
      return DeclarationProblem(place: place, suite: nil, key: nil, reason: reason)
    }
    guard ValueDocument.isJSON(file.bytes) else {
      do throws(PropertyListError) {
        let values = try PropertyListDocument(parsing: file.bytes).values
        self.init(content: .propertyList(.dictionary(values)), file: file)
        return
      } catch {
        throw problem("neither JSON nor a property list: \(error)", at: nil)
      }
    }
    guard String(validating: file.bytes, as: UTF8.self) != nil else {
      throw problem("the JSON is not valid UTF-8", at: nil)
    }
    do throws(JSONParseError) {
      let limit = JSONScanner.deepestTaggedNesting
      let node = try JSONNode(parsing: file.bytes, deepestNesting: limit)
      self.init(content: .json(node), file: file)
    } catch {
      throw problem(error.reason.phrase, at: error.offset)
    }
  }

  /// The place of the part.
  var place: DeclarationPlace {
    guard case .json(let node) = content else { return DeclarationPlace(file: file, offset: nil) }
    return DeclarationPlace(file: file, offset: node.offset)
  }

  /// The members, in the order of the file; nil if the part is not an object or a dictionary.
  var members: [Member]? {
    switch content {
    case .json(let node):
      guard case .object(let members) = node.content else { return nil }
      return members.map {
        Member(
          name: $0.name,
          part: DeclarationPart(content: .json($0.value), file: file),
          place: DeclarationPlace(file: file, offset: $0.nameOffset)
        )
      }
    case .propertyList(let value):
      guard case .dictionary(let members) = value else { return nil }
      return members.sorted { $0.key < $1.key }.map {
        Member(
          name: $0.key.string,
          part: DeclarationPart(content: .propertyList($0.value), file: file),
          place: place
        )
      }
    }
  }

  /// Whether the part is null, which only JSON has.
  var isNull: Bool {
    if case .json(let node) = content, case .null = node.content { true } else { false }
  }

  /// The suites with their values, if the file is an export of several suites; else nil.
  ///
  /// A declaration in which "suites" is missing or mistyped is none: its members are not taken for keys.
  var exportedSuites: [Member]? {
    let ofSuite = Set(Declaration.Name.ofSuite.map(\.rawValue))
    guard let suites = members, ValueDocument.areSuites(suites.map(\.name), among: []) else {
      return nil
    }
    let areExported = suites.allSatisfy { suite in
      guard let keys = suite.part.members, SuiteName.isValid(suite.name) else { return false }
      return keys.isEmpty || !keys.allSatisfy { ofSuite.contains($0.name) }
    }
    return areExported && !suites.isEmpty ? suites : nil
  }

  /// The elements; nil if the part is not an array.
  var elements: [DeclarationPart]? {
    switch content {
    case .json(let node):
      guard case .array(let elements) = node.content else { return nil }
      return elements.map { DeclarationPart(content: .json($0), file: file) }
    case .propertyList(let value):
      guard case .array(let elements) = value else { return nil }
      return elements.map { DeclarationPart(content: .propertyList($0), file: file) }
    }
  }

  /// The text; nil if the part is not a text.
  var text: String? {
    switch content {
    case .json(let node):
      if case .string(let text) = node.content { text } else { nil }
    case .propertyList(let value):
      if case .string(let text) = value { text } else { nil }
    }
  }

  /// Returns the part as a value to store.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    switch content {
    case .json(let node):
      if case .null = node.content {
        throw .notStorable(
          "null is no value: list the key under \"absent\", or write {\"$null\": true} to store a null"
        )
      }
      return try Defaults.StoredValue(taggedJSON: JSONValue(node))
    case .propertyList(let value):
      return value
    }
  }
}
