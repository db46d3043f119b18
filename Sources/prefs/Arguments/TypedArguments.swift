import DefaultsCore
import DefaultsSchema
import FoundationEssentials

/// A value as `defaults write` on macOS takes it: a type flag and the arguments after it.
enum TypedArguments {
  /// The types that a flag can name; each may be written with one dash or two.
  enum Flag: String, CaseIterable {
    case bool, int, float, string, date, data, array, dict
    /// Appends to the stored array, or adds to the stored dictionary.
    case arrayAdd = "array-add"
    case dictAdd = "dict-add"

    /// Whether the flag stands before several values.
    var isContainer: Bool {
      switch self {
      case .array, .dict, .arrayAdd, .dictAdd: true
      case .bool, .int, .float, .string, .date, .data: false
      }
    }

    init?(argument: String) {
      // Bytes are counted first: a long text of combining marks takes long to compare.
      let name = argument.utf8.drop { $0 == UInt8(ascii: "-") }
      let dashes = argument.utf8.count - name.count
      guard dashes == 1 || dashes == 2, name.count < 16 else { return nil }
      let word = String(Substring(name))
      switch word {
      case "boolean": self = .bool
      case "integer": self = .int
      case "real", "double": self = .float
      default: self.init(rawValue: word)
      }
    }
  }

  /// Returns whether arguments add to the stored value.
  static func addToStoredValue(_ arguments: [String]) -> Bool {
    let flag = arguments.first.flatMap { Flag(argument: $0) }
    return flag == .arrayAdd || flag == .dictAdd
  }

  /// Reads the arguments that follow the key; nil without a flag, when the caller chooses the type.
  ///
  /// `-array-add` and `-dict-add` add to the `stored` value. The kind that the schema declares says
  /// what elements and members without a type are. Arguments that are not a valid value throw a
  /// ``Failure``.
  static func value(
    _ arguments: [String],
    addingTo stored: Defaults.StoredValue?,
    as kind: ValueKind? = nil
  ) throws -> Defaults.StoredValue? {
    guard let first = arguments.first, let flag = Flag(argument: first) else { return nil }
    let rest = Array(arguments.dropFirst())
    switch flag {
    case .array:
      return .array(try elements(rest, kind))
    case .dict:
      return .dictionary(try members(rest, kind))
    case .arrayAdd:
      guard case .array(let old) = stored ?? .array([]) else { throw notAddable(flag, stored) }
      return .array(old + (try elements(rest, kind)))
    case .dictAdd:
      guard case .dictionary(let old) = stored ?? .dictionary([:]) else {
        throw notAddable(flag, stored)
      }
      return .dictionary(old.merging(try members(rest, kind)) { $1 })
    case .bool, .int, .float, .string, .date, .data:
      guard rest.count == 1 else {
        throw Failure(.usage, "-\(flag.rawValue) takes one value, found \(rest.count).")
      }
      return try scalar(rest[0], flag)
    }
  }

  private static func notAddable(_ flag: Flag, _ stored: Defaults.StoredValue?) -> Failure {
    let kind = stored.map { "\($0.kind)" } ?? ""
    let expected = flag == .arrayAdd ? "an array" : "a dictionary"
    return Failure(
      .invalidValue,
      "-\(flag.rawValue) adds to \(expected), and the stored value is of the kind \(kind). "
        + "Nothing was changed."
    )
  }

  private static func elements(
    _ arguments: [String],
    _ kind: ValueKind?
  ) throws -> [Defaults.StoredValue] {
    var values: [Defaults.StoredValue] = []
    var rest = arguments[...]
    let element: ValueKind? = if case .list(let element, _) = kind { element } else { nil }
    while let value = try next(&rest, element) { values.append(value) }
    return values
  }

