import Defaults
import DefaultsSchema
import Foundation
import TestSupport
import Testing

@Suite struct SettingsBundleTests {
  private typealias Value = Defaults.StoredValue

  private func control(
    _ type: String,
    _ key: String?,
    _ members: [Defaults.KeyName: Value] = [:]
  ) -> Value {
    var members = members
    members["Type"] = .string(type)
    if let key { members["Key"] = .string(key) }
    return .dictionary(members)
  }

  private func pane(_ controls: [Value], _ root: [Defaults.KeyName: Value] = [:]) throws -> [UInt8]
  {
    try PropertyListDocument(
      root.merging(["PreferenceSpecifiers": .array(controls)]) { first, _ in first }
    ).encoded()
  }

  private func read(
    _ controls: [Value],
    _ root: [Defaults.KeyName: Value] = [:],
    files: [String: [UInt8]] = [:],
    languages: [String] = []
  ) throws -> SchemaReading {
    SchemaDocument(name: "My App.bundle", bytes: try pane(controls, root)) { files[$0] }.read(
      SchemaReadingOptions(languages: languages) { Defaults.Suite(inMemory: $0) }
    )
  }

  @Test func `a view of a text of several lines is edited`() throws {
    let reading = try read([control("IASKTextViewSpecifier", "notes")])
    #expect(reading.schema?.entry(forKey: "notes")?.kind == .string(TextLimits(isMultiline: true)))
  }

  private func texts(_ texts: String...) -> Value { .array(texts.map { .string($0) }) }

  @Test func `the title of a group is a line without control characters`() throws {
    let group = control("PSGroupSpecifier", "", ["Title": .string(" Sou\u{7}nd\r\nand light")])
    let reading = try read([group, control("PSToggleSwitchSpecifier", "plain")])
    #expect(reading.schema?.sections.map(\.title) == ["Sound and light"])
  }

