package import DefaultsCore

/// The places at which two stored values of a kind differ.
///
/// Dictionaries are compared by member, lists by item (``ItemAlignment``), and texts of several lines by
/// line, at any depth; JSON texts are compared as the values that they stand for. Everything that says what
/// a change has changed uses this type, so that an undo names the same places as the write before.
package struct ValueDifference: Hashable, Sendable {
  /// A step from a value to a part of it.
  package enum Step: Hashable, Sendable {
    /// A member of a dictionary; the title is that of the schema, nil for none.
    case member(Defaults.KeyName, title: String?)
    /// An item of a list, or a line of a text, by its index.
    case item(Int)
    case line(Int)
  }

  /// What happened at a place.
  package enum Action: Hashable, Sendable {
    case removed, changed, added
    /// An item has another place; the path has the old one.
    case moved(to: Int)
    /// A member has another name; the path has the old one.
    case renamed(to: Defaults.KeyName)
  }

  /// A place with its values.
  package struct Change: Hashable, Sendable {
    /// The steps to the place; none for the whole value.
    package var path: [Step]
    /// What happened.
    package var action: Action
    /// The value before; nil if it was added.
    package var old: Defaults.StoredValue?
    /// The value after; nil if it was removed.
    package var new: Defaults.StoredValue?
    /// The kind of the values.
    package var kind: ValueKind
    /// Whether the values are secret.
    package var isSecret: Bool
  }

  /// The places in the order of the value: members in the order of the schema, then by name.
  package private(set) var changes: [Change] = []

  /// Creates the difference of two values of one kind; nil stands for none.
  package init(
    from old: Defaults.StoredValue?,
    to new: Defaults.StoredValue?,
    as kind: ValueKind
  ) {
    compare(old, new, kind, at: [])
  }

  /// Whether there are only changes of parts, and none of the whole value.
  package var isOfParts: Bool { !changes.isEmpty && changes.allSatisfy { !$0.path.isEmpty } }

  /// The changes, the most important first: what was removed cannot be seen any more, and an item that
  /// only moved has lost nothing.
  package var ranked: [Change] {
    changes.enumerated()
      .sorted { ($0.element.action.rank, $0.offset) < ($1.element.action.rank, $1.offset) }
      .map(\.element)
  }

  // MARK: - Comparing

  private mutating func compare(
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    _ kind: ValueKind,
    at path: [Step],
    isSecret: Bool = false
  ) {
    guard old != new else { return }
    let values = [old, new].compactMap(\.self)
    let isHidden = isSecret || values.contains { kind.hidesWhole($0) }
    guard !isHidden, kind != .url, let old, let new else {
      return append(
        old == nil ? .added : new == nil ? .removed : .changed,
        old,
        new,
        kind,
        path,
        isHidden
      )
    }
    let count = changes.count
    compareParts(old, new, kind, at: path)
    // Values can differ in what is no part of them, such as the blanks of JSON.
    if changes.count == count { append(.changed, old, new, kind, path, false) }
  }

  private mutating func compareParts(
    _ old: Defaults.StoredValue,
    _ new: Defaults.StoredValue,
    _ kind: ValueKind,
    at path: [Step]
  ) {
    switch (old, new) {
    case (.dictionary(let old), .dictionary(let new)):
      compare(old, new, kind.form(forArray: false), at: path)
    case (.array(let old), .array(let new)):
      compare(old, new, kind.form(forArray: true).kindOfItems, at: path) { .item($0) }
    case (.string, .string):
      if kind == .json, let old = old.partsOfJSON, let new = new.partsOfJSON {
        return compare(old, new, .any, at: path)
      }
      let (oldLines, newLines) = (old.lines, new.lines)
      guard max(oldLines.count, newLines.count) > 1 else { return }
      compare(oldLines.map { .string($0) }, newLines.map { .string($0) }, kind, at: path) {
        .line($0)
      }
    default:
      break
    }
  }

  private mutating func compare(
    _ old: [Defaults.KeyName: Defaults.StoredValue],
    _ new: [Defaults.KeyName: Defaults.StoredValue],
    _ kind: ValueKind,
    at path: [Step]
  ) {
    let members: [TableMember] = if case .table(let members, _) = kind { members } else { [] }
    let declared = members.map { Defaults.KeyName($0.name) }
    for (name, member) in zip(declared, members) {
      let step = Step.member(name, title: member.title)
      compare(old[name], new[name], member.kind, at: path + [step], isSecret: member.isSecret)
    }
    let others = Set(old.keys).union(new.keys).subtracting(declared)
      .filter { old[$0] != new[$0] }.sorted()
    // What nobody has declared is secret by its name or its value.
    func isSecret(_ name: Defaults.KeyName) -> Bool {
      [old[name], new[name]].compactMap(\.self)
        .contains { Defaults.HistoryOptions.holdsSecret(.dictionary([name: $0])) }
    }
    let (removed, added) = (others.filter { new[$0] == nil }, others.filter { old[$0] == nil })
    let isRenamed = (removed.count, added.count) == (1, 1) && old[removed[0]] == new[added[0]]
    for name in others where !isRenamed || name != added[0] {
      let path = path + [Step.member(name, title: nil)]
      if isRenamed, name == removed[0] {
        let isSecret = isSecret(name) || isSecret(added[0])
        append(.renamed(to: added[0]), old[name], old[name], kind.kindOfOthers, path, isSecret)
      } else {
        compare(old[name], new[name], kind.kindOfOthers, at: path, isSecret: isSecret(name))
      }
    }
  }

  private mutating func compare(
    _ old: [Defaults.StoredValue],
    _ new: [Defaults.StoredValue],
    _ kind: ValueKind,
    at path: [Step],
    _ step: (Int) -> Step
  ) {
    for part in ItemAlignment(old, new).steps {
      switch part {
      case .kept: continue
      case .changed(let from, let to):
        compare(old[from], new[to], kind, at: path + [step(to)])
      case .moved(let from, let to):
        append(
          .moved(to: to),
          old[from],
          new[to],
          kind,
          path + [step(from)],
          kind.hidesWhole(old[from])
        )
      case .removed(let from): compare(old[from], nil, kind, at: path + [step(from)])
      case .added(let to): compare(nil, new[to], kind, at: path + [step(to)])
      }
    }
  }

  private mutating func append(
    _ action: Action,
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    _ kind: ValueKind,
    _ path: [Step],
    _ isSecret: Bool
  ) {
    // An undeclared part of a value can hold secrets although the key is none.
    let holdsSecret = {
      kind == .any && !path.isEmpty
        && [old, new].compactMap(\.self).contains(where: Defaults.HistoryOptions.holdsSecret)
    }
    changes.append(
      Change(
        path: path,
        action: action,
        old: old,
        new: new,
        kind: kind,
        isSecret: isSecret || holdsSecret()
      )
    )
  }
}

