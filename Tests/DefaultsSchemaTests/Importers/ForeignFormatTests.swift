import Defaults
import DefaultsSchema
import Testing

/// Documents in KConfigXT and the templates of Chromium's policies.
@Suite struct ForeignFormatTests {
  private func read(_ name: String, _ text: String) -> SchemaReading {
    SchemaDocument(name: name, bytes: Array(text.utf8)).read(SampleDocument.options)
  }

  // MARK: - YAML

  @Test func `a document in YAML is refused with the name of its format`() {
    let apple = read(
      "dock.yaml",
      "title: Dock\npayload:\n  payloadtype: a\npayloadkeys:\n- key: b\n"
    )
    #expect(
      apple.messages == [
        "error: this is a schema of Apple's device management, which is not read: "
          + "write the document as JSON Schema"
      ]
    )
    #expect(
      read("a.yml", "# settings\na: 1\n").messages
        == ["error: YAML is not read: write the document as JSON Schema"]
    )
  }

  // MARK: - KConfigXT

  @Test func `the settings of a program of KDE become a schema`() throws {
    let reading = read(
      "foo.kcfg",
      """
      <kcfg><kcfgfile name="foorc"/>
      <group name="General">
        <entry name="Enabled" type="Bool"><label>Runs</label><default>true</default></entry>
        <entry name="Mode" type="Enum">
          <choices><choice name="Fast"><label>Quick</label></choice><choice name="Slow"/></choices>
          <default>Fast</default>
        </entry>
        <entry name="color$(i)" type="Color"><parameter name="i" type="Int" max="1"/></entry>
        <entry name="Home" type="Path"><default code="true">QDir::home()</default></entry>
        <entry name="Odd" type="Matrix"/>
      </group>
      <group name="Other">
        <entry name="Enabled" type="bool"/>
        <entry key="n" name="N" type="Int"><min>1</min><max>9</max><default>5</default></entry>
      </group></kcfg>
      """
    )
    let schema = try #require(reading.schema)
    #expect(schema.suite.name == "foorc")
    #expect(
      schema.entries.map(\.key.string) == [
        "General/Enabled", "Mode", "color0", "color1", "Home", "Odd", "Other/Enabled", "n",
      ]
    )
    #expect(schema.entry(forKey: "General/Enabled")?.title == "Runs")
    #expect(schema.entry(forKey: "Mode")?.defaultValue == .string("Fast"))
    #expect(schema.entry(forKey: "n")?.kind == .integer(NumberLimits(minimum: 1, maximum: 9)))
    #expect(schema.entry(forKey: "Odd")?.flaw == .typeForeign("Matrix"))
    #expect(reading.messages.contains { $0.contains("code of the program") })
  }

  // MARK: - Chromium

  @Test(arguments: ["05", "+5", "5.", "0x1p3", ".5", "-0"])
  func `a number of Python is written as one of JSON`(digits: String) throws {
    let reading = read(
      "policy_templates.json",
      """
      # A template
      {'policy_definitions': [{'name': 'Rate', 'type': 'dict', 'example_value': \(digits),
        'schema': {'type': 'array', 'items': {'type': 'number', 'not': {'const': \(digits)}}}}]}
      """
    )
    let schema = try #require(reading.schema)
    let written = SchemaDocument(text: schema.documentText).read(
      SchemaReadingOptions(allowsOtherFileName: true) { Defaults.Suite(inMemory: $0) }
    )
    #expect(written.schema?.entries.map(\.key) == schema.entries.map(\.key))
  }

  @Test(arguments: ["Fast", "FFast", "Foo::FFast", "Foo::Fast", "1"])
  func `a default names a choice in each of the ways of KDE`(text: String) {
    let reading = read(
      "foo.kcfg",
      """
      <kcfg><kcfgfile name="foorc"/><group name="General">
        <entry name="Mode" type="Enum">
          <choices prefix="F"><choice name="Slow"/><choice name="Fast"/></choices>
          <default>\(text)</default>
        </entry></group></kcfg>
      """
    )
    #expect(reading.messages == [])
    #expect(reading.schema?.entry(forKey: "Mode")?.defaultValue == .string("Fast"))
  }

  @Test(arguments: ["Int", "Double"])
  func `a range of KDE without a number is ignored`(type: String) {
    let reading = read(
      "foo.kcfg",
      """
      <kcfg><kcfgfile name="foorc"/><group name="General">
        <entry name="N" type="\(type)"><min>9</min><max>1</max><default>5</default></entry>
      </group></kcfg>
      """
    )
    #expect(reading.messages.count == 1)
    #expect(reading.messages.joined().contains("no number is in the range"))
    #expect(reading.schema?.entry(forKey: "N")?.defaultValue != nil)
  }

  @Test func `what only the code of a program of KDE knows is a note`() {
    let reading = read(
      "foo.kcfg",
      """
      <kcfg><kcfgfile name="foorc"/><group name="General">
        <entry name="Mode" type="Enum"><default>Fast</default></entry>
        <entry name="N" type="Int"><min code="true">least()</min><default>5</default></entry>
      </group></kcfg>
      """
    )
    #expect(reading.highestSeverity == .note)
    #expect(reading.messages.count == 2)
    #expect(reading.schema?.entry(forKey: "Mode")?.defaultValue == .string("Fast"))
  }

  @Test func `the templates of policies become a schema`() throws {
    let reading = read(
      "policies.json",
      """
      {"policy_definitions": [
        {"name": "G", "type": "group", "caption": "Home", "policies": ["Mode", "Page"]},
        {"name": "Page", "type": "string", "schema": {"type": "string"}, "caption": "Page",
         "desc": "In <ph name=\\"A\\">$1<ex>Chrome</ex></ph>.", "example_value": "a"},
        {"name": "Mode", "type": "int-enum", "schema": {"type": "integer", "enum": [0, 1]},
         "items": [{"value": 0, "caption": "None"}, {"value": 1, "caption": "All"}]},
        {"name": "List", "type": "dict", "deprecated": true, "schema": {"type": "array", "items":
          {"id": "Item", "type": "object", "properties": {"more": {"type": "array",
           "items": {"$ref": "Item"}}}}}}
      ]}
      """
    )
    #expect(reading.highestSeverity == .note)
    let schema = try #require(reading.schema)
    #expect(schema.sections.map(\.title) == ["", "Home"])
    #expect(schema.entries.map(\.key.string) == ["List", "Mode", "Page"])
    #expect(schema.entry(forKey: "Page")?.help == "In Chrome.")
    #expect(schema.entry(forKey: "Page")?.examples == [.string("a")])
    #expect(schema.entry(forKey: "List")?.deprecation != nil)
    guard case .choice(let choices, nil)? = schema.entry(forKey: "Mode")?.kind else {
      Issue.record("no choices")
      return
    }
    #expect(choices.map(\.title) == ["None", "All"])
  }

  @Test func `a policy keeps its default, and a switch the words for its two values`() throws {
    let reading = read(
      "policies.json",
      """
      {"policy_definitions": [
        {"name": "On", "type": "main", "schema": {"type": "boolean"}, "default": true, "caption": "On",
         "items": [{"value": true, "caption": "Allow"}, {"value": false, "caption": "Block"}]},
        {"name": "Mode", "type": "int-enum", "schema": {"type": "integer", "enum": [0, 1]},
         "items": [{"value": 0, "caption": "None"}, {"value": 7, "caption": "Old"}]}
      ]}
      """
    )
    let entry = try #require(reading.schema?.entry(forKey: "On"))
    #expect(entry.defaultValue == .bool(true))
    #expect(
      entry.kind
        == .choice([Choice(.bool(true), title: "Allow"), Choice(.bool(false), title: "Block")])
    )
    #expect(
      reading.messages.contains {
        $0.contains("the choice 7 is dropped: the schema of the policy does not have it")
      }
    )
  }

  @Test func `a template may be a literal of Python`() throws {
    let reading = read(
      "policy_templates.json",
      """
      # Copyright
      {
        'policy_definitions': [
          {
            'name': 'Page', 'type': 'string', # a comment
            'schema': { 'type': 'string' },
            'caption': '''The <b>"page"</b>''',
            'desc': '''First line.

            It\\'s "second".''',
            'example_value': "it's " 'here',
          },
          {'name': 'Flag', 'type': 'main', 'schema': {'type': 'boolean'}, 'deprecated': True,
           'future': None, 'id': -5,},
        ],
      }
      """
    )
    let schema = try #require(reading.schema)
    #expect(schema.entries.map(\.key.string) == ["Page", "Flag"])
    #expect(schema.entry(forKey: "Page")?.examples == [.string("it's here")])
    #expect(schema.entry(forKey: "Page")?.help.contains("It's \"second\".") == true)
    #expect(schema.entry(forKey: "Flag")?.deprecation != nil)
    let broken = read("policy_templates.json", "# a\n{'policy_definitions': [}")
    #expect(
      broken.messages == ["error: this is not a literal of Python: a value is expected here"]
    )
    let unclosed = read("policy_templates.json", "#\n{'policy_definitions': 'a\n'}")
    #expect(
      unclosed.messages == [
        "error: this is not a literal of Python: the quotation mark is not closed"
      ]
    )
  }

  // MARK: - Several schemas

  @Test func `of a file with several schemas one is chosen, and a wrong choice is an error`() {
    let text = """
      <schemalist>
      <schema id="org.example.one"><key name="a" type="i"><default>1</default></key></schema>
      <schema id="org.example.two"><key name="b" type="b"><default>true</default></key></schema>
      </schemalist>
      """
    var options = SampleDocument.options
    let document = SchemaDocument(name: "two.gschema.xml", text: text)
    #expect(document.read(options).ids == ["org.example.one", "org.example.two"])
    #expect(
      document.readAll(options).map { $0.schema?.suite.name } == [
        "org.example.one", "org.example.two",
      ]
    )
    options.id = "org.example.two"
    #expect(document.read(options).omissions.isEmpty)
    #expect(document.readAll(options).count == 1)
    #expect(document.read(options).schema?.entries.map(\.key) == ["b"])
    options.suiteName = "org.example.app"
    #expect(document.read(options).schema?.suite.name == "org.example.app")
    options.id = nil
    #expect(document.read(options).schema == nil)
    #expect(
      document.read(options).messages.first?.contains("no schema \"org.example.app\"") == true
    )
  }

  @Test func `every schema of a file of many is read, all at once or one at a time`() {
    let ids = (0..<60).map { "org.example.s\($0)" }
    let schemas = ids.map {
      "<schema id=\"\($0)\"><key name=\"a\" type=\"i\"><default>1</default></key></schema>"
    }
    let text = "<schemalist>\(schemas.joined(separator: "\n"))</schemalist>"
    let document = SchemaDocument(name: "many.gschema.xml", text: text)
    #expect(document.readAll(SampleDocument.options).map { $0.schema?.suite.name } == ids)
    for id in ids {
      var options = SampleDocument.options
      options.id = id
      #expect(document.read(options).schema?.suite.name == id)
    }
  }
}
