import Defaults
import DefaultsSchema
import Foundation

/// Reads lines of JSON, each with the schema of a key and values for it, and prints a line with `1`
/// for each valid value and `0` for each invalid one, or `!` and the reason when the key has no entry.
///
/// With the argument `rules`, a schema is a document of its own, beside which a line has the documents that
/// it may refer to (`documents`), whether it is of draft 7 (`isOlder`), and whether formats are checked
/// (`checksFormats`).
@main
enum SchemaProbe {
  static func main() throws {
    let result = CommandLine.arguments.contains("rules") ? resultOfRule : result
    while let line = readLine() {
      // Written at once, since the reader waits for each line.
      let text = try result(JSONValue(parsing: line)) + "\n"
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
  }

  private static func resultOfRule(_ line: JSONValue) -> String {
    guard let schema = line["schema"], case .array(let values)? = line["values"]
    else { return "! no schema or no values" }
    var documents: [String: JSONValue] = [:]
    if case .object(let others)? = line["documents"] {
      for other in others { documents[other.name] = other.value }
    }
    let rule = SchemaRule.of(
      schema,
      documents: documents,
      isOlder: line["isOlder"] == .bool(true),
      isForSettings: line["checksFormats"] == .bool(true)
    )
    guard let rule else { return "! the schema is too large" }
    return values.map { value in
      (try? Defaults.StoredValue(value)).map { rule.accepts($0) ? "1" : "0" } ?? "?"
    }.joined()
  }

  private static func result(_ line: JSONValue) throws -> String {
    guard let schema = line["schema"], case .array(let values)? = line["values"]
    else { return "! no schema or no values" }
    let document = SchemaDocument(name: "probe.json", text: schema.text())
    let options = SchemaReadingOptions(suiteName: "org.example.probe") {
      Defaults.Suite(inMemory: $0)
    }
    let reading = document.read(options)
    guard let read = reading.schema, let entry = read.entry(forKey: "k") else {
      return "! \(reading.problems.map { $0.message(path: "") })"
    }
    // What is written and read again must decide the same.
    let again = SchemaDocument(text: read.documentText).read(options).schema
    guard let copy = again?.entry(forKey: "k"), again?.documentText == read.documentText else {
      return "! the schema changes when it is converted twice"
    }
    var text = ""
    for value in values {
      let isValid = isValid(value, entry)
      guard isValid == Self.isValid(value, copy) else {
        return "! the converted schema differs for \(value.text())"
      }
      text += isValid ? "1" : "0"
    }
    return text
  }

  private static func isValid(_ value: JSONValue, _ entry: Entry) -> Bool {
    do {
      try entry.validate(entry.kind.normalized(Defaults.StoredValue(value)))
      return true
    } catch {
      return false
    }
  }
}

extension JSONValue {
  /// The member of a name; nil if there is none.
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
