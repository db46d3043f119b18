import Defaults
import DefaultsSchema
import TestSupport
import Testing

/// Small documents that were made to overflow the stack, to fill the memory or to trap.
///
/// A document that does so ends the process of the tests, so most of these tests only have to end.
@Suite struct HostileDocumentTests {
  private func read(_ name: String, _ text: String) -> SchemaReading {
    SchemaDocument(name: name, bytes: Array(text.utf8)).read(SampleDocument.options)
  }

  // MARK: - Depth

  /// The ways in which a schema can hold another one, each with `*` for the other.
  private static let shells = [
    #"{"type": "array", "items": *}"#,
    #"{"type": "array", "prefixItems": [*]}"#,
    #"{"type": "object", "properties": {"m": *}}"#,
    #"{"type": "object", "additionalProperties": *}"#,
    #"{"type": "object", "patternProperties": {"^m": *}}"#,
    #"{"allOf": [*, {"title": "a"}]}"#,
    #"{"anyOf": [{"type": "boolean"}, {"type": "array", "items": *}]}"#,
    #"{"oneOf": [{"type": "null"}, *]}"#,
    #"{"if": {"type": "string"}, "then": {"type": "string"}, "else": *}"#,
    #"{"type": "string", "not": *}"#,
    #"{"type": "object", "propertyNames": *}"#,
    #"{"type": "array", "contains": *}"#,
    #"{"type": "object", "dependentSchemas": {"m": *}}"#,
    #"{"type": "object", "properties": {"m": {"x-sensitive": true, "anyOf": [*]}}}"#,
  ]

  /// Definitions that each hold the next one inside of as many shells as a document may nest.
  private static func definitions(of shell: String, count: Int = 60) -> String {
    let parts = shell.split(separator: "*", maxSplits: 1).map(String.init)
    let levels = parts[0].reduce(0) { depth, character in
      depth + ("[{".contains(character) ? 1 : "]}".contains(character) ? -1 : 0)
    }
    let shells = 58 / max(1, levels)
    let open = String(repeating: parts[0], count: shells)
    let close = String(repeating: parts[1], count: shells)
    let all = (0..<count).map { index in
      ##""d\##(index)": \##(open){"$ref": "#/$defs/d\##(index + 1)"}\##(close)"##
    }
    return #""$defs": {\#(all.joined(separator: ",")), "d\#(count)": {"type": "string"}}"#
  }

