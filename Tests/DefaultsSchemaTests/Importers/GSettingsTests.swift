import Defaults
import DefaultsSchema
import Testing

@Suite struct GSettingsTests {
  private func read(_ keys: String, suite: String? = nil) -> SchemaReading {
    let text =
      "<?xml version=\"1.0\"?>\n<!-- a comment --><!DOCTYPE schemalist [ <!ENTITY e \"x\"> ]>\n"
      + "<schemalist><enum id=\"org.e\"><value nick=\"slow\" value=\"0\"/>"
      + "<value nick=\"fast\" value=\"1\"/></enum>"
      + "<flags id=\"org.f\"><value nick=\"a\" value=\"1\"/><value nick=\"b\" value=\"2\"/></flags>"
      + "<schema id=\"org.empty\"/><schema id=\"org.example.g\" path=\"/o/\">\(keys)</schema>"
      + "<schema id=\"org.other\"><key name=\"x\" type=\"b\"/></schema></schemalist>"
    return SchemaDocument(text: text).read(
      SchemaReadingOptions(suiteName: suite) { Defaults.Suite(inMemory: $0) }
    )
  }

  private func read(type: String, value: String, more: String = "") -> SchemaReading {
    read("<key name=\"k\" \(type)><default>\(value)</default>\(more)</key>")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var type: String
    var text: String
    var kind: ValueKind
    var value: Defaults.StoredValue?
    var more = ""

    var testDescription: String { "\(type) \(text)" }
  }

  private static let text = ValueKind.string(TextLimits())
  private static let int32 = NumberLimits(minimum: Int128(Int32.min), maximum: Int128(Int32.max))
  private static let small = ValueKind.integer(NumberLimits(minimum: 0, maximum: 255))

  private static let cases = [
    Case(type: "type='b'", text: "true", kind: .bool, value: .bool(true)),
    Case(type: "type='y'", text: "0x1F", kind: small, value: .integer(31)),
    Case(
      type: "type='i'",
      text: " -5 ",
      kind: .integer(NumberLimits(minimum: -9, maximum: 9)),
      value: .integer(-5),
      more: "<range min='-9' max='9'/>"
    ),
    Case(type: "type='t'", text: "uint64 7", kind: .integer(.unsignedWord), value: .integer(7)),
    Case(type: "type='x'", text: "010", kind: .integer(.word), value: .integer(8)),
    Case(
      type: "type='d'",
      text: "1",
      kind: .real(NumberLimits(minimum: 0.5)),
      value: .real(1),
      more: "<range min='0.5'/>"
    ),
    Case(
      type: "type='s'",
      text: "'it\\'s &lt;\\u00e9&gt;'",
      kind: text,
      value: .string("it's <é>")
    ),
    Case(
      type: "type='s'",
      text: "\"b\"",
      kind: .choice([Choice(.string("a"), title: "a"), Choice(.string("b"), title: "b")]),
      value: .string("b"),
      more: "<choices><choice value='a'/><choice value='b'/></choices>"
    ),
    Case(type: "type='as'", text: "@as []", kind: .list(of: text), value: .array([])),
    Case(
      type: "type='as'",
      text: "['a', 'b']",
      kind: .list(of: text),
      value: .array([.string("a"), .string("b")])
    ),
    Case(
      type: "type='ad'",
      text: "[1, 2.5]",
      kind: .list(of: .real(NumberLimits())),
      value: .array([.real(1), .real(2.5)])
    ),
    Case(
      type: "type='ay'",
      text: "b'a'",
      kind: .list(of: small),
      value: .array([.integer(97), .integer(0)])
    ),
    Case(
      type: "type='a{sb}'",
      text: "{'x': true, 'y': false}",
      kind: .dictionary(of: .bool),
      value: .dictionary(["x": .bool(true), "y": .bool(false)])
    ),
    Case(
      type: "type='(is)'",
      text: "(3, 'a')",
      kind: .list(
        of: .alternatives([Alternative(.integer(int32)), Alternative(text)]),
        CollectionLimits(minimumCount: 2, maximumCount: 2)
      ),
      value: .array([.integer(3), .string("a")])
    ),
    Case(
      type: "type='(s)'",
      text: "('a',)",
      kind: .list(of: text, CollectionLimits(minimumCount: 1, maximumCount: 1)),
      value: .array([.string("a")])
    ),
    Case(
      type: "type='a(ii)'",
      text: "[(1, 2), (3, 4)]",
      kind: .list(
        of: .list(of: .integer(int32), CollectionLimits(minimumCount: 2, maximumCount: 2))
      ),
      value: .array([.array([.integer(1), .integer(2)]), .array([.integer(3), .integer(4)])])
    ),
    Case(
      type: "type='a{us}'",
      text: "{1: 'a', uint32 2: 'b'}",
      kind: .dictionary(of: text),
      value: .dictionary(["1": .string("a"), "2": .string("b")])
    ),
    Case(
      type: "type='a{sv}'",
      text: "{'a': &lt;1&gt;, 'b': &lt;['x']&gt;}",
      kind: .dictionary(of: .any),
      value: .dictionary(["a": .integer(1), "b": .array([.string("x")])])
    ),
    Case(type: "type='v'", text: "&lt;'x'&gt;", kind: .any, value: .string("x")),
    Case(
      type: "enum='org.e'",
      text: "'fast'",
      kind: .choice([
        Choice(.string("slow"), title: "slow"), Choice(.string("fast"), title: "fast"),
      ]),
      value: .string("fast")
    ),
    Case(
      type: "flags='org.f'",
      text: "['a']",
      kind: .choices(
        [Choice(.string("a"), title: "a"), Choice(.string("b"), title: "b")],
        CollectionLimits(isUnique: true)
      ),
      value: .array([.string("a")])
    ),
  ]

