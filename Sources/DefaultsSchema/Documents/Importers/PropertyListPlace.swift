import Defaults

/// A dictionary in a property list, with the path to it.
struct PropertyListPlace {
  /// The members.
  let members: [String: Defaults.StoredValue]
  /// The path from the root, in the form of a JSON Pointer (RFC 6901).
  let pointer: String

  /// Returns a member that is a text; nil for any other.
  func string(_ name: String) -> String? {
    if case .string(let text)? = members[name] { text } else { nil }
  }

  /// Returns whether a member is the flag true.
  func flag(_ name: String) -> Bool {
    members[name] == .bool(true)
  }

  /// Returns a member that is a number; nil for any other.
  func number(_ name: String) -> Double? {
    switch members[name] {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// Returns a member that is a whole number; nil for any other.
  func wholeNumber(_ name: String) -> Int128? {
    switch members[name] {
    case .integer(let number): number
    case .real(let number): Int128(exactly: number)
    default: nil
    }
  }

  /// Returns the elements of a member that is an array; none for any other.
  func values(_ name: String) -> [Defaults.StoredValue] {
    if case .array(let values)? = members[name] { values } else { [] }
  }

  /// Returns the dictionaries among the elements of a member.
  func places(_ name: String) -> [PropertyListPlace] {
    values(name).enumerated().compactMap { index, value in
      guard case .dictionary(let members) = value else { return nil }
      return PropertyListPlace(members: members, pointer: "\(pointer)/\(name)/\(index)")
    }
  }

  /// Returns the path to a member.
  func pointer(_ name: String) -> String {
    "\(pointer)/\(name)"
  }
}
