import Defaults
import DefaultsSchema
import Foundation
import Testing

@Suite struct ProfileManifestTests {
  private typealias Value = Defaults.StoredValue

  private func key(
    _ name: String,
    _ type: String,
    _ members: [Defaults.KeyName: Value] = [:]
  ) -> Value {
    .dictionary(
      members.merging(["pfm_name": .string(name), "pfm_type": .string(type)]) { first, _ in first }
    )
  }

  private func texts(_ texts: String...) -> Value { .array(texts.map { .string($0) }) }

  private func read(
    _ keys: [Value],
    _ root: [Defaults.KeyName: Value] = [:]
  ) throws -> SchemaReading {
    var values = root
    values["pfm_subkeys"] = .array(keys)
    if root["pfm_domain"] == nil { values["pfm_domain"] = .string("org.example.tool") }
    let bytes = try PropertyListDocument(values).encoded()
    return SchemaDocument(name: "x.plist", bytes: bytes).read(SampleDocument.options)
  }

  private func kind(_ type: String, _ members: [Defaults.KeyName: Value] = [:]) throws -> ValueKind?
  {
    try read([key("k", type, members)]).entry?.kind
  }

  @Test func `facts about the suite are read`() throws {
    let reading = try read(
      [key("k", "boolean")],
      [
        "pfm_title": .string("Tool"), "pfm_description": .string("What it is."),
        "pfm_version": .integer(3), "pfm_app_url": .string("https://example.org"),
      ]
    )
    #expect(reading.format == .profileManifest)
    #expect(reading.schema?.suite.name == "org.example.tool")
    #expect(reading.schema?.title == "Tool")
    #expect(reading.schema?.help == "What it is.")
    #expect(reading.schema?.revision == 3)
    #expect(reading.schema?.app.url == "https://example.org")
    #expect(reading.problems == [])
  }

