import FoundationEssentials

extension Defaults.StoredValue {
  /// The value as JSON without loss: ``init(taggedJSON:)`` makes an equal value of it.
  ///
  /// JSON has fewer types than a property list. A value of a type that JSON lacks is an object with
  /// one member, a tag, whose name begins with a dollar sign:
  ///
  /// - date: `{"$date": "2026-03-14T09:26:53Z"}`; a date without such a text has its seconds since
  ///   2001
  /// - data: `{"$data": "AP8="}`, Base64
  /// - infinity and NaN: `{"$real": "inf"}`, `"-inf"`, `"nan"`; a NaN with other bits has its bits:
  ///   `{"$real": "0x7ff8000000000001"}`
  /// - unique identifier: `{"$uid": 7}`
  /// - null: `{"$null": true}`, because a null in an import removes a key
  /// - opaque value: `{"$opaque": {"kind": "set", "format": "bplist00", "data": "0AE="}}`
  /// - dictionary that looks like one of these: `{"$dictionary": {"$date": "soon"}}`
  ///
  /// A number without fraction and exponent is an integer, every other number is a real; `1.0` is a
  /// real.
  public var taggedJSON: Defaults.JSONValue {
    switch self {
    case .bool, .integer, .string: json
    case .real(let number) where number.isFinite: json
    case .real(let number): Self.tagged(.real, .string(Self.text(ofSpecial: number)))
    case .date(let date): Self.tagged(.date, Self.json(of: date))
    case .data(let data): Self.tagged(.data, .string(data.base64EncodedString()))
    case .array(let elements): .array(elements.map(\.taggedJSON))
    case .dictionary(let members):
      members.count == 1 && members.keys.allSatisfy { $0.string.utf8.first == Tag.mark }
        ? Self.tagged(.dictionary, .object(tagging: members)) : .object(tagging: members)
    case .uid(let number): Self.tagged(.uid, .number("\(number)"))
    case .null: Self.tagged(.null, .bool(true))
    case .opaque(let value): Self.tagged(.opaque, Self.json(of: value))
    }
  }

  /// Creates a value from JSON in the form of ``taggedJSON``.
  ///
  /// - Throws: ``Defaults/Rejection`` for an unknown tag, for a tag with a value of another type, for a
  ///   null without tag, and for a number that no store can hold.
  public init(taggedJSON json: Defaults.JSONValue) throws(Defaults.Rejection) {
    switch json {
    case .null:
      throw .notStorable("null is no value: write {\"$null\": true} to store a null")
    case .bool, .number, .string:
      self = try Self(json)
    case .array(let elements):
      self = .array(try elements.map(Self.init(taggedJSON:)))
    case .object(let members):
      guard members.count == 1, members[0].name.utf8.first == Tag.mark else {
        self = .dictionary(try Self.members(members))
        return
      }
      self = try Self.value(of: members[0])
    }
  }

  /// The name of the one member of an object that is a value of a type which JSON lacks.
  package enum Tag: String, CaseIterable, Sendable {
    case date = "$date"
    case data = "$data"
    case real = "$real"
    case uid = "$uid"
    case null = "$null"
    case dictionary = "$dictionary"
    case opaque = "$opaque"

    static let mark = UInt8(ascii: "$")

    /// What the member of the tag has to be.
    package var content: String {
      switch self {
      case .date: "a time such as \"2026-03-14T09:26:53Z\", or seconds"
      case .data: "Base64 text"
      case .real: "\"inf\", \"-inf\", \"nan\" or the bits of a number"
      case .uid: "a whole number"
      case .null: "true"
      case .dictionary: "an object"
      case .opaque: "an object that prefs export has written"
      }
    }
  }

  private static func tagged(_ tag: Tag, _ value: Defaults.JSONValue) -> Defaults.JSONValue {
    .object([.init(tag.rawValue, value)])
  }

  /// Returns the text of a date, or its seconds if parsing the text would return another date.
  private static func json(of date: Date) -> Defaults.JSONValue {
    let text = DateText.iso8601(date)
    let parsed = DateText.parse(text).map { Defaults.StoredValue.date($0) }
    return parsed == .date(date)
      ? .string(text) : .number("\(date.timeIntervalSinceReferenceDate)")
  }

  /// Returns the text of a number that is not finite.
  private static func text(ofSpecial number: Double) -> String {
    let text = NumberText.string(number)
    return special(text)?.bitPattern == number.bitPattern
      ? text : "0x" + String(number.bitPattern, radix: 16)
  }

  /// Returns the number that is not finite with a text; nil for any other text.
  private static func special(_ text: String) -> Double? {
    if ["inf", "-inf", "nan"].contains(text) { return Double(text) }
    guard text.hasPrefix("0x"), let bits = UInt64(text.dropFirst(2), radix: 16) else { return nil }
    let number = Double(bitPattern: bits)
    return number.isFinite ? nil : number
  }

  private static func value(
    of member: Defaults.JSONValue.Member
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let tag = Tag(rawValue: member.name)
    switch (tag, member.value) {
    case (.date, .string(let text)):
      if let date = DateText.parse(text) { return .date(date) }
    case (.data, .string(let text)):
      if let data = Data(base64Encoded: text) { return .data(data) }
    case (.date, .number(let text)):
      if let seconds = Double(text), seconds.isFinite {
        return .date(Date(timeIntervalSinceReferenceDate: seconds))
      }
    case (.real, .string(let text)):
      if let number = special(text) { return .real(number) }
    case (.uid, .number(let text)):
      if let number = UInt64(text) { return .uid(number) }
    case (.null, .bool(true)):
      return .null
    case (.dictionary, .object(let members)):
      return .dictionary(try Self.members(members))
    case (.opaque, .object(let members)):
      if let value = opaqueValue(members) { return .opaque(value) }
    case (nil, _):
      let tags = Tag.allCases.map(\.rawValue).joined(separator: ", ")
      throw .notStorable("\(member.name) is no tag; the tags are \(tags)")
    default:
      break
    }
    // The value is not quoted, because it may be a part of a secret.
    throw .notStorable("the value of \(member.name) must be \(tag?.content ?? "another")")
  }

  private static func json(of value: Defaults.OpaqueValue) -> Defaults.JSONValue {
    .object([
      .init("kind", .string(value.kindName)), .init("format", .string(value.format)),
      .init("data", .string(Data(value.bytes).base64EncodedString())),
    ])
  }

  private static func opaqueValue(_ members: [Defaults.JSONValue.Member]) -> Defaults.OpaqueValue? {
    guard members.count == 3, members.map(\.name) == ["kind", "format", "data"],
      case .string(let kind) = members[0].value, case .string(let format) = members[1].value,
      case .string(let text) = members[2].value, let data = Data(base64Encoded: text)
    else { return nil }
    return Defaults.OpaqueValue(kindName: kind, format: format, bytes: Array(data))
  }

  private static func members(
    _ members: [Defaults.JSONValue.Member]
  ) throws(Defaults.Rejection) -> [Defaults.KeyName: Defaults.StoredValue] {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    values.reserveCapacity(members.count)
    for member in members {
      values[Defaults.KeyName(member.name)] = try Self(taggedJSON: member.value)
    }
    return values
  }
}

extension Defaults.JSONValue {
  /// Creates an object of values with their tags, sorted by name.
  package static func object(
    tagging values: [Defaults.KeyName: Defaults.StoredValue]
  ) -> Defaults.JSONValue {
    .object(
      values.sorted { $0.key < $1.key }.map { .init($0.key.string, $0.value.taggedJSON) }
    )
  }
}
