import DefaultsCore
import DefaultsJSON
import Testing

/// Returns the text of a document after an edit.
func edited(
  _ text: String,
  _ edits: [Defaults.KeyName: Defaults.StoredValue?],
  _ dialect: JSONScanner.Dialect = .comments
) throws -> String {
  var document = try JSONDocument(parsing: Array(text.utf8), dialect)
  _ = document.apply(edits)
  return String(decoding: try document.rewritten(for: "test").bytes, as: UTF8.self)
}

/// What an edit of a text with comments changes, as a person would do it by hand.
@Suite struct JSONEditTests {
  private static let settings = """
    // Settings of the editor
    {
        // The size of the text, in pixels
        "editor.fontSize": 14, // was 12
        "editor.tabSize": 2,

        /* Files */
        "files.exclude": { "**/.git": true, "build": false /* slow */ },
        "[swift]": {
            "editor.tabSize": 2 // as in the package
        },
        "list": [
            1, // one
            2
        ]
    }

    """

  private func settings(_ old: String, _ new: String) -> String {
    Self.settings.replacing(old, with: new)
  }

  @Test func `a new value replaces the text of the old one`() throws {
    #expect(
      try edited(Self.settings, ["editor.fontSize": .integer(16)]) == settings("14, //", "16, //")
    )
  }

  @Test func `in a container only what differs is replaced`() throws {
    let excluded: Defaults.StoredValue = .dictionary([
      "**/.git": .bool(false), "build": .bool(false),
    ])
    #expect(
      try edited(Self.settings, ["files.exclude": excluded])
        == settings(".git\": true", ".git\": false")
    )
    let swift: Defaults.StoredValue = .dictionary([
      "editor.tabSize": .integer(2), "editor.insertSpaces": .bool(true),
    ])
    #expect(
      try edited(Self.settings, ["[swift]": swift])
        == settings(
          "2 // as in the package\n",
          "2, // as in the package\n        \"editor.insertSpaces\": true\n"
        )
    )
    #expect(
      try edited(Self.settings, ["list": .array([.integer(1), .integer(2), .integer(3)])])
        == settings("        2\n", "        2,\n        3\n")
    )
    #expect(
      try edited(Self.settings, ["list": .array([.integer(2)])])
        == settings("        1, // one\n", "")
    )
  }

  @Test func `a new key goes after those that begin like it`() throws {
    #expect(
      try edited(Self.settings, ["editor.wordWrap": .string("on")])
        == settings(
          "\"editor.tabSize\": 2,\n\n",
          "\"editor.tabSize\": 2,\n    \"editor.wordWrap\": \"on\",\n\n"
        )
    )
    #expect(
      try edited(Self.settings, ["window.zoomLevel": .integer(1)])
        == settings("    ]\n}", "    ],\n    \"window.zoomLevel\": 1\n}")
    )
  }

  @Test func `a removed key takes the comment on its line along, and no other`() throws {
    #expect(
      try edited(Self.settings, ["editor.fontSize": nil])
        == settings("    \"editor.fontSize\": 14, // was 12\n", "")
    )
    #expect(
      try edited(Self.settings, ["list": nil])
        == settings("    },\n    \"list\": [\n        1, // one\n        2\n    ]\n", "    }\n")
    )
  }

  @Test(arguments: [
    // One line.
    ("{\"a.x\": 1, \"c\": 3}", "a.y", 2, "{\"a.x\": 1, \"a.y\": 2, \"c\": 3}"),
    ("{\"a.x\":1,\"c\":3}", "a.y", 2, "{\"a.x\":1,\"a.y\":2,\"c\":3}"),
    ("{\"c\": 1, \"b\": 3}", "a", 2, "{\"c\": 1, \"b\": 3, \"a\": 2}"),
    ("{\"a\":1}", "b", 2, "{\"a\":1,\"b\":2}"),
    // Four or more sorted members stay sorted.
    (
      "{\"b\": 1, \"c\": 1, \"d\": 1, \"e\": 1}", "a", 2,
      "{\"a\": 2, \"b\": 1, \"c\": 1, \"d\": 1, \"e\": 1}"
    ),
    (
      "{\n  \"a\": 1,\n  \"b\": 1,\n  // of d\n  \"d\": 1,\n  \"e\": 1\n}", "c", 2,
      "{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 2,\n  // of d\n  \"d\": 1,\n  \"e\": 1\n}"
    ),
    ("{ \"a\" : 1 }", "b", 2, "{ \"a\" : 1, \"b\" : 2 }"),
    ("{\"a\": 1, \"b\": 2, \"c\": 3}", "a", nil, "{\"b\": 2, \"c\": 3}"),
    ("{\"a\": 1, \"b\": 2, \"c\": 3}", "b", nil, "{\"a\": 1, \"c\": 3}"),
    ("{\"a\": 1, \"b\": 2, \"c\": 3}", "c", nil, "{\"a\": 1, \"b\": 2}"),
    ("{ \"a\": 1 }", "a", nil, "{ }"),
    // Nothing in it.
    ("{}", "a", 1, "{\n    \"a\": 1\n}"),
    ("{\n}\n", "a", 1, "{\n    \"a\": 1\n}\n"),
    ("{\n  // nothing yet\n}\n", "a", 1, "{\n  // nothing yet\n    \"a\": 1\n}\n"),
    ("", "a", 1, "{\n    \"a\": 1\n}\n"),
    ("// nothing yet", "a", 1, "// nothing yet\n{\n    \"a\": 1\n}\n"),
    // A comma after the last member stays, and none is added.
    ("{\n  \"a\": 1,\n}", "b", 2, "{\n  \"a\": 1,\n  \"b\": 2,\n}"),
    ("{\n  \"a\": 1,\n  \"b\": 2,\n}", "b", nil, "{\n  \"a\": 1,\n}"),
    ("{\n  \"a\": 1 // one\n}", "b", 2, "{\n  \"a\": 1, // one\n  \"b\": 2\n}"),
    ("{\n  \"a\": 1, // one\n  \"b\": 2 }", "b", nil, "{\n  \"a\": 1 // one\n }"),
    // A comma at the start of a line.
    (
      "{\n  \"a.x\": 1\n  , \"c\": 3\n}", "a.y", 2,
      "{\n  \"a.x\": 1\n  , \"a.y\": 2\n  , \"c\": 3\n}"
    ),
    // A comment between two members of one line belongs to the second.
    ("{ \"a\": 1, /* b */ \"b\": 2 }", "a", nil, "{ /* b */ \"b\": 2 }"),
    // Line ends and the byte order mark.
    ("\u{FEFF}{\r\n\t\"a\": 1\r\n}\r\n", "b", 2, "\u{FEFF}{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}\r\n"),
    // Of several members with the same name the last counts.
    ("{\"a\": 1, \"b\": 0, \"a\": 2}", "a", 3, "{\"a\": 1, \"b\": 0, \"a\": 3}"),
    ("{\"a\": 1, \"b\": 0, \"a\": 2}", "a", nil, "{\"b\": 0}"),
  ])
  func `one member is set or removed`(
    text: String,
    key: String,
    value: Int?,
    expected: String
  ) throws {
    let edit = value.map { Defaults.StoredValue.integer(Int128($0)) }
    #expect(try edited(text, [Defaults.KeyName(key): edit]) == expected)
  }

  @Test func `a new container is laid out like the text around it`() throws {
    let value: Defaults.StoredValue = .dictionary(["a": .array([.integer(1)]), "b": .array([])])
    #expect(
      try edited("{\n\t\"x\": {}\n}", ["x": value])
        == "{\n\t\"x\": {\n\t\t\"a\": [\n\t\t\t1\n\t\t],\n\t\t\"b\": []\n\t}\n}"
    )
    #expect(try edited("{\"x\":1}", ["x": value]) == "{\"x\":{\"a\": [1], \"b\": []}}")
  }

  @Test func `several edits are made at once`() throws {
    #expect(
      try edited(
        "{\n  \"a\": 1, // one\n  \"b\": 2, // two\n  \"c\": 3 // three\n}\n",
        ["b": nil, "c": nil, "d": .integer(4), "e": .integer(5), "a": .string("x")]
      ) == "{\n  \"a\": \"x\", // one\n  \"d\": 4,\n  \"e\": 5\n}\n"
    )
    #expect(
      try edited("{\n  \"a\": 1\n  ,\"b\": 2\n}", ["b": nil, "c": .integer(3)], .strict)
        == "{\n  \"a\": 1\n  , \"c\": 3\n  \n}"
    )
    #expect(
      try edited("{\n  \"a\": 1,\n  \"b\": 2\n}\n", ["a": nil, "b": nil, "c": .integer(3)])
        == "{\n  \"c\": 3\n}\n"
    )
  }

  @Test func `a comment stays on a line that still has an item`() throws {
    let text = "{\n  \"a\": 1, \"b\": 2, // about a\n  \"c\": 3 // about c\n}\n"
    #expect(try edited(text, ["b": nil]) == text.replacing(" \"b\": 2,", with: ""))
    #expect(try edited(text, ["c": nil]) == "{\n  \"a\": 1, \"b\": 2 // about a\n}\n")
  }
}
