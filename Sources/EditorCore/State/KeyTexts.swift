import DefaultsCore
import DefaultsSchema

/// The texts of a key in which words are searched.
///
/// ``SearchedTexts`` prepares them, and a match is named by the number of its text: so the name of a
/// member is made again for the rows on the screen only.
struct KeyTexts {
  /// A member of a table or an entry of a dictionary, at any depth.
  struct Member {
    /// The names that lead to the member in the value.
    var names: [Defaults.KeyName] = []
    /// The titles of these members.
    var titles: [String] = []
    var help: String = ""
    var kind: ValueKind
    /// The value; nil without one, for a secret, and for a value with members of its own.
    var value: Defaults.StoredValue?
  }

  private let entry: Entry
  private let isDeclared: Bool
  /// The value that is shown; nil for a secret or unset one.
  private let value: Defaults.StoredValue?
  private(set) var members: [Member] = []

  /// The most members of a key that are searched, and the most levels of them.
  private static let (limit, depth) = (4096, 8)

  init(of item: Item) {
    self.init(of: item.entry, item.stored ?? item.value, isDeclared: item.isDeclared)
  }

  init(of entry: Entry, _ value: Defaults.StoredValue?, isDeclared: Bool) {
    self.entry = entry
    self.isDeclared = isDeclared
    self.value = entry.holdsSecret ? nil : value?.withoutData
    addMembers(of: entry.kind, self.value, of: nil, depth: 0)
  }

  /// Calls a closure with each text, in the order of the fields.
  func forEach(_ body: (SearchedTexts.Field, String, Member?) -> Void) {
    body(.title, entry.title, nil)
    // Key and title of an undeclared key are the same text.
    if isDeclared { body(.key, entry.key.string, nil) }
    for tag in entry.tags { body(.tag, tag, nil) }
    let choices = entry.kind.searchedChoices
    for choice in choices { body(.choice, choice.title, nil) }
    for choice in choices where choice.value.plainText != choice.title {
      body(.choice, choice.value.plainText, nil)
    }
    if !entry.help.isEmpty { body(.help, entry.help, nil) }
    for choice in choices where !choice.help.isEmpty { body(.help, choice.help, nil) }
    for member in members { forEachText(of: member) { body(.member, $0, member) } }
    for member in members {
      guard let value = member.value else { continue }
      for text in member.kind.searchedTexts(of: value) { body(.memberValue, text, member) }
    }
    // A key without a value does not have an empty one: `==""` must not find it.
    guard let value else { return }
    for text in entry.kind.searchedTexts(of: value) { body(.value, text, nil) }
  }

  /// Calls a closure with each text of a member except its value.
  private func forEachText(of member: Member, _ body: (String) -> Void) {
    body(member.titles.last ?? "")
    body(path(of: member))
    if !member.help.isEmpty { body(member.help) }
    for choice in member.kind.searchedChoices {
      body(choice.title)
      if !choice.help.isEmpty { body(choice.help) }
    }
  }

  /// Returns the key and the names that lead to a member, with dots between them.
  func path(of member: Member) -> String {
    ([entry.key] + member.names).map(\.string).joined(separator: ".")
  }

  /// Returns the member to which the text with a number belongs; nil for a text of the key itself.
  func member(ofText number: Int) -> Member? { place(ofText: number)?.member }

  /// Returns the words for the text with a number: `description`, or `member` with its titles; nil for the
  /// title of the key.
  func name(ofText number: Int) -> String? {
    place(ofText: number).flatMap { field, member in
      guard let titles = member?.titles else { return field.name }
      // What was found is the last one.
      let shown = titles.count > 2 ? [titles[0], "…", titles[titles.count - 1]] : titles
      return "member \(shown.joined(separator: " › "))"
    }
  }

  private func place(ofText number: Int) -> (field: SearchedTexts.Field, member: Member?)? {
    var place: (SearchedTexts.Field, Member?)?
    var index = 0
    forEach { field, _, member in
      if index == number { place = (field, member) }
      index += 1
    }
    return place
  }

  // MARK: - Members

