import Defaults
import DefaultsSchema
import Testing

/// Comments and aliases in YAML.
@Suite struct YAMLTests {
  private func read(_ name: String, _ text: String) -> SchemaReading {
    SchemaDocument(name: name, bytes: Array(text.utf8)).read(SampleDocument.options)
  }

  /// Texts with a `#` where no byte stands before it, or only a byte order mark.
  private static let commented = [
    "#", "# x", "#\n", "# x\n", "#!/bin/sh\necho\n", "\u{FEFF}# x\n", "# x\npayloadkeys: []\n",
    "\u{FEFF}# x\npayloadkeys:\n- key: a\n  type: <boolean>\n", "#x: 1", "# {\n{}\n",
  ]

  @Test(arguments: commented, ["", "a.yaml", "org.example.a.schema.json", "package.json"])
  func `a document may begin with a comment sign`(text: String, name: String) {
    let reading = read(name, text)
    #expect(!reading.problems.isEmpty || reading.schema != nil)
  }

  @Test func `a comment after a byte order mark is skipped`() throws {
    let reading = read(
      "a.yaml",
      "\u{FEFF}# x\npayloadkeys:\n- key: k\n  type: <boolean>\n"
    )
    #expect(try #require(reading.entry).kind == .bool)
  }

  @Test(arguments: ["[*]", "{a: *}"])
  func `aliases that nest each other end at a depth`(shell: String) {
    let parts = shell.split(separator: "*").map(String.init)
    let open = String(repeating: parts[0], count: 50)
    let close = String(repeating: parts[1], count: 50)
    let lines = (0..<80).map { index in
      "k\(index): &a\(index) \(open)\(index == 0 ? "1" : "*a\(index - 1)")\(close)\n"
    }
    let keys = "payloadkeys:\n- key: k\n  type: <array>\n  default: *a79\n"
    let reading = read("a.yaml", lines.joined() + keys)
    #expect(reading.messages == ["error: containers are nested more than 64 levels deep"])
  }

  @Test func `aliases may repeat values beside each other`() throws {
    let parts = (0..<40).map { "- key: k\($0)\n  type: <array>\n  subkeys: *s\n" }
    let reading = read(
      "a.yaml",
      "shared: &s\n- key: i\n  type: <string>\npayload: {payloadtype: org.example.a}\n"
        + "payloadkeys:\n" + parts.joined()
    )
    #expect(reading.schema?.entries.count == 40)
    #expect(reading.schema?.entries.last?.kind == .list(of: .string(TextLimits())))
  }
}
