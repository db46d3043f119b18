public import Defaults

/// Which values a key takes: the shape and the limits that a person meets.
public indirect enum ValueKind: Hashable, Sendable {
  /// On or off.
  case bool
  /// A whole number.
  case integer(NumberLimits<Int128>)
  /// A number with a fraction.
  case real(NumberLimits<Double>)
  /// Text.
  case string(TextLimits)
  /// One of some values; with a kind for others, also any value of that kind.
  case choice([Choice], others: ValueKind? = nil)
  /// Several of some values, in order.
  case choices([Choice], CollectionLimits = CollectionLimits())
  /// A point in time.
  case date
  /// Bytes.
  case data
  /// An address.
  case url
  /// The path of a file or directory.
  case path
  /// A colour, as CSS writes one.
  case color
  /// Values of one kind in order.
  case list(of: ValueKind = .any, CollectionLimits = CollectionLimits())
  /// Values of one kind by names that are free.
  case dictionary(of: ValueKind = .any)
  /// Values by names that are known, each of its own kind; others only where they have a kind.
  case table([TableMember], others: ValueKind? = .any)
  /// A value of any of some kinds.
  case alternatives([ValueKind])
  /// A structure that its type stores as JSON text.
  case json
  /// Anything a property list can hold.
  case any

  /// The kind's name for people.
  public var name: String {
    switch self {
    case .bool: "Bool"
    case .integer: "Int"
    case .real: "Real"
    case .string: "String"
    case .choice(let choices, nil): "one of \(choices.count)"
    case .choice(let choices, let others?): "one of \(choices.count) or \(others.name)"
    case .choices(let choices, _): "some of \(choices.count)"
    case .date: "Date"
    case .data: "Data"
    case .url: "URL"
    case .path: "Path"
    case .color: "Color"
    case .list: "List"
    case .dictionary: "Dictionary"
    case .table: "Table"
    case .alternatives(let kinds): kinds.map(\.name).joined(separator: " or ")
    case .json: "JSON"
    case .any: "Any"
    }
  }

  /// Returns the kind that suits a stored value of which nothing else is known.
  public static func inferred(from value: Defaults.StoredValue) -> ValueKind {
    switch value {
    case .bool: .bool
    case .integer: .integer(NumberLimits())
    case .real: .real(NumberLimits())
    case .string: .string(TextLimits())
    case .date: .date
    case .data: .data
    case .array: .list()
    case .dictionary: .dictionary()
    case .uid, .null, .opaque: .any
    }
  }

  /// The kind with a bound at both ends of every whole number in it.
  ///
  /// A document says nothing about the bounds of a 64-bit word, so that two ways to say nothing
  /// must be the same.
  var bounded: ValueKind {
    switch self {
    case .integer(let limits): .integer(limits.bounded)
    case .choice(let choices, let others): .choice(choices, others: others?.bounded)
    case .list(let kind, let limits): .list(of: kind.bounded, limits)
    case .dictionary(let kind): .dictionary(of: kind.bounded)
    case .table(let members, let others):
      .table(
        members.map { member in
          var member = member
          member.kind = member.kind.bounded
          return member
        },
        others: others?.bounded
      )
    case .alternatives(let kinds): .alternatives(kinds.map(\.bounded))
    case .bool, .real, .string, .choices, .date, .data, .url, .path, .color, .json, .any: self
    }
  }
}
