import Defaults

extension ValueKind {
  /// Returns the kind for values of any of some kinds.
  ///
  /// Choices become one list, and tables one table, so that they can be edited as such; a member
  /// that tables declare differently has a combined kind itself.
  static func combined(_ kinds: [ValueKind]) -> ValueKind {
    guard kinds.count > 1 else { return kinds.first ?? .any }
    var choices: [Choice] = []
    var values: Set<Defaults.StoredValue> = []
    var others: [ValueKind] = []
    var tables: [(members: [TableMember], others: ValueKind?)] = []
    var place: Int?
    func add(_ kind: ValueKind) {
      switch kind {
      case .choice(let more, let other):
        choices += more.filter { values.insert($0.value).inserted }
        if let other { add(other) }
      case .alternatives(let parts):
        for part in parts { add(part) }
      case .table(let members, let rest):
        place = place ?? others.count
        tables.append((members, rest))
      case .dictionary(let rest):
        place = place ?? others.count
        tables.append(([], rest))
      default:
        if !others.contains(kind) { others.append(kind) }
      }
    }
    for kind in kinds { add(kind) }
    if let place { others.insert(combined(tables), at: place) }
    // Whatever accepts any value accepts the others, but does not know their secret members.
    if others.contains(.any) { others = others.filter(\.hasSecretMembers) + [.any] }
    let other: ValueKind? = others.count > 1 ? .alternatives(others) : others.first
    return choices.isEmpty ? other ?? .any : .choice(choices, others: other)
  }

  private static func combined(
    _ tables: [(members: [TableMember], others: ValueKind?)]
  ) -> ValueKind {
    var names: [Defaults.KeyName] = []
    var members: [Defaults.KeyName: [TableMember]] = [:]
    for member in tables.flatMap(\.members) {
      let name = Defaults.KeyName(member.name)
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(member)
    }
    let rest = tables.compactMap(\.others)
    let others = rest.isEmpty ? nil : combined(rest.filter { $0 != .any }.isEmpty ? [.any] : rest)
    guard !names.isEmpty else { return .dictionary(of: others ?? .any) }
    let all = names.compactMap { name -> TableMember? in
      guard let same = members[name], var member = same.first else { return nil }
      member.kind = combined(same.map(\.kind))
      member.isRequired = same.count == tables.count && same.allSatisfy(\.isRequired)
      member.isSecret = same.contains(where: \.isSecret)
      return member
    }
    return .table(all, others: others)
  }
}
