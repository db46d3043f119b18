import Defaults
import DefaultsSchema
import Foundation
import Testing

@Suite struct NativeDocumentTests {
  @Test func `choices without a type, formats of numbers and fractional orders are no problems`() {
    let reading = SampleDocument.read(
      keys: #"""
        "a": {"enum": ["x", "y"], "order": 2}, "b": {"type": "integer", "format": "int32", "order": 1.5},
        "c": {"type": "number", "format": "double", "order": 1}
        """#
    )
    #expect(reading.messages == [])
    #expect(reading.schema?.entries.map(\.key.string) == ["c", "b", "a"])
  }

  private static let whole = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-format": 1, "x-suite": "org.example.mail", "x-revision": 4,
      "x-app": { "name": "Mail", "version": "2.1", "url": "https://example.org" },
      "title": "Mail", "description": "How mail is read.", "type": "object",
      "x-sections": [
        { "id": "late", "title": "Late", "order": 2 },
        { "id": "early", "title": "Early", "description": "What comes first.", "order": 1 }
      ],
      "additionalProperties": false,
      "properties": {
        "fontSize": {
          "type": "number", "minimum": 6, "exclusiveMaximum": 72, "multipleOf": 0.5, "x-step": 2,
          "default": 13, "x-unit": "pt", "x-section": "early", "order": 20, "x-restart": true
        },
        "columns": {
          "type": "integer", "minimum": 1, "default": 3.0, "x-section": "early", "order": 10,
          "x-restart": "in new windows"
        },
        "theme": {
          "type": "string", "enum": ["dark", "light"], "enumItemLabels": ["Dark", null],
          "markdownEnumDescriptions": ["Light *on* dark", ""], "x-allowCustom": true,
          "default": "sepia", "maxLength": 8, "x-section": "early"
        },
        "lastSync": { "type": "string", "x-type": "date", "default": "2026-03-14T09:26:53Z", "readOnly": true },
        "badge": { "type": "string", "x-type": "data", "contentEncoding": "base64", "default": "AAEC" },
        "server": { "type": "string", "format": "uri" },
        "folder": { "type": "string", "format": "file-path", "x-placeholder": "/srv/mail" },
        "accent": { "type": "string", "format": "color" },
        "sender": { "type": "string", "format": "email", "examples": ["ada@example.org", 7] },
        "notes": { "type": "string", "editPresentation": "multilineText" },
        "rules": { "type": "string", "contentMediaType": "application/json" },
        "token": { "type": ["string", "null"], "x-sensitive": true, "x-hidden": true },
        "days": {
          "type": "array", "uniqueItems": true, "minItems": 1, "maxItems": 7,
          "items": { "type": "string", "enum": ["mon", "tue"] }, "default": ["mon"]
        },
        "sizes": { "type": "array", "items": { "type": "number" }, "default": [1, 2.5] },
        "labels": { "type": "object", "additionalProperties": { "type": "string", "format": "color" } },
        "window": {
          "type": "object", "required": ["width"], "additionalProperties": false,
          "properties": {
            "width": { "type": "integer", "minimum": 1, "title": "Width", "order": 2 },
            "state": { "type": "string", "default": "open", "order": 1 }
          }
        },
        "anything": { "x-type": "any", "default": [1, "a", { "b": true }] },
        "big": { "type": "integer", "x-type": "unsigned", "default": 18446744073709551615 },
        "old.key": {
          "type": "boolean", "deprecated": true, "markdownDeprecationMessage": "Use `#theme#`.",
          "x-replacedBy": "theme", "x-since": "1.0", "x-until": "2.0", "tags": ["a", "b"],
          "x-dependsOn": { "key": "fontSize", "equals": 13 }, "x-seeAlso": ["columns"],
          "markdownDescription": "See `#columns#`, `#lastSync#` and `#other.app#`.", "x-vendor": { "a": [1] }
        }
      }
    }
    """

  private let reading = SchemaDocument(text: whole).read(SampleDocument.options)

  private func entry(_ key: String) throws -> Entry {
    try #require(reading.schema?.entry(forKey: key))
  }

  @Test func `a whole document is read without a problem but the ones it has`() {
    #expect(
      reading.messages == [
        "warning: /properties/sender/examples/1: \"examples\" is ignored: "
          + "found Int, expected String",
        "note: /properties/old.key/x-vendor: \"x-vendor\" is not known",
      ]
    )
  }

  @Test func `facts about the suite are read`() {
    let schema = reading.schema
    #expect(schema?.suite.name == "org.example.mail")
    #expect(schema?.title == "Mail")
    #expect(schema?.help == "How mail is read.")
    #expect(schema?.revision == 4)
    #expect(schema?.declaresEveryKey == true)
    #expect(schema?.app == AppInfo(name: "Mail", version: "2.1", url: "https://example.org"))
  }

  @Test func `keys without a section come first, sections and keys in their order`() {
    let sections = reading.schema?.sections ?? []
    #expect(sections.map(\.id) == ["", "early", "late"])
    #expect(sections.map(\.title) == ["", "Early", "Late"])
    #expect(sections[1].help == "What comes first.")
    #expect(sections[1].entries.map(\.key) == ["columns", "fontSize", "theme"])
    #expect(sections[0].entries.map(\.title) == sections[0].entries.map(\.title).sorted())
  }

  @Test func `numbers have limits, steps and units`() throws {
    let size = try entry("fontSize")
    #expect(
      size.kind
        == .real(
          NumberLimits(minimum: 6, maximum: 72, excludesMaximum: true, step: 2, multipleOf: 0.5)
        )
    )
    #expect(size.defaultValue == .real(13))
    #expect(size.unit == "pt")
    #expect(size.effect == "after a restart")
    let columns = try entry("columns")
    #expect(columns.kind == .integer(NumberLimits(minimum: 1, maximum: Int128(Int64.max))))
    #expect(columns.defaultValue == .integer(3))
    #expect(columns.effect == "in new windows")
    #expect(try entry("big").kind == .integer(.unsignedWord))
    #expect(try entry("big").defaultValue == .integer(Int128(UInt64.max)))
  }

