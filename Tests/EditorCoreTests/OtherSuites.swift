import Defaults
import DefaultsSchema
import EditorCore
import Foundation

/// The suites of a scenario besides the one that is shown first, from its file `suites.json`.
///
/// The file has a member for each suite: `title`, empty for one without a schema, `values`, and `keys`
/// with the titles of the schema's keys. All values are texts.
///
/// ```json
/// { "org.example.mail": { "title": "Mail", "keys": { "host": "Server" }, "values": { "port": 25 } } }
/// ```
struct OtherSuites {
  private struct Description: Decodable {
    var title: String = ""
    var keys: [String: String]?
    var values: [String: String]?
  }

  private let descriptions: [String: Description]

  init(of scenario: Scenario) throws {
    guard let text = try? scenario.text("suites.json") else {
      descriptions = [:]
      return
    }
    descriptions = try JSONDecoder().decode([String: Description].self, from: Data(text.utf8))
  }

  /// Creates the source of a session with these suites, and with one that has a schema already.
  func source(with suite: Defaults.Suite, _ schema: Schema) throws -> EditorSession.Source {
    var suites = [suite.name: suite]
    var schemas = [schema]
    for (name, description) in descriptions.sorted(by: { $0.key < $1.key }) {
      let other = Defaults.Suite(inMemory: name)
      for (key, value) in description.values ?? [:] {
        other.setStoredValue(.string(value), forKey: key)
      }
      suites[name] = other
      guard let keys = description.keys else { continue }
      let members = keys.sorted { $0.key < $1.key }.map { key, title in
        #""\#(key)": {"type": "string", "title": "\#(title)"}"#
      }
      let text = #"""
        {"x-format": 1, "x-suite": "\#(name)", "title": "\#(description.title)",
         "properties": {\#(members.joined(separator: ", "))}}
        """#
      let reading = SchemaDocument(text: text).read(SchemaReadingOptions { _ in other })
      guard let schema = reading.schema else {
        throw Scenario.Unusable(problems: reading.problems)
      }
      schemas.append(schema)
    }
    let titles = Dictionary(uniqueKeysWithValues: schemas.map { ($0.suite.name, $0.title) })
    let summaries = suites.keys.sorted().map {
      SuiteSummary(name: $0, title: titles[$0] ?? "")
    }
    let all = suites
    return EditorSession.Source(
      catalog: SuiteCatalog(suites: summaries, registry: SchemaRegistry(schemas))
    ) { all[$0] }
  }
}
