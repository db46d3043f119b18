import Defaults
import DefaultsSchema
import Foundation
import Testing

@Suite struct ModelTests {
  private enum Corner: String, CaseIterable, Hashable, Defaults.Serializable {
    case north, south
  }

  private let suite = Defaults.Suite(inMemory: "org.example.model")

  private func schema(_ suite: Defaults.Suite, title: String = "Model") -> Schema {
    Schema(suite: suite, title: title, revision: 3) {
      Section("General") {
        Toggle("Sync", key: Defaults.Key<Bool?>("sync", suite: suite)).tags("cloud")
        TextField("Token", key: Defaults.Key<String>("token", default: "", suite: suite)).secret()
      }
    }
  }

  @Test(arguments: [
    ("editor.fontSize", "Editor font size"), ("showURLBar", "Show URL bar"),
    ("hot-corner_NW", "Hot corner NW"), ("Plain text", "Plain text"), ("x", "X"),
    ("größe.äußere", "Größe äußere"), ("...", "..."), ("HTTPServer2Port", "HTTP server2 port"),
  ])
  func `a key without a title has one made of its words`(key: String, title: String) {
    #expect(TableMember(key, kind: .bool).title == title)
  }

  @Test func `every section has an identifier of its own`() {
    let schema = Schema(suite: suite, title: "Model") {
      Section("") {}
      Section("Über uns & Sie") {}
      Section("Über uns, Sie!") {}
      Section("!") {}
      Section("Given", id: "given") {}
    }
    #expect(
      schema.sections.map(\.id) == ["", "über-uns-sie", "über-uns-sie-2", "section", "given"]
    )
  }

  @Test func `two schemas are equal when they say the same, wherever values go`() {
    let other = Defaults.Suite(inMemory: "org.example.model")
    #expect(schema(suite) == schema(other))
    #expect(schema(suite) != schema(other, title: "Other"))
  }

  @Test func `an entry differs from one with another default or another fact`() {
    let entry = Entry(untypedKey: "k", title: "K", kind: .bool, defaultValue: .bool(true))
    #expect(entry == Entry(untypedKey: "k", title: "K", kind: .bool, defaultValue: .bool(true)))
    #expect(entry != Entry(untypedKey: "k", title: "K", kind: .bool))
    #expect(entry != entry.readOnly())
  }

  @Test func `facts about a key are kept`() throws {
    let other = Defaults.Key<Corner>("other", default: .north, suite: suite)
    let entry = PathField("Home", key: Defaults.Key<String?>("home", suite: suite))
      .help("Where it is.")
      .depends(on: other, equals: .south)
      .seeAlso("a", "b")
      .deprecated("Gone.", replacedBy: "house")
      .versions(since: "1.2")
      .placeholder("/home")
      .hidden()
      .entry
    #expect(entry.kind == .path)
    #expect(entry.isOptional)
    #expect(entry.help == "Where it is.")
    #expect(entry.dependency == Dependency(key: "other", value: .string("south")))
    #expect(entry.seeAlso == ["a", "b"])
    #expect(entry.deprecation == Deprecation(message: "Gone.", replacement: "house"))
    #expect(entry.since == "1.2" && entry.until.isEmpty)
    #expect(entry.placeholder == "/home")
    #expect(entry.isHidden && !entry.isSecret && !entry.isReadOnly)
  }

  @Test func `fields say what their elements are`() {
    let list = ListField("L", key: Defaults.Key<[UInt8]>("l", default: [], suite: suite)).entry
    #expect(list.kind == .list(of: .integer(NumberLimits(minimum: 0, maximum: 255))))
    let dictionary = DictionaryField(
      "D",
      key: Defaults.Key<[String: Date]>("d", default: [:], suite: suite)
    ).entry
    #expect(dictionary.kind == .dictionary(of: .date))
    let odd = ListField("O", key: Defaults.Key<[Corner]>("o", default: [], suite: suite)).entry
    #expect(odd.kind == .list(of: .any))
  }

  @Test func `a checklist over a set takes each case once`() throws {
    let key = Defaults.Key<Set<Corner>>("corners", default: [], suite: suite)
    let entry = Checklist("Corners", key: key, titles: [.north: "Top"]).entry
    try entry.write(entry.parse("Top, south"), to: suite)
    #expect(suite[key] == [.north, .south])
    #expect(throws: Defaults.Rejection.self) { try entry.parse("Top,north") }
  }

  @Test func `a picker over texts takes others only when told to`() throws {
    let key = Defaults.Key<String>("font", default: "Mono", suite: suite)
    let choices = [Choice(.string("Mono"), title: "Monospaced")]
    let open = Picker("Font", key: key, choices: choices, allowsOthers: true).entry
    #expect(try open.parse("Monospaced") == .string("Mono"))
    #expect(try open.parse("Courier") == .string("Courier"))
    let closed = Picker("Font", key: key, choices: choices).entry
    #expect(throws: Defaults.Rejection.self) { try closed.parse("Courier") }
  }
}
