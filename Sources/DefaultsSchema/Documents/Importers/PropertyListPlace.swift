import Defaults

/// A dictionary in a property list, and the way to it from the root.
struct PropertyListPlace {
  /// The members.
  let members: [Defaults.KeyName: Defaults.StoredValue]
  /// The way from the root, written like a JSON Pointer.
  let pointer: String

  /// Returns whether there is a member of a name.
  func has(_ name: String) -> Bool {
    self[name] != nil
  }

  /// The member of a name, if it is a text.
  func string(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }

  /// The member of a name, if it is a flag; false if it is not.
  func flag(_ name: String) -> Bool {
    self[name] == .bool(true)
  }

  /// The member of a name, if it is a number.
  func number(_ name: String) -> Double? {
    switch self[name] {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The member of a name, if it is a whole number.
  func wholeNumber(_ name: String) -> Int128? {
    switch self[name] {
    case .integer(let number): number
    case .real(let number): Int128(exactly: number)
    default: nil
    }
  }

  /// The member of a name, if it is an array; empty if it is not.
  func values(_ name: String) -> [Defaults.StoredValue] {
    if case .array(let values)? = self[name] { values } else { [] }
  }

  /// The dictionaries in the member of a name.
  func places(_ name: String) -> [PropertyListPlace] {
    values(name).enumerated().compactMap { index, value in
      guard case .dictionary(let members) = value else { return nil }
      return PropertyListPlace(members: members, pointer: "\(pointer)/\(name)/\(index)")
    }
  }

  private subscript(name: String) -> Defaults.StoredValue? {
    members[Defaults.KeyName(name)]
  }

  /// The way to a member.
  func pointer(_ name: String) -> String {
    "\(pointer)/\(name)"
  }
}
