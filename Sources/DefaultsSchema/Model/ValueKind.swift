public import DefaultsCore

/// The kind of values that a key can be set to: their shape and their limits.
public indirect enum ValueKind: Hashable, Sendable {
  /// True or false.
  case bool
  /// A whole number.
  case integer(NumberLimits<Int128>)
  /// A number with a fraction.
  case real(NumberLimits<Double>)
  /// Text.
  case string(TextLimits)
  /// One of some values; if there is a kind for others, also any value of that kind.
  case choice([Choice], others: ValueKind? = nil)
  /// A list of some of these values.
  case choices([Choice], CollectionLimits = CollectionLimits())
  /// A date and time.
  case date
  /// Bytes.
  case data
  /// A URL.
  case url
  /// The path of a file or directory.
  case path
  /// A colour in CSS notation.
  case color
  /// A list of values of one kind.
  case list(of: ValueKind = .any, CollectionLimits = CollectionLimits())
  /// A dictionary with any keys, and values of one kind.
  case dictionary(of: ValueKind = .any)
  /// A dictionary with declared members, and others if there is a kind for them.
  case table([TableMember], others: ValueKind? = .any)
  /// A value of one of several kinds.
  case alternatives([Alternative])
  /// A value that its type stores as JSON text.
  case json
  /// Any value of a property list.
  case any

  /// The kind's name in messages.
  public var name: String {
    switch self {
    case .bool: "Bool"
    case .integer: "Int"
    case .real: "Real"
    case .string: "String"
    case .choice(let choices, nil) where choices.count == 1: choices[0].title
    case .choice(let choices, nil): "one of \(choices.count)"
    case .choice(let choices, let others?):
      "\(ValueKind.choice(choices, others: nil).name) or \(others.name)"
    case .choices(let choices, _): "some of \(choices.count)"
    case .date: "Date"
    case .data: "Data"
    case .url: "URL"
    case .path: "Path"
    case .color: "Color"
    case .list: "List"
    case .dictionary: "Dictionary"
    case .table: "Table"
    case .alternatives(let forms): Self.name(of: forms)
    case .json: "JSON"
    case .any: "Other"
    }
  }

  /// Returns the names of the kinds of some forms, each once.
  private static func name(of forms: [Alternative]) -> String {
    var names: [String] = []
    for form in forms where !names.contains(form.kind.name) { names.append(form.kind.name) }
    return names.joined(separator: " or ")
  }

  /// Returns the kind that suits a stored value without a schema.
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

  /// The kind in which every integer without bounds has those of a 64-bit integer.
  ///
  /// A document leaves these bounds out. So an integer without bounds and one with just these
  /// bounds must be the same kind, or a schema that was written and read again would differ.
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
    case .alternatives(let forms):
      .alternatives(forms.map { Alternative($0.kind.bounded, title: $0.title) })
    case .bool, .real, .string, .choices, .date, .data, .url, .path, .color, .json, .any: self
    }
  }
}