  @Test func `choices have labels and help, and may be open`() throws {
    let theme = try entry("theme")
    #expect(
      theme.kind
        == .choice(
          [
            Choice(.string("dark"), title: "Dark", help: "Light on dark"),
            Choice(.string("light"), title: "light"),
          ],
          others: .string(TextLimits(maximumLength: 8))
        )
    )
    #expect(theme.defaultValue == .string("sepia"))
    #expect(
      try entry("days").kind
        == .choices(
          [Choice(.string("mon"), title: "mon"), Choice(.string("tue"), title: "tue")],
          CollectionLimits(minimumCount: 1, maximumCount: 7, isUnique: true)
        )
    )
  }

  @Test func `forms of text are kinds of their own`() throws {
    #expect(try entry("lastSync").kind == .date)
    #expect(try entry("lastSync").defaultValue == .date(Date(timeIntervalSince1970: 1_773_480_413)))
    #expect(try entry("lastSync").isReadOnly)
    #expect(try entry("badge").kind == .data)
    #expect(try entry("badge").defaultValue == .data(Data([0, 1, 2])))
    #expect(try entry("server").kind == .url)
    #expect(try entry("folder").kind == .path)
    #expect(try entry("folder").placeholder == "/srv/mail")
    #expect(try entry("accent").kind == .color)
    #expect(try entry("sender").kind == .string(TextLimits(isEmail: true)))
    #expect(try entry("sender").examples == [.string("ada@example.org")])
    #expect(try entry("notes").kind == .string(TextLimits(isMultiline: true)))
    #expect(try entry("rules").kind == .json)
    let token = try entry("token")
    #expect(token.isOptional && token.isSecret && token.isHidden)
  }

  @Test func `containers say what is in them`() throws {
    #expect(try entry("sizes").kind == .list(of: .real(NumberLimits())))
    #expect(try entry("sizes").defaultValue == .array([.real(1), .real(2.5)]))
    #expect(try entry("labels").kind == .dictionary(of: .color))
    #expect(
      try entry("window").kind
        == .table(
          [
            TableMember("state", kind: .string(TextLimits()), defaultValue: .string("open")),
            TableMember(
              "width",
              kind: .integer(NumberLimits(minimum: 1, maximum: Int128(Int64.max))),
              isRequired: true
            ),
          ],
          others: nil
        )
    )
    #expect(try entry("anything").kind == .any)
    #expect(
      try entry("anything").defaultValue
        == .array([.integer(1), .string("a"), .dictionary(["b": .bool(true)])])
    )
  }

  @Test func `facts about a key and words of others are kept`() throws {
    let old = try entry("old.key")
    #expect(old.title == "Old key")
    #expect(old.deprecation == Deprecation(message: "Use theme.", replacement: "theme"))
    #expect(old.dependency == Dependency(key: "fontSize", value: .real(13)))
    #expect(old.seeAlso == ["columns", "lastSync"])
    #expect(old.help == "See columns, lastSync and other.app.")
    #expect(old.tags == ["a", "b"])
    #expect(old.since == "1.0" && old.until == "2.0")
    #expect(try old.extraKeywords == [.init("x-vendor", JSONValue(parsing: "{\"a\": [1]}"))])
  }

  @Test func `a byte order mark is no mistake`() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array(SampleDocument.text(keys: "").utf8)
    #expect(SchemaDocument(name: "", bytes: bytes).read(SampleDocument.options).schema != nil)
  }
}
