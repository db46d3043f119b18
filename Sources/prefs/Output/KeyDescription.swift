import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// What a key means and which value it has, in words or as JSON.
struct KeyDescription {
  private let key: Defaults.KeyName
  private let schema: Schema?
  private let entry: Entry?
  private let layers: [Defaults.LayeredValue]
  private let lock: Defaults.Lock?
  private let isSecret: Bool

  /// Creates a description of a key in a suite; nil when the schema has no such key and no layer has a
  /// value for it.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - suite: the suite.
  ///   - schema: the schema of the suite; nil for none.
  ///   - filter: what decides whether a value is hidden.
  init?(
    _ key: Defaults.KeyName,
    in suite: Defaults.Suite,
    schema: Schema?,
    hiding filter: KeyFilter
  ) {
    entry = schema?.entry(forKey: key.string)
    layers = suite.layeredValues(forKey: key.string).filter { $0.layer != .registered }
    guard entry != nil || !layers.isEmpty else { return nil }
    self.key = key
    self.schema = schema
    lock = suite.lock(forKey: key.string)
    isSecret = filter.hides(key, layers.first?.value)
  }

  /// Describes all keys of a suite.
  ///
  /// - Parameters:
  ///   - suite: the suite.
  ///   - schema: the schema of the suite; nil for none.
  ///   - filter: what decides whether a value is hidden; made once, because that takes as long as the
  ///     schema has entries.
  /// - Returns: the descriptions of the keys of the schema, then of the others.
  static func all(
    in suite: Defaults.Suite,
    schema: Schema?,
    hiding filter: KeyFilter
  ) -> [KeyDescription] {
    let declared = schema?.entries.map(\.key) ?? []
    let others = Set(suite.effectiveValues().keys).union(suite.storedValues().keys)
      .subtracting(declared).sorted()
    return (declared + others).compactMap {
      KeyDescription($0, in: suite, schema: schema, hiding: filter)
    }
  }

  /// The lines of the description, the name of the key first.
  var lines: [String] {
    if let schema, let entry {
      return SchemaText(schema, path: nil, showsAll: true).lines(of: entry, now: now)
    }
    let name = schema == nil ? "  \(key)" : "  \(key)  not in the schema"
    return [name] + now.map { "      \(SchemaText.line($0))" }
  }

  /// The value in use, its layer and its lock.
  private var now: [Fact] {
    guard let winner = layers.first else {
      let isUnset = entry?.defaultValue == nil
      return [Fact("Now", isUnset ? "not set" : "not set, the default is used", .value)]
    }
    let value = isSecret ? ValueReport.hidden : winner.value.taggedJSON.text()
    let place = winner.location.map { ", \"\($0)\"" } ?? ""
    let facts = [Fact("Now", "\(value) (\(winner.layer)\(place))", .value)]
    guard let lock else { return facts }
    let reason = lock.reason.map { ": \($0)" } ?? ""
    return facts + [Fact("Locked by", "\"\(lock.location)\"\(reason)", .value)]
  }

  /// The description as an object; members without content are left out.
  var json: JSONValue {
    var members = [JSONValue.Member("key", .string(key.string))]
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(.init(name, value)) }
    }
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { add(name, .string(text)) }
    }
    if let entry {
      add("title", entry.title)
      add("help", entry.help)
      add("kind", ValueText.kind(entry))
      add("default", entry.defaultValue?.taggedJSON)
      members += entry.kind.parts
      add("tags", entry.tags.isEmpty ? nil : .array(entry.tags.map { .string($0) }))
      add("effect", entry.effect)
      add("deprecated", entry.deprecation.map { .string($0.message) })
      add("replacement", entry.deprecation?.replacement)
    }
    if let winner = layers.first {
      add("value", isSecret ? nil : winner.value.taggedJSON)
      add("omitted", isSecret ? "secret" : nil)
      add("layer", "\(winner.layer)")
      if let location = winner.location { members.append(LocationText.member(location)) }
    }
    if let lock {
      add("lockedBy", lock.location)
      add("lockReason", lock.reason)
    }
    return .object(members)
  }
}

extension TableMember {
  /// The member as an object, with its own members.
  fileprivate var json: JSONValue {
    let facts: [(String, JSONValue?)] = [
      ("name", .string(name)), ("title", .string(title)),
      ("help", help.isEmpty ? nil : .string(help)), ("kind", .string(ValueText.kind(kind))),
      ("default", isSecret ? nil : defaultValue?.taggedJSON),
      ("required", isRequired ? .bool(true) : nil), ("secret", isSecret ? .bool(true) : nil),
    ]
    return .object(facts.compactMap { name, value in value.map { .init(name, $0) } } + kind.parts)
  }
}

extension ValueKind {
  /// The choices, the members and the forms of a value, or of the items of a list or a dictionary.
  fileprivate var parts: [JSONValue.Member] {
    switch self {
    case .choice(let choices, _), .choices(let choices, _):
      [.init("choices", .array(choices.map(\.value.taggedJSON)))]
    case .table(let members, _):
      [.init("members", .array(members.map(\.json)))]
    case .alternatives(let forms):
      [
        .init(
          "forms",
          .array(
            forms.map { form in
              let title = form.title.map { [JSONValue.Member("title", .string($0))] } ?? []
              let kind = JSONValue.Member("kind", .string(ValueText.kind(form.kind)))
              return .object(title + [kind] + form.kind.parts)
            }
          )
        )
      ]
    case .list(let kind, _), .dictionary(let kind): kind.parts
    case .bool, .integer, .real, .string, .date, .data, .url, .path, .color, .json, .any: []
    }
  }
}
