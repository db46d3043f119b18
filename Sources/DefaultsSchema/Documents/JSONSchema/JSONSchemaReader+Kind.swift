import DefaultsCore

extension JSONSchemaReader {
  /// The value kind that the schema of a key describes.
  struct KindReading {
    var kind: ValueKind
    /// Whether `type` lists null: the key may be unset, since a property list has no null.
    var isOptional = false
  }

  /// The types of JSON Schema.
  enum JSONType: String, CaseIterable {
    case boolean, integer, number, string, array, object

    /// Creates the type of a value; nil for null.
    init?(of node: JSONNode) {
      switch node.content {
      case .null: return nil
      case .bool: self = .boolean
      case .number(let text): self = Int128(text) == nil ? .number : .integer
      case .string: self = .string
      case .array: self = .array
      case .object: self = .object
      }
    }
  }

  /// Returns the kind of values that the keywords describe.
  ///
  /// A keyword that only limits the values, such as `not`, is left to the rule of the key. If no
  /// kind covers the values, this throws, and the key is shown as it is stored.
  func kind(of members: JSONMembers) throws(Failure) -> KindReading {
    if let reason = members["x-shownAsStored"]?.string {
      throw Failure(.shownAsStored(reason: reason), at: members.json)
    }
    let members = try merged(members)
    if members["type"] == nil, members["x-type"]?.string == "any" { return KindReading(kind: .any) }
    for keyword in ["oneOf", "anyOf"] {
      guard let json = members[keyword] else { continue }
      // Where it only says which properties are required, the properties beside it say more.
      if members["properties"] != nil, json.elements?.allSatisfy(\.onlyConstrains) == true {
        continue
      }
      return try alternatives(json, keyword, of: members)
    }
    if members["const"] == nil, members["enum"] == nil, members["type"] == nil,
      members["properties"] == nil, members["items"] == nil, members["if"] != nil
    {
      let branches = ["then", "else"].compactMap { members[$0] }
      if !branches.isEmpty {
        return try alternatives(.combined("anyOf", branches), "if", of: members)
      }
    }
    let (types, isOptional) = try types(of: members)
    return KindReading(kind: kind(of: members, types: types), isOptional: isOptional)
  }

  private func kind(of members: JSONMembers, types: [JSONType]) -> ValueKind {
    let isListed = members["enum"] != nil || members["const"] != nil
    if types.count > 1, isListed {
      if let kind = choiceKind(of: members, base: .any) { return kind }
    }
    return .combined(types.map { kind(of: members, type: $0) })
  }

  private func kind(of members: JSONMembers, type: JSONType) -> ValueKind {
    let base: ValueKind
    switch type {
    case .boolean: base = .bool
    case .integer: base = .integer(wholeLimits(of: members))
    case .number: base = .real(fractionLimits(of: members))
    case .string: base = textKind(of: members)
    case .array: base = listKind(of: members)
    case .object: base = tableKind(of: members)
    }
    return choiceKind(of: members, base: base) ?? base
  }

  // MARK: - Types

  /// Returns the types that `type` names, without null, or those that other keywords imply.
  private func types(
    of members: JSONMembers
  ) throws(Failure) -> (types: [JSONType], isOptional: Bool) {
    guard let json = members["type"] else {
      return try impliedTypes(of: members, .typeMissing, at: members.json)
    }
    if let name = json.string {
      if let type = JSONType(rawValue: name) { return ([type], false) }
      return try impliedTypes(of: members, .typeUnknown(name), at: json)
    }
    guard let elements = json.elements else {
      throw Failure(.typeUnknown(JSONValue(json.node).text()), at: json)
    }
    var types: [JSONType] = []
    var isOptional = false
    for element in elements {
      if element.string == "null" || element.isNull {
        isOptional = true
        continue
      }
      let name = element.string ?? JSONValue(element.node).text()
      guard let type = JSONType(rawValue: name) else {
        throw Failure(.typeUnknown(name), at: element)
      }
      if !types.contains(type) { types.append(type) }
    }
    guard !types.isEmpty else { throw Failure(.typeMissing, at: json) }
    return (types, isOptional)
  }

