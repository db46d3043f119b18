import DefaultsCore

extension ReadCommand {
  /// Prints the types of stored values: that of one key of one suite as macOS `defaults` does.
  func printTypes(of key: String, in suites: SuiteChoice) throws {
    var suites = suites
    let areSeveral = suites.isPattern
    var lines: [String] = []
    try suites.forEach { name in
      let suite = try options.openReadableSuite(name)
      let stored = suite.storedValues()
      let choice = NameChoice(suite.spelled(key)) { stored[$0] != nil }
      let types = stored.filter { choice.contains($0.key) }.sorted { $0.key < $1.key }
      guard case .pattern = choice else {
        if let value = types.first?.value {
          lines.append((areSeveral ? "\(suite.name): " : "") + "Type is \(value.typeName)")
        } else if !areSeveral {
          throw Failure.notSet(Defaults.KeyName(try suite.key(named: key, nil)), in: suite)
        }
        return
      }
      lines += types.map {
        (areSeveral ? "\(suite.name): " : "") + "\($0.key): \($0.value.typeName)"
      }
    }
    try Output.writeLines(lines)
    try suites.finish()
    guard lines.isEmpty else { return }
    throw Failure(.notSet, "No key that matches \"\(key)\" is set.")
  }
}

extension Defaults.StoredValue {
  /// The name that macOS `defaults` has for the type.
  fileprivate var typeName: String {
    switch self {
    case .bool: "boolean"
    case .integer: "integer"
    case .real: "float"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .dictionary: "dictionary"
    case .uid: "uid"
    case .null: "null"
    case .opaque(let value): value.kindName
    }
  }
}
