public import DefaultsCore
import FoundationEssentials

extension ValueKind {
  /// Converts JSON, in which dates and data are texts, to a value of the kind.
  ///
  /// JSON of another type is converted by its own type, so that ``validate(_:)`` can name both.
  ///
  /// - Throws: `Defaults.Rejection` for null, for text that is not a date or not data, and for numbers
  ///   that a property list cannot hold.
  public func value(from json: JSONValue) throws(Defaults.Rejection) -> Defaults.StoredValue {
    try value(from: json, isTagged: false)
  }

  /// Converts JSON as ``value(from:)`` does, also with a known tag where JSON has no such type.
  func value(
    from json: JSONValue,
    isTagged: Bool
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    switch (self, json) {
    case (.date, .string(let text)):
      guard let date = DateText.parse(text) else { throw DateText.rejection(of: text) }
      return .date(date)
    case (.data, .string(let text)):
      guard let data = Data(base64Encoded: text) else { throw .notData(text) }
      return .data(data)
    case (.choices(let choices, _), .array(let elements)):
      return try Self.list(elements, of: .choice(choices), isTagged)
    case (.list(let kind, _), .array(let elements)):
      return try Self.list(elements, of: kind, isTagged)
    case (.dictionary(let kind), .object(let members)):
      return try Self.dictionary(members, known: [], others: kind, isTagged)
    case (.table(let known, let others), .object(let members)):
      return try Self.dictionary(members, known: known, others: others, isTagged)
    case (.alternatives(let forms), _):
      for kind in forms.map(\.kind) {
        if let value = try? kind.value(from: json, isTagged: isTagged),
          (try? kind.validate(value)) != nil
        {
          return value
        }
      }
      return try Self.stored(json, isTagged)
    case (.choice(let choices, let others), _):
      let plain = try normalized(Self.stored(json, isTagged))
      if choices.contains(where: { $0.value == plain }) { return plain }
      return try others?.value(from: json, isTagged: isTagged) ?? plain
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.date, _), (.data, _), (.url, _),
      (.path, _), (.color, _), (.choices, _), (.list, _), (.dictionary, _), (.table, _),
      (.json, _), (.any, _):
      return try normalized(Self.stored(json, isTagged))
    }
  }

  /// Reads a value of no particular kind.
  private static func stored(
    _ json: JSONValue,
    _ isTagged: Bool
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isTagged { return try Defaults.StoredValue(taggedJSON: json) }
    let value = try Defaults.StoredValue(json)
    guard !value.contains([.null]) else { throw .notStorable("null cannot be stored") }
    return value
  }

  /// Returns the JSON of a value, with tags for what neither JSON nor the kind tells.
  ///
  /// A date of the kind date is a plain text, and a date where the kind allows any value has a tag.
  func json(of value: Defaults.StoredValue) -> JSONValue {
    switch (self, value) {
    case (.date, .date(let date)) where DateText.parse(DateText.iso8601(date)) == date:
      return .string(DateText.iso8601(date))
    case (.data, .data):
      return value.json
    case (.url, _):
      return withPlainURLs(value).taggedJSON
    case (.list(let kind, _), .array(let elements)):
      return .array(elements.map(kind.json))
    case (.dictionary(let kind), .dictionary(let members)):
      return .object(Self.members(members) { _ in kind })
    case (.table(let known, let others), .dictionary(let members)):
      let kinds = Self.kinds(of: known)
      return .object(Self.members(members) { kinds[$0] ?? others ?? .any })
    case (.alternatives(let forms), _):
      return forms.fitting(value)?.kind.json(of: value) ?? value.taggedJSON
    case (.choice(let choices, let others?), _) where !choices.contains { $0.value == value }:
      return others.json(of: value)
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.choice, _), (.choices, _),
      (.date, _), (.data, _), (.path, _), (.color, _), (.list, _), (.dictionary, _),
      (.table, _), (.json, _), (.any, _):
      return value.taggedJSON
    }
  }

  private static func members(
    _ members: [Defaults.KeyName: Defaults.StoredValue],
    _ kind: (Defaults.KeyName) -> ValueKind
  ) -> [JSONValue.Member] {
    members.sorted { $0.key < $1.key }
      .map { .init($0.key.string, kind($0.key).json(of: $0.value)) }
  }

  /// Returns the value as the kind stores it: numbers in the form the kind has, also in containers.
  ///
  /// A value that is not of the kind is returned unchanged.
  public func normalized(_ value: Defaults.StoredValue) -> Defaults.StoredValue {
    switch (self, value) {
    case (.real, .integer(let number)):
      return .real(Double(number))
    case (.integer, .real(let number)):
      // A property list cannot hold other whole numbers as integers.
      guard let whole = Int128(exactly: number),
        Defaults.StoreCapabilities.ordinaryIntegers.contains(whole)
      else { return value }
      return .integer(whole)
    case (.choice(let choices, let others), _):
      if choices.contains(where: { $0.value == value }) { return value }
      let same = choices.first { $0.value.isSameNumber(as: value) }
      return same?.value ?? others?.normalized(value) ?? value
    case (.choices(let choices, _), .array(let elements)):
      return .array(elements.map(ValueKind.choice(choices).normalized))
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.date, _), (.data, _), (.url, _),
      (.path, _), (.color, _), (.choices, _), (.list, _), (.dictionary, _), (.table, _),
      (.json, _), (.alternatives, _), (.any, _):
      return mapParts(of: value) { $0.normalized($1) }
    }
  }

  /// Returns a value whose elements or members are converted, each with its own kind.
  ///
  /// Of several forms, the one that fits converts the value itself. A value without parts, or one
  /// that is not of the kind, is returned unchanged.
  func mapParts(
    of value: Defaults.StoredValue,
    _ convert: (ValueKind, Defaults.StoredValue) -> Defaults.StoredValue
  ) -> Defaults.StoredValue {
    switch (self, value) {
    case (.list(let kind, _), .array(let elements)):
      return .array(elements.map { convert(kind, $0) })
    case (.dictionary(let kind), .dictionary(let members)):
      return .dictionary(members.mapValues { convert(kind, $0) })
    case (.table(let known, let others), .dictionary(var members)):
      let kinds = Self.kinds(of: known)
      for (name, value) in members {
        if let kind = kinds[name] ?? others { members[name] = convert(kind, value) }
      }
      return .dictionary(members)
    case (.alternatives(let forms), _):
      return forms.fitting(value).map { convert($0.kind, value) } ?? value
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.choice, _), (.choices, _),
      (.date, _), (.data, _), (.url, _), (.path, _), (.color, _), (.list, _), (.dictionary, _),
      (.table, _), (.json, _), (.any, _):
      return value
    }
  }

  private static func kinds(of members: [TableMember]) -> [Defaults.KeyName: ValueKind] {
    Dictionary(members.map { (Defaults.KeyName($0.name), $0.kind) }) { first, _ in first }
  }

  private static func list(
    _ elements: [JSONValue],
    of kind: ValueKind,
    _ isTagged: Bool
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    var values: [Defaults.StoredValue] = []
    for (index, element) in elements.enumerated() {
      do throws(Defaults.Rejection) {
        values.append(try kind.value(from: element, isTagged: isTagged))
      } catch {
        throw .element(index + 1, error)
      }
    }
    return .array(values)
  }

  private static func dictionary(
    _ members: [JSONValue.Member],
    known: [TableMember],
    others: ValueKind?,
    _ isTagged: Bool
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    let kinds = Self.kinds(of: known)
    for member in members {
      do throws(Defaults.Rejection) {
        let name = Defaults.KeyName(member.name)
        values[name] = try (kinds[name] ?? others ?? .any)
          .value(from: member.value, isTagged: isTagged)
      } catch {
        throw .member(member.name, error)
      }
    }
    return .dictionary(values)
  }
}

extension Defaults.StoredValue {
  /// Returns whether an integer and a real are the same number.
  fileprivate func isSameNumber(as other: Defaults.StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let whole), .real(let number)), (.real(let number), .integer(let whole)):
      Int128(exactly: number) == whole
    default:
      false
    }
  }
}
