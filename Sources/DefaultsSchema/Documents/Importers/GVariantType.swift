/// The value kinds of GVariant types: `s`, `as`, `a{sv}`, `(ii)`.
///
/// A property list has other containers than GVariant. A tuple is stored as an array with as many
/// elements, a dictionary whose keys are not strings has their texts as keys, and a variant or a maybe is
/// stored as its value.
package struct GVariantType {
  private var rest: Substring

  /// Returns the kind of a type; nil when the text is not a type, or no property list can hold values
  /// of it.
  package static func kind(of type: String) -> ValueKind? {
    guard type.utf8.count <= 255 else { return nil }
    var reader = GVariantType(rest: type[...])
    guard let kind = reader.readKind(depth: 0), reader.rest.isEmpty else { return nil }
    return kind
  }

  private mutating func readKind(depth: Int) -> ValueKind? {
    guard depth < 16, let first = rest.popFirst() else { return nil }
    switch first {
    case "a": return readArray(depth: depth)
    case "(": return readTuple(depth: depth)
    // A value or nothing, for which a key is unset.
    case "m": return readKind(depth: depth + 1)
    case "v": return .any
    default: return Self.basicKind(first)
    }
  }

  private mutating func readArray(depth: Int) -> ValueKind? {
    guard rest.first == "{" else { return readKind(depth: depth + 1).map { .list(of: $0) } }
    rest.removeFirst()
    guard let key = rest.popFirst(), Self.basicKind(key) != nil,
      let value = readKind(depth: depth + 1), rest.popFirst() == "}"
    else { return nil }
    return .dictionary(of: value)
  }

  private mutating func readTuple(depth: Int) -> ValueKind? {
    var parts: [ValueKind] = []
    while rest.first != ")" {
      guard let part = readKind(depth: depth + 1) else { return nil }
      parts.append(part)
    }
    rest.removeFirst()
    guard !parts.isEmpty else { return nil }
    let limits = CollectionLimits(minimumCount: parts.count, maximumCount: parts.count)
    return .list(of: .combined(parts), limits)
  }

  private static func basicKind(_ type: Character) -> ValueKind? {
    switch type {
    case "b": .bool
    case "y": .integer(NumberLimits(of: UInt8.self))
    case "n": .integer(NumberLimits(of: Int16.self))
    case "q": .integer(NumberLimits(of: UInt16.self))
    case "i", "h": .integer(NumberLimits(of: Int32.self))
    case "u": .integer(NumberLimits(of: UInt32.self))
    case "x": .integer(.word)
    case "t": .integer(.unsignedWord)
    case "d": .real(NumberLimits())
    case "s", "o", "g": .string(TextLimits())
    default: nil
    }
  }
}
