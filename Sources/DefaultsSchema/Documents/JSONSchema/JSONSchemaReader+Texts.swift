extension JSONSchemaReader {
  /// Reads a text: translated, without control characters, and no longer than anybody reads.
  ///
  /// - Returns: nil when there is none.
  func text(_ keyword: String, of members: JSONMembers) -> String? {
    guard let place = members[keyword] else { return nil }
    return text(place, keyword)
  }

  /// Reads a text on one line.
  func line(_ keyword: String, of members: JSONMembers) -> String? {
    text(keyword, of: members).map(CleanText.line)
  }

  /// Reads a text that explains something, as Markdown where there is such a text.
  ///
  /// - Returns: the text without Markdown, and the keys it points to.
  func help(
    of members: JSONMembers,
    markdown: String = "markdownDescription",
    plain: String = "description"
  ) -> (text: String, keys: [String]) {
    let formatted = text(markdown, of: members).map(MarkdownText.init)
    // Both are read, so that both are checked.
    let unformatted = text(plain, of: members)
    if let formatted { return (formatted.plain, formatted.keys) }
    return (unformatted.map(CleanText.trimmed) ?? "", [])
  }

  /// Reads a list of texts.
  func texts(_ keyword: String, of members: JSONMembers) -> [String] {
    guard let place = members[keyword] else { return [] }
    guard let elements = place.elements else {
      log.report(.wrongType(keyword: keyword, expected: "an array of texts"), at: place)
      return []
    }
    return elements.compactMap { text($0, keyword).map(CleanText.line) }
  }

  /// Reads a flag.
  ///
  /// - Returns: false when there is none.
  func flag(_ keyword: String, of members: JSONMembers) -> Bool {
    guard let place = members[keyword] else { return false }
    guard let flag = place.bool else {
      log.report(.wrongType(keyword: keyword, expected: "true or false"), at: place)
      return false
    }
    return flag
  }

  /// Reads a whole number.
  ///
  /// - Returns: nil when there is none.
  func wholeNumber(_ keyword: String, of members: JSONMembers) -> Int? {
    guard let place = members[keyword] else { return nil }
    guard let number = place.number.flatMap(JSONNumber.whole), let whole = Int(exactly: number)
    else {
      log.report(.wrongType(keyword: keyword, expected: "a whole number"), at: place)
      return nil
    }
    return whole
  }

  /// Reads one text at a place; reports what is no text.
  func text(_ place: JSONPlace, _ keyword: String) -> String? {
    guard let string = place.string else {
      log.report(.wrongType(keyword: keyword, expected: "text"), at: place)
      return nil
    }
    let (translated, missing) = translations.text(for: string)
    if let missing { log.report(.translationMissing(missing), at: place) }
    let clean = CleanText(translated)
    if clean.wasCleaned { log.report(.textCleaned(keyword: keyword), at: place) }
    if clean.wasCut { log.report(.textCut(keyword: keyword, limit: SchemaLimits.text), at: place) }
    return clean.string
  }
}

/// Numbers as JSON writes them.
enum JSONNumber {
  /// Returns the whole number that a text such as `12`, `12.0` or `1.2e1` is; nil for others.
  static func whole(_ text: String) -> Int128? {
    if let number = Int128(text) { return number }
    guard let number = Double(text) else { return nil }
    return Int128(exactly: number)
  }

  /// Returns the number that a text is; nil for one that is too large.
  static func fraction(_ text: String) -> Double? {
    guard let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