  @Test(arguments: cases)
  func `types and their defaults are read`(example: Case) {
    let reading = read(type: example.type, value: example.text, more: example.more)
    #expect(reading.messages == [])
    #expect(reading.format == .gsettings)
    #expect(reading.entry?.kind == example.kind)
    #expect(reading.entry?.defaultValue == example.value)
  }

  @Test func `what other files define, and what may be nothing, can still be edited`() {
    let reading = read(
      """
      <key name="k" enum="org.elsewhere"><default>'slow'</default></key>
      <key name="m" type="ms"><default>nothing</default></key>
      <key name="d" type="a{ss}"><default>[]</default></key>
      """
    )
    #expect(reading.schema?.entry(forKey: "k")?.kind == Self.text)
    #expect(reading.schema?.entry(forKey: "k")?.defaultValue == .string("slow"))
    #expect(reading.schema?.entry(forKey: "m")?.kind == Self.text)
    #expect(reading.schema?.entry(forKey: "m")?.isOptional == true)
    #expect(reading.schema?.entry(forKey: "d")?.defaultValue == .dictionary([:]))
    #expect(
      reading.messages
        == ["note: /k: neither this file nor those beside it list the values of org.elsewhere"]
    )
  }

  @Test(arguments: ["()", "(s", "a{vs}", "a{(i)s}", "aaaaaaaaaaaaaaaaaas", "a{s", "ss", ""])
  func `a type that a property list has no form for is shown as it is stored`(type: String) {
    let reading = read(type: "type='\(type)'", value: "('a', 'b')")
    #expect(reading.entry?.kind == .any)
    #expect(reading.entry?.flaw == .typeForeign(type))
    #expect(reading.highestSeverity == .error)
    #expect(reading.problems.count == 1)
  }

  @Test(arguments: ["'unclosed", "[1, ", "{'a' 1}", "tru", "'a' 'b'", "1 2", "[1}", "\"\\uzzzz\""])
  func `a default that is no value is ignored`(text: String) {
    let reading = read(type: "type='s'", value: text)
    #expect(reading.entry?.defaultValue == nil)
    #expect(
      reading.messages == [
        "warning: /k/default: \"default\" is ignored: it is not a value that can be stored"
      ]
    )
  }

  @Test func `a range outside of the type is ignored`() {
    let reading = read(type: "type='y'", value: "7", more: "<range min='300'/>")
    #expect(reading.entry?.kind == Self.small)
    #expect(reading.messages.count == 1)
  }

  @Test func `a document with very many schemas is refused`() {
    let schemas = (0..<1001).map { "<schema id='s\($0)'><key name='k' type='b'/></schema>" }
    let text = "<schemalist>\(schemas.joined())</schemalist>"
    let readings = SchemaDocument(text: text).readAll(
      SchemaReadingOptions { Defaults.Suite(inMemory: $0) }
    )
    #expect(readings.count == 1)
    #expect(readings[0].schema == nil)
    #expect(readings[0].messages.joined().contains("1001 schemas"))
  }

  @Test func `a default that does not fit is ignored with the reason`() {
    let reading = read(type: "type='i'", value: "7", more: "<range min='0' max='5'/>")
    #expect(
      reading.messages == ["warning: /k/default: \"default\" is ignored: 7 is above the maximum 5"]
    )
  }

  @Test func `titles and help come from summary and description`() throws {
    let reading = read(
      """
      <key name="plain" type="b"><default>true</default></key>
      <key name="k" type="b"><default>true</default>
        <summary>Show
          it</summary>
        <description><![CDATA[First <b> line
          goes on.

          Second.]]></description>
      </key>
      """
    )
    #expect(reading.schema?.entries.map(\.title) == ["Plain", "Show it"])
    #expect(reading.entry?.help == "First <b> line goes on.\n\nSecond.")
  }

  @Test func `of several schemas one is read and the keys of the others are listed`() {
    let first = read(type: "type='b'", value: "true")
    #expect(first.schema?.suite.name == "org.example.g")
    let reason = "it belongs to the schema \"org.other\"; --id chooses it"
    #expect(first.omissions == [.init(key: "x", reason: reason)])
    let other = read("<key name=\"k\" type=\"b\"/><key name=\"k\" type=\"s\"/>", suite: "org.other")
    #expect(other.schema?.suite.name == "org.other")
    #expect(other.schema?.entries.map(\.key) == ["x"])
    #expect(other.omissions.map(\.key) == ["k", "k"])
  }

  @Test func `a key that is declared twice counts once`() {
    let reading = read(
      "<key name=\"k\" type=\"b\"/><key name=\"k\" type=\"s\"/><child name=\"c\"/>"
    )
    #expect(reading.schema?.entries.map(\.kind) == [.bool])
    #expect(reading.omissions.map(\.key) == ["x", "k"])
    #expect(reading.messages.contains("note: <child> has no counterpart"))
  }

  @Test(arguments: [
    ("<schemalist><schema>", "<schema> does not end", 1, 21),
    ("<schemalist><schema></schemalist>", "</schemalist> ends nothing that is open", 1, 21),
    ("<schemalist a=b/>", "a quotation mark is expected here", 1, 15),
    (
      "<schemalist>&unknown;</schemalist>", "only the five entities of XML itself are understood",
      1, 13
    ),
    ("<schemalist>\n<!-- ", "the comment does not end", 2, 1),
    ("<schemalist/>x", "something follows the root element", 1, 14),
  ])
  func `broken XML is an error with its place`(
    text: String,
    reason: String,
    line: Int,
    column: Int
  ) {
    let reading = SchemaDocument(text: text).read(SampleDocument.options)
    #expect(reading.isUnreadable)
    #expect(reading.problems.map(\.place) == [TextPlace(line: line, column: column)])
    #expect(reading.problems.map(\.flaw) == [.malformed(notation: "XML", reason: reason)])
  }

  @Test func `elements deep inside one another are refused`() {
    let text = "<schemalist>" + String(repeating: "<a>", count: 10_000)
    let reading = SchemaDocument(text: text).read(SampleDocument.options)
    #expect(
      reading.problems.map(\.flaw)
        == [.malformed(notation: "XML", reason: "elements are nested too deeply")]
    )
  }

  @Test func `enumerations and flags are found in any schema of the directory`() {
    let text = """
      <schemalist><schema id="org.example.g">
        <key name="speed" enum="org.example.Speed"><default>'fast'</default></key>
        <key name="parts" flags="org.other.Parts"><default>['a']</default></key>
      </schema></schemalist>
      """
    let files = [
      "a.gschema.xml": "<schemalist>",
      "org.other.gschema.xml": """
      <schemalist><enum id="org.example.Speed"><value nick="fast" value="1"/></enum></schemalist>
      """,
      "z.gschema.xml": """
      <schemalist><flags id="org.other.Parts"><value nick="a" value="1"/></flags></schemalist>
      """,
      "notes.xml": "not read",
    ]
    var document = SchemaDocument(name: "org.example.g.gschema.xml", bytes: Array(text.utf8)) {
      files[$0].map { Array($0.utf8) }
    }
    document.companionNames = { files.keys.sorted() }
    let reading = document.read(SchemaReadingOptions { Defaults.Suite(inMemory: $0) })
    #expect(reading.schema?.entry(forKey: "speed")?.defaultValue == .string("fast"))
    #expect(reading.schema?.entry(forKey: "parts")?.defaultValue == .array([.string("a")]))
    let told = reading.problems.map { "\($0.flaw)" }
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("a.gschema.xml is not used: ") == true)
  }

  @Test func `enumerations are found in the file of a project that has them`() {
    let text = """
      <schemalist><schema id="org.example.g">
        <key name="speed" enum="org.example.Speed"><default>'fast'</default></key>
        <key name="other" enum="org.elsewhere.Kind"><default>'x'</default></key>
      </schema></schemalist>
      """
    let enumerations = """
      <schemalist><enum id="org.example.Speed">
        <value nick="slow" value="0"/><value nick="fast" value="1"/></enum></schemalist>
      """
    func read(_ companion: String) -> SchemaReading {
      SchemaDocument(name: "org.example.g.gschema.xml", bytes: Array(text.utf8)) { file in
        file == "org.example.enums.xml" ? Array(companion.utf8) : nil
      }
      .read(SchemaReadingOptions { Defaults.Suite(inMemory: $0) })
    }
    let schema = read(enumerations).schema
    guard case .choice(let choices, nil) = schema?.entry(forKey: "speed")?.kind else {
      Issue.record("no choice")
      return
    }
    #expect(choices.map(\.value) == [.string("slow"), .string("fast")])
    #expect(schema?.entry(forKey: "speed")?.defaultValue == .string("fast"))
    let told = read(enumerations).problems.map { "\($0.flaw)" }
    #expect(told.count == 1)
    #expect(told.first?.contains("org.elsewhere.Kind") == true)
    let damaged = read("<schemalist>").problems.map { "\($0.flaw)" }
    #expect(damaged.contains { $0.hasPrefix("org.example.enums.xml is not used: ") })
  }
}
