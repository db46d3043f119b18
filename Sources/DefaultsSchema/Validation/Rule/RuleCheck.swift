import DefaultsCore

/// The check of one value with a rule.
///
/// Each node returns which members and items of the value it has evaluated, since
/// `unevaluatedProperties` and `unevaluatedItems` apply to the rest (JSON Schema 2020-12, section
/// 11). What a failed branch of `anyOf`, `oneOf`, `if` or `not` has evaluated does not count.
///
/// Two limits apply, as definitions may refer to each other in any way: the number of nodes that are
/// evaluated, and their depth. The first one grows with the value: each part of it may be evaluated with
/// each node once, which is all that a rule without such definitions does, so that a long value does not
/// use up the steps. A check that reaches a limit has no result, and the value is refused.
struct RuleCheck {
  /// The members and items that were evaluated.
  struct Evaluated {
    var members: Set<Defaults.KeyName> = []
    var items: Set<Int> = []

    mutating func add(_ other: Evaluated) {
      members.formUnion(other.members)
      items.formUnion(other.items)
    }
  }

  /// The number of nodes that are evaluated for any value.
  static let stepLimit = 200_000
  /// The greatest number of nodes that a part of a value is counted for.
  private static let stepsForPart = 1000
  private static let depthLimit = 256

  let rule: CompiledRule
  private var remainingSteps: Int

  /// Whether a limit was reached, so that the value was not checked completely.
  private(set) var isCutShort = false

  /// Creates a check of a value.
  init(_ rule: CompiledRule, of value: Defaults.StoredValue) {
    self.rule = rule
    remainingSteps =
      Self.stepLimit + value.partCount * min(rule.nodes.count, Self.stepsForPart)
  }

  /// Checks a value with one node; throws the first reason against the value.
  mutating func evaluate(
    _ index: Int,
    _ value: Defaults.StoredValue,
    depth: Int
  ) throws(Defaults.Rejection) -> Evaluated {
    remainingSteps -= 1
    guard !isCutShort, remainingSteps > 0, depth < Self.depthLimit else {
      isCutShort = true
      return Evaluated()
    }
    let node = rule.nodes[index]
    if let isAlways = node.isAlways {
      guard isAlways else {
        throw .refused(value: value.plainText, reason: "the schema allows no value here")
      }
      return Evaluated()
    }
    try checkScalar(node, value)
    var evaluated = Evaluated()
    if let reference = node.reference {
      evaluated.add(try evaluate(reference, value, depth: depth + 1))
    }
    switch value {
    case .array(let elements): try check(elements, node, &evaluated, depth: depth + 1)
    case .dictionary(let members): try check(members, node, &evaluated, depth: depth + 1)
    default: break
    }
    try checkBranches(node, value, &evaluated, depth: depth + 1)
    try checkRest(node, value, &evaluated, depth: depth + 1)
    return evaluated
  }

  /// Returns what a node evaluates; nil when it refuses the value.
  private mutating func attempt(
    _ index: Int,
    _ value: Defaults.StoredValue,
    depth: Int
  ) -> Evaluated? {
    try? evaluate(index, value, depth: depth)
  }

  // MARK: - Containers

  private mutating func check(
    _ elements: [Defaults.StoredValue],
    _ node: CompiledRule.Node,
    _ evaluated: inout Evaluated,
    depth: Int
  ) throws(Defaults.Rejection) {
    try node.counts.check(elements.count)
    if node.isUnique {
      var seen: Set<Defaults.StoredValue> = []
      for (index, element) in elements.enumerated() where !seen.insert(element.canonical).inserted {
        throw .repeated(element: index + 1)
      }
    }
    for (index, element) in elements.enumerated() {
      guard let part = index < node.prefix.count ? node.prefix[index] : node.items else { continue }
      do throws(Defaults.Rejection) {
        _ = try evaluate(part, element, depth: depth)
      } catch {
        throw .element(index + 1, error)
      }
      evaluated.items.insert(index)
    }
    guard let contains = node.contains else { return }
    var count = 0
    for (index, element) in elements.enumerated()
    where attempt(contains, element, depth: depth) != nil {
      count += 1
      evaluated.items.insert(index)
    }
    if count < node.containsCounts.least ?? 1 {
      throw .refused(
        value: Defaults.StoredValue.array(elements).plainText,
        reason: "too few of its elements are as the schema demands"
      )
    }
    if let most = node.containsCounts.most, count > most {
      throw .refused(
        value: Defaults.StoredValue.array(elements).plainText,
        reason: "too many of its elements are as \"contains\" describes"
      )
    }
  }

