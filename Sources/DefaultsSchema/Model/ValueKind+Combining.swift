import DefaultsCore

extension ValueKind {
  /// Returns the kind for values of any of some kinds.
  ///
  /// Choices become one list, and tables one table, so that they can be edited as such; a member
  /// that tables declare differently has a combined kind itself.
  static func combined(_ kinds: [ValueKind]) -> ValueKind {
    combined(kinds.map { Alternative($0) })
  }

  /// Returns the kind for values of any of some forms.
  ///
  /// Tables with titles remain forms of their own if all of them have one.
  static func combined(_ forms: [Alternative]) -> ValueKind {
    guard forms.count > 1 else { return forms.first?.kind ?? .any }
    var choices: [Choice] = []
    var values: Set<Defaults.StoredValue> = []
    var others: [Alternative] = []
    var tablesSoFar: Set<Alternative> = []
    var kindsSoFar: Set<ValueKind> = []
    var tables: [(members: [TableMember], others: ValueKind?)] = []
    var place: Int?
    let hasNamedTables = forms.allSatisfy(\.isNamedUnlessPlain)
    func add(_ form: Alternative) {
      switch form.kind {
      case .choice(let more, let other):
        choices += more.filter { values.insert($0.value).inserted }
        if let other { add(Alternative(other)) }
      case .alternatives(let parts):
        for part in parts { add(part) }
      case .table where hasNamedTables, .dictionary where hasNamedTables:
        if tablesSoFar.insert(form).inserted { others.append(form) }
      case .table(let members, let rest):
        place = place ?? others.count
        tables.append((members, rest))
      case .dictionary(let rest):
        place = place ?? others.count
        tables.append(([], rest))
      default:
        if kindsSoFar.insert(form.kind).inserted { others.append(form) }
      }
    }
    for form in forms { add(form) }
    if let place { others.insert(Alternative(combined(tables)), at: place) }
    // Whatever accepts any value accepts the others, but does not know their secret members.
    if others.contains(where: { $0.kind == .any }) {
      others = others.filter(\.kind.hasSecretMembers) + [Alternative(.any)]
    }
    let other = others.count > 1 ? .alternatives(others) : others.first?.kind
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

extension Alternative {
  /// Whether the form has a title, which tables need to be told apart.
  fileprivate var isNamedUnlessPlain: Bool {
    switch kind {
    case .table, .dictionary: title != nil
    case .alternatives(let forms): forms.allSatisfy(\.isNamedUnlessPlain)
    default: true
    }
  }
}
