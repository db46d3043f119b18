import DefaultsCore

extension ValueKind {
  /// Returns the keywords that a key's schema needs for its value, the type first.
  ///
  /// With `isOptional`, the key may be unset, and the type lists null.
  func keywords(isOptional: Bool = false) -> [JSONValue.Member] {
    var keywords = plainKeywords
    guard isOptional else { return keywords }
    let null = JSONValue.string("null")
    if keywords.first?.name == "anyOf", case .array(let kinds)? = keywords.first?.value {
      keywords[0].value = .array([.object([.init("type", null)])] + kinds)
    } else if keywords.first?.name == "type", let type = keywords.first?.value {
      keywords[0].value = .array([type, null])
    }
    return keywords
  }

  private var plainKeywords: [JSONValue.Member] {
    switch self {
    case .bool: Self.type("boolean")
    case .integer(let limits): limits.keywords
    case .real(let limits): limits.keywords
    case .string(let limits): Self.type("string") + limits.keywords
    case .choice(let choices, let others): Self.keywords(choices, others)
    case .choices(let choices, let limits):
      Self.type("array") + [.init("items", Self.object(.choice(choices)))] + limits.keywords
    case .date:
      Self.type("string") + [
        .init("x-type", .string("date")), .init("format", .string("date-time")),
      ]
    case .data:
      Self.type("string")
        + [.init("x-type", .string("data")), .init("contentEncoding", .string("base64"))]
    case .url: Self.type("string") + [.init("format", .string("uri"))]
    case .path: Self.type("string") + [.init("format", .string("file-path"))]
    case .color: Self.type("string") + [.init("format", .string("color"))]
    case .list(let kind, let limits):
      Self.type("array") + (kind == .any ? [] : [.init("items", Self.object(kind))])
        + limits.keywords
    case .dictionary(let kind):
      Self.type("object") + Self.keywords(ofOthers: kind)
    case .table(let members, let others):
      Self.type("object") + Self.keywords(members) + Self.keywords(ofOthers: others)
    case .alternatives(let forms): [.init("anyOf", .array(forms.map(Self.object)))]
    case .json:
      Self.type("string") + [.init("contentMediaType", .string("application/json"))]
    case .any: [.init("x-type", .string("any"))]
    }
  }

  private static func type(_ name: String) -> [JSONValue.Member] {
    [.init("type", .string(name))]
  }

  private static func object(_ kind: ValueKind) -> JSONValue {
    .object(kind.keywords())
  }

  private static func object(_ form: Alternative) -> JSONValue {
    .object((form.title.map { [.init("title", .string($0))] } ?? []) + form.kind.keywords())
  }

  // MARK: - Choices

  /// Returns one list of choices, or alternatives where the choices are of several types.
  private static func keywords(_ choices: [Choice], _ others: ValueKind?) -> [JSONValue.Member] {
    let runs = runs(of: choices)
    guard let first = runs.first else { return (others ?? .any).plainKeywords }
    let isAlone = runs.count == 1
    guard let others else {
      return isAlone
        ? keywords(run: first) : [.init("anyOf", .array(runs.map { .object(keywords(run: $0)) }))]
    }
    if isAlone, others.type == ValueKind.inferred(from: first[0].value).type {
      return others.plainKeywords + enumeration(first) + [.init("x-allowCustom", .bool(true))]
    }
    let rest = if case .alternatives(let forms) = others { forms } else { [Alternative(others)] }
    let parts = runs.map { JSONValue.object(keywords(run: $0)) } + rest.map(object)
    return [.init("anyOf", .array(parts))]
  }

  /// Returns the choices in groups of consecutive ones of the same type.
  private static func runs(of choices: [Choice]) -> [[Choice]] {
    var runs: [[Choice]] = []
    for choice in choices {
      let type = inferred(from: choice.value).type
      if let last = runs.last?.last, inferred(from: last.value).type == type {
        runs[runs.count - 1].append(choice)
      } else {
        runs.append([choice])
      }
    }
    return runs
  }

  private static func keywords(run choices: [Choice]) -> [JSONValue.Member] {
    var base = inferred(from: choices[0].value)
    if case .integer(_) = base { base = .integer(.word) }
    return base.plainKeywords + enumeration(choices)
  }