  private mutating func check(
    _ members: [Defaults.KeyName: Defaults.StoredValue],
    _ node: CompiledRule.Node,
    _ evaluated: inout Evaluated,
    depth: Int
  ) throws(Defaults.Rejection) {
    try node.memberCounts.check(members.count)
    for name in node.required where members[name] == nil { throw .missingMember(name.string) }
    for (name, others) in node.requiredBeside where members[name] != nil {
      for other in others where members[other] == nil { throw .missingMember(other.string) }
    }
    // Sorted, so that the same table is always refused for the same reason.
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      try check(member, named: name, node, &evaluated, depth: depth)
    }
    for (name, part) in node.schemasBeside where members[name] != nil {
      evaluated.add(try evaluate(part, .dictionary(members), depth: depth))
    }
  }

  private mutating func check(
    _ member: Defaults.StoredValue,
    named name: Defaults.KeyName,
    _ node: CompiledRule.Node,
    _ evaluated: inout Evaluated,
    depth: Int
  ) throws(Defaults.Rejection) {
    var parts: [Int] = []
    if let part = node.properties[name] { parts.append(part) }
    parts += node.patterns.filter { $0.pattern.search(name.string) == .matches }.map(\.node)
    if parts.isEmpty, let part = node.additional {
      guard rule.nodes[part].isAlways != false else {
        throw .unknownMember(name.string, known: node.properties.keys.map(\.string).sorted())
      }
      parts.append(part)
    }
    do throws(Defaults.Rejection) {
      if let names = node.names { _ = try evaluate(names, .string(name.string), depth: depth) }
      for part in parts { _ = try evaluate(part, member, depth: depth) }
    } catch {
      throw .member(name.string, error)
    }
    if !parts.isEmpty { evaluated.members.insert(name) }
  }

  // MARK: - Branches

  private mutating func checkBranches(
    _ node: CompiledRule.Node,
    _ value: Defaults.StoredValue,
    _ evaluated: inout Evaluated,
    depth: Int
  ) throws(Defaults.Rejection) {
    for part in node.all { evaluated.add(try evaluate(part, value, depth: depth)) }
    if let parts = node.any { _ = try checkAny(parts, value, &evaluated, depth: depth) }
    if let parts = node.one {
      let count = try checkAny(parts, value, &evaluated, depth: depth)
      guard count < 2 else {
        let reason = "it fits \(count) alternatives of the schema, and may fit only one"
        throw .refused(value: value.plainText, reason: reason)
      }
    }
    if let part = node.not, attempt(part, value, depth: depth) != nil {
      throw .refused(value: value.plainText, reason: "the schema excludes it with \"not\"")
    }
    guard let condition = node.condition else { return }
    let found = attempt(condition, value, depth: depth)
    if let found { evaluated.add(found) }
    if let part = found == nil ? node.otherwise : node.then {
      evaluated.add(try evaluate(part, value, depth: depth))
    }
  }

  /// Checks alternatives, and returns how many of them accept the value, at least 1.
  ///
  /// If none does, it throws the reason of the alternative for values of this type that the value
  /// is most like.
  private mutating func checkAny(
    _ parts: [Int],
    _ value: Defaults.StoredValue,
    _ evaluated: inout Evaluated,
    depth: Int
  ) throws(Defaults.Rejection) -> Int {
    var count = 0
    var nearest: (reason: Defaults.Rejection, likeness: Int)?
    var expected: [String] = []
    for part in parts {
      do throws(Defaults.Rejection) {
        evaluated.add(try evaluate(part, value, depth: depth))
        count += 1
      } catch {
        if case .wrongKind(_, let name) = error {
          if !expected.contains(name) { expected.append(name) }
        } else {
          let likeness = likeness(of: value, to: part, refusing: error)
          if likeness > nearest?.likeness ?? .min { nearest = (error, likeness) }
        }
      }
    }
    guard count == 0 else { return count }
    throw nearest?.reason
      ?? .wrongKind(found: value.kindName, expected: expected.joined(separator: " or "))
  }

  /// How much a value is like those that an alternative describes, as with ``ValueKind/likeness(to:)``.
  ///
  /// Choices of other types are for other values.
  private func likeness(
    of value: Defaults.StoredValue,
    to part: Int,
    refusing reason: Defaults.Rejection
  ) -> Int {
    if case .notAChoice = reason,
      referred(part).choices?.contains(where: { $0.kindName == value.kindName }) == false
    {
      return -1_000_000
    }
    guard case .dictionary(let members) = value else { return 0 }
    var sum = 0
    for index in [part] + referred(part).all {
      for (name, member) in referred(index).properties {
        guard let value = members[name] else { continue }
        let choices = referred(member).choices
        sum += choices.map { Likeness.ofChoice($0.contains(value.canonical)) } ?? 1
      }
    }
    return sum
  }

  /// Returns a node, or the one that its references lead to.
  private func referred(_ index: Int) -> CompiledRule.Node {
    var index = index
    for _ in 0..<8 {
      guard let next = rule.nodes[index].reference else { break }
      index = next
    }
    return rule.nodes[index]
  }

  /// Checks the members and items that no other keyword has evaluated.
  private mutating func checkRest(
    _ node: CompiledRule.Node,
    _ value: Defaults.StoredValue,
    _ evaluated: inout Evaluated,
    depth: Int
  ) throws(Defaults.Rejection) {
    if let part = node.unevaluatedMembers, case .dictionary(let members) = value {
      for (name, member) in members.sorted(by: { $0.key < $1.key })
      where !evaluated.members.contains(name) {
        guard rule.nodes[part].isAlways != false else {
          throw .unknownMember(name.string, known: evaluated.members.map(\.string).sorted())
        }
        do throws(Defaults.Rejection) {
          _ = try evaluate(part, member, depth: depth)
        } catch {
          throw .member(name.string, error)
        }
        evaluated.members.insert(name)
      }
    }
    if let part = node.unevaluatedItems, case .array(let elements) = value {
      for (index, element) in elements.enumerated() where !evaluated.items.contains(index) {
        do throws(Defaults.Rejection) {
          _ = try evaluate(part, element, depth: depth)
        } catch {
          throw .element(index + 1, error)
        }
        evaluated.items.insert(index)
      }
    }
  }
}

extension Defaults.StoredValue {
  /// The number of elements and members in the value, at any depth, and 1 for the value itself.
  fileprivate var partCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.partCount }
    case .dictionary(let members): members.reduce(1) { $0 + $1.value.partCount }
    case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque: 1
    }
  }
}
