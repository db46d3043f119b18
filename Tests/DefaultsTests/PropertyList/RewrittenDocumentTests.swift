import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Entries with spellings of their own, each of which must stay as it is until it is edited.
private let entries: [(key: Defaults.KeyName, text: String)] = [
  ("a&b", "<key>a&#38;b</key >  <integer> 0x10 </integer>"),
  ("date", "<key>date</key><date>2026-03-14T09:26:53Z</date><!--exact 795173213.5-->"),
  ("é", "<key>é</key><!-- between --><string>ü<![CDATA[<x>]]></string>"),
  ("list", "<key>list</key>\n<array>\n <true/><dict><key>k</key><real>1e1</real></dict></array>"),
  ("same", "<key>same</key>\n\t<string>same</string>"),
  ("text", "<key>text</key><string\n>line\nline</string>"),
]

private let text = """
  <?xml version="1.0"?> <!-- before -->
  <plist version="1.0"><dict>
    \(entries.map(\.text).joined(separator: "\n  <!-- gap -->\n  "))
  </dict></plist>

  """

struct RewrittenDocumentTests {
  private static let keys = entries.map(\.key) + ["", "new", "zebra", "ünew"]

  /// Documents with the same values, one for each way in which edits are written.
  private static func documents() throws -> [PropertyListDocument] {
    let xml = try PropertyListDocument(parsing: Array(text.utf8))
    let binary = try BinaryEntries(writing: xml.values.map { ($0.key, $0.value) }).bytes
    let units = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let utf16: [UInt8] = [0xFF, 0xFE] + units
    return try [
      xml, PropertyListDocument(parsing: binary), PropertyListDocument(parsing: utf16),
      PropertyListDocument(xml.values),
    ]
  }

  private static func edits(
    _ random: inout SeededGenerator
  ) -> [Defaults.KeyName: Defaults.StoredValue?] {
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let key = keys.randomElement(using: &random) ?? ""
      let isRemoval = Int.random(in: 0..<3, using: &random) == 0
      let value = StoredSamples.strings.randomElement(using: &random)
      edits.updateValue(isRemoval ? nil : value, forKey: key)
    }
    return edits
  }

  @Test(.thorough, arguments: 0..<4, 0..<10)
  func `what was written is what would be read, edit after edit`(form: Int, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var document = try Self.documents()[form]
    var values = document.values
    for round in 0..<12 {
      let edits = Self.edits(&random)
      for (key, edit) in edits { values[key] = edit }
      document.apply(edits)
      #expect(document.values == values, "round \(round)")
      let (bytes, rewritten) = try document.rewritten()
      #expect(try PropertyListDocument(parsing: bytes).values == values, "round \(round)")
      #expect(rewritten.bytes == bytes)
      #expect(rewritten.values == values, "round \(round)")
      for key in Self.keys { #expect(rewritten[key] == values[key], "round \(round), \(key)") }
      document = rewritten
    }
  }

  @Test(arguments: 0..<20)
  func `entries that no edit names stay byte for byte, edit after edit`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var document = try PropertyListDocument(parsing: Array(text.utf8))
    var touched: Set<Defaults.KeyName> = []
    for _ in 0..<3 {
      // What XML cannot carry would make the document binary.
      let edits = Self.edits(&random).filter { $1?.isRepresentableInXML ?? true }
      touched.formUnion(edits.keys)
      document.apply(edits)
      let (bytes, rewritten) = try document.rewritten()
      let written = String(decoding: bytes, as: UTF8.self)
      for (key, text) in entries where !touched.contains(key) { #expect(written.contains(text)) }
      #expect(written.hasPrefix("<?xml version=\"1.0\"?> <!-- before -->"))
      document = rewritten
    }
  }

  @Test func `only the value of a changed entry is written anew`() throws {
    var document = try PropertyListDocument(parsing: Array(text.utf8))
    document.apply(["a&b": .integer(1), "text": .bool(true)])
    let expected = text.replacing("<integer> 0x10 </integer>", with: "<integer>1</integer>")
      .replacing("<string\n>line\nline</string>", with: "<true/>")
    #expect(String(decoding: try document.encoded(), as: UTF8.self) == expected)
  }

  @Test func `entries that do not count are gone after an edit`() throws {
    let text = "<dict><key>a</key><true/> <key>a</key><false/><key>b</key><true/></dict>"
    var document = try PropertyListDocument(parsing: Array(text.utf8))
    document.apply(["b": .bool(false)])
    #expect(
      String(decoding: try document.encoded(), as: UTF8.self)
        == "<dict> <key>a</key><false/><key>b</key><false/></dict>"
    )
  }

  @Test(arguments: ["\u{1}", "&#1;", "&#xFFFE;", "<![CDATA[\u{B}]]>"])
  func `text that XML does not allow is kept in a binary document`(content: String) throws {
    for entry in [
      "<key>a</key><string>\(content)</string>", "<key>\(content)</key><true/>",
      "<key>a</key><array><dict><key>\(content)</key><true/></dict></array>",
    ] {
      var document = try PropertyListDocument(parsing: Array("<dict>\(entry)</dict>".utf8))
      let values = document.values
      document.apply(["b": .bool(true)])
      let again = try PropertyListDocument(parsing: try document.encoded())
      #expect(again.format == .binary)
      #expect(again.values == values.merging(["b": .bool(true)]) { $1 })
    }
  }
}

