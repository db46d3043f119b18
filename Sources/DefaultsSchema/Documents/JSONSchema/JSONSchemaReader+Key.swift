import DefaultsCore

extension JSONSchemaReader {
  /// An entry, with what determines its section and its position there.
  ///
  /// A class, because a copy of an entry takes long, and readings are sorted and grouped.
  final class KeyReading {
    var entry: Entry
    /// The value of `order`; nil when it is missing.
    let order: Double?
    /// The value of `x-section`; nil when it is missing.
    let section: LocatedJSON?
    /// The schema of the key.
    let json: LocatedJSON
    /// Keys that the help text refers to.
    let linkedKeys: [String]

    init(
      entry: Entry,
      order: Double? = nil,
      section: LocatedJSON? = nil,
      json: LocatedJSON,
      linkedKeys: [String] = []
    ) {
      self.entry = entry
      self.order = order
      self.section = section
      self.json = json
      self.linkedKeys = linkedKeys
    }
  }

  /// Reads what can be read of the schema of one key; the kind is "any" when it is unusable.
  ///
  /// `title` is the title when the document has none; nil derives it from the key.
  func key(_ key: String, at json: LocatedJSON, title: String? = nil) -> KeyReading {
    log.key = key
    defer { log.key = nil }
    allowReferencesOfKey()
    do throws(Failure) {
      if json.bool == true, dialect.acceptsForeignKeywords { throw Failure(.typeOpen, at: json) }
      return reading(key, try merged(members(at: json)), json, title)
    } catch {
      log.report(error.flaw, at: error.json)
      let own = json.members ?? JSONMembers([], of: json)
      var entry = Entry(untypedKey: key, title: self.title(key, own, title), kind: .any)
      entry.help = help(of: own).text
      entry.flaw = error.flaw
      entry.isSecret = json.isSensitive
      return KeyReading(entry: entry, json: json)
    }
  }

  /// Returns why a text cannot be a key; nil when it can.
  static func flaw(inKey key: String) -> SchemaFlaw? {
    if key.isEmpty { return .keyError("a key needs a name") }
    let hasControl = key.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return hasControl ? .keyError("the name of the key holds a control character") : nil
  }

  private func reading(
    _ key: String,
    _ members: JSONMembers,
    _ json: LocatedJSON,
    _ title: String?
  ) -> KeyReading {
    var kind = KindReading(kind: .any)
    var flaw: SchemaFlaw?
    do throws(Failure) {
      kind = try self.kind(of: members)
    } catch {
      log.report(error.flaw, at: error.json)
      flaw = error.flaw
    }
    let rule = flaw?.keepsRule != false ? rule(for: json, kind) : nil
    let isOptional = kind.isOptional
    var entry = Entry(
      untypedKey: key,
      title: self.title(key, members, title),
      kind: kind.kind,
      defaultValue: defaultValue(
        of: members,
        kind: kind.kind,
        rule: rule,
        isOptional: isOptional || flaw != nil
      )
    )
    entry.rule = rule
    entry.flaw = flaw
    entry.isOptional = isOptional
    if convertsText { entry.noteConversion() }
    fill(&entry, from: members)
    let help = help(of: members)
    entry.help = help.text
    let unknown = checkKeywords(of: members, kind: kind.kind, isRaw: flaw != nil)
    // A rule has the whole schema, with the unknown keywords where they stand.
    entry.extraKeywords = rule == nil ? unknown : []
    return KeyReading(
      entry: entry,
      order: order(of: members),
      section: members["x-section"],
      json: json,
      linkedKeys: help.keys
    )
  }

  private func title(_ key: String, _ members: JSONMembers, _ other: String?) -> String {
    line("title", of: members).flatMap { $0.isEmpty ? nil : $0 }
      ?? other ?? KeyTitle.derived(from: key)
  }

  private func fill(_ entry: inout Entry, from members: JSONMembers) {
    entry.seeAlso = texts("x-seeAlso", of: members)
    entry.unit = line("x-unit", of: members) ?? ""
    entry.placeholder = line("x-placeholder", of: members) ?? ""
    entry.since = line("x-since", of: members) ?? ""
    entry.until = line("x-until", of: members) ?? ""
    entry.tags = texts("tags", of: members)
    entry.isReadOnly = flag("readOnly", of: members)
    entry.isHidden = flag("x-hidden", of: members)
    entry.isSecret = flag("x-sensitive", of: members) || log.hasSensitivePart
    entry.effect = effect(of: members)
    entry.deprecation = deprecation(of: members)
    entry.dependency = dependency(of: members)
    entry.examples = examples(of: members, kind: entry.kind)
  }

  /// Reads `x-restart`: a text, or true for the usual effect.
  private func effect(of members: JSONMembers) -> String {
    guard let json = members["x-restart"] else { return "" }
    if let flag = json.bool { return flag ? Entry.effectOfRestart : "" }
    return line("x-restart", of: members) ?? ""
  }

  private func deprecation(of members: JSONMembers) -> Deprecation? {
    let message = help(
      of: members,
      markdown: "markdownDeprecationMessage",
      plain: "deprecationMessage"
    ).text
    let replacement = text("x-replacedBy", of: members)
    let isDeprecated = flag("deprecated", of: members)
    guard isDeprecated || !message.isEmpty || replacement != nil else { return nil }
    return Deprecation(message: message, replacement: replacement)
  }

  private func dependency(of members: JSONMembers) -> Dependency? {
    read("x-dependsOn", of: members, "an object with \"key\" and \"equals\"") { json in
      let parts = json.members
      guard let key = parts?["key"]?.string, let value = parts?["equals"],
        let stored = try? Defaults.StoredValue(JSONValue(value.node))
      else { return nil }
      return Dependency(key: key, value: stored)
    }
  }

  private func examples(of members: JSONMembers, kind: ValueKind) -> [Defaults.StoredValue] {
    let elements = read("examples", of: members, "an array", \.elements) ?? []
    return elements.compactMap { value($0, keyword: "examples", kind: kind) }
  }

  /// Reads the default, if the kind accepts it.
  func defaultValue(
    of members: JSONMembers,
    kind: ValueKind,
    rule: SchemaRule? = nil,
    isOptional: Bool
  ) -> Defaults.StoredValue? {
    guard let json = members["default"] else { return nil }
    if json.isNull {
      if !isOptional { log.report(.note("null cannot be a default; the key has none"), at: json) }
      return nil
    }
    return value(json, keyword: "default", kind: kind, rule)
  }

  private func value(
    _ json: LocatedJSON,
    keyword: String,
    kind: ValueKind,
    _ rule: SchemaRule? = nil
  ) -> Defaults.StoredValue? {
    do throws(Defaults.Rejection) {
      let value = try kind.normalized(kind.value(from: translated(JSONValue(json.node))))
      if let rule {
        try rule.validate(value)
      } else {
        try kind.validate(value)
      }
      return value
    } catch {
      log.report(.valueIgnored(keyword: keyword, error), at: json)
      return nil
    }
  }
}

extension Entry {
  /// The effect that `x-restart: true` stands for.
  static let effectOfRestart = "after a restart"
}
