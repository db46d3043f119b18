package import DefaultsCore

/// A fact about a key: a label and a text, such as `Type` and `Int 5…3600 s`.
///
/// The details, the page of a key, `prefs describe` and `prefs schema show` all show these lists, so a
/// fact has the same words everywhere.
package struct Fact: Hashable, Sendable {
  /// What a fact is about: the name, the value or the state of a key, or what its schema says.
  package enum Subject: Hashable, Sendable {
    case name, value, state, schema
    /// What the schema says that one should know before a change.
    case warning
  }

  /// The label; for a choice its value, and for a member its name.
  package var label: String
  /// The text, without line breaks.
  package var text: String
  /// What it is about.
  package var subject: Subject
  /// The number of choices and members around the one that it describes.
  package var level: Int = 0

  /// Creates a fact.
  package init(_ label: String, _ text: String, _ subject: Subject = .schema, level: Int = 0) {
    self.label = label
    self.text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    self.subject = subject
    self.level = level
  }

  /// The label and the text, with a colon between them.
  package var line: String { text.isEmpty ? label : "\(label): \(text)" }
}

extension Entry {
  /// Returns what the schema says about the key besides its title, its description and its parts.
  ///
  /// The facts are in the order in which they are shown. The facts about the present value, `now`,
  /// follow the type. `title` returns the name that is shown for another key.
  package func facts(
    now: [Fact] = [],
    defaultText: String?,
    title: (String) -> String
  ) -> [Fact] {
    let notes = [
      isOptional ? "may be unset" : nil, isSecret ? "secret" : nil,
      isReadOnly ? "set by the app itself" : nil, isHidden ? "hidden" : nil,
    ].compactMap(\.self)
    var facts = [Fact("Type", ValueText.kind(self))] + now
    facts.append(Fact("Default", defaultText ?? "none"))
    func add(_ label: String, _ texts: [String]) {
      let texts = texts.filter { !$0.isEmpty }
      if !texts.isEmpty { facts.append(Fact(label, texts.joined(separator: ", "))) }
    }
    add("Notes", notes)
    add("Effect", [effect])
    add("Since", [since])
    add("Until", [until])
    if let dependency {
      let need = "\(title(dependency.key)) to be \(dependency.value.plainText)"
      facts.append(Fact("Needs", need, .warning))
    }
    if let deprecation {
      let use = deprecation.replacement.map { "Use \(title($0))." } ?? ""
      let texts = [deprecation.message, use].filter { !$0.isEmpty }
      facts.append(Fact("Deprecated", texts.joined(separator: " "), .warning))
    }
    if let flaw { facts.append(Fact("Shown", "as it is stored: \(flaw)", .warning)) }
    add("See also", seeAlso.map(title))
    add("Tags", tags)
    return facts
  }
}

extension ValueKind {
  /// The most levels of members that are described.
  private static let mostLevels = 8

  /// Returns a fact for each choice and each member at any depth: its limits, default and description.
  ///
  /// No value has more than `limit` choices in it; `text` returns the text of a default.
  package func parts(
    atMost limit: Int = .max,
    level: Int = 0,
    _ text: (Defaults.StoredValue, ValueKind) -> String
  ) -> [Fact] {
    guard level < Self.mostLevels else { return [] }
    func inner(_ kind: ValueKind) -> [Fact] { kind.parts(atMost: limit, level: level + 1, text) }
    func part(_ label: String, _ kind: ValueKind) -> [Fact] {
      [Fact(label, ValueText.fullKind(kind), level: level)] + inner(kind)
    }
    switch self {
    case .choice(let choices, let others):
      let rest = choices.count - limit
      return choices.prefix(limit).map { $0.fact(level) }
        + (rest > 0 ? [Fact("and \(rest) more", "", level: level)] : [])
        + (others.map { part("or", $0) } ?? [])
    case .choices(let choices, _):
      return ValueKind.choice(choices).parts(atMost: limit, level: level, text)
    case .table(let members, _):
      return members.flatMap { [$0.fact(level, text)] + inner($0.kind) }
    case .alternatives(let forms):
      return forms.flatMap { part($0.title ?? "one form", $0.kind) }
    case .list(.any, _), .dictionary(.any): return []
    case .list(let kind, _): return part("each item", kind)
    case .dictionary(let kind): return part("each member", kind)
    case .bool, .integer, .real, .string, .date, .data, .url, .path, .color, .json, .any: return []
    }
  }
}

extension Choice {
  /// The value, with the title unless that is the same, and the description.
  fileprivate func fact(_ level: Int) -> Fact {
    let name = value.plainText
    let texts = [title == name ? "" : title, help].filter { !$0.isEmpty }
    return Fact(name, texts.joined(separator: ". "), level: level)
  }
}

extension TableMember {
  /// The name, with the title, the kind with its limits, the default and the description.
  ///
  /// The default of a secret member is left out.
  fileprivate func fact(
    _ level: Int,
    _ text: (Defaults.StoredValue, ValueKind) -> String
  ) -> Fact {
    let value = isSecret ? nil : defaultValue.map { "default \(text($0, kind))" }
    let facts = [
      ValueText.fullKind(kind), value, isRequired ? "required" : nil, isSecret ? "secret" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    let texts = [title == name ? "" : title, facts, help].filter { !$0.isEmpty }
    return Fact(name, texts.joined(separator: ". "), level: level)
  }
}
