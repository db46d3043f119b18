import DefaultsCore

extension JSONSchemaReader {
  /// Reads a text, translated, without control characters, and cut at the limit; nil if it is none.
  func text(_ keyword: String, of members: JSONMembers) -> String? {
    guard let json = members[keyword] else { return nil }
    return text(json, keyword)
  }

  /// Reads a text as one line.
  func line(_ keyword: String, of members: JSONMembers) -> String? {
    text(keyword, of: members).map(CleanText.line)
  }

  /// Reads a help text: the Markdown keyword if there is one, else the plain keyword.
  ///
  /// - Returns: the text without Markdown markup, and the keys that the Markdown refers to.
  func help(
    of members: JSONMembers,
    markdown: String = "markdownDescription",
    plain: String = "description"
  ) -> (text: String, keys: [String]) {
    let formatted = text(markdown, of: members).map(MarkdownText.init)
    // The plain text is read even when it is not used, so that its flaws are reported.
    let unformatted = text(plain, of: members)
    if let formatted { return (formatted.plain, formatted.keys) }
    return (unformatted.map(\.trimmed) ?? "", [])
  }

  /// Reads a keyword with a closure; nil when it is missing, or when the closure returns nil, which
  /// is reported.
  func read<Value>(
    _ keyword: String,
    of members: JSONMembers,
    _ expected: String,
    _ value: (LocatedJSON) -> Value?
  ) -> Value? {
    guard let json = members[keyword] else { return nil }
    if let value = value(json) { return value }
    log.report(.wrongType(keyword: keyword, expected: expected), at: json)
    return nil
  }

  /// Reads an array of texts.
  func texts(_ keyword: String, of members: JSONMembers) -> [String] {
    let elements = read(keyword, of: members, "an array of texts", \.elements) ?? []
    return elements.compactMap { text($0, keyword).map(CleanText.line) }
  }

  /// Reads a flag; false when the keyword is missing or is not a flag.
  func flag(_ keyword: String, of members: JSONMembers) -> Bool {
    read(keyword, of: members, "true or false", \.bool) ?? false
  }

  /// Reads a whole number; nil when the keyword is missing or is not a whole number.
  func wholeNumber(_ keyword: String, of members: JSONMembers) -> Int? {
    read(keyword, of: members, "a whole number") { json in
      json.number.flatMap(JSONNumber.whole).flatMap { Int(exactly: $0) }
    }
  }

  /// Reads the number by which keys and sections are sorted; nil when it is missing or not a number.
  func order(of members: JSONMembers) -> Double? {
    read("order", of: members, "a number") { $0.number.flatMap(JSONNumber.fraction) }
  }

  /// Returns a value as text; a value that is not a text is reported.
  func text(_ json: LocatedJSON, _ keyword: String) -> String? {
    guard let string = json.string else {
      log.report(.wrongType(keyword: keyword, expected: "text"), at: json)
      return nil
    }
    let (translated, missing) = translations.text(for: string)
    if let missing { log.report(.note("\"\(missing)\" has no translation"), at: json) }
    let clean = CleanText(translated)
    if clean.wasCleaned { log.report(.textCleaned(keyword: keyword), at: json) }
    if clean.wasCut { log.report(.textCut(keyword: keyword, limit: SchemaLimits.text), at: json) }
    return clean.string
  }
}

/// Parsing of JSON numbers.
enum JSONNumber {
  /// Returns the value of a text such as `12`, `12.0` or `1.2e1`; nil if it is not whole.
  static func whole(_ text: String) -> Int128? {
    if let number = Int128(text) { return number }
    guard let number = Double(text) else { return nil }
    return Int128(exactly: number)
  }

  /// Returns the value of a number; nil if it is not finite.
  static func fraction(_ text: String) -> Double? {
    guard let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
