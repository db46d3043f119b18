import Defaults

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
  /// Unsupported keywords come first: an editor that ignored one would store values that the
  /// schema forbids. `oneOf` and `anyOf` come before `type`, because each alternative may have a
  /// type of its own.
  ///
  /// - Throws: ``Failure`` when no kind covers the values; the key is then shown as it is stored.
  func kind(of members: JSONMembers) throws(Failure) -> KindReading {
    for keyword in Keyword.unsupported {
      // Foreign documents often have it. The values can be shown; only their names go unchecked.
      if keyword == "patternProperties", dialect.acceptsForeignKeywords { continue }
      if let json = members[keyword] { throw Failure(.unsupported(keyword: keyword), at: json) }
    }
    for keyword in ["oneOf", "anyOf"] {
      guard let json = members[keyword] else { continue }
      return try alternatives(json, keyword, of: members)
    }
    if let kind = storageKind(of: members) { return KindReading(kind: kind) }
    let (types, isOptional) = try types(of: members)
    if types.count > 1 {
      var kinds: [ValueKind] = []
      for type in types { kinds.append(kind(of: members, type: type)) }
      guard kinds.allSatisfy(\.isSimple) else {
        throw Failure(.union(types.map(\.rawValue)), at: members["type"] ?? members.json)
      }
      return KindReading(kind: .alternatives(kinds), isOptional: isOptional)
    }
    guard let type = types.first else {
      throw Failure(.typeMissing, at: members["type"] ?? members.json)
    }
    return KindReading(kind: kind(of: members, type: type), isOptional: isOptional)
  }

  /// Returns the kind "any" if `x-type` says so and there is no `type`; nil otherwise.
  private func storageKind(of members: JSONMembers) -> ValueKind? {
    guard members["type"] == nil, members["x-type"]?.string == "any" else { return nil }
    return .any
  }

  private func kind(of members: JSONMembers, type: JSONType) -> ValueKind {
    let base: ValueKind
    switch type {
    case .boolean: base = .bool
    case .integer: base = .integer(wholeLimits(of: members))
    case .number: base = .real(fractionLimits(of: members))
    case .string: base = textKind(of: members)
    case .array: return listKind(of: members)
    case .object: return tableKind(of: members)
    }
    return choiceKind(of: members, base: base) ?? base
  }

  // MARK: - Types

  /// Returns the types that `type` names, without null, or the one that other keywords imply.
  private func types(
    of members: JSONMembers
  ) throws(Failure) -> (types: [JSONType], isOptional: Bool) {
    guard let json = members["type"] else {
      return ([try inferredType(of: members, .typeMissing, at: members.json)], false)
    }
    if let name = json.string {
      if let type = JSONType(rawValue: name) { return ([type], false) }
      return ([try inferredType(of: members, .typeUnknown(name), at: json)], false)
    }
    guard let elements = json.elements else {
      throw Failure(.typeUnknown(JSONValue(json.node).text()), at: json)
    }
    var types: [JSONType] = []
    var isOptional = false
    for element in elements {
      if element.string == "null" || (dialect.acceptsUnions && element.isNull) {
        isOptional = true
        continue
      }
      let name = element.string ?? JSONValue(element.node).text()
      guard let type = JSONType(rawValue: name) else {
        throw Failure(.typeUnknown(name), at: element)
      }
      if !types.contains(type) { types.append(type) }
    }
    guard types.count < 2 || dialect.acceptsUnions else {
      throw Failure(.union(types.map(\.rawValue)), at: json)
    }
    return (types, isOptional)
  }

  /// Returns the type of the default or of a choice, or in foreign documents what is implied.
  ///
  /// Where `type` is present but unknown, a default without choices is not enough.
  private func inferredType(
    of members: JSONMembers,
    _ flaw: SchemaFlaw,
    at json: LocatedJSON
  ) throws(Failure) -> JSONType {
    let choices = members["enum"]?.elements ?? []
    let isUnknown = members["type"] != nil
    var values = isUnknown && choices.isEmpty ? [] : [members["default"]].compactMap(\.self)
    values += choices
    var type = values.lazy.compactMap { JSONType(of: $0.node) }.first
    if type == nil, dialect.acceptsForeignKeywords, !isUnknown {
      if members["properties"] != nil { type = .object }
      if members["items"] != nil { type = .array }
    }
    guard let type else { throw Failure(flaw, at: json) }
    log.report(.typeInferred(type.rawValue), at: json)
    return type
  }

  // MARK: - Texts

  private func textKind(of members: JSONMembers) -> ValueKind {
    if let json = members["x-type"] {
      switch json.string {
      case "date": return .date
      case "data": return .data
      default:
        log.report(.wrongType(keyword: "x-type", expected: "\"date\" or \"data\""), at: json)
      }
    }
    if members["contentMediaType"]?.string == "application/json" { return .json }
    let limits = textLimits(of: members)
    var plain = TextLimits()
    plain.isMultiline = limits.isMultiline
    let kind: ValueKind
    switch members["format"]?.string {
    case "uri": kind = .url
    case "path", "file-path": kind = .path
    case "color", "color-hex": kind = .color
    default: return .string(limits)
    }
    // Only the format is checked, so a length or a pattern beside it is reported as ignored.
    for keyword in ["minLength", "maxLength", "pattern"] where limits != plain {
      guard let json = members[keyword] else { continue }
      log.report(.keywordIgnored(keyword, reason: "the format alone is checked"), at: json)
    }
    return kind
  }

  // MARK: - Containers

  private func listKind(of members: JSONMembers) -> ValueKind {
    let limits = collectionLimits(of: members)
    guard let json = members["items"] else { return .list(of: .any, limits) }
    let element = part(json, of: members)
    if case .choice(let choices, nil) = element { return .choices(choices, limits) }
    return .list(of: element, limits)
  }

  private func tableKind(of members: JSONMembers) -> ValueKind {
    let others = patternMembers(of: members) ?? otherMembers(of: members)
    guard let json = members["properties"] else { return .dictionary(of: others ?? .any) }
    guard let known = json.members else {
      log.report(.wrongType(keyword: "properties", expected: "an object"), at: json)
      return .dictionary(of: others ?? .any)
    }
    let required = Set(texts("required", of: members))
    var table: [(order: Int?, member: TableMember)] = []
    for name in known.names {
      guard let json = known[name] else { continue }
      let (order, member) = tableMember(
        name,
        json,
        of: members,
        isRequired: required.contains(name)
      )
      table.append((order, member))
    }
    let sorted = table.enumerated().sorted { left, right in
      let orders = (left.element.order ?? .max, right.element.order ?? .max)
      return orders.0 == orders.1 ? left.offset < right.offset : orders.0 < orders.1
    }
    return .table(sorted.map(\.element.member), others: others)
  }

  /// Returns the kind of the members in `patternProperties`; "any" if there are several patterns.
  private func patternMembers(of members: JSONMembers) -> ValueKind? {
    guard let json = members["patternProperties"], let patterns = json.members else { return nil }
    log.report(.notTranslated("the names of members are not checked"), at: json)
    guard patterns.names.count == 1, let pattern = patterns.names.first.flatMap({ patterns[$0] })
    else { return .any }
    return part(pattern, of: members)
  }

  /// Returns the kind of members without a schema of their own; nil when there must be none.
  private func otherMembers(of members: JSONMembers) -> ValueKind? {
    guard let json = members["additionalProperties"] else { return .any }
    if let flag = json.bool { return flag ? .any : nil }
    return part(json, of: members)
  }

  private func tableMember(
    _ name: String,
    _ json: LocatedJSON,
    of owner: JSONMembers,
    isRequired: Bool
  ) -> (order: Int?, member: TableMember) {
    do throws(Failure) {
      let members = try members(at: json, through: owner.references)
      let kind = try kind(of: members).kind
      _ = checkKeywords(of: members, kind: kind, isRaw: false)
      let member = TableMember(
        name,
        title: line("title", of: members),
        help: help(of: members).text,
        kind: kind,
        defaultValue: defaultValue(of: members, kind: kind, isOptional: true),
        isRequired: isRequired
      )
      return (wholeNumber("order", of: members), member)
    } catch {
      log.report(.partRaw(reason: "\(error.flaw)"), at: error.json)
      return (nil, TableMember(name, kind: .any, isRequired: isRequired))
    }
  }

  /// Returns the kind of elements or of other members; "any" when their schema cannot be used.
  private func part(_ json: LocatedJSON, of owner: JSONMembers) -> ValueKind {
    if json.bool == true { return .any }
    do throws(Failure) {
      let members = try members(at: json, through: owner.references)
      let kind = try kind(of: members).kind
      _ = checkKeywords(of: members, kind: kind, isRaw: false)
      return kind
    } catch {
      log.report(.partRaw(reason: "\(error.flaw)"), at: error.json)
      return .any
    }
  }

  // MARK: - Alternatives

  private func alternatives(
    _ json: LocatedJSON,
    _ keyword: String,
    of owner: JSONMembers
  ) throws(Failure) -> KindReading {
    guard let elements = json.elements, !elements.isEmpty else {
      throw Failure(.unsupported(keyword: keyword), at: json)
    }
    if let kind = constants(elements, of: owner) { return KindReading(kind: kind) }
    var reading = KindReading(kind: .any)
    var choices: [Choice] = []
    var others: [ValueKind] = []
    for element in elements {
      var members = try members(at: element, through: owner.references)
      if members["type"]?.string == "null" {
        reading.isOptional = true
        continue
      }
      // Keywords beside `oneOf` or `anyOf` apply to each alternative.
      members.addMissing(owner, except: ["oneOf", "anyOf", "title", "description", "default"])
      let next = try kind(of: members)
      reading.isOptional = reading.isOptional || next.isOptional
      guard next.kind.isSimple else { throw Failure(.unsupported(keyword: keyword), at: element) }
      if case .choice(let more, let other) = next.kind {
        choices += more.filter { new in !choices.contains { $0.value == new.value } }
        others += [other].compactMap(\.self)
      } else if !others.contains(next.kind) {
        others.append(next.kind)
      }
    }
    let other: ValueKind? =
      others.count > 1 ? .alternatives(others) : others.first
    guard choices.isEmpty else {
      reading.kind = .choice(choices, others: other)
      return reading
    }
    guard let other else { throw Failure(.typeMissing, at: json) }
    reading.kind = other
    return reading
  }
}

extension ValueKind {
  /// Whether a value of the kind is edited as one line of text, or as a list of such lines.
  fileprivate var isSimple: Bool {
    switch self {
    case .bool, .integer, .real, .string, .date, .data, .url, .path, .color, .choices: true
    case .choice(_, let others): others?.isSimple ?? true
    case .list(of: let element, _): element.isSimple && !element.isList
    case .dictionary, .table, .alternatives, .json, .any: false
    }
  }

  private var isList: Bool {
    if case .list = self { true } else { false }
  }
}
