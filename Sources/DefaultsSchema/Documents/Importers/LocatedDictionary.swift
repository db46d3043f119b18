import DefaultsCore

/// A dictionary in a property list, with the path from the root.
struct LocatedDictionary {
  /// The members.
  let members: [Defaults.KeyName: Defaults.StoredValue]
  /// The path from the root to the dictionary, written like a JSON Pointer.
  let pointer: String

  /// Returns whether the dictionary has a member with a name.
  func has(_ name: String) -> Bool {
    self[name] != nil
  }

  /// Returns a member that is a text; nil for any other.
  func string(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }

  /// Returns whether a member is the Boolean true.
  func flag(_ name: String) -> Bool {
    self[name] == .bool(true)
  }

  /// Returns a member that is a number; nil for any other.
  func number(_ name: String) -> Double? {
    switch self[name] {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// Returns a member that is a whole number; nil for any other.
  func wholeNumber(_ name: String) -> Int128? {
    switch self[name] {
    case .integer(let number): number
    case .real(let number): Int128(exactly: number)
    default: nil
    }
  }

  /// Returns the elements of a member that is an array; none for any other.
  func values(_ name: String) -> [Defaults.StoredValue] {
    if case .array(let values)? = self[name] { values } else { [] }
  }

  /// Returns the dictionaries among the elements of a member.
  func dictionaries(_ name: String) -> [LocatedDictionary] {
    values(name).enumerated().compactMap { index, value in
      guard case .dictionary(let members) = value else { return nil }
      return LocatedDictionary(members: members, pointer: "\(pointer)/\(name)/\(index)")
    }
  }

  private subscript(name: String) -> Defaults.StoredValue? {
    members[Defaults.KeyName(name)]
  }

  /// Returns the path from the root to a member.
  func pointer(_ name: String) -> String {
    "\(pointer)/\(name)"
  }
}
