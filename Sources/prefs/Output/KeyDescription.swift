import Defaults
import DefaultsSchema
import DefaultsTransfer
import EditorCore

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
    var lines = ["  \(key)  not in the schema"]
    if let schema, let entry {
      lines = SchemaText(schema, path: nil, showsAll: true).lines(of: entry)
    } else if schema == nil {
      lines = ["  \(key)"]
    }
    return lines + (facts + [state]).map { "      \($0)" }
  }

  /// What the schema says beyond the title, the kind and the help.
  private var facts: [String] {
    guard let entry else { return [] }
    var facts: [String] = []
    if let dependency = entry.dependency {
      facts.append("used only while \(dependency.key) is \(dependency.value.taggedJSON.text())")
    }
    if !entry.tags.isEmpty { facts.append("tags: \(entry.tags.joined(separator: ", "))") }
    if !entry.seeAlso.isEmpty { facts.append("see also: \(entry.seeAlso.joined(separator: ", "))") }
    return facts
  }

  /// The value in use, its layer and its lock.
  private var state: String {
    guard let winner = layers.first else {
      return entry?.defaultValue == nil ? "now: not set" : "now: not set, the default is used"
    }
    let value = isSecret ? ValueReport.hidden : winner.value.taggedJSON.text()
    let place = winner.location.map { ", \"\($0)\"" } ?? ""
    let lock = lock.map { ", \($0)" } ?? ""
    return "now: \(value) (\(winner.layer)\(place))\(lock)"
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
      add("choices", entry.kind.choiceList.map { .array($0.map(\.value.taggedJSON)) })
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

extension ValueKind {
  /// The choices of the kind; nil when it has none.
  fileprivate var choiceList: [Choice]? {
    switch self {
    case .choice(let choices, _), .choices(let choices, _): choices
    case .bool, .integer, .real, .string, .date, .data, .url, .path, .color, .list, .dictionary,
      .table, .alternatives, .json, .any:
      nil
    }
  }
}