  @Test func `facts about a key are read`() throws {
    let reading = try read([
      key(
        "k",
        "integer",
        [
          "pfm_title": .string("Delay"), "pfm_description": .string("How long."),
          "pfm_default": .integer(5), "pfm_range_min": .integer(0), "pfm_range_max": .integer(9),
          "pfm_value_unit": .string("s"), "pfm_value_placeholder": .integer(7),
          "pfm_sensitive": .bool(true), "pfm_hidden": .string("all"),
          "pfm_app_min": .string("1.0"), "pfm_app_deprecated": .string("2.0"),
          "pfm_conditionals": .array([]),
        ]
      )
    ])
    let entry = try #require(reading.entry)
    #expect(entry.title == "Delay")
    #expect(entry.help == "How long.")
    #expect(entry.kind == .integer(NumberLimits(minimum: 0, maximum: 9)))
    #expect(entry.defaultValue == .integer(5))
    #expect(entry.unit == "s" && entry.placeholder == "7")
    #expect(entry.isSecret && entry.isHidden)
    #expect(entry.since == "1.0")
    #expect(entry.deprecation?.message == "Deprecated since version 2.0.")
    #expect(
      reading.problems.map { $0.message(path: "f") } == [
        "f: note: /pfm_subkeys/0/pfm_conditionals: what \"pfm_conditionals\" says is not shown"
      ]
    )
  }

  @Test func `no text holds a control character, and titles are lines`() throws {
    let text = Value.string(" a\u{7}\nb ")
    let names = [
      "pfm_title", "pfm_description", "pfm_value_unit", "pfm_value_placeholder", "pfm_app_min",
      "pfm_app_max", "pfm_app_deprecated",
    ]
    let members = Dictionary(uniqueKeysWithValues: names.map { (Defaults.KeyName($0), text) })
    let reading = try read([key("k", "string", members)], ["pfm_title": text])
    let schema = try #require(reading.schema)
    let entry = try #require(reading.entry)
    let titles = [
      schema.title, schema.app.name, entry.title, entry.unit, entry.placeholder, entry.since,
      entry.until,
    ]
    #expect(titles.allSatisfy { $0 == "a b" }, "\(titles)")
    #expect(entry.help == "a\nb")
    #expect(entry.deprecation?.message == "Deprecated since version a b.")
  }

  @Test func `types have the kinds they name`() throws {
    #expect(try kind("boolean") == .bool)
    #expect(try kind("integer") == .integer(.word))
    #expect(try kind("real", ["pfm_range_max": .real(0.5)]) == .real(NumberLimits(maximum: 0.5)))
    #expect(try kind("float") == .real(NumberLimits()))
    #expect(try kind("date") == .date)
    #expect(try kind("data") == .data)
    #expect(
      try kind(
        "string",
        ["pfm_range_min": .integer(1), "pfm_range_max": .integer(5), "pfm_format": .string("^a")]
      )
        == .string(
          TextLimits(minimumLength: 1, maximumLength: 5, pattern: "^a", patternSyntax: .icu)
        )
    )
  }

  @Test func `choices have titles and may be open`() throws {
    let members: [Defaults.KeyName: Value] = [
      "pfm_range_list": texts("a", "b", "a"), "pfm_range_list_titles": texts("A"),
      "pfm_range_list_allow_custom_value": .bool(true), "pfm_default": .string("z"),
    ]
    let reading = try read([key("k", "string", members)])
    #expect(
      reading.entry?.kind
        == .choice(
          [Choice(.string("a"), title: "A"), Choice(.string("b"), title: "b")],
          others: .string(TextLimits())
        )
    )
    #expect(reading.entry?.defaultValue == .string("z"))
    #expect(
      reading.messages == [
        "warning: /pfm_subkeys/0/pfm_range_list_titles: "
          + "\"pfm_range_list_titles\" has 1 elements for 3 choices",
        "warning: /pfm_subkeys/0/pfm_range_list/2: the choice a is dropped: it is listed already",
      ]
    )
  }

  @Test func `a sensitive part of a dictionary is a secret member`() throws {
    let parts = [
      key("user", "string"), key("pin", "string", ["pfm_sensitive": .bool(true)]),
    ]
    let reading = try read([key("k", "dictionary", ["pfm_subkeys": .array(parts)])])
    guard case .table(let members, _)? = reading.entry?.kind else {
      Issue.record("no table")
      return
    }
    #expect(members.map(\.isSecret) == [false, true])
    #expect(reading.entry?.isSecret == false)
    #expect(reading.entry?.holdsSecret == true)
  }

  @Test(arguments: ["array", "dictionary"])
  func `sensitive elements and values of any name make the whole value a secret`(
    type: String
  ) throws {
    let name = type == "array" ? "" : "{{value}}"
    let part = key(name, "string", ["pfm_sensitive": .bool(true)])
    let reading = try read([key("k", type, ["pfm_subkeys": .array([part])])])
    #expect(reading.entry?.isSecret == true)
  }

  @Test func `elements of an array may be of several kinds, or have several members`() throws {
    func array(_ parts: [Value]) throws -> ValueKind? {
      try kind("array", ["pfm_subkeys": .array(parts)])
    }
    let table: Value = .dictionary([
      "pfm_type": .string("dictionary"), "pfm_subkeys": .array([key("host", "string")]),
    ])
    let other: Value = .dictionary([
      "pfm_type": .string("dictionary"), "pfm_subkeys": .array([key("port", "integer")]),
    ])
    guard case .list(.table(let members, _), _)? = try array([table, other]) else {
      Issue.record("no table")
      return
    }
    #expect(members.map(\.name) == ["host", "port"])
    guard case .list(.table(let same, _), _)? = try array([key("a", "string"), key("b", "real")])
    else {
      Issue.record("no table")
      return
    }
    #expect(same.map(\.name) == ["a", "b"])
    let text: Value = .dictionary(["pfm_type": .string("string")])
    let number: Value = .dictionary(["pfm_type": .string("integer")])
    #expect(
      try array([text, number])
        == .list(
          of: .alternatives([Alternative(.string(TextLimits())), Alternative(.integer(.word))])
        )
    )
  }

  @Test func `containers say what is in them`() throws {
    let element: Value = .dictionary(["pfm_type": .string("string"), "pfm_range_list": texts("x")])
    #expect(
      try kind("array", ["pfm_subkeys": .array([element]), "pfm_range_max": .integer(3)])
        == .choices([Choice(.string("x"), title: "x")], CollectionLimits(maximumCount: 3))
    )
    let members: Value = .array([
      key("on", "boolean", ["pfm_require": .string("always"), "pfm_default": .bool(true)]),
      key("list", "array", ["pfm_subkeys": .array([.dictionary(["pfm_type": .string("real")])])]),
    ])
    #expect(
      try kind("dictionary", ["pfm_subkeys": members])
        == .table([
          TableMember("on", kind: .bool, defaultValue: .bool(true), isRequired: true),
          TableMember("list", kind: .list(of: .real(NumberLimits()))),
        ])
    )
    let free: Value = .array([key("{{key}}", "string"), key("{{value}}", "integer")])
    #expect(try kind("dictionary", ["pfm_subkeys": free]) == .dictionary(of: .integer(.word)))
    #expect(try kind("array") == .list(of: .any))
  }

  @Test func `segments become sections in the order of their tabs`() throws {
    let segments: [Defaults.KeyName: Value] = [
      "pfm_segments": .dictionary(["Second": texts("b", "none"), "First": texts("a")]),
      "pfm_range_list": texts("Second", "First"),
    ]
    let reading = try read([
      key("PFC_SegmentedControl_0", "string", segments), key("PayloadType", "string"),
      key("a", "boolean"), key("b", "boolean"), key("c", "boolean"),
    ])
    let sections = try #require(reading.schema?.sections)
    #expect(sections.map(\.title) == ["", "Second", "First"])
    #expect(sections.map { $0.entries.map(\.key) } == [["c"], ["b"], ["a"]])
    #expect(reading.omissions.map(\.key) == ["PFC_SegmentedControl_0", "PayloadType"])
  }

  @Test func `what is wrong is told, and every key is accounted for`() throws {
    let reading = try read([
      key("a", "union"), key("a", "boolean"), .string("odd"), key("", "boolean"),
      key("d", "boolean", ["pfm_default": .string("NO"), "pfm_range_min": .integer(1)]),
      key("e", "string", ["pfm_format": .string("(")]),
    ])
    #expect(
      reading.messages == [
        "error: /pfm_subkeys/0/pfm_type: the type \"union\" is not known; "
          + "use boolean, integer, number, string, array or object",
        "warning: /pfm_subkeys/1: the key \"a\" was declared before; the first one counts",
        "error: /pfm_subkeys/3: a key needs a name",
        "warning: /pfm_subkeys/4/pfm_range_min: \"pfm_range_min\" is ignored: "
          + "it does not apply to Bool",
        "warning: /pfm_subkeys/4/pfm_default: \"pfm_default\" is ignored: "
          + "found String, expected Bool",
        "warning: /pfm_subkeys/5/pfm_format: the pattern ( is ignored: it is malformed",
      ]
    )
    #expect(reading.schema?.entries.map(\.key) == ["a", "d", "e"])
    #expect(reading.omissions.map(\.key) == ["a", "", ""])
    #expect(reading.schema?.entries[0].flaw == .typeUnknown("union"))
  }

  @Test func `a manifest for a suite that cannot be is refused`() throws {
    let reading = try read([key("k", "boolean")], ["pfm_domain": .string("../evil")])
    #expect(reading.schema == nil)
    #expect(reading.problems.map(\.flaw) == [.suiteUnsafe("../evil")])
  }

  @Test func `manifests are read in every form of a property list`() throws {
    let text = """
      { pfm_domain = "org.example.tool";
        pfm_subkeys = ( { pfm_name = "k"; pfm_type = boolean; } ); }
      """
    let reading = SchemaDocument(name: "x", bytes: text.utf16Bytes).read(SampleDocument.options)
    #expect(reading.entry?.kind == .bool)
  }

  @Test func `a property list that is broken is an error with its place`() {
    let text = "<?xml version=\"1.0\"?>\n<plist><dict>\n<key>a</key></dict></plist>"
    let reading = SchemaDocument(name: "x", bytes: Array(text.utf8)).read(SampleDocument.options)
    #expect(reading.isUnreadable)
    #expect(reading.problems.first?.place?.line == 3)
  }

  @Test func `dictionaries inside one another are read to a depth`() throws {
    var member = key("leaf", "boolean")
    for _ in 0..<40 { member = key("m", "dictionary", ["pfm_subkeys": .array([member])]) }
    let reading = try read([key("k", "dictionary", ["pfm_subkeys": .array([member])])])
    #expect(reading.entry?.flaw == nil)
    #expect(reading.messages.count == 1)
  }
}