  @Test func `controls have the kinds of what they store`() throws {
    let reading = try read([
      control("PSToggleSwitchSpecifier", "plain", ["DefaultValue": .bool(true)]),
      control(
        "PSToggleSwitchSpecifier",
        "own",
        ["TrueValue": .string("yes"), "FalseValue": .string("no"), "DefaultValue": .string("no")]
      ),
      control(
        "PSSliderSpecifier",
        "slider",
        [
          "MinimumValue": .integer(1), "MaximumValue": .integer(9), "DefaultValue": .integer(5),
        ]
      ),
      control("PSTextFieldSpecifier", "text", ["IsSecure": .bool(true)]),
      control("PSTextFieldSpecifier", "digits", ["KeyboardType": .string("NumberPad")]),
      control("PSTextFieldSpecifier", "url", ["KeyboardType": .string("URL")]),
      control(
        "PSMultiValueSpecifier",
        "choice",
        ["Values": .array([.integer(0), .integer(2)]), "Titles": texts("None", "Two")]
      ),
      control("PSRadioGroupSpecifier", "radio", ["Values": texts("a"), "Titles": texts("A")]),
      control("PSTitleValueSpecifier", "title", ["DefaultValue": .integer(7)]),
      control("IASKDatePickerSpecifier", "date"),
    ])
    #expect(reading.format == .settingsBundle)
    #expect(reading.problems == [])
    let schema = try #require(reading.schema)
    #expect(
      schema.entries.map(\.kind) == [
        .bool,
        .choice([Choice(.string("no"), title: "Off"), Choice(.string("yes"), title: "On")]),
        .real(NumberLimits(minimum: 1, maximum: 9)), .string(TextLimits()),
        .string(TextLimits(pattern: "^[0-9]*$", patternMessage: "use digits alone")), .url,
        .choice([Choice(.integer(0), title: "None"), Choice(.integer(2), title: "Two")]),
        .choice([Choice(.string("a"), title: "A")]), .integer(NumberLimits()), .date,
      ]
    )
    #expect(schema.entry(forKey: "slider")?.defaultValue == .real(5))
    #expect(schema.entry(forKey: "text")?.isSecret == true)
    #expect(schema.entry(forKey: "title")?.isReadOnly == true)
    #expect(schema.suite.name == "My-App")
    #expect(schema.title == "My App")
  }

  @Test func `groups and panes become sections`() throws {
    let child = try pane([
      control("PSToggleSwitchSpecifier", "c"),
      control("PSChildPaneSpecifier", nil, ["File": .string("Root")]),
      control("PSChildPaneSpecifier", nil, ["File": .string("Gone")]),
      control("PSChildPaneSpecifier", nil, ["File": .string("../../secret")]),
    ])
    let reading = try read(
      [
        control("PSToggleSwitchSpecifier", "a"),
        control(
          "PSGroupSpecifier",
          nil,
          ["Title": .string("Group"), "FooterText": .string("About.")]
        ),
        control("PSToggleSwitchSpecifier", "b"),
        control(
          "PSChildPaneSpecifier",
          nil,
          ["File": .string("More"), "Title": .string("More of it")]
        ),
      ],
      ["ApplicationGroupContainerIdentifier": .string("group.org.example.app")],
      files: ["More.plist": child]
    )
    let schema = try #require(reading.schema)
    #expect(schema.suite.name == "group.org.example.app")
    #expect(schema.sections.map(\.title) == ["", "Group", "More of it"])
    #expect(schema.sections.map { $0.entries.map(\.key) } == [["a"], ["b"], ["c"]])
    #expect(schema.sections[1].help == "About.")
    #expect(
      reading.messages == [
        "warning: /More/PreferenceSpecifiers/2: Gone.plist is not used: it is not there",
        "warning: /More/PreferenceSpecifiers/3: ../../secret.plist is not used: it is not there",
      ]
    )
  }

  private static let strings = "/* c */ \"T\" = \"Titel\";\n\"A\" = \"Ah \\\"quoted\\\"\";"
  private static let propertyList = """
    <plist version="1.0"><dict><key>T</key><string>Titel</string>
    <key>A</key><string>Ah "quoted"</string></dict></plist>
    """

  @Test(arguments: [Array(strings.utf8), strings.utf16Bytes, Array(propertyList.utf8)])
  func `texts are translated by the strings of the bundle`(strings: [UInt8]) throws {
    let controls = [
      control(
        "PSMultiValueSpecifier",
        "k",
        ["Title": .string("T"), "Values": texts("a"), "Titles": texts("A")]
      )
    ]
    let reading = try read(
      controls,
      ["StringsTable": .string("Table")],
      files: ["de.lproj/Table.strings": strings],
      languages: ["de_DE"]
    )
    #expect(reading.entry?.title == "Titel")
    #expect(reading.entry?.kind == .choice([Choice(.string("a"), title: "Ah \"quoted\"")]))
    #expect(try read(controls).entry?.title == "T")
  }

  @Test func `every key is shown or listed`() throws {
    let reading = try read([
      control("PSToggleSwitchSpecifier", "a", ["DefaultValue": .string("NO")]),
      control("PSSliderSpecifier", "a"),
      control("IASKButtonSpecifier", "button"),
      control(
        "PSMultiValueSpecifier",
        "mixed",
        ["Values": .array([.integer(1), .string("2")]), "Titles": texts("One")]
      ),
      control("PSGroupSpecifier", nil),
    ])
    #expect(
      reading.messages == [
        "warning: /PreferenceSpecifiers/0/DefaultValue: \"DefaultValue\" is ignored: "
          + "found String, expected Bool",
        "warning: /PreferenceSpecifiers/1: the key \"a\" was declared before; "
          + "the first one counts",
        "note: /PreferenceSpecifiers/2: "
          + "a control of the type \"IASKButtonSpecifier\" cannot be shown",
        "warning: /PreferenceSpecifiers/3/Titles: \"Titles\" has 1 elements for 2 choices",
      ]
    )
    #expect(reading.schema?.entries.map(\.key) == ["a", "mixed"])
    #expect(reading.omissions.map(\.key) == ["a", "button"])
  }

  @Test func `a bundle is a directory, or the page in it`() throws {
    let root = try TemporaryDirectory()
    let bundle = root.file("App.bundle")
    try FileManager.default.createDirectory(
      atPath: "\(bundle)/en.lproj",
      withIntermediateDirectories: true
    )
    try Data(pane([control("PSToggleSwitchSpecifier", "k", ["Title": .string("T")])]))
      .write(to: URL(fileURLWithPath: "\(bundle)/Root.plist"))
    try "\"T\" = \"Title\";".write(
      toFile: "\(bundle)/en.lproj/Root.strings",
      atomically: true,
      encoding: .utf8
    )
    for path in [bundle, "\(bundle)/", "\(bundle)/Root.plist"] {
      let reading = try SchemaDocument(file: path).read(SampleDocument.options)
      #expect(reading.schema?.suite.name == "App")
      #expect(reading.entry?.title == "Title")
    }
  }
}