  private static func enumeration(_ choices: [Choice]) -> [JSONValue.Member] {
    var keywords = [JSONValue.Member("enum", .array(choices.map(\.value.json)))]
    if choices.contains(where: { $0.title != $0.value.plainText }) {
      let titles = choices.map { choice in
        choice.title == choice.value.plainText ? JSONValue.null : .string(choice.title)
      }
      keywords.append(.init("enumItemLabels", .array(titles)))
    }
    if choices.contains(where: { !$0.help.isEmpty }) {
      keywords.append(.init("enumDescriptions", .array(choices.map { .string($0.help) })))
    }
    return keywords
  }

  /// The keywords that name the type of a value.
  private var type: [JSONValue.Member] {
    plainKeywords.filter { $0.name == "type" || $0.name == "x-type" }
  }

  // MARK: - Members

  private static func keywords(_ members: [TableMember]) -> [JSONValue.Member] {
    let properties = members.map { member in
      var keywords = member.kind.keywords()
      keywords.append(.init("title", .string(member.title)))
      if !member.help.isEmpty { keywords.append(.init("description", .string(member.help))) }
      if let value = member.defaultValue.flatMap(member.kind.json) {
        keywords.append(.init("default", value))
      }
      if member.isSecret { keywords.append(.init("x-sensitive", .bool(true))) }
      return JSONValue.Member(member.name, .object(keywords))
    }
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    return [.init("properties", .object(properties))]
      + (required.isEmpty ? [] : [.init("required", .array(required))])
  }

  private static func keywords(ofOthers kind: ValueKind?) -> [JSONValue.Member] {
    switch kind {
    case .any?: []
    case let kind?: [.init("additionalProperties", object(kind))]
    case nil: [.init("additionalProperties", .bool(false))]
    }
  }

  /// Returns a value as JSON; nil when reading it back gives another value.
  func json(_ value: Defaults.StoredValue) -> JSONValue? {
    let value = withPlainURLs(value)
    guard let again = try? self.value(from: value.json), normalized(again) == value else {
      return nil
    }
    return value.json
  }
}

extension NumberLimits<Int128> {
  /// The keywords of a whole number, without the bounds of a 64-bit word, which are implied.
  fileprivate var keywords: [JSONValue.Member] {
    let isUnsigned = (maximum ?? 0) > Int128(Int64.max)
    let word = isUnsigned ? Self.unsignedWord : .word
    var keywords = [JSONValue.Member("type", .string("integer"))]
    if isUnsigned { keywords.append(.init("x-type", .string("unsigned"))) }
    var limits = self
    if limits.minimum == word.minimum, !excludesMinimum { limits.minimum = nil }
    if limits.maximum == word.maximum, !excludesMaximum { limits.maximum = nil }
    return keywords + limits.keywords { "\($0)" }
  }
}

extension NumberLimits<Double> {
  fileprivate var keywords: [JSONValue.Member] {
    [.init("type", .string("number"))] + keywords(NumberText.string)
  }
}

extension NumberLimits {
  fileprivate func keywords(_ text: (Number) -> String) -> [JSONValue.Member] {
    [
      (excludesMinimum ? "exclusiveMinimum" : "minimum", minimum),
      (excludesMaximum ? "exclusiveMaximum" : "maximum", maximum),
      ("multipleOf", multipleOf),
      ("x-step", step),
    ].compactMap { name, limit in
      limit.map { JSONValue.Member(name, .number(text($0))) }
    }
  }
}

extension TextLimits {
  fileprivate var keywords: [JSONValue.Member] {
    var keywords: [JSONValue.Member] = []
    if minimumLength > 0 { keywords.append(.init("minLength", .number("\(minimumLength)"))) }
    if let maximumLength { keywords.append(.init("maxLength", .number("\(maximumLength)"))) }
    if let pattern { keywords.append(.init("pattern", .string(pattern))) }
    if pattern != nil, patternSyntax != .ecmaScript {
      keywords.append(.init("x-patternSyntax", .string(patternSyntax.rawValue)))
    }
    if let patternMessage {
      keywords.append(.init("patternErrorMessage", .string(patternMessage)))
    }
    if isEmail { keywords.append(.init("format", .string("email"))) }
    if isMultiline { keywords.append(.init("editPresentation", .string("multilineText"))) }
    return keywords
  }
}

extension CollectionLimits {
  fileprivate var keywords: [JSONValue.Member] {
    var keywords: [JSONValue.Member] = []
    if minimumCount > 0 { keywords.append(.init("minItems", .number("\(minimumCount)"))) }
    if let maximumCount { keywords.append(.init("maxItems", .number("\(maximumCount)"))) }
    if isUnique { keywords.append(.init("uniqueItems", .bool(true))) }
    return keywords
  }
}