  @Test(.thorough, arguments: shells)
  func `definitions that nest each other end at a depth`(shell: String) throws {
    let definitions = Self.definitions(of: shell)
    let key = ##"{"$ref": "#/$defs/d0"}"##
    let native = SampleDocument.read(
      keys: #""k": \#(key), "plain": {"type": "boolean"}"#,
      root: ", \(definitions)"
    )
    #expect(native.schema?.entry(forKey: "plain")?.kind == .bool)
    let entry = try #require(native.entry)
    // Whatever the key can be shown as, the value is checked and the schema is written again.
    for value: Defaults.StoredValue in [.string("a"), .array([.array([])]), .dictionary([:])] {
      _ = try? entry.validate(value)
    }
    _ = native.schema?.documentText

    let plain = read("a.json", #"{"properties": {"k": \#(key)}, \#(definitions)}"#)
    #expect(plain.schema?.entries.count == 1)
    let root = read("a.json", ##"{"$ref": "#/$defs/d0", \##(definitions)}"##)
    #expect(!root.problems.isEmpty || root.schema != nil)
    let code = read(
      "package.json",
      #"{"name": "a", "contributes": {"configuration": {"properties": {"k": \#(key)}}}, "#
        + #"\#(definitions)}"#
    )
    #expect(code.schema?.entries.count == 1)
    let policies = read(
      "policies.json",
      #"{"policy_definitions": [{"name": "k", "type": "dict", "schema": {"allOf": [\#(key)]}}], "#
        + #"\#(definitions)}"#
    )
    #expect(policies.schema?.entries.count == 1)
  }

  @Test func `lists in definitions are shown as lists up to a depth`() throws {
    let reading = SampleDocument.read(
      key: ##"{"$ref": "#/$defs/d0"}"##,
      root: ", " + Self.definitions(of: Self.shells[0])
    )
    #expect(reading.problems.contains { "\($0.flaw)".contains("than a key can hold") })
    var kind = try #require(reading.entry).kind
    var depth = 0
    while case .list(let element, _) = kind {
      kind = element
      depth += 1
    }
    #expect(kind == .any)
    #expect((50...64).contains(depth))
  }

  @Test func `a value as deep as a property list can be is checked by a recursive rule`() throws {
    let reading = SampleDocument.read(
      key: ##"{"$ref": "#/$defs/n"}"##,
      root: ##", "$defs": {"n": {"type": ["array", "string"], "items": {"$ref": "#/$defs/n"}}}"##
    )
    let entry = try #require(reading.entry)
    var value = Defaults.StoredValue.array([])
    for _ in 0..<500 { value = .array([value]) }
    _ = try? entry.validate(value)
  }

  // MARK: - Multiplication

  @Test(.thorough) func `parameters of KConfigXT are counted before keys are made of them`() {
    let entries = (0..<5_000).map {
      #"<entry name="a\#($0)$(i)" type="Int"><parameter name="i" type="Int" max="999"/></entry>"#
    }
    let reading = read("a.kcfg", "<kcfg><group name=\"g\">\(entries.joined())</group></kcfg>")
    #expect(reading.schema == nil)
    #expect(reading.messages == ["error: there are 5000000 keys; the limit is 20000"])
    #expect(reading.omissions.isEmpty)
  }

  @Test(.thorough) func `the choices of an element of KConfigXT are made once for all its names`() {
    let choices = (0..<2_000).map { #"<choice name="c\#($0)"/>"# }.joined()
    let entries = (0..<10).map {
      #"<entry name="a\#($0)$(i)" type="Enum"><parameter name="i" max="999"/>"#
        + "<choices>\(choices)</choices><default>c1</default></entry>"
    }
    let reading = read("a.kcfg", "<kcfg><group name=\"g\">\(entries.joined())</group></kcfg>")
    #expect(reading.schema?.entries.count == 10_000)
    #expect(reading.schema?.entry(forKey: "a9999")?.defaultValue == .string("c1"))
  }

  @Test func `an enumeration of GSettings is read once for all its keys`() {
    let nicks = (0..<5_000).map { #"<value nick="n\#($0)" value="\#($0)"/>"# }.joined()
    let keys = (0..<5_000).map { #"<key name="k\#($0)" enum="e"><default>'n1'</default></key>"# }
    let reading = read(
      "a.gschema.xml",
      #"<schemalist><enum id="e">\#(nicks)</enum><schema id="org.example.a">"#
        + "\(keys.joined())</schema></schemalist>"
    )
    #expect(reading.schema?.entries.count == 5_000)
    #expect(reading.schema?.entry(forKey: "k4999")?.defaultValue == .string("n1"))
  }

  @Test(.thorough, arguments: ["properties", "enum", "required", "anyOf"])
  func `a large definition is not read for each of many references`(keyword: String) {
    let parts = (0..<30_000).map { index in
      switch keyword {
      case "properties": #""m\#(index)": {"type": "boolean"}"#
      case "anyOf": #"{"const": \#(index)}"#
      default: #""m\#(index)""#
      }
    }.joined(separator: ",")
    let list = keyword == "properties" ? "{\(parts)}" : "[\(parts)]"
    let keys = (0..<10_000).map { ##""k\##($0)": {"$ref": "#/$defs/d"}"## }
    let reading = SampleDocument.read(
      keys: keys.joined(separator: ","),
      root: #", "$defs": {"d": {"type": "object", "\#(keyword)": \#(list)}}"#
    )
    #expect(reading.schema?.entries.count == 10_000)
    #expect(reading.problems.contains { $0.flaw == .tooManyReferences })
  }

  @Test(.thorough) func `the properties of many branches are merged once`() throws {
    let parts = (0..<20_000).map {
      #"{"properties": {"m\#($0)": {"type": "boolean"}}, "required": ["m\#($0)"]}"#
    }
    let reading = SampleDocument.read(key: #"{"allOf": [\#(parts.joined(separator: ","))]}"#)
    guard case .table(let members, _) = try #require(reading.entry).kind else {
      Issue.record("the key is no table")
      return
    }
    #expect(members.count == 20_000)
    #expect(members.count(where: \.isRequired) == 20_000)
  }

  @Test func `a long name is not repeated in every problem below it`() {
    let name = String(repeating: "n", count: 400_000)
    let parts = (0..<2_000).map { #""m\#($0)": {"tipe": 1}"# }.joined(separator: ",")
    let reading = SampleDocument.read(
      keys: #""\#(name)": {"type": "object", "properties": {\#(parts)}}"#
    )
    #expect(reading.problems.count >= 2_000)
    #expect(reading.problems.allSatisfy { $0.pointer.utf8.count <= 1024 })
  }

  /// Documents of a format with a key of each name.
  struct Format: Sendable, CustomTestStringConvertible {
    var name: String
    var start: String
    var end: String
    var separator = ""
    /// The declaration of a key, with `*` for its name.
    var key: String

    var testDescription: String { name }

    func document(of names: [String]) -> SchemaDocument {
      let keys = names.map { key.replacing("*", with: $0) }.joined(separator: separator)
      return SchemaDocument(name: name, text: start + keys + end)
    }
  }

  private static let formats = [
    Format(
      name: "a.json",
      start: #"{"allOf": ["#,
      end: "]}",
      separator: ",",
      key: #"{"properties": {"*": {"type": "string"}}}"#
    ),
    Format(
      name: "a.schema.json",
      start: #"{"x-format": 1, "x-suite": "a", "title": "A", "properties": {}, "allOf": ["#,
      end: "]}",
      separator: ",",
      key: #"{"properties": {"*": {"type": "string"}}}"#
    ),
    Format(
      name: "package.json",
      start: #"{"name": "a", "contributes": {"configuration": {"properties": {"#,
      end: "}}}}",
      separator: ",",
      key: #""*": {"type": "string"}"#
    ),
    Format(
      name: "policies.json",
      start: #"{"policy_definitions": ["#,
      end: "]}",
      separator: ",",
      key: #"{"name": "*", "type": "main"}"#
    ),
    Format(
      name: "a.plist",
      start: "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>pfm_domain</key>"
        + "<string>a</string><key>pfm_subkeys</key><array>",
      end: "</array></dict></plist>",
      key: "<dict><key>pfm_name</key><string>*</string><key>pfm_type</key>"
        + "<string>boolean</string></dict>"
    ),
    Format(
      name: "A.bundle",
      start: "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>"
        + "<key>PreferenceSpecifiers</key><array>",
      end: "</array></dict></plist>",
      key: "<dict><key>Key</key><string>*</string><key>Type</key>"
        + "<string>PSToggleSwitchSpecifier</string></dict>"
    ),
    Format(
      name: "a.kcfg",
      start: "<kcfg><group name=\"g\">",
      end: "</group></kcfg>",
      key: "<entry name=\"*\" type=\"Bool\"/>"
    ),
    Format(
      name: "a.gschema.xml",
      start: "<schemalist><schema id=\"a\">",
      end: "</schema></schemalist>",
      key: "<key name=\"*\" type=\"b\"><default>true</default></key>"
    ),
  ]

  @Test(arguments: formats)
  func `keys above the limit are counted in every format`(format: Format) {
    let document = format.document(of: (0..<25).map { "k\($0)" })
    var options = SampleDocument.options
    options.maximumKeyCount = 10
    let reading = document.read(options)
    #expect(reading.schema == nil)
    #expect(reading.messages.contains { $0.hasSuffix("there are 25 keys; the limit is 10") })
    options.maximumKeyCount = 25
    #expect(document.read(options).schema?.entries.count == 25)
  }

  // MARK: - Budgets of a document

  @Test(.thorough) func `a key that is too large takes nothing from the keys after it`() throws {
    let definitions = (0..<30).map {
      ##""d\##($0)": {"type": "object", "properties": {"l": {"$ref": "#/$defs/d\##($0 + 1)"}, "##
        + ##""r": {"$ref": "#/$defs/d\##($0 + 1)"}}}"##
    }
    let reading = SampleDocument.read(
      keys: ##""a": {"$ref": "#/$defs/d0"}, "k": {"$ref": "#/$defs/flag"}"##,
      root: ##", "$defs": {\##(definitions.joined(separator: ",")), "d30": {"type": "string"}, "##
        + #""flag": {"type": "boolean"}}"#
    )
    let entry = try #require(reading.entry)
    #expect(entry.kind == .bool)
  }

  @Test func `a slow pattern leaves the other patterns of the document in use`() throws {
    let slow = (0..<400).map { #""s\#($0)": {"type": "string", "pattern": "^(a+)+$"}"# }
    let reading = SampleDocument.read(
      keys: slow.joined(separator: ",")
        + #", "k": {"type": "string", "pattern": "^[a-z]*[a-z]*[a-z]*[a-z]*$"}"#
    )
    let entry = try #require(reading.entry)
    #expect(throws: Defaults.Rejection.self) { try entry.validate(.string("!")) }
  }
}
