import FoundationEssentials

extension Defaults.StoredValue {
  /// Creates a stored value from JSON; numbers without fraction and exponent become integers.
  ///
  /// - Throws: `Defaults.Rejection` for null and for numbers that a property list cannot hold.
  public init(_ json: Defaults.JSONValue) throws(Defaults.Rejection) {
    switch json {
    case .null:
      self = .null
    case .bool(let flag):
      self = .bool(flag)
    case .number(let text):
      self = try Self.number(text)
    case .string(let text):
      self = .string(text)
    case .array(let elements):
      self = .array(try elements.map(Self.init(_:)))
    case .object(let members):
      var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
      for member in members { values[Defaults.KeyName(member.name)] = try Self(member.value) }
      self = .dictionary(values)
    }
  }

  private static func number(_ text: String) throws(Defaults.Rejection) -> Defaults.StoredValue {
    if let whole = Int128(text) {
      guard PropertyListLimits.integers.contains(whole) else {
        throw .notStorable("\(text) has more than 64 bits")
      }
      return .integer(whole)
    }
    guard let number = Double(text), number.isFinite else {
      throw .notStorable("\(text) is too large")
    }
    return .real(number)
  }

  /// The value as JSON: dates as ISO 8601, data as Base64, members sorted by name.
  ///
  /// Numbers that JSON cannot represent become the text `nan`, `inf` or `-inf`.
  public var json: Defaults.JSONValue {
    switch self {
    case .bool(let flag): .bool(flag)
    case .integer(let number): .number("\(number)")
    case .real(let number) where !number.isFinite: .string(NumberText.string(number))
    case .real(let number): .number("\(number)")
    case .string(let text): .string(text)
    case .date(let date): .string(DateText.iso8601(date))
    case .data(let data): .string(data.base64EncodedString())
    case .array(let elements): .array(elements.map(\.json))
    case .dictionary(let members): .object(members: members)
    case .uid(let number): .object([.init("CF$UID", .number("\(number)"))])
    case .null: .null
    case .opaque(let value): .object([.init("$opaque", .string(value.kindName))])
    }
  }
}

extension Defaults.JSONValue {
  /// Creates an object whose members are sorted by name.
  public static func object(members: [Defaults.KeyName: Defaults.StoredValue]) -> Defaults.JSONValue
  {
    .object(members.sorted { $0.key < $1.key }.map { Member($0.key.string, $0.value.json) })
  }
}
