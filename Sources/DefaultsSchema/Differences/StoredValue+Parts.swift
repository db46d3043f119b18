package import DefaultsCore

extension Defaults.StoredValue {
  /// Returns the part of the value at the end of some steps; nil if it has none there.
  package func part(at path: ArraySlice<ValueDifference.Step>) -> Defaults.StoredValue? {
    guard let step = path.first else { return self }
    switch (step, self) {
    case (.member(let name, _), .dictionary(let members)):
      return members[name]?.part(at: path.dropFirst())
    case (.item(let index), .array(let items)) where items.indices.contains(index):
      return items[index].part(at: path.dropFirst())
    case (.member, .string), (.item, .string):
      return partsOfJSON?.part(at: path)
    case (.line(let index), .string):
      let lines = lines
      return lines.indices.contains(index) ? .string(lines[index]) : nil
    default:
      return nil
    }
  }

  /// The value of a JSON text that has parts; nil for any other value.
  var partsOfJSON: Defaults.StoredValue? {
    guard case .string(let text) = self, let json = try? JSONValue(parsing: text) else {
      return nil
    }
    switch json {
    case .array, .object: return try? Defaults.StoredValue(json)
    case .null, .bool, .number, .string: return nil
    }
  }

  /// The lines of a text; none for any other value.
  var lines: [String] {
    guard case .string(let text) = self else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
      String.init
    )
  }
}