  private static func members(
    _ arguments: [String],
    _ kind: ValueKind?
  ) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var rest = arguments[...]
    while let name = rest.popFirst() {
      let member: ValueKind? =
        switch kind {
        case .dictionary(let of): of
        case .table(let members, let others): members.first { $0.name == name }?.kind ?? others
        default: nil
        }
      guard let value = try next(&rest, member) else {
        throw Failure(.usage, "-dict takes pairs of a key and a value; \"\(name)\" has no value.")
      }
      values[Defaults.KeyName(name)] = value
    }
    return values
  }

  /// Removes the next value from the arguments; without a type flag before it, it is of the kind, or text.
  private static func next(
    _ arguments: inout ArraySlice<String>,
    _ kind: ValueKind?
  ) throws -> Defaults.StoredValue? {
    guard let first = arguments.popFirst() else { return nil }
    guard let flag = Flag(argument: first) else { return value(of: first, as: kind) }
    guard !flag.isContainer else {
      throw Failure(.usage, "-\(flag.rawValue) cannot stand inside another container.")
    }
    guard let text = arguments.popFirst() else {
      throw Failure(.usage, "-\(flag.rawValue) needs a value after it.")
    }
    return try scalar(text, flag)
  }

  /// Returns the value of a text without a flag: a Boolean, number or date, or a list or dictionary in JSON, if
  /// the kind is that and the text fits, else text.
  ///
  /// A number that begins with a zero, such as 0042, or that no store can hold is text.
  static func value(of text: String, as kind: ValueKind?) -> Defaults.StoredValue {
    let kinds: [ValueKind?] =
      switch kind {
      case .integer: [kind, .real(NumberLimits())]
      case .bool, .real, .date: [kind]
      default: []
      }
    switch (kind, try? kind?.parse(text)) {
    // What is in JSON can be of any kind.
    case (.list, .array(let elements)?): return .array(elements)
    case (.dictionary, .dictionary(let members)?): return .dictionary(members)
    default: break
    }
    let value = kinds.lazy.compactMap { try? $0?.parse(text) }.first
    switch value {
    case .integer(let number) where !Defaults.StoreCapabilities.ordinaryIntegers.contains(number):
      return .string(text)
    case .integer, .real:
      let digits = text.drop { $0 == "-" || $0 == "+" }
      return digits.first == "0" && digits.dropFirst().first?.isNumber == true
        ? .string(text) : value ?? .string(text)
    // Text in quotation marks is text, with the marks.
    case .string?, nil: return .string(text)
    case .some(let value): return value
    }
  }

  private static func scalar(_ text: String, _ flag: Flag) throws -> Defaults.StoredValue {
    let kind: ValueKind
    switch flag {
    case .bool: kind = .bool
    case .int: kind = .integer(NumberLimits(minimum: -(1 << 63), maximum: (1 << 64) - 1))
    case .float: return .real(try number(text))
    case .string: return .string(text)
    case .date: kind = .date
    case .data: return .data(try bytes(text))
    case .array, .dict, .arrayAdd, .dictAdd: return .string(text)
    }
    do throws(Defaults.Rejection) {
      let value = try kind.parse(text)
      try kind.validate(value)
      return value
    } catch {
      throw Failure(.invalidValue, "-\(flag.rawValue): \(error).")
    }
  }

  /// Parses a number; `nan` and the infinities are allowed, because a property list can hold them.
  private static func number(_ text: String) throws -> Double {
    guard let number = Double(text) else {
      throw Failure(.invalidValue, "-float: \(Defaults.Rejection.notANumber(text)).")
    }
    guard number.isFinite || !text.contains(where: \.isNumber) else {
      throw Failure(.invalidValue, "-float: \(text) is too large; the infinity is written inf.")
    }
    return number
  }

  /// Parses pairs of hexadecimal digits, as `defaults` on macOS takes them.
  private static func bytes(_ text: String) throws -> Data {
    let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    let characters = text.count { !$0.isWhitespace }
    guard digits.count == characters, digits.count.isMultiple(of: 2) else {
      throw Failure(.invalidValue, "-data: write pairs of hexadecimal digits, 0fbd77 for example.")
    }
    return Data(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    )
  }
}
