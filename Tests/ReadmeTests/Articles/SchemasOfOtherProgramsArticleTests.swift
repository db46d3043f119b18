import Defaults
import DefaultsSchema
import Foundation
import TestSupport
import Testing

struct SchemasOfOtherProgramsArticleTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ text: String, to name: String) throws -> String {
    let path = directory.file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `a document is read`() throws {
    let path = try write(#"{"properties": {"k": {"type": "boolean"}, "": {}}}"#, to: "a.json")
    let lines = Recorder<String>()
    func print(_ line: String) { lines.record(line) }
    let document = try SchemaDocument(file: path)
    let reading = document.read(SchemaReadingOptions(suiteName: "org.example.app"))
    for problem in reading.problems { print(problem.message(path: path)) }
    for omission in reading.omissions { print("\(omission.key): \(omission.reason)") }
    let schema = reading.schema
    #expect(schema?.entries.map(\.key) == ["k"])
    #expect(
      lines.elements == [
        "\(path):1:47: error: /properties/: a key needs a name", ": a key needs a name",
      ]
    )
  }

  @Test func `a schema is chosen, and the limits are raised`() throws {
    let path = try write(
      """
      <schemalist><schema id="a"><key name="x" type="b"/></schema>
        <schema id="org.example.app.window"><key name="y" type="b"/></schema></schemalist>
      """,
      to: "a.gschema.xml"
    )
    var options = SchemaReadingOptions()
    options.id = "org.example.app.window"
    options.maximumSize = 40 * 1024 * 1024
    options.maximumKeyCount = 200_000
    let large = try SchemaDocument(file: path, maximumSize: options.maximumSize).read(options)
    #expect(large.schema?.entries.map(\.key) == ["y"])
    #expect(large.ids == ["a", "org.example.app.window"])
  }

  @Test func `the article names every format`() throws {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Defaults/Defaults.docc/SchemasOfOtherPrograms.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    for format in SchemaFormat.allCases where format != .native {
      #expect(text.contains("| \(format.plural) |"), "\(format.plural)")
    }
  }
}
