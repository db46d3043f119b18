import Defaults
import DefaultsSchema
import Foundation
import Testing

@Suite struct WriterTests {
  private enum Paper: Int, CaseIterable, Hashable, Defaults.Serializable {
    case blank, lined
  }

  private enum Theme: String, CaseIterable, Hashable, Defaults.Serializable {
    case light, dark
  }

  private struct Brush: Codable, Hashable, Sendable, Defaults.Serializable {
    var name: String
    var width: Double
  }

  private let suite = Defaults.Suite(inMemory: "org.example.writer")

  private func key<Value>(_ name: String, _ value: Value) -> Defaults.Key<Value> {
    Defaults.Key(name, default: value, suite: suite)
  }

  private static let forms = [
    Alternative(.bool),
    Alternative(.list(of: .url, CollectionLimits(minimumCount: 1)), title: "Servers in turn"),
    Alternative(
      .table(
        [
          TableMember("host", title: "Host", kind: .string(TextLimits()), isRequired: true),
          TableMember("ports", kind: .list(of: .integer(.word))),
        ],
        others: nil
      ),
      title: "One server"
    ),
    Alternative(.table([TableMember("script", kind: .url)]), title: "A script"),
  ]

  private var schema: Schema {
    Schema(
      suite: suite,
      title: "Writer \"quoted\"",
      help: "What it is about.",
      app: AppInfo(name: "Writer", version: "1"),
      revision: 7,
      declaresEveryKey: true
    ) {
      Section("") {
        Toggle("Zoom", key: key("zoom", true)).help("First, though not by name.")
        Toggle("Autosave", key: Defaults.Key<Bool?>("autosave", suite: suite))
      }
      Section("Numbers & more", help: "All that counts.") {
        NumberField("Any", key: key("any", 5))
        NumberField("Small", key: key("small", UInt8(5)))
        NumberField("Huge", key: key("huge", UInt64.max))
        NumberField("Share", key: key("share", 0.25), in: 0...1, step: 0.05, unit: "%")
        NumberField("Steps", key: Defaults.Key<Int?>("steps", suite: suite), in: 5...50, step: 5)
          .takesEffect("after a restart")
        Entry(
          "Odd",
          key: key("odd", 1.5),
          kind: .real(
            NumberLimits(minimum: 0, maximum: 9, excludesMinimum: true, multipleOf: 0.5)
          )
        )
        Entry("From", key: key("from", 3), kind: .integer(NumberLimits(minimum: 1)))
      }
      Section("Texts") {
        TextField(
          "Name",
          key: key("name", "Ada"),
          length: 1...40,
          pattern: "^A",
          message: "With A."
        )
        .placeholder("Ada").tags("who", "you")
        TextField("Token", key: Defaults.Key<String?>("token", suite: suite)).secret().hidden()
        TextField("Notes", key: key("notes", "a\nb"), isMultiline: true).takesEffect("soon")
        URLField("Server", key: Defaults.Key<URL?>("server", suite: suite))
        PathField("Folder", key: key("folder", "/srv"))
        ColorField("Accent", key: key("accent", "#ff8800"))
        JSONField("Brush", key: key("brush", Brush(name: "Kohle", width: 4.5)))
      }
      Section("Choices") {
        Picker(
          "Theme",
          key: key("theme", Theme.dark),
          titles: [.dark: "Night"],
          help: [.light: "Day."]
        )
        Picker("Paper", key: key("paper", Paper.lined))
        Picker(
          "Font",
          key: key("font", "Mono"),
          choices: [Choice(.string("Mono"), title: "Monospaced")],
          allowsOthers: true
        )
        Checklist("Papers", key: key("papers", [Paper.blank]))
        Checklist("Themes", key: key("themes", Set<Theme>()))
        Entry(
          "Threads",
          key: key("threads", Defaults.AnySerializable("all")),
          kind: .choice(
            [
              Choice(.string("all"), title: "All"), Choice(.integer(1), title: "One"),
              Choice(.string("none"), title: "none"),
            ],
            others: .alternatives([
              Alternative(.integer(NumberLimits(minimum: 2))), Alternative(.list(of: .bool)),
            ])
          )
        )
        Entry(
          "Either",
          key: Defaults.Key<Defaults.AnySerializable?>("either", suite: suite),
          kind: .alternatives([Alternative(.bool), Alternative(.string(TextLimits(isEmail: true)))])
        )
        UnionField("Proxy", key: key("proxy", Defaults.AnySerializable(false)), forms: Self.forms)
        UnionField(
          "Other proxy",
          key: Defaults.Key<Defaults.AnySerializable?>("otherProxy", suite: suite),
          forms: Self.forms.reversed()
        )
      }
      Section("Containers") {
        ListField("Colours", key: key("colours", ["#fff"]))
        ListField("Dates", key: key("dates", [Date(timeIntervalSince1970: 1.5)]))
        DictionaryField("Ages", key: key("ages", ["Ada": 36]))
        DateField("Day", key: key("day", Date(timeIntervalSince1970: 0)))
        Entry("Bytes", key: key("bytes", Data([0, 255])), kind: .data)
        Entry(
          "Window",
          key: key("window", ["width": 3]),
          kind: .table(
            [
              TableMember("width", help: "In columns.", kind: .integer(.word), isRequired: true),
              TableMember("pin", kind: .string(TextLimits())).secret(),
              TableMember(
                "inner",
                title: "Inside",
                kind: .table([TableMember("x", kind: .real(NumberLimits()))], others: nil),
                defaultValue: .dictionary(["x": .real(1)])
              ),
            ],
            others: .string(TextLimits())
          )
        )
        Entry("Anything", key: key("anything", [1.0, 2]), kind: .any)
      }
      Section("Facts") {
        Toggle("Old", key: key("old", false))
          .deprecated("Use \"zoom\".", replacedBy: "zoom")
          .depends(on: key("day", Date(timeIntervalSince1970: 0)), equals: .distantPast)
          .seeAlso("zoom", "theme")
          .versions(since: "1.0", until: "2.0")
          .readOnly()
      }
    }
  }

