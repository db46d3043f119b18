import Defaults
import DefaultsSchema
import Testing

@Suite struct SecretTests {
  private let schema = Schema(suite: Defaults.Suite(inMemory: "org.s"), title: "S") {
    Section("") {
      Entry(untypedKey: "badge", title: "Badge", kind: .bool).secret()
      Entry(untypedKey: "size", title: "Size", kind: .bool)
      Entry(untypedKey: "servers", title: "Servers", kind: .list(of: Self.server))
    }
  }

  private static let server = ValueKind.table(
    [
      TableMember("host", kind: .string(TextLimits())),
      TableMember("pin", kind: .integer(NumberLimits())).secret(),
    ],
    others: nil
  )

  @Test func `what a schema calls secret is not remembered`() {
    let options = Defaults.HistoryOptions(program: "test").hidingSecrets(of: schema)
    #expect(options.isSecret("badge"))
    #expect(options.isSecret("servers"))
    #expect(!options.isSecret("size"))
    #expect(options.isSecret("password"))
    #expect(!Defaults.HistoryOptions(program: "test").hidingSecrets(of: nil).isSecret("badge"))
  }

  @Test(arguments: [
    (server, #"{"host":"h","pin":1}"#, #"{"host":"h","pin":"…"}"#),
    (server, #"{"other":1}"#, #"{"other":1}"#),
    (.list(of: server), #"[{"pin":1},[1]]"#, #"[{"pin":"…"},"…"]"#),
    (.dictionary(of: server), #"{"a":{"pin":1},"b":2}"#, #"{"a":{"pin":"…"},"b":"…"}"#),
    (.alternatives([Alternative(.bool), Alternative(server)]), "true", "true"),
    (.alternatives([Alternative(.bool), Alternative(server)]), #"{"pin":1}"#, #"{"pin":"…"}"#),
    (.alternatives([Alternative(.bool), Alternative(server)]), "[1]", #""…""#),
    (.bool, #"{"pin":1}"#, #"{"pin":1}"#),
  ])
  func `a secret member is replaced, and a value of another kind as a whole`(
    kind: ValueKind,
    json: String,
    expected: String
  ) throws {
    let value = try ValueKind.any.value(from: JSONValue(parsing: json))
    let shown = try ValueKind.any.value(from: JSONValue(parsing: expected))
    #expect(kind.hidingSecrets(of: value, behind: "…") == shown)
  }

  @Test(arguments: [
    (##"{"type": "string", "x-sensitive": true}"##, "whole"),
    (##"{"type": "array", "items": {"type": "string", "x-sensitive": true}}"##, "whole"),
    (##"{"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "#/$defs/s"}]}"##, "whole"),
    (
      ##"{"type": "object", "additionalProperties": {"type": "string", "x-sensitive": true}}"##,
      "whole"
    ),
    (##"{"type": "object", "patternProperties": {"^p": {"$ref": "#/$defs/s"}}}"##, "whole"),
    (##"{"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/s"}]}"##, "whole"),
    (##"{"type": "array", "items": {"type": "what", "x-sensitive": true}}"##, "whole"),
    (##"{"$ref": "#/$defs/none", "x-sensitive": true}"##, "whole"),
    (##"{"type": "object", "properties": {"pin": {"$ref": "#/$defs/s"}}}"##, "member"),
    (
      ##"{"type": "object", "properties": {"pin": {"$ref": "#/$defs/none", "x-sensitive": true}}}"##,
      "member"
    ),
    (
      ##"{"anyOf": [true, {"type": "object", "properties": {"pin": {"$ref": "#/$defs/s"}}}]}"##,
      "member"
    ),
    (
      ##"{"type": "object", "properties": {"pins": {"type": "array", "items": {"$ref": "#/$defs/s"}}}}"##,
      "whole"
    ),
    (##"{"type": "array", "items": {"type": "string"}}"##, "none"),
  ])
  func `a part that only some values of a key have makes a secret of what can be told apart`(
    key: String,
    expected: String
  ) {
    let root = #", "$defs": {"s": {"type": "string", "x-sensitive": true}}"#
    // The next key must not be taken for a secret because of the first one.
    let reading = SampleDocument.read(
      keys: "\"k\": \(key), \"n\": {\"type\": \"string\"}",
      root: root
    )
    let entry = reading.entry
    let found = entry?.isSecret == true ? "whole" : entry?.holdsSecret == true ? "member" : "none"
    #expect(found == expected, "\(reading.messages)")
    #expect(reading.schema?.entry(forKey: "n")?.holdsSecret == false)
  }
}
