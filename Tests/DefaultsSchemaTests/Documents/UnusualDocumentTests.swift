import Defaults
import Foundation
import TestSupport
import Testing

@testable import DefaultsSchema

/// Documents that are unusual as files, or larger than the limits.
struct UnusualDocumentTests {
  private static let json = """
    {"$schema": "https://json-schema.org/draft/2020-12/schema",
     "properties": {"größe": {"type": "integer", "default": 5}}}
    """

  private func read(_ bytes: [UInt8]) -> SchemaReading {
    SchemaDocument(name: "a.json", bytes: bytes).read(SampleDocument.options)
  }

  private func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isLittleEndian ? [low, high] : [high, low]
    }
  }

  @Test(arguments: [true, false])
  func `a text in UTF-16 is read like one in UTF-8`(isLittleEndian: Bool) throws {
    let reading = read(utf16(Self.json, isLittleEndian: isLittleEndian))
    #expect(reading.schema?.entry(forKey: "größe")?.defaultValue == .integer(5))
    #expect(reading.problems.isEmpty)
    let xml =
      "<?xml version='1.0' encoding='UTF-16'?><schemalist><schema id='org.example.g'>"
      + "<key name='k' type='b'><default>true</default></key></schema></schemalist>"
    let settings = read(utf16(xml, isLittleEndian: isLittleEndian))
    #expect(settings.schema?.entry(forKey: "k")?.kind == .bool)
    let broken = read(utf16("{", isLittleEndian: isLittleEndian))
    #expect(
      broken.problems.map(\.flaw) == [
        .malformed(notation: "JSON", reason: "a member's name in double quotes is expected here")
      ]
    )
  }

  @Test func `half a character in UTF-16 is not text`() {
    #expect(read([0xFF, 0xFE, 0x7B, 0x00, 0x7D]).problems.map(\.flaw) == [.notUTF8])
  }

  @Test func `a line may end with a carriage return`() {
    for end in ["\n", "\r", "\r\n"] {
      let bytes = Array("{\(end)\(end)  x".utf8)
      #expect(read(bytes).problems.map(\.place) == [TextPlace(line: 3, column: 3)])
    }
  }

  @Test func `a directory without the first page of a bundle is said to be one`() throws {
    let directory = try TemporaryDirectory()
    let reading = try SchemaDocument(file: directory.path).read(SampleDocument.options)
    #expect(
      reading.problems.map { "\($0.flaw)" }
        == ["this is a directory, and no settings bundle: it has no Root.plist"]
    )
    #expect(reading.isUnreadable)
  }

  @Test func `the limits are options`() throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("a.json")
    try Data(Self.json.utf8).write(to: URL(fileURLWithPath: file))
    var options = SampleDocument.options
    options.maximumKeyCount = 0
    #expect(
      try SchemaDocument(file: file).read(options).problems.map(\.flaw)
        == [.tooManyKeys(count: 1, limit: 0)]
    )
    options = SampleDocument.options
    options.maximumSize = 20
    let size = Self.json.utf8.count
    let refused = try SchemaDocument(file: file, maximumSize: 20).read(options)
    #expect(refused.problems.map(\.flaw) == [.tooLarge(bytes: size, limit: 20)])
    options.maximumSize = size
    #expect(try SchemaDocument(file: file, maximumSize: size).read(options).schema != nil)
  }

  @Test func `the limit of keys holds for every format of JSON Schema`() {
    let members = #""properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}}"#
    var options = SampleDocument.options
    options.maximumKeyCount = 1
    for native in ["", #""x-format": 1, "x-suite": "org.example.a", "#] {
      let document = SchemaDocument(
        name: "org.example.a.schema.json",
        text: "{\(native)\(members)}"
      )
      #expect(
        document.read(options).problems.map(\.flaw).contains(.tooManyKeys(count: 2, limit: 1)),
        "\(native)"
      )
    }
  }

  @Test func `more keys than the limit are read when the option allows it`() {
    #expect(SchemaReadingOptions().maximumKeyCount == 20_000)
    let keys = (0..<250).map { "\"k\($0)\": {\"type\": \"boolean\"}" }.joined(separator: ",")
    let document = SchemaDocument(name: "a.json", text: "{\"properties\": {\(keys)}}")
    var options = SampleDocument.options
    options.maximumKeyCount = 249
    #expect(
      document.read(options).problems.map(\.flaw) == [.tooManyKeys(count: 250, limit: 249)]
    )
    options.maximumKeyCount = 250
    #expect(document.read(options).schema?.entries.count == 250)
  }

  @Test(.thorough) func `a value whose check takes too long is refused, and a default is reported`()
    throws
  {
    // Both branches refer to the definition, so a wrong value inside n arrays is checked 2^n times.
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    let text = """
      {"properties": {"k": {"type": "array", "not": {"const": [5]}, "items": {"$ref": "#/$defs/a"},
        "default": \(nested(24))}},
       "$defs": {"a": {"anyOf": [
         {"type": "string"},
         {"type": "array", "items": {"$ref": "#/$defs/a"}},
         {"type": "array", "items": {"$ref": "#/$defs/a"}, "maxItems": 5}
       ]}}}
      """
    let reading = SchemaDocument(name: "a.json", text: text).read(SampleDocument.options)
    let entry = try #require(reading.schema?.entry(forKey: "k"))
    #expect(reading.messages.contains { $0.contains("its check takes too many steps") })
    #expect(entry.defaultValue == nil)
    let rule = try #require(entry.rule)
    #expect(throws: Never.self) { try rule.validate(.array([.array([.string("a")])])) }
    #expect(throws: Defaults.Rejection.self) { try rule.validate(.array([.integer(5)])) }
  }
}