  @Test func `a schema that was written is equal when it is read`() throws {
    let document = SchemaDocument(
      name: "org.example.writer.schema.json",
      bytes: Array(schema.documentText.utf8)
    )
    let reading = document.read(SampleDocument.options)
    #expect(reading.messages == [])
    let again = try #require(reading.schema)
    #expect(again.sections.map(\.id) == schema.sections.map(\.id))
    for (left, right) in zip(again.entries, schema.entries) { #expect(left == right) }
    #expect(again == schema)
  }

  @Test func `the text is the same every time, also when it was read in between`() throws {
    let text = schema.documentText
    #expect(schema.documentText == text)
    let again = SchemaDocument(text: text).read(SampleDocument.options).schema
    #expect(again?.documentText == text)
  }

  @Test func `the text is what people would write`() {
    let schema = Schema(suite: suite, title: "Small") {
      Section("General") {
        NumberField("Size", key: key("size", 12.5), in: 6...72, unit: "pt").help("How large.")
        Picker("Theme", key: key("theme", Theme.dark), titles: [.dark: "Night"])
      }
    }
    #expect(
      schema.documentText == """
        {
          "$schema" : "https://json-schema.org/draft/2020-12/schema",
          "x-format" : 1,
          "x-suite" : "org.example.writer",
          "title" : "Small",
          "type" : "object",
          "x-sections" : [
            {
              "id" : "general",
              "title" : "General"
            }
          ],
          "properties" : {
            "size" : {
              "type" : "number",
              "minimum" : 6,
              "maximum" : 72,
              "title" : "Size",
              "description" : "How large.",
              "default" : 12.5,
              "x-unit" : "pt",
              "x-section" : "general",
              "order" : 10
            },
            "theme" : {
              "type" : "string",
              "enum" : [
                "light",
                "dark"
              ],
              "enumItemLabels" : [
                null,
                "Night"
              ],
              "title" : "Theme",
              "default" : "dark",
              "x-section" : "general",
              "order" : 20
            }
          }
        }

        """
    )
  }

  @Test func `words of others come back`() throws {
    let text = SampleDocument.text(
      keys: "\"k\": {\"type\": \"boolean\", \"scope\": [1, {\"a\": null}]}",
      root: ", \"x-vendor\": 1.50"
    )
    let schema = try #require(SchemaDocument(text: text).read(SampleDocument.options).schema)
    let again = SchemaDocument(text: schema.documentText).read(SampleDocument.options).schema
    #expect(again == schema)
    #expect(schema.documentText.contains("\"x-vendor\" : 1.50"))
  }

  @Test func `a default that JSON cannot carry is left out`() throws {
    let schema = Schema(suite: suite, title: "Far") {
      Section("") {
        Entry("Far", key: key("far", Double.infinity), kind: .real(NumberLimits()))
      }
    }
    #expect(!schema.documentText.contains("default"))
    #expect(SchemaDocument(text: schema.documentText).read(SampleDocument.options).messages == [])
  }
}