  private mutating func addMembers(
    of kind: ValueKind,
    _ value: Defaults.StoredValue?,
    of outer: Member?,
    depth: Int
  ) {
    guard depth < Self.depth else { return }
    switch kind {
    case .table(let declared, let others):
      let values = value?.members ?? [:]
      for member in declared {
        let value = values[Defaults.KeyName(member.name)]
        add(member.kind, value, member.name, outer, depth, title: member.title, help: member.help)
      }
      let names = Set(declared.map { Defaults.KeyName($0.name) })
      addEntries(values.filter { !names.contains($0.key) }, of: others ?? .any, outer, depth)
    case .dictionary(let kind):
      addEntries(value?.members ?? [:], of: kind, outer, depth)
    case .any:
      if let value, value.members != nil {
        addMembers(of: .dictionary(), value, of: outer, depth: depth)
      }
    case .list(let kind, _):
      addMembers(of: kind, nil, of: outer, depth: depth + 1)
    case .choice(_, let others?):
      addMembers(of: others, value, of: outer, depth: depth + 1)
    case .alternatives(let forms):
      let fitting = value.flatMap(forms.fitting)
      for form in forms {
        addMembers(of: form.kind, form == fitting ? value : nil, of: outer, depth: depth + 1)
      }
    case .bool, .integer, .real, .string, .choice, .choices, .date, .data, .url, .path, .color,
      .json:
      break
    }
  }

  private mutating func addEntries(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    of kind: ValueKind,
    _ outer: Member?,
    _ depth: Int
  ) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let kind = kind == .any ? ValueKind.inferred(from: value) : kind
      add(kind, value, name.string, outer, depth, title: name.string)
    }
  }

  private mutating func add(
    _ kind: ValueKind,
    _ value: Defaults.StoredValue?,
    _ name: String,
    _ outer: Member?,
    _ depth: Int,
    title: String,
    help: String = ""
  ) {
    guard members.count < Self.limit else { return }
    let member = Member(
      names: (outer?.names ?? []) + [Defaults.KeyName(name)],
      titles: (outer?.titles ?? []) + [title],
      help: help,
      kind: kind,
      value: value?.members == nil ? value : nil
    )
    members.append(member)
    addMembers(of: kind, value, of: member, depth: depth + 1)
  }
}

extension ValueKind {
  /// The choices of the values, also of the elements of a list.
  fileprivate var searchedChoices: [Choice] {
    switch self {
    case .choice(let choices, let others): choices + (others?.searchedChoices ?? [])
    case .choices(let choices, _): choices
    case .list(let kind, _): kind.searchedChoices
    case .alternatives(let forms): forms.flatMap(\.kind.searchedChoices)
    case .bool, .integer, .real, .string, .date, .data, .url, .path, .color, .dictionary, .table,
      .json, .any:
      []
    }
  }

  /// Returns the texts of a value: the one that is edited, and the words that the screen shows.
  fileprivate func searchedTexts(of value: Defaults.StoredValue) -> [String] {
    let text = editableText(value)
    return [text] + labels(of: value).filter { $0 != text }
  }

  /// Returns the words that the screen shows for a flag and for choices.
  private func labels(of value: Defaults.StoredValue) -> [String] {
    switch (self, value) {
    case (.bool, .bool(let flag)):
      return [flag ? "on" : "off"]
    case (.choice(let choices, let others), _):
      if let choice = choices.first(where: { $0.value == value }) { return [choice.title] }
      return others?.labels(of: value) ?? []
    case (.choices(let choices, _), .array(let elements)):
      return elements.flatMap { ValueKind.choice(choices).labels(of: $0) }
    case (.list(let kind, _), .array(let elements)) where !kind.searchedChoices.isEmpty:
      return elements.flatMap { kind.labels(of: $0) }
    case (.alternatives(let forms), _):
      return forms.fitting(value)?.kind.labels(of: value) ?? []
    default:
      return []
    }
  }
}

extension Defaults.StoredValue {
  /// The members of a dictionary; nil for another value.
  fileprivate var members: [Defaults.KeyName: Defaults.StoredValue]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// The value without data, whose bytes no one searches as text; nil for data itself.
  fileprivate var withoutData: Defaults.StoredValue? {
    switch self {
    case .data: nil
    case .array(let elements): .array(elements.compactMap(\.withoutData))
    case .dictionary(let members): .dictionary(members.compactMapValues(\.withoutData))
    case .bool, .integer, .real, .string, .date, .uid, .null, .opaque: self
    }
  }
}
