import DefaultsCore

extension JSONSchemaReader {
  /// Reads the limits of a whole number.
  func wholeLimits(of members: JSONMembers) -> NumberLimits<Int128> {
    let isUnsigned = members["x-type"]?.string == "unsigned"
    let word = isUnsigned ? NumberLimits<Int128>.unsignedWord : .word
    let range = (word.minimum ?? 0)...(word.maximum ?? 0)
    let reader = LimitReader(
      expected: isUnsigned ? "a whole number of 64 bits" : "a 64-bit integer"
    ) {
      text in
      JSONNumber.whole(text).flatMap { range.contains($0) ? $0 : nil }
    }
    var limits = limits(of: members, reader)
    limits.minimum = limits.minimum ?? word.minimum
    limits.maximum = limits.maximum ?? word.maximum
    return limits
  }

  /// Reads the limits of a number with a fraction.
  func fractionLimits(of members: JSONMembers) -> NumberLimits<Double> {
    limits(of: members, LimitReader(expected: "a number", read: JSONNumber.fraction))
  }

  /// Reads the length limits and the pattern of a text.
  func textLimits(of members: JSONMembers) -> TextLimits {
    let (minimum, maximum) = counts("minLength", "maxLength", of: members)
    var limits = TextLimits(minimumLength: minimum ?? 0, maximumLength: maximum)
    limits.patternSyntax = syntax(of: members)
    limits.pattern = pattern(of: members, limits.patternSyntax)
    if limits.pattern == nil { limits.patternSyntax = .ecmaScript }
    limits.patternMessage = line("patternErrorMessage", of: members)
    limits.isMultiline = members["editPresentation"]?.string == "multilineText"
    limits.isEmail = members["format"]?.string == "email"
    return limits
  }

  /// Reads the limits of a list.
  func collectionLimits(of members: JSONMembers) -> CollectionLimits {
    let (minimum, maximum) = counts("minItems", "maxItems", of: members)
    return CollectionLimits(
      minimumCount: minimum ?? 0,
      maximumCount: maximum,
      isUnique: flag("uniqueItems", of: members)
    )
  }

  // MARK: - Numbers

  private struct LimitReader<Number> {
    /// What a limit must be, as part of a message.
    var expected: String
    /// Parses a limit; nil when the text is not a suitable number.
    var read: (String) -> Number?
  }

  private func limits<Number: Comparable & Hashable & Sendable & Numeric>(
    of members: JSONMembers,
    _ reader: LimitReader<Number>
  ) -> NumberLimits<Number> {
    var limits = NumberLimits<Number>()
    limits.minimum = number("minimum", of: members, reader)
    limits.maximum = number("maximum", of: members, reader)
    if let bound = bound("exclusiveMinimum", of: members, beside: limits.minimum, reader),
      limits.minimum.map({ bound >= $0 }) ?? true
    {
      limits.minimum = bound
      limits.excludesMinimum = true
    }
    if let bound = bound("exclusiveMaximum", of: members, beside: limits.maximum, reader),
      limits.maximum.map({ bound <= $0 }) ?? true
    {
      limits.maximum = bound
      limits.excludesMaximum = true
    }
    if limits.isEmpty {
      let json = members["minimum"] ?? members["exclusiveMinimum"] ?? members.json
      log.report(.keywordIgnored("minimum", reason: "no number is in the range"), at: json)
      limits = NumberLimits()
    }
    limits.multipleOf = positive("multipleOf", of: members, reader)
    limits.step = positive("x-step", of: members, reader)
    return limits
  }

  private func number<Number>(
    _ keyword: String,
    of members: JSONMembers,
    _ reader: LimitReader<Number>
  ) -> Number? {
    read(keyword, of: members, reader.expected) { $0.number.flatMap(reader.read) }
  }

  /// Reads an exclusive bound; in draft 4 the value `true` excludes the inclusive bound beside it.
  private func bound<Number>(
    _ keyword: String,
    of members: JSONMembers,
    beside included: Number?,
    _ reader: LimitReader<Number>
  ) -> Number? {
    if dialect.acceptsForeignKeywords, let flag = members[keyword]?.bool {
      return flag ? included : nil
    }
    return number(keyword, of: members, reader)
  }

  private func positive<Number: Comparable & Numeric>(
    _ keyword: String,
    of members: JSONMembers,
    _ reader: LimitReader<Number>
  ) -> Number? {
    guard let number = number(keyword, of: members, reader) else { return nil }
    return read(keyword, of: members, "greater than 0") { _ in number > 0 ? number : nil }
  }

  // MARK: - Counts and patterns

  private func counts(
    _ minimum: String,
    _ maximum: String,
    of members: JSONMembers
  ) -> (minimum: Int?, maximum: Int?) {
    let least = count(minimum, of: members)
    let greatest = count(maximum, of: members)
    if let least, let greatest, least > greatest {
      let json = members[minimum] ?? members.json
      log.report(.keywordIgnored(minimum, reason: "it is greater than \"\(maximum)\""), at: json)
      return (nil, nil)
    }
    return (least, greatest)
  }

  private func count(_ keyword: String, of members: JSONMembers) -> Int? {
    guard let count = wholeNumber(keyword, of: members) else { return nil }
    return read(keyword, of: members, "0 or more") { _ in count >= 0 ? count : nil }
  }

  private func syntax(of members: JSONMembers) -> PatternSyntax {
    read("x-patternSyntax", of: members, "\"ecmaScript\" or \"icu\"") { json in
      json.string.flatMap(PatternSyntax.init)
    } ?? .ecmaScript
  }

  private func pattern(of members: JSONMembers, _ syntax: PatternSyntax) -> String? {
    guard let json = members["pattern"],
      let pattern = read("pattern", of: members, "text", \.string)
    else { return nil }
    guard let flaw = TextPattern.flaw(in: pattern, syntax) else { return pattern }
    log.report(flaw, at: json)
    return nil
  }
}

extension TextPattern {
  /// Returns the flaw of a pattern that cannot be used; nil for a usable pattern.
  static func flaw(in pattern: String, _ syntax: PatternSyntax) -> SchemaFlaw? {
    guard let compiled = TextPattern.named(pattern, syntax) else {
      return .warning("the pattern \(pattern) is ignored: it is malformed")
    }
    guard compiled.isSlow else { return nil }
    return .warning(
      "the pattern \(pattern) is ignored: searching some short texts takes too long"
    )
  }
}
