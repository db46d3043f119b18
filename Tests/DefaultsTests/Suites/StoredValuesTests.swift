import Foundation
import Testing

@testable import Defaults
@testable import DefaultsCore

/// The values of a suite at one moment, read one by one, are those of `values`.
struct StoredValuesTests {
  private static let values: [Defaults.KeyName: Defaults.StoredValue] = [
    "b": .integer(2), "a": .array([.string("x")]), "group.ünï": .bool(true), "group.z": .real(0.5),
    "": .string("empty name"), "group.zz": .date(.distantPast), "c": .dictionary(["n": .null]),
  ]

  /// The same values in a document of each kind: decoded ones, both formats, keys out of order.
  private static func documents() throws -> [PropertyListDocument] {
    let sorted = values.sorted { $0.key < $1.key }
    let plain = sorted.filter { $0.value.isRepresentableInXML }
    return try [
      PropertyListDocument(values),
      PropertyListDocument(parsing: BinaryEntries(writing: sorted).bytes),
      PropertyListDocument(parsing: XMLPropertyListWriter.document(plain)),
      PropertyListDocument(parsing: XMLPropertyListWriter.document(plain.reversed())),
    ]
  }

  @Test func `keys are sorted whatever the order of the document, and values are the same`() throws
  {
    for document in try Self.documents() {
      let values = PropertyListDocument(document, edits: [:])
      #expect(values.sortedKeys() == document.values.keys.sorted())
      for (key, value) in document.values { #expect(values[key] == value) }
      #expect(values["no such key"] == nil)
    }
  }

  @Test func `changed values replace those of the document, removed ones are gone`() throws {
    for document in try Self.documents() {
      var table = SlotTable()
      table.rebase(onto: document)
      _ = table["a"]
      table["b"] = SuiteCore.Slot(value: .integer(20), sequence: 7)
      table["group.z"] = nil
      table["0"] = SuiteCore.Slot(value: .bool(false), sequence: 8)
      table["removed before it was stored"] = nil
      let values = table.storedValues
      #expect(values.sortedKeys() == table.values.keys.sorted())
      for key in values.sortedKeys() { #expect(values[key] == table.values[key]) }
      #expect(values["group.z"] == nil)
    }
  }

  @Test func `an entry that a later one replaces is no key of its own`() throws {
    let text = """
      <plist version="1.0"><dict>
      <key>a</key><integer>1</integer><key>b</key><true/><key>a</key><integer>2</integer>
      </dict></plist>
      """
    let document = try PropertyListDocument(parsing: Array(text.utf8))
    let values = PropertyListDocument(document, edits: [:])
    #expect(values.sortedKeys() == ["a", "b"])
    #expect(values["a"] == .integer(2))
  }

  @Test(arguments: [
    ["k10", "k9", "k", "", "k\u{0}", "kaaaaaaaa1", "kaaaaaaaa0"], ["ä", "a", "ä2"], [], ["x"],
    ["same.prefix.b", "same.prefix.", "same.prefix", "same.prefix.a"],
  ])
  func `keys are sorted by their bytes`(names: [String]) {
    let keys = names.map { Defaults.KeyName($0) }
    #expect(keys.sortedByBytes() == keys.sorted())
  }
}
