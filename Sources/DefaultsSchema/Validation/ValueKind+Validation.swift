public import DefaultsCore
import FoundationEssentials

extension ValueKind {
  /// Checks that a value is of the kind and within its limits.
  ///
  /// - Throws: `Defaults.Rejection` with the reason when it is not.
  public func validate(_ value: Defaults.StoredValue) throws(Defaults.Rejection) {
    switch (self, value) {
    case (.bool, .bool), (.date, .date), (.data, .data), (.any, _):
      return
    case (.integer(let limits), .integer(let number)):
      try limits.validate(number)
    case (.integer, .real(let number)) where number.isFinite && number.rounded() == number:
      guard let whole = Int128(exactly: number) else { throw .notAWholeNumber("\(number)") }
      try validate(.integer(whole))
    case (.real(let limits), .real(let number)):
      try limits.validate(number)
    case (.real(let limits), .integer(let number)):
      try limits.validate(Double(number))
    case (.string(let limits), .string(let text)):
      try limits.validate(text)
    case (.choice(let choices, let others), _):
      try Self.validate(value, among: choices, others: others)
    case (.url, .string(let text)):
      guard URL(storedText: text)?.scheme != nil else { throw .notAURL(text) }
    case (.path, .string(let text)):
      try TextLimits().validate(text)
    case (.color, .string(let text)):
      guard ColorText.isColor(text) else { throw .notAColor(text) }
    case (.json, .string(let text)):
      _ = try JSONValue(parsing: text)
    case (.choices(let choices, let limits), .array(let elements)):
      try limits.validate(elements, as: .choice(choices))
    case (.list(let kind, let limits), .array(let elements)):
      try limits.validate(elements, as: kind)
    case (.dictionary(let kind), .dictionary(let members)):
      try Self.validate(members, known: [], others: kind)
    case (.table(let known, let others), .dictionary(let members)):
      try Self.validate(members, known: known, others: others)
    case (.alternatives(let forms), _):
      try Self.validate(value, asOneOf: forms, name)
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.date, _), (.data, _), (.url, _),
      (.path, _), (.color, _), (.choices, _), (.list, _), (.dictionary, _), (.table, _),
      (.json, _):
      throw .wrongKind(found: value.kindName, expected: name)
    }
  }

  private static func validate(
    _ value: Defaults.StoredValue,
    among choices: [Choice],
    others: ValueKind?
  ) throws(Defaults.Rejection) {
    if choices.contains(where: { $0.value == value }) { return }
    guard let others else {
      // The text looks like a choice of another kind, so the message names both kinds.
      if let twin = choices.first(where: { $0.value.plainText.isSame(as: value.plainText) }) {
        throw .wrongKind(found: value.kindName, expected: twin.value.kindName)
      }
      throw .notAChoice(value.plainText, choices: choices.map(\.value.plainText))
    }
    try others.validate(value)
  }

  private static func validate(
    _ members: [Defaults.KeyName: Defaults.StoredValue],
    known: [TableMember],
    others: ValueKind?
  ) throws(Defaults.Rejection) {
    var rest = members
    for member in known {
      if let value = rest.removeValue(forKey: Defaults.KeyName(member.name)) {
        try validate(value, as: member.kind, named: member.name)
      } else if member.isRequired {
        throw .missingMember(member.name)
      }
    }
    // Sorted, so that the same table is always refused for the same reason.
    for (name, value) in rest.sorted(by: { $0.key < $1.key }) {
      guard let others else { throw .unknownMember(name.string, known: known.map(\.name)) }
      try validate(value, as: others, named: name.string)
    }
  }

  private static func validate(
    _ value: Defaults.StoredValue,
    as kind: ValueKind,
    named name: String
  ) throws(Defaults.Rejection) {
    do throws(Defaults.Rejection) {
      try kind.validate(value)
    } catch {
      throw .member(name, error)
    }
  }

  /// Checks that a value is of one of the kinds; throws the reason of a kind that it nearly is.
  private static func validate(
    _ value: Defaults.StoredValue,
    asOneOf forms: [Alternative],
    _ name: String
  ) throws(Defaults.Rejection) {
    var nearest: (reason: Defaults.Rejection, likeness: Int)?
    for form in forms {
      do throws(Defaults.Rejection) {
        return try form.kind.validate(value)
      } catch {
        if case .wrongKind = error { continue }
        let likeness = form.kind.likeness(to: value)
        if likeness > nearest?.likeness ?? .min { nearest = (error, likeness) }
      }
    }
    throw nearest?.reason ?? .wrongKind(found: value.kindName, expected: name)
  }
}

extension CollectionLimits {
  /// Checks the number of elements, then each element.
  fileprivate func validate(
    _ elements: [Defaults.StoredValue],
    as kind: ValueKind
  ) throws(Defaults.Rejection) {
    guard elements.count >= minimumCount else {
      throw .tooFew(count: elements.count, minimum: minimumCount)
    }
    if let maximumCount, elements.count > maximumCount {
      throw .tooMany(count: elements.count, maximum: maximumCount)
    }
    var seen: Set<Defaults.StoredValue> = []
    for (index, element) in elements.enumerated() {
      do throws(Defaults.Rejection) {
        try kind.validate(element)
      } catch {
        throw .element(index + 1, error)
      }
      if isUnique, !seen.insert(element.canonical).inserted { throw .repeated(element: index + 1) }
    }
  }
}

extension URL {
  /// Creates a URL from its stored text, which is the URL itself or a JSON string of it.
  init?(storedText text: String) {
    if text.starts(withASCII: "\""), case .string(let bare)? = try? JSONValue(parsing: text) {
      self.init(string: bare)
    } else {
      self.init(string: text)
    }
  }
}