extension ValueDifference.Action {
  /// The place of the action among those that are named first.
  fileprivate var rank: Int {
    switch self {
    case .removed: 0
    case .changed: 1
    case .added: 2
    case .moved, .renamed: 3
    }
  }
}

extension ValueKind {
  /// Returns the form of the kind for lists or for dictionaries, with all members that any form has.
  fileprivate func form(forArray isArray: Bool) -> ValueKind {
    switch self {
    case .choice(_, let others?): return others.form(forArray: isArray)
    case .alternatives(let forms):
      let combined = ValueKind.combined(forms.map { Alternative($0.kind) })
      guard case .alternatives(let kinds) = combined else {
        return combined.form(forArray: isArray)
      }
      return kinds.lazy.map(\.kind).first { $0.isForm(forArray: isArray) } ?? .any
    default: return self
    }
  }

  private func isForm(forArray isArray: Bool) -> Bool {
    switch self {
    case .list, .choices: isArray
    case .dictionary, .table: !isArray
    default: false
    }
  }

  fileprivate var kindOfItems: ValueKind {
    switch self {
    case .list(let kind, _): kind
    case .choices(let choices, _): .choice(choices)
    default: .any
    }
  }

  fileprivate var kindOfOthers: ValueKind {
    switch self {
    case .dictionary(let kind), .table(_, let kind?): kind
    default: .any
    }
  }

  /// Whether a value is hidden as a whole, because it has not the form that says what is secret in it.
  fileprivate func hidesWhole(_ value: Defaults.StoredValue) -> Bool {
    hasSecretMembers && hidingSecrets(of: value, behind: "") == .string("") && value != .string("")
  }
}
