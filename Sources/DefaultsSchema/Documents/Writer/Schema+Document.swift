public import DefaultsCore

extension Schema {
  /// The schema as a document in the project's own dialect.
  ///
  /// Equal schemas give equal documents, and reading the document returns an equal schema.
  public var document: JSONValue {
    var members: [JSONValue.Member] = [
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("x-format", .number("\(NativeReader.version)")),
      .init("x-suite", .string(suite.name)),
    ]
    if revision != 0 { members.append(.init("x-revision", .number("\(revision)"))) }
    if app != AppInfo() { members.append(.init("x-app", app.json)) }
    members.append(.init("title", .string(title)))
    members.append(text: help, as: "description")
    members.append(.init("type", .string("object")))
    let named = sections.filter { !$0.id.isEmpty }
    if !named.isEmpty { members.append(.init("x-sections", .array(named.map(\.json)))) }
    let properties = sections.flatMap { section in
      section.entries.enumerated().map { index, entry in
        JSONValue.Member(entry.key.string, entry.json(section: section.id, order: (index + 1) * 10))
      }
    }
    members.append(.init("properties", .object(properties)))
    if declaresEveryKey { members.append(.init("additionalProperties", .bool(false))) }
    return .object(members + extraMembers)
  }

  /// The document as indented JSON text that ends with a line break.
  public var documentText: String {
    document.text(indented: true) + "\n"
  }
}

extension Section {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [.init("id", .string(id)), .init("title", .string(title))]
    members.append(text: help, as: "description")
    return .object(members)
  }
}

extension AppInfo {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    members.append(text: name, as: "name")
    members.append(text: version, as: "version")
    members.append(text: url, as: "url")
    return .object(members)
  }
}

extension Entry {
  fileprivate func json(section: String, order: Int) -> JSONValue {
    var members = valueKeywords
    members.append(.init("title", .string(title)))
    members.append(text: help, as: "description")
    if let value = defaultValue.flatMap(kind.json) { members.append(.init("default", value)) }
    members.append(text: unit, as: "x-unit")
    members.append(text: placeholder, as: "x-placeholder")
    if !examples.isEmpty {
      members.append(.init("examples", .array(examples.compactMap(kind.json))))
    }
    if !effect.isEmpty {
      let text = effect == Self.effectOfRestart ? JSONValue.bool(true) : .string(effect)
      members.append(.init("x-restart", text))
    }
    appendLinks(to: &members)
    members.append(flag: isReadOnly, as: "readOnly")
    members.append(flag: isHidden, as: "x-hidden")
    members.append(flag: isSecret, as: "x-sensitive")
    members.append(text: since, as: "x-since")
    members.append(text: until, as: "x-until")
    members.append(texts: tags, as: "tags")
    members.append(text: section, as: "x-section")
    members.append(.init("order", .number("\(order)")))
    return .object(members + extraKeywords)
  }

  /// The keywords about the values: those of the rule, or of the kind if there is none.
  private var valueKeywords: [JSONValue.Member] {
    var reason: [JSONValue.Member] = []
    if let flaw { reason.append(.init("x-shownAsStored", .string("\(flaw)"))) }
    guard let rule, case .object(let members) = rule.source else {
      return (flaw == nil ? kind : .any).keywords(isOptional: isOptional) + reason
    }
    // The definitions of a rule are those of its key in the document.
    let place = "#/properties/\(JSONMembers.escaped(key.string))/$defs/"
    guard case .object(let moved) = JSONValue.object(members).movingReferences(to: place) else {
      return reason
    }
    return moved + reason
  }

  private func appendLinks(to members: inout [JSONValue.Member]) {
    if let deprecation {
      members.append(flag: true, as: "deprecated")
      members.append(text: deprecation.message, as: "deprecationMessage")
      members.append(text: deprecation.replacement ?? "", as: "x-replacedBy")
    }
    if let dependency {
      let parts: [JSONValue.Member] = [
        .init("key", .string(dependency.key)), .init("equals", dependency.value.json),
      ]
      members.append(.init("x-dependsOn", .object(parts)))
    }
    members.append(texts: seeAlso, as: "x-seeAlso")
  }
}

extension JSONValue {
  /// Returns a schema whose references to its own definitions lead to another place.
  fileprivate func movingReferences(to place: String) -> JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.map { member in
          if member.name == "$ref", case .string(let target) = member.value {
            return .init(
              "$ref",
              .string(target.replacing("#/$defs/", with: place, maxReplacements: 1))
            )
          }
          return .init(member.name, member.value.movingReferences(to: place))
        }
      )
    case .array(let elements): .array(elements.map { $0.movingReferences(to: place) })
    case .null, .bool, .number, .string: self
    }
  }
}

extension [JSONValue.Member] {
  /// Appends a text, unless it is empty.
  fileprivate mutating func append(text: String, as name: String) {
    if !text.isEmpty { append(.init(name, .string(text))) }
  }

  /// Appends texts, unless there are none.
  fileprivate mutating func append(texts: [String], as name: String) {
    if !texts.isEmpty { append(.init(name, .array(texts.map { .string($0) }))) }
  }

  /// Appends a flag, unless it is false.
  fileprivate mutating func append(flag: Bool, as name: String) {
    if flag { append(.init(name, .bool(true))) }
  }
}
