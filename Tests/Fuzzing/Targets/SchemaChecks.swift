import Defaults
import DefaultsSchema

/// What holds for every schema document, whichever format it has.
enum SchemaChecks {
  /// Values to check with each entry.
  private static let values: [Defaults.StoredValue] = [
    .bool(true), .integer(7), .real(0.5), .string("a"), .string("#ff8800"), .array([.string("a")]),
    .dictionary(["a": .array([.integer(1)])]),
  ]

  /// Reads a document, in a file of this name.
  static func check(_ bytes: [UInt8], named name: String) throws {
    try check(SchemaDocument(name: name, bytes: bytes))
  }

  /// Reads a document to which the bytes are a file that belongs to it, such as a translation.
  static func check(companion bytes: [UInt8], of text: String, named name: String) throws {
    try check(SchemaDocument(name: name, bytes: Array(text.utf8)) { _ in bytes })
  }

  private static func check(_ document: SchemaDocument) throws {
    var options = SchemaReadingOptions(languages: ["de"]) { Defaults.Suite(inMemory: $0) }
    options.maximumKeyCount = 500
    let reading = document.read(options)
    for problem in reading.problems {
      try demand(!"\(problem.flaw)".isEmpty, "each problem has a message")
    }
    for id in reading.ids.prefix(3) {
      options.id = id
      if let schema = document.read(options).schema { try check(schema) }
    }
    guard let schema = reading.schema else {
      return try demand(!reading.problems.isEmpty, "without a schema there is a reason")
    }
    try demand(schema.entries.count <= options.maximumKeyCount, "the limit on keys holds")
    try check(schema)
  }

  private static func check(_ schema: Schema) throws {
    let titles = [schema.title, schema.app.name, schema.app.version] + schema.sections.map(\.title)
    try demand(titles.allSatisfy(isLine), "titles are lines")
    for entry in schema.entries {
      let texts = [
        entry.title, entry.unit, entry.placeholder, entry.effect, entry.since, entry.until,
      ]
      try demand(texts.allSatisfy(isLine), "\(entry.key): titles are lines")
      for value in values { _ = try? entry.validate(entry.kind.normalized(value)) }
      guard let value = entry.defaultValue else { continue }
      try demand((try? entry.validate(value)) != nil, "\(entry.key): the default is valid")
      _ = try? entry.parse(entry.kind.editableText(value))
    }
    let text = schema.documentText
    let again = SchemaDocument(text: text).read(
      SchemaReadingOptions(allowsOtherFileName: true) { _ in schema.suite }
    )
    guard let copy = again.schema else {
      // What was unfolded may be larger than a document may be.
      let isTooLarge = again.problems.contains { $0.flaw.scope == .text }
      return try demand(isTooLarge, "written, it is a schema: \(again.problems)")
    }
    try demand(
      Set(copy.entries.map(\.key)) == Set(schema.entries.map(\.key)),
      "written and read again, it has the same keys"
    )
  }

  private static func isLine(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
