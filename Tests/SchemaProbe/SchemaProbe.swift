import Defaults
import DefaultsSchema
import Foundation

/// Reads lines of JSON, each with the schema of a key and values for it, and prints a line with `1`
/// for each valid value and `0` for each invalid one, or `!` and the reason when the key has no entry.
@main
enum SchemaProbe {
  static func main() throws {
    while let line = readLine() {
      // Written at once, since the reader waits for each line.
      let text = try result(of: JSONValue(parsing: line)) + "\n"
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
  }

  private static func result(of line: JSONValue) throws -> String {
    guard case .object(let members) = line,
      let schema = members.first(where: { $0.name == "schema" })?.value,
      case .array(let values)? = members.first(where: { $0.name == "values" })?.value
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
