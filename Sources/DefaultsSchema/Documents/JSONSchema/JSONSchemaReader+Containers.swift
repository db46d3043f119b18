// The kinds of arrays and objects.
extension JSONSchemaReader {
  func listKind(of members: JSONMembers) -> ValueKind {
    let limits = collectionLimits(of: members)
    var parts = members["prefixItems"]?.elements ?? []
    if let items = members["items"] ?? members["additionalItems"], items.bool == nil {
      // In older drafts `items` may be an array with a schema for each place.
      if members["items"]?.elements != nil {
        parts += items.elements ?? []
      } else {
        parts.append(items)
      }
    }
    guard !parts.isEmpty else { return .list(of: .any, limits) }
    let element = ValueKind.combined(parts.map { part($0, of: members) })
    if case .choice(let choices, nil) = element { return .choices(choices, limits) }
    return .list(of: element, limits)
  }

  func tableKind(of members: JSONMembers) -> ValueKind {
    let others = patternMembers(of: members) ?? otherMembers(of: members)
    guard let known = read("properties", of: members, "an object", \.members) else {
      return .dictionary(of: others ?? .any)
    }
    let required = Set(texts("required", of: members))
    var table: [(order: Double?, member: TableMember)] = []
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
    return .table(table.sorted(byOrder: \.order).map(\.member), others: others)
  }

  /// Returns the kind of the members in `patternProperties`; nil when there are none.
  private func patternMembers(of members: JSONMembers) -> ValueKind? {
    guard let patterns = members["patternProperties"]?.members, !patterns.names.isEmpty else {
      return nil
    }
    var parts = patterns.names.compactMap { patterns[$0] }
    if let others = members["additionalProperties"], others.bool != false {
      guard others.bool == nil else { return .any }
      parts.append(others)
    }
    return .combined(parts.map { part($0, of: members) })
  }

  /// Returns the kind of members without a schema of their own; nil when there must be none.
  private func otherMembers(of members: JSONMembers) -> ValueKind? {
    guard let json = members["additionalProperties"] ?? members["unevaluatedProperties"] else {
      return .any
    }
    if let flag = json.bool { return flag ? .any : nil }
    return part(json, of: members)
  }

  private func tableMember(
    _ name: String,
    _ json: LocatedJSON,
    of owner: JSONMembers,
    isRequired: Bool
  ) -> (order: Double?, member: TableMember) {
    do throws(Failure) {
      if json.bool == true { return (nil, TableMember(name, kind: .any, isRequired: isRequired)) }
      let members = try merged(members(at: json, through: owner.path))
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
      let isSecret = flag("x-sensitive", of: members)
      return (order(of: members), isSecret ? member.secret() : member)
    } catch {
      report(error)
      let member = TableMember(name, kind: .any, isRequired: isRequired)
      return (nil, json.isSensitive ? member.secret() : member)
    }
  }

  /// Returns the kind of elements or of other members; "any" when their schema cannot be used.
  private func part(_ json: LocatedJSON, of owner: JSONMembers) -> ValueKind {
    if json.bool == true { return .any }
    do throws(Failure) {
      let members = try members(at: json, through: owner.path)
      if flag("x-sensitive", of: members) { log.hasSensitivePart = true }
      let kind = try kind(of: members).kind
      _ = checkKeywords(of: members, kind: kind, isRaw: false)
      return kind
    } catch {
      report(error)
      if json.isSensitive { log.hasSensitivePart = true }
      return .any
    }
  }

  /// Reports why a part of a value is shown as it is stored.
  func report(_ failure: Failure) {
    // A part of any type is what the document says, and the control for it takes any value.
    guard failure.flaw.trait != .open else { return }
    let flaw = failure.flaw.trait == .recursion ? failure.flaw : .partRaw(reason: "\(failure.flaw)")
    log.report(flaw, at: failure.json)
  }
}
