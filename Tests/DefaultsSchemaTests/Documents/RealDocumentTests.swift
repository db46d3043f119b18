import Defaults
import DefaultsSchema
import Foundation
import TestSupport
import Testing

/// Documents of others, which stand beside the checkout where somebody has put them.
///
/// `FACTS.json` beside them holds what another program counted. Nothing of them is kept here.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: RealDocument.directory + "/FACTS.json"),
    "there are no documents of others at ../shared/schemas beside the checkout"
  )
)
struct RealDocumentTests {
  @Test(arguments: RealDocument.all)
  func `every key is shown or listed with the reason`(document: RealDocument) throws {
    let reading = try document.read()
    let counted = try document.facts()
    let schema = try #require(reading.schema, "\(reading.messages)")
    let shown = schema.entries.count { $0.flaw == nil }
    let raw = schema.entries.count - shown
    let keys = try #require(counted[document.keyFact] as? Int)
    #expect(shown + raw + reading.omissions.count == keys)
    let distinct = counted["distinct keys"] as? Int ?? keys
    #expect(schema.entries.count == distinct - document.bookKeeping)
    // What cannot be shown is a small part, and each of it is an error that was told.
    #expect(raw * 5 <= keys)
    let told = Set(reading.problems.filter { $0.flaw.scope == .key }.compactMap(\.key))
    #expect(told == Set(schema.entries.filter { $0.flaw != nil }.map(\.key.string)))
  }

  @Test(.thorough, arguments: RealDocument.all)
  func `what was read is written and read again without a loss`(document: RealDocument) throws {
    let schema = try #require(document.read().schema)
    let again = SchemaDocument(text: schema.documentText).read(SampleDocument.options)
    #expect(again.problems.filter { $0.flaw.severity == .error } == [])
    #expect(again.schema?.entries.map(\.key) == schema.entries.map(\.key))
    #expect(again.schema?.entries.map(\.kind) == schema.entries.map(\.kind))
    #expect(again.schema?.entries.map(\.defaultValue) == schema.entries.map(\.defaultValue))
    #expect(again.schema?.documentText == schema.documentText)
  }

  @Test(arguments: RealDocument.all.filter { $0.booleanFact != nil })
  func `as many keys are flags as were counted`(document: RealDocument) throws {
    let schema = try #require(document.read().schema)
    let types = try #require(document.facts()["types"] as? [String: Int])
    let counted = types.filter { document.booleanFact?.contains($0.key) == true }
    #expect(schema.entries.count { $0.kind == .bool } == counted.values.reduce(0, +))
  }
}

/// One document, and how its counts are called.
struct RealDocument: Sendable, CustomTestStringConvertible {
  /// Where the documents are.
  static let directory =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../shared/schemas").standardizedFileURL.path

  static let all = [
    RealDocument("vscode-shellcheck.configuration.json", .visualStudioCode),
    RealDocument("vscode-zig.configuration.json", .visualStudioCode),
    RealDocument("vscode-lua.configuration.json", .visualStudioCode),
    RealDocument("vscode-swift.configuration.json", .visualStudioCode),
    RealDocument("rust-analyzer.configuration.json", .visualStudioCode),
    RealDocument("SupportApp.jamf.json", .jsonSchema, booleanFact: ["boolean"]),
    RealDocument("jupyterlab-notebook-tracker.json", .jsonSchema, booleanFact: ["boolean"]),
    RealDocument("appAutoPatch.pfm.plist", .profileManifest, bookKeeping: 8),
    RealDocument(
      "UTM-Settings.bundle",
      .settingsBundle,
      fact: "UTM-Settings.bundle/Root.plist",
      keyFact: "with Key",
      booleanFact: ["PSToggleSwitchSpecifier"]
    ),
    RealDocument(
      "org.gnome.shell.extensions.clipboard-indicator.gschema.xml",
      .gsettings,
      fact: "clipboard-indicator",
      booleanFact: ["b"]
    ),
  ]

  var name: String
  var format: SchemaFormat
  var fact: String
  var keyFact: String
  /// How many of its keys belong to the profile around the preferences.
  var bookKeeping: Int
  /// What flags are called among the counted types.
  var booleanFact: [String]?

  init(
    _ name: String,
    _ format: SchemaFormat,
    fact: String? = nil,
    keyFact: String = "keys",
    bookKeeping: Int = 0,
    booleanFact: [String]? = nil
  ) {
    self.name = name
    self.format = format
    self.fact = fact ?? name
    self.keyFact = keyFact
    self.bookKeeping = bookKeeping
    self.booleanFact =
      booleanFact
      ?? (format == .visualStudioCode ? ["\"boolean\"", "[\"null\", \"boolean\"]"] : nil)
  }

  var testDescription: String { name }

  func read() throws -> SchemaReading {
    let document = try SchemaDocument(file: "\(Self.directory)/\(name)")
    let reading = document.read(SampleDocument.options)
    #expect(reading.format == format)
    return reading
  }

  func facts() throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.directory + "/FACTS.json"))
    let all = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(all?[fact] as? [String: Any])
  }
}