  /// Returns the types of the listed values or of the default, or else what other keywords imply.
  ///
  /// Where `type` is present but unknown, a default without choices is not enough.
  private func impliedTypes(
    of members: JSONMembers,
    _ flaw: SchemaFlaw,
    at json: LocatedJSON
  ) throws(Failure) -> (types: [JSONType], isOptional: Bool) {
    let listed = members["enum"]?.elements ?? [members["const"]].compactMap(\.self)
    let hasNull = listed.contains(where: \.isNull)
    let isUnknown = members["type"] != nil
    var types: [JSONType] = []
    for value in listed {
      guard let type = JSONType(of: value.node), !types.contains(type) else { continue }
      types.append(type)
    }
    if types == [.integer, .number] || types == [.number, .integer] { types = [.number] }
    if types.isEmpty, !isUnknown, let value = members["default"],
      let type = JSONType(of: value.node)
    {
      types = [type]
    }
    if types.isEmpty, !isUnknown, let type = Self.impliedType(of: members) { types = [type] }
    guard let first = types.first else {
      if let reference = members.elsewhere, let target = reference.string {
        throw Failure(.referenceElsewhere(target), at: reference)
      }
      let isOpen = flaw == .typeMissing && dialect.acceptsForeignKeywords
      throw Failure(isOpen ? .typeOpen : flaw, at: json)
    }
    if types.count == 1, listed.isEmpty || isUnknown {
      log.report(
        .warning("the type is missing or not known; taken to be \(first.rawValue)"),
        at: json
      )
    }
    return (types, hasNull)
  }

  /// Returns the type whose values the keywords are about.
  private static func impliedType(of members: JSONMembers) -> JSONType? {
    let subjects: [(JSONType, [String])] = [
      (.object, ["properties", "additionalProperties", "patternProperties", "required"]),
      (.array, ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]),
      (.string, ["minLength", "maxLength", "pattern", "format"]),
      (.number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ]
    return subjects.first { $0.1.contains { members[$0] != nil } }?.0
  }

  // MARK: - Texts

  private func textKind(of members: JSONMembers) -> ValueKind {
    let kinds: [String: ValueKind] = ["date": .date, "data": .data]
    let stored = read("x-type", of: members, "\"date\" or \"data\"") { json in
      json.string.flatMap { kinds[$0] }
    }
    if let stored { return stored }
    if members["contentMediaType"]?.string == "application/json" { return .json }
    let limits = textLimits(of: members)
    return switch members["format"]?.string {
    case "uri": .url
    case "path", "file-path": .path
    case "color", "color-hex": .color
    default: .string(limits)
    }
  }

  // MARK: - Alternatives

  private func alternatives(
    _ json: LocatedJSON,
    _ keyword: String,
    of owner: JSONMembers
  ) throws(Failure) -> KindReading {
    let elements =
      json.elements ?? json.members?["anyOf"]?.elements ?? []
    guard !elements.isEmpty else {
      throw Failure(.wrongType(keyword: keyword, expected: "an array of schemas"), at: json)
    }
    if let kind = constants(elements, of: owner) { return KindReading(kind: kind) }
    var reading = KindReading(kind: .any)
    var forms: [Alternative] = []
    for element in elements where element.bool != false {
      do throws(Failure) {
        var members = try merged(members(at: element, through: owner.path))
        if flag("x-sensitive", of: members) { log.hasSensitivePart = true }
        if members.isNull {
          reading.isOptional = true
          continue
        }
        // Keywords beside `oneOf` or `anyOf` apply to each alternative.
        members.addMissing(owner, except: Self.ownKeywords)
        let next = try kind(of: members)
        reading.isOptional = reading.isOptional || next.isOptional
        let title = line("title", of: members).flatMap { $0.isEmpty ? nil : $0 }
        let kind = next.kind.explained(title, help(of: members).text)
        forms.append(Alternative(kind, title: title))
      } catch {
        report(error)
        if element.isSensitive { log.hasSensitivePart = true }
        forms.append(Alternative(.any))
      }
    }
    guard !forms.isEmpty else { throw Failure(.typeMissing, at: json) }
    reading.kind = .combined(forms)
    return reading
  }

  /// Keywords of an object with alternatives that are not about each of them.
  private static let ownKeywords: Set<String> = [
    "oneOf", "anyOf", "if", "then", "else", "title", "description", "markdownDescription",
    "default",
  ]
}

extension JSONMembers {
  /// Whether null is the only valid value.
  fileprivate var isNull: Bool {
    self["type"]?.string == "null" || self["const"]?.isNull == true
      || self["enum"]?.elements.map { $0.allSatisfy(\.isNull) } == true
  }
}

extension ValueKind {
  /// Returns the kind; if it has only one value, with a title and a description of that.
  fileprivate func explained(_ title: String?, _ help: String) -> ValueKind {
    guard case .choice(let choices, nil) = self, choices.count == 1, var choice = choices.first
    else { return self }
    choice.title = title ?? choice.title
    choice.help = choice.help.isEmpty ? help : choice.help
    return .choice([choice])
  }
}

extension LocatedJSON {
  /// Whether the value is a schema that describes no type and no members.
  fileprivate var onlyConstrains: Bool {
    guard let members else { return bool != nil }
    return members.names.allSatisfy { ["required", "not", "title", "description"].contains($0) }
  }
}
