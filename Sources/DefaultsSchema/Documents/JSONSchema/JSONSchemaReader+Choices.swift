import DefaultsCore

extension JSONSchemaReader {
  /// Reads the values that `enum` or `const` lists; nil when there are none that can be used.
  ///
  /// `base` is the kind that the other keywords describe; "any" if it is one of several.
  func choiceKind(of members: JSONMembers, base: ValueKind) -> ValueKind? {
    guard let json = members["enum"] ?? members["const"] else { return nil }
    let isConstant = members["enum"] == nil
    guard let elements = isConstant ? [json] : json.elements, !elements.isEmpty else {
      log.report(
        .wrongType(keyword: "enum", expected: "an array with at least one value"),
        at: json
      )
      return nil
    }
    let titles = parallel("enumItemLabels", to: elements.count, of: members)
    let help = choiceHelp(elements.count, of: members)
    var list = ChoiceList(base: base)
    for (index, element) in elements.enumerated() {
      // A property list has no null; an unset key stands for it.
      if element.isNull { continue }
      let value = translated(JSONValue(element.node))
      if let reason = list.add(value, title: titles[index], help: help[index]) {
        log.report(.choiceDropped(value.text(), reason: reason), at: element)
      }
    }
    guard !list.choices.isEmpty else { return nil }
    return .choice(list.choices, others: flag("x-allowCustom", of: members) ? base : nil)
  }

  /// Returns a value, with the text for each string such as `%id%` in documents that translate values.
  func translated(_ value: JSONValue) -> JSONValue {
    guard translatesValues else { return value }
    switch value {
    case .string(let string):
      let (text, missing) = translations.text(for: string)
      return missing == nil ? .string(text) : value
    case .array(let elements):
      return .array(elements.map(translated))
    case .object(let members):
      return .object(members.map { .init($0.name, translated($0.value)) })
    case .null, .bool, .number:
      return value
    }
  }

  /// Reads alternatives as choices, if each is a `const`, with or without texts about it.
  func constants(_ elements: [LocatedJSON], of owner: JSONMembers) -> ValueKind? {
    let all = elements.compactMap(\.members)
    guard all.count == elements.count, all.allSatisfy({ $0["const"].map { !$0.isNull } == true }),
      all.allSatisfy({ members in members.names.allSatisfy(Self.wordsOfConstants.contains) }),
      !all.isEmpty
    else { return nil }
    let types = Set(all.compactMap { $0["const"].flatMap { JSONType(of: $0.node) } })
    let named = owner["type"]?.string.flatMap(JSONType.init)
    let common = types.count == 1 ? types.first : nil
    var list = ChoiceList(base: (named ?? common)?.plainKind ?? .any)
    for members in all {
      guard let json = members["const"] else { continue }
      let title = line("title", of: members) ?? ""
      let help = help(of: members).text
      if let reason = list.add(JSONValue(json.node), title: title, help: help) {
        log.report(.choiceDropped(JSONValue(json.node).text(), reason: reason), at: json)
      }
    }
    return list.choices.isEmpty ? nil : .choice(list.choices)
  }

  private static let wordsOfConstants: Set<String> = [
    "const", "title", "description", "markdownDescription", "type", "$comment",
  ]

  private func choiceHelp(_ count: Int, of members: JSONMembers) -> [String] {
    let plain = parallel("enumDescriptions", to: count, of: members)
    let formatted = parallel("markdownEnumDescriptions", to: count, of: members)
    return zip(plain, formatted).map { plain, formatted in
      formatted.isEmpty ? plain.trimmed : MarkdownText(formatted).plain
    }
  }

  /// Reads an array with one text for each choice; missing texts are empty.
  private func parallel(_ keyword: String, to count: Int, of members: JSONMembers) -> [String] {
    let none = [String](repeating: "", count: count)
    guard let json = members[keyword],
      let elements = read(keyword, of: members, "an array of texts", \.elements)
    else { return none }
    if elements.count != count {
      let flaw = SchemaFlaw.parallelLength(
        keyword: keyword,
        count: elements.count,
        expected: count
      )
      log.report(flaw, at: json)
    }
    let texts = elements.prefix(count).map { element in
      element.isNull ? "" : text(element, keyword) ?? ""
    }
    return texts + none.dropFirst(texts.count)
  }
}

extension ValueKind {
  /// Returns the kind of all values; "any" when they are of several.
  static func common(to values: [Defaults.StoredValue]) -> ValueKind {
    let kinds = Set(values.map(ValueKind.inferred))
    return kinds.count == 1 ? kinds.first ?? .any : .any
  }
}

extension JSONSchemaReader.JSONType {
  /// The kind of the type, without limits.
  var plainKind: ValueKind {
    switch self {
    case .boolean: .bool
    case .integer: .integer(.word)
    case .number: .real(NumberLimits())
    case .string: .string(TextLimits())
    case .array: .list()
    case .object: .dictionary()
    }
  }
}

/// A list of choices of one kind, each value once.
struct ChoiceList {
  /// The kind without limits: a value that is listed as a choice may exceed them.
  private let kind: ValueKind
  private let rule: SchemaRule
  private var values: Set<Defaults.StoredValue> = []
  /// The choices so far.
  private(set) var choices: [Choice] = []

  /// Creates an empty list.
  init(base: ValueKind) {
    kind =
      switch base {
      case .integer: .integer(.word)
      case .real: .real(NumberLimits())
      case .string, .url, .path, .color, .json: .string(TextLimits())
      case .bool, .choice, .choices, .date, .data, .list, .dictionary, .table, .alternatives, .any:
        base
      }
    rule = kind.rule
  }

  /// Adds a choice whose value is given as JSON; returns the reason if it was refused.
  mutating func add(_ json: JSONValue, title: String, help: String) -> String? {
    do throws(Defaults.Rejection) {
      return try add(kind.value(from: json), title: title, help: help)
    } catch {
      return "\(error)"
    }
  }

  /// Adds a choice; returns the reason if it was refused.
  mutating func add(_ value: Defaults.StoredValue, title: String, help: String) -> String? {
    let value = kind.normalized(value)
    do throws(Defaults.Rejection) {
      try rule.validate(value)
    } catch {
      return "\(error)"
    }
    guard values.insert(value).inserted else { return "it is listed already" }
    let title = CleanText.line(title)
    choices.append(Choice(value, title: title.isEmpty ? value.plainText : title, help: help))
    return nil
  }
}
