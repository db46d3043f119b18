import DefaultsCore
import DefaultsSchema

/// What a key means and which value it has, in words or as JSON.
struct KeyDescription {
  private let suite: String
  private let key: Defaults.KeyName
  private let schema: Schema?
  private let entry: Entry?
  private let layers: [Defaults.LayeredValue]
  private let lock: Defaults.Lock?
  private let isSecret: Bool

  /// Creates a description of a key in a suite; nil when the schema has no such key and no layer
  /// has a value for it.
  init?(
    _ key: Defaults.KeyName,
    in suite: Defaults.Suite,
    schema: Schema?,
    hiding filter: KeyFilter
  ) {
    entry = schema?.entry(forKey: key.string)
    layers = suite.layeredValues(forKey: key.string).filter { $0.layer != .registered }
    guard entry != nil || !layers.isEmpty else { return nil }
    self.suite = suite.name
    self.key = key
    self.schema = schema
    lock = suite.lock(forKey: key.string)
    isSecret = filter.hides(key, layers.first?.value)
  }

  /// Describes all keys of a suite: first the keys of the schema, then the others.
  ///
  /// The filter is made once, because that takes as long as the schema has entries.
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
      return SchemaText(schema: schema, showsAll: true).lines(of: entry, now: now)
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

  /// The description as a record.
  var record: Record {
    func text(_ text: String?) -> JSONValue? { text.flatMap { $0.isEmpty ? nil : .string($0) } }
    var record = Record([
      .suite: .string(suite), .key: .string(key.string), .title: text(entry?.title),
      .help: text(entry?.help), .type: text(entry.map { ValueText.kind($0) }),
      .default: entry?.defaultValue?.taggedJSON, .effect: text(entry?.effect),
      .tags: entry.flatMap { $0.tags.isEmpty ? nil : .array($0.tags.map { .string($0) }) },
      .deprecated: entry?.deprecation.map { .string($0.message) },
      .replacement: text(entry?.deprecation?.replacement),
      .lockedBy: text(lock?.location), .reason: text(lock?.reason),
    ])
    entry?.kind.addParts(to: &record)
    guard let winner = layers.first else { return record }
    record[.value] = isSecret ? nil : winner.value.taggedJSON
    record[.omitted] = isSecret ? .string("secret") : nil
    record[.layer] = .string("\(winner.layer)")
    record.setLocation(winner.location)
    return record
  }
}

extension TableMember {
  /// The member as a record, with its own members.
  fileprivate var record: Record {
    var record = Record([
      .name: .string(name), .title: .string(title), .help: help.isEmpty ? nil : .string(help),
      .type: .string(ValueText.kind(kind)), .default: isSecret ? nil : defaultValue?.taggedJSON,
      .required: isRequired ? .bool(true) : nil, .secret: isSecret ? .bool(true) : nil,
    ])
    kind.addParts(to: &record)
    return record
  }
}

extension ValueKind {
  /// Adds the choices, the members and the forms of a value, or of the items of a list or a dictionary.
  fileprivate func addParts(to record: inout Record) {
    switch self {
    case .choice(let choices, _), .choices(let choices, _):
      record[.choices] = .array(choices.map(\.value.taggedJSON))
    case .table(let members, _):
      record[.members] = .array(members.map(\.record.json))
    case .alternatives(let forms):
      record[.forms] = .array(
        forms.map { form in
          var record = Record([
            .title: form.title.map { .string($0) }, .type: .string(ValueText.kind(form.kind)),
          ])
          form.kind.addParts(to: &record)
          return record.json
        }
      )
    case .list(let kind, _), .dictionary(let kind): kind.addParts(to: &record)
    case .bool, .integer, .real, .string, .date, .data, .url, .path, .color, .json, .any: break
    }
  }
}
