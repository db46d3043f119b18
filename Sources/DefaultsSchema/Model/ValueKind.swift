public import Defaults

/// Which values a key takes: the shape and the limits that a person meets.
public indirect enum ValueKind: Hashable, Sendable {
  /// On or off.
  case bool
  /// A whole number.
  case integer(NumberLimits<Int128>)
  /// A number with a fraction.
  case real(NumberLimits<Double>)
  /// Text on one line.
  case string(TextLimits)
  /// One of some values.
  case choice([Choice])
  /// A point in time.
  case date
  /// Bytes.
  case data
  /// An address.
  case url
  /// Values in order.
  case list
  /// Values by name.
  case dictionary
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
    case .choice(let choices): "one of \(choices.count)"
    case .date: "Date"
    case .data: "Data"
    case .url: "URL"
    case .list: "List"
    case .dictionary: "Dictionary"
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
    case .array: .list
    case .dictionary: .dictionary
    case .uid: .any
    }
  }
}

/// One of the values to choose from.
public struct Choice: Hashable, Sendable {
  /// What is stored.
  public var value: Defaults.StoredValue
  /// Its name for people.
  public var title: String
  /// What choosing it means; may be empty.
  public var help: String

  /// Creates a choice.
  public init(_ value: Defaults.StoredValue, title: String, help: String = "") {
    self.value = value
    self.title = title
    self.help = help
  }
}

/// How far a number may go, both ends included.
public struct NumberLimits<Number: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// The least value, or nil when there is none.
  public var minimum: Number?
  /// The greatest value, or nil when there is none.
  public var maximum: Number?
  /// How far one step of an arrow key goes; nil leaves it to the editor.
  public var step: Number?

  /// Creates limits; what is not named is not limited.
  public init(minimum: Number? = nil, maximum: Number? = nil, step: Number? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }
}

/// Which texts are taken.
public struct TextLimits: Hashable, Sendable {
  /// The least length in Unicode scalars.
  public var minimumLength: Int
  /// The greatest length in Unicode scalars, or nil when there is none.
  public var maximumLength: Int?
  /// A regular expression that must match somewhere in the text.
  public var pattern: String?
  /// What to tell a person whose text does not match.
  public var patternMessage: String?

  /// Creates limits; what is not named is not limited.
  public init(
    minimumLength: Int = 0,
    maximumLength: Int? = nil,
    pattern: String? = nil,
    patternMessage: String? = nil
  ) {
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.pattern = pattern
    self.patternMessage = patternMessage
  }
}
