import DefaultsCore
import DefaultsJSON

/// What holds for every JSON file that is edited in place.
enum JSONEditChecks {
  static func check(_ bytes: [UInt8]) throws {
    for dialect in [JSONScanner.Dialect.strict, .comments] {
      guard let document = try? JSONDocument(parsing: bytes, dialect) else { continue }
      let values = document.contents.values
      let keys = Array(values.keys.sorted().prefix(3))
      for key in keys {
        try check(document, values, [key: nil], dialect)
        try check(document, values, [key: changed(values[key])], dialect)
      }
      try check(document, values, ["new": .array([.dictionary(["a": .integer(1)])])], dialect)
      let all = Dictionary(keys.map { ($0, Defaults.StoredValue?.none) }) { first, _ in first }
      try check(document, values, all.merging(["a.b": .bool(true)]) { $1 }, dialect)
    }
  }

  /// A value that differs from another one, if possible only within it.
  private static func changed(_ value: Defaults.StoredValue?) -> Defaults.StoredValue {
    switch value {
    case .array(let elements): .array(elements.dropFirst() + [.string("new")])
    case .dictionary(var members):
      {
        if let key = members.keys.sorted().first { members[key] = nil }
        members["new"] = .array([.null])
        return .dictionary(members)
      }()
    case .bool(let flag): .bool(!flag)
    default: .dictionary(["a": .array([.integer(1)]), "b": .dictionary([:])])
    }
  }

  private static func check(
    _ document: JSONDocument,
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    _ dialect: JSONScanner.Dialect
  ) throws {
    // A number that is too large for JavaScript is infinite, and cannot be written anywhere else.
    guard edits.values.allSatisfy({ $0?.hasInfinity != true }) else { return }
    var document = document
    _ = document.apply(edits)
    guard let edited = try? document.rewritten(for: "").bytes,
      let again = try? JSONDocument(parsing: edited, dialect)
    else { throw FuzzTarget.Broken(description: "edited JSON is JSON") }
    var wanted = values
    for (key, edit) in edits { wanted[key] = edit }
    try demand(again.contents.values == wanted, "edited JSON has the edit and nothing else")
  }
}
