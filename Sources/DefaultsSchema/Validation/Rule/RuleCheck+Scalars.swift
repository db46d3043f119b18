import DefaultsCore

// Numbers, texts and choices.
extension RuleCheck {
  /// Checks a value with what a node says of values that are no containers.
  func checkScalar(
    _ node: CompiledRule.Node,
    _ value: Defaults.StoredValue
  ) throws(Defaults.Rejection) {
    if let choices = node.choices, !choices.contains(value.canonical) {
      throw node.refusal(ofChoice: value)
    }
    try checkType(node, value)
    if let number = RuleNumber(value) { try check(number, node) }
    if case .string(let text) = value.canonical { try check(text, node) }
    if let format = node.format, case .string(let text) = value { try format.validate(text) }
  }

  /// Checks the type of a value, and whether it is stored as the schema says.
  private func checkType(
    _ node: CompiledRule.Node,
    _ value: Defaults.StoredValue
  ) throws(Defaults.Rejection) {
    switch (node.storage, value) {
    case (.date, .date), (.data, .data): return
    case (.date, .string), (.data, .string):
      throw .wrongKind(found: value.kindName, expected: node.typeNames)
    case (.json, .string(let text)): _ = try JSONValue(parsing: text)
    default: break
    }
    guard let types = node.types else { return }
    guard types.contains(where: { $0.includes(value) }) else {
      throw .wrongKind(found: value.kindName, expected: node.typeNames)
    }
    guard rule.isForSettings else { return }
    switch value {
    case .string(let text) where rule.isForPropertyLists: try Self.checkCharacters(text)
    case .integer(let number): try checkWord(number, node)
    case .real(let number) where rule.isForPropertyLists && number.isNaN:
      throw .notANumber("\(number)")
    default: break
    }
  }

  /// Checks that a whole number has at most 64 bits, with a sign unless `x-type` says otherwise.
  ///
  /// A bound of the schema replaces the one of the type.
  private func checkWord(
    _ number: Int128,
    _ node: CompiledRule.Node
  ) throws(Defaults.Rejection) {
    let isSigned = node.types?.contains(.number) == false && node.storage != .unsigned
    let least = node.storage == .unsigned ? 0 : Int128(Int64.min)
    let most = isSigned ? Int128(Int64.max) : Int128(UInt64.max)
    if number < least, node.minimum == nil {
      throw .belowMinimum(value: "\(number)", minimum: "\(least)")
    }
    if number > most, node.maximum == nil {
      throw .aboveMaximum(value: "\(number)", maximum: "\(most)")
    }
    guard Defaults.StoreCapabilities.ordinaryIntegers.contains(number) else {
      throw .notStorable("\(number) has more than 64 bits")
    }
  }

  /// Checks that a text has no DEL, and no character that an XML property list cannot hold.
  private static func checkCharacters(_ text: String) throws(Defaults.Rejection) {
    let refused = text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0...0x1F, 0x7F, 0xFFFE, 0xFFFF: true
      default: false
      }
    }
    guard let refused else { return }
    let hex = String(refused.value, radix: 16, uppercase: true)
    throw .controlCharacter("U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex)
  }

  private func check(
    _ number: RuleNumber,
    _ node: CompiledRule.Node
  ) throws(Defaults.Rejection) {
    if let bound = node.minimum, number < bound {
      throw .belowMinimum(value: number.text, minimum: bound.text)
    }
    if let bound = node.maximum, bound < number {
      throw .aboveMaximum(value: number.text, maximum: bound.text)
    }
    if let bound = node.exclusiveMinimum, !(bound < number) {
      throw .notAbove(value: number.text, bound: bound.text)
    }
    if let bound = node.exclusiveMaximum, !(number < bound) {
      throw .notBelow(value: number.text, bound: bound.text)
    }
    if let divisor = node.multipleOf, !number.isMultiple(of: divisor) {
      throw .notAMultiple(value: number.text, of: divisor.text)
    }
  }

  private func check(_ text: String, _ node: CompiledRule.Node) throws(Defaults.Rejection) {
    let length = text.unicodeScalars.count
    if let least = node.lengths.least, length < least {
      throw .tooShort(length: length, minimum: least)
    }
    if let most = node.lengths.most, length > most {
      throw .tooLong(length: length, maximum: most)
    }
    if let pattern = node.pattern, pattern.search(text) != .matches {
      throw .patternMismatch(pattern: node.patternText, message: node.patternMessage)
    }
  }
}

extension CompiledRule.Node {
  /// The types as a phrase, such as `Bool or Table`.
  fileprivate var typeNames: String {
    let names = (types ?? [.string]).filter { $0 != .null }.map { type in
      switch type {
      case .string: storage?.rawValue ?? formatName ?? type.name
      case .object where !properties.isEmpty: "Table"
      default: type.name
      }
    }
    return names.joined(separator: " or ")
  }

  /// Returns the reason against a value that is none of the choices.
  fileprivate func refusal(ofChoice value: Defaults.StoredValue) -> Defaults.Rejection {
    // The text looks like a choice of another kind, so the message names both kinds.
    if let twin = choices?.first(where: { $0.plainText.isSame(as: value.plainText) }) {
      return .wrongKind(found: value.kindName, expected: twin.kindName)
    }
    return .notAChoice(value.plainText, choices: choiceNames)
  }
}