struct DifferingKeysTests {
  private func document(_ content: String) throws -> PropertyListDocument {
    try PropertyListDocument(parsing: Array("<dict>\(content)</dict>".utf8))
  }

  @Test(arguments: 0..<50)
  func `the keys that differ are found, whatever the forms`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func values() -> [Defaults.KeyName: Defaults.StoredValue] {
      var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
      for number in 0..<8 where Bool.random(using: &random) {
        values["key \(number)"] = .integer(Int128.random(in: 0..<2, using: &random))
      }
      return values
    }
    func forms(_ values: [Defaults.KeyName: Defaults.StoredValue]) throws -> [PropertyListDocument]
    {
      let shuffled = values.shuffled(using: &random)
      let xml = shuffled.map { "<key>\($0.key)</key><integer>\($0.value)</integer>" }
        .joined().replacing("integer(", with: "").replacing(")", with: "")
      let binary = try BinaryEntries(writing: shuffled.map { ($0.key, $0.value) }).bytes
      return try [
        PropertyListDocument(values), document(xml), PropertyListDocument(parsing: binary),
      ]
    }
    let (old, new) = (values(), values())
    let expected = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    for oldForm in try forms(old) {
      for newForm in try forms(new) {
        #expect(newForm.keysThatDiffer(from: oldForm).sorted() == expected.sorted())
      }
    }
  }

  @Test func `other spellings of a value are no difference`() throws {
    let old = try document("<key>a</key><integer>16</integer><key>b</key><string>&lt;</string>")
    let new = try document("<key>a</key><integer>0x10</integer><key>b</key><string>&#60;</string>")
    #expect(new.keysThatDiffer(from: old) == [])
  }

  @Test func `an entry that does not count is not taken for the one that does`() throws {
    let twice = try document("<key>a</key><true/><key>a</key><false/>")
    let once = try document("<key>a</key><true/>")
    #expect(once.keysThatDiffer(from: twice) == ["a"])
    #expect(twice.keysThatDiffer(from: once) == ["a"])
    #expect(twice.keysThatDiffer(from: twice) == [])
  }

  @Test func `edits that are not written yet count`() throws {
    let old = try document("<key>a</key><true/>")
    var new = old
    new.apply(["a": .bool(false), "b": .bool(true)])
    #expect(new.keysThatDiffer(from: old).sorted() == ["a", "b"])
  }

  @Test func `a null differs from nothing stored`() throws {
    // The root dictionary, the key "k" and a null.
    let bytes =
      Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x6B, 0x00] + [8, 11, 13]
      + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, 14]
    let null = try PropertyListDocument(parsing: bytes)
    let empty = try BinaryEntries(writing: [])
    let nothing = try PropertyListDocument(parsing: empty.bytes)
    #expect(null.values == ["k": .null])
    #expect(null.keysThatDiffer(from: nothing) == ["k"])
    #expect(nothing.keysThatDiffer(from: null) == ["k"])
  }
}
