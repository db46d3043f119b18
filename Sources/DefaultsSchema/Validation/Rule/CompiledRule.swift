import DefaultsCore

/// A schema in the form in which values are checked: nodes that refer to each other by index.
///
/// Indices instead of objects allow a definition that refers to itself.
struct CompiledRule: Sendable {
  /// One schema; what it does not mention is not checked.
  struct Node: Sendable {
    /// The result for every value, for the schemas `true` and `false`.
    var isAlways: Bool?
    var reference: Int?
    var types: [RuleType]?
    var choices: Set<Defaults.StoredValue>?
    var choiceNames: [String] = []

    var minimum: RuleNumber?
    var maximum: RuleNumber?
    var exclusiveMinimum: RuleNumber?
    var exclusiveMaximum: RuleNumber?
    var multipleOf: RuleNumber?

    var lengths = RuleRange()
    var pattern: TextPattern?
    var patternText = ""
    var patternMessage: String?
    var format: TextFormat?
    var storage: Storage?
    /// The name of the format's values in messages; nil for that of the type.
    var formatName: String?

    var counts = RuleRange()
    var isUnique = false
    var prefix: [Int] = []
    var items: Int?
    var contains: Int?
    var containsCounts = RuleRange()

    var memberCounts = RuleRange()
    var required: [Defaults.KeyName] = []
    var properties: [Defaults.KeyName: Int] = [:]
    var patterns: [(pattern: TextPattern, node: Int)] = []
    var additional: Int?
    var names: Int?
    var requiredBeside: [(name: Defaults.KeyName, others: [Defaults.KeyName])] = []
    var schemasBeside: [(name: Defaults.KeyName, node: Int)] = []

    var all: [Int] = []
    var any: [Int]?
    var one: [Int]?
    var not: Int?
    var condition: Int?
    var then: Int?
    var otherwise: Int?

    var unevaluatedMembers: Int?
    var unevaluatedItems: Int?
  }

  /// How a value of type string or integer is stored, if not as text or as a signed number.
  enum Storage: String {
    case date = "Date"
    case data = "Data"
    case unsigned = "Int"
    /// A text that is a JSON document.
    case json = "JSON"
  }

  /// The schemas; the first is the whole.
  private(set) var nodes: [Node] = []
  private var definitions: [String: JSONValue] = [:]
  private var known: [String: Int] = [:]
  /// The definitions to compile, each with the node that refers to it.
  ///
  /// They wait here, because compiling one when a reference to it is found would take a stack as deep as
  /// the longest chain of references.
  private var waiting: [(node: Int, definition: JSONValue)] = []

  /// What a schema is used for.
  enum Purpose {
    /// Settings that a document describes: formats are checked, and that a property list can hold the
    /// values; patterns are tried first.
    case document
    /// Settings of a kind, whose patterns were tried before or are the app's own.
    case kind
    /// Settings of a kind in the database of another program, which may not be in a property list: texts with
    /// control characters, and what is not a number.
    case kindOfDatabase
    /// Values of any origin, as the specification of JSON Schema says.
    case anyValue
  }

  private let purpose: Purpose
  /// Whether formats are checked, and the range of whole numbers.
  var isForSettings: Bool { purpose != .anyValue }
  /// Whether a property list must be able to hold the values.
  var isForPropertyLists: Bool { purpose == .document || purpose == .kind }

  /// Compiles a schema.
  init(_ source: JSONValue, for purpose: Purpose) {
    self.purpose = purpose
    if case .object(let members) = source,
      case .object(let definitions)? = members.first(where: { $0.name == "$defs" })?.value
    {
      for definition in definitions { self.definitions[definition.name] = definition.value }
    }
    _ = compile(source)
    while let (node, definition) = waiting.popLast() {
      nodes[node].reference = compile(definition)
    }
  }

  // MARK: - Compiling

  private mutating func compile(_ schema: JSONValue) -> Int {
    let index = nodes.count
    nodes.append(Node())
    var node = Node()
    switch schema {
    case .bool(let flag): node.isAlways = flag
    case .object(let members):
      let isOpen = members.contains { $0.name == "x-allowCustom" && $0.value == .bool(true) }
      for member in members where !isOpen || member.name != "enum" {
        add(member, of: members, to: &node)
      }
    case .null, .number, .string, .array: break
    }
    nodes[index] = node
    return index
  }

  private mutating func add(
    _ member: JSONValue.Member,
    of members: [JSONValue.Member],
    to node: inout Node
  ) {
    switch member.name {
    case "$ref": node.reference = reference(member.value)
    case "type":
      let types = member.value.list.compactMap(\.text).compactMap(RuleType.init)
      node.types = types.isEmpty ? nil : types
    case "enum": choose(member.value.list, &node)
    case "const": choose([member.value], &node)
    case "allOf": node.all += member.value.list.map { compile($0) }
    case "anyOf": node.any = member.value.list.map { compile($0) }
    case "oneOf": node.one = member.value.list.map { compile($0) }
    case "not": node.not = compile(member.value)
    case "if": node.condition = compile(member.value)
    case "then": node.then = compile(member.value)
    case "else": node.otherwise = compile(member.value)
    default:
      addNumberKeyword(member, to: &node)
      addTextKeyword(member, of: members, to: &node)
      addListKeyword(member, to: &node)
      addTableKeyword(member, to: &node)
    }
  }

  /// Adds the values of `enum` or `const`; with both, a value must be in both.
  private func choose(_ values: [JSONValue], _ node: inout Node) {
    let choices = values.compactMap { try? Defaults.StoredValue($0).canonical }
    node.choices = node.choices?.intersection(choices) ?? Set(choices)
    node.choiceNames = choices.filter { $0 != .null }.map(\.plainText)
  }

  private mutating func reference(_ value: JSONValue) -> Int? {
    guard let target = value.text else { return nil }
    if let index = known[target] { return index }
    let name = target.replacing("#/$defs/", with: "", maxReplacements: 1)
    guard let definition = definitions[name] else { return nil }
    let index = nodes.count
    nodes.append(Node())
    known[target] = index
    waiting.append((index, definition))
    return index
  }

  private func addNumberKeyword(_ member: JSONValue.Member, to node: inout Node) {
    switch member.name {
    case "minimum": node.minimum = RuleNumber(member.value)
    case "maximum": node.maximum = RuleNumber(member.value)
    case "exclusiveMinimum": node.exclusiveMinimum = RuleNumber(member.value)
    case "exclusiveMaximum": node.exclusiveMaximum = RuleNumber(member.value)
    case "multipleOf": node.multipleOf = RuleNumber(member.value)
    default: break
    }
  }

  private mutating func addTextKeyword(
    _ member: JSONValue.Member,
    of members: [JSONValue.Member],
    to node: inout Node
  ) {
    switch member.name {
    case "minLength": node.lengths.least = member.value.count
    case "maxLength": node.lengths.most = member.value.count
    case "patternErrorMessage": node.patternMessage = member.value.text
    case "pattern":
      let syntax = members.first { $0.name == "x-patternSyntax" }?.value.text
      guard let text = member.value.text,
        let pattern = pattern(text, syntax.flatMap(PatternSyntax.init) ?? .ecmaScript)
      else { return }
      node.pattern = pattern
      node.patternText = text
    case "format" where isForSettings:
      let names = [
        "uri": "URL", "path": "Path", "file-path": "Path", "color": "Color", "color-hex": "Color",
      ]
      node.format = member.value.text.flatMap(TextFormat.init)
      node.formatName = member.value.text.flatMap { names[$0] }
    case "contentMediaType" where isForSettings && member.value.text == "application/json":
      node.storage = .json
    case "x-type":
      let storages: [String: Storage] = ["date": .date, "data": .data, "unsigned": .unsigned]
      node.storage = member.value.text.flatMap { storages[$0] } ?? node.storage
    default: break
    }
  }

  private mutating func addListKeyword(_ member: JSONValue.Member, to node: inout Node) {
    switch member.name {
    case "minItems": node.counts.least = member.value.count
    case "maxItems": node.counts.most = member.value.count
    case "uniqueItems": node.isUnique = member.value == .bool(true)
    case "prefixItems": node.prefix = member.value.list.map { compile($0) }
    case "items": node.items = compile(member.value)
    case "contains": node.contains = compile(member.value)
    case "minContains": node.containsCounts.least = member.value.count
    case "maxContains": node.containsCounts.most = member.value.count
    case "unevaluatedItems": node.unevaluatedItems = compile(member.value)
    default: break
    }
  }

  private mutating func addTableKeyword(_ member: JSONValue.Member, to node: inout Node) {
    switch member.name {
    case "minProperties": node.memberCounts.least = member.value.count
    case "maxProperties": node.memberCounts.most = member.value.count
    case "required": node.required = member.value.names
    case "properties":
      for property in member.value.members {
        node.properties[Defaults.KeyName(property.name)] = compile(property.value)
      }
    case "patternProperties":
      for property in member.value.members {
        guard let pattern = pattern(property.name) else { continue }
        node.patterns.append((pattern, compile(property.value)))
      }
    case "additionalProperties": node.additional = compile(member.value)
    case "propertyNames": node.names = compile(member.value)
    case "dependentRequired":
      for other in member.value.members {
        node.requiredBeside.append((Defaults.KeyName(other.name), other.value.names))
      }
    case "dependentSchemas":
      for other in member.value.members {
        node.schemasBeside.append((Defaults.KeyName(other.name), compile(other.value)))
      }
    case "unevaluatedProperties": node.unevaluatedMembers = compile(member.value)
    default: break
    }
  }

  /// Returns a pattern; nil for one that cannot be used, which the reader of the document has reported.
  private func pattern(
    _ text: String,
    _ syntax: PatternSyntax = .ecmaScript
  ) -> TextPattern? {
    let pattern = TextPattern.named(text, syntax)
    return purpose == .document && pattern?.isSlow == true ? nil : pattern
  }
}

/// The least and the greatest number of something.
struct RuleRange: Sendable {
  var least: Int?
  var most: Int?

  /// Checks the number of elements or members of a value.
  func check(_ count: Int) throws(Defaults.Rejection) {
    if let least, count < least { throw .tooFew(count: count, minimum: least) }
    if let most, count > most { throw .tooMany(count: count, maximum: most) }
  }
}

extension JSONValue {
  /// The elements of an array; any other value as the only element.
  fileprivate var list: [JSONValue] {
    if case .array(let elements) = self { elements } else { [self] }
  }

  fileprivate var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  fileprivate var names: [Defaults.KeyName] {
    list.compactMap(\.text).map { Defaults.KeyName($0) }
  }

  var count: Int? {
    guard case .number(let text) = self, let whole = JSONNumber.whole(text), whole >= 0 else {
      return nil
    }
    return Int(exactly: whole)
  }
}
