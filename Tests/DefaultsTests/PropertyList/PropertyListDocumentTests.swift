import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private let commented = """
  <?xml version="1.0"?>
  <plist version="1.0">
  <dict>
    <!-- how loud -->
    <key>volume</key>   <real>0.50</real>
    <key>name</key>
    <string>Ada &#38; Co</string> <!-- who -->
    <key>since</key><date>2026-03-14T09:26:53Z</date><!--exact 795173213.5-->
  </dict>
  </plist>

  """

struct PropertyListDocumentTests {
  /// Applies edits to the text of a document.
  private func edited(
    _ text: String,
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws -> String {
    var document = try PropertyListDocument(parsing: Array(text.utf8))
    document.apply(edits)
    return String(decoding: try document.encoded(), as: UTF8.self)
  }

  @Test func `an edit leaves the rest of the text as it was written`() throws {
    #expect(
      try edited(commented, ["volume": .real(0.75)])
        == commented.replacing("<real>0.50</real>", with: "<real>0.75</real>")
    )
  }

  @Test func `edits without effect give the same bytes and say so`() throws {
    var document = try PropertyListDocument(parsing: Array(commented.utf8))
    let isChanged = document.apply(["volume": .real(0.5), "missing": nil])
    #expect(!isChanged)
    #expect(try document.encoded() == Array(commented.utf8))
  }

  @Test func `a removed entry leaves comments behind`() throws {
    let text = try edited(commented, ["volume": nil, "since": nil])
    #expect(text.contains("<!-- how loud -->"))
    #expect(text.contains("<string>Ada &#38; Co</string> <!-- who -->"))
    #expect(!text.contains("exact"))
    let values = try PropertyListDocument(parsing: Array(text.utf8)).values
    #expect(values == ["name": .string("Ada & Co")])
  }

  @Test func `a new key goes to the end of an unsorted file`() throws {
    let text = try edited(commented, ["a": .bool(true)])
    #expect(text.hasSuffix("-->\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n"))
  }

  @Test func `a new key goes to its place in a sorted file`() throws {
    let text = "<dict><key>b</key><true/><key>d</key><true/></dict>"
    let document = try edited(text, ["a": .bool(true), "c": .bool(true), "e": .bool(true)])
    let keys = document.split(separator: "<key>").dropFirst().map { $0.first }
    #expect(keys == ["a", "b", "c", "d", "e"])
  }

  @Test func `removing every entry leaves an empty dictionary`() throws {
    let text = try edited(commented, ["volume": nil, "name": nil, "since": nil])
    #expect(try PropertyListDocument(parsing: Array(text.utf8)).values == [:])
  }

  @Test func `of a key that occurs twice the last value counts and stays`() throws {
    let text = "<dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict>"
    #expect(try PropertyListDocument(parsing: Array(text.utf8)).values == ["a": .integer(2)])
    #expect(try edited(text, ["a": .integer(3)]).contains("<integer>3</integer></dict>"))
    #expect(!(try edited(text, ["a": nil]).contains("key")))
  }

  @Test func `an empty root gets room for entries`() throws {
    for text in ["<dict/>", "<dict></dict>", "<plist><dict /></plist>"] {
      let document = try edited(text, ["a": .bool(true)])
      #expect(try PropertyListDocument(parsing: Array(document.utf8)).values == ["a": .bool(true)])
    }
  }

  @Test(arguments: StoredSamples.all.indices)
  func `every value comes back equal from a document of any form`(sample: Int) throws {
    let value = StoredSamples.all[sample]
    for text in ["<dict/>", commented, "{ a = b; }"] {
      var document = try PropertyListDocument(parsing: Array(text.utf8))
      document.apply(["k": value])
      let again = try PropertyListDocument(parsing: try document.encoded())
      #expect(again.values == document.values)
      #expect(again.format == (value.isRepresentableInXML ? .xml : .binary))
    }
  }

  @Test(arguments: StoredSamples().keys)
  func `every key comes back equal`(key: Defaults.KeyName) throws {
    let document = PropertyListDocument([key: .dictionary([key: .bool(true)])])
    let again = try PropertyListDocument(parsing: try document.encoded())
    #expect(again.values == document.values)
    #expect(again.values.keys.first.map { Array($0.string.utf8) } == Array(key.string.utf8))
  }

  @Test func `control characters that Foundation wrote are kept in a binary document`() throws {
    let text = "<dict><key>a</key><string>\u{1}</string></dict>"
    var document = try PropertyListDocument(parsing: Array(text.utf8))
    document.apply(["b": .bool(true)])
    let again = try PropertyListDocument(parsing: try document.encoded())
    #expect(again.format == .binary)
    #expect(again.values == ["a": .string("\u{1}"), "b": .bool(true)])
  }

  @Test func `a document that declares ASCII is written anew as UTF-8`() throws {
    let text = "<?xml version=\"1.0\" encoding=\"us-ascii\"?><dict><key>a</key><true/></dict>"
    #expect(try edited(text, ["b": .string("é")]).contains("encoding=\"UTF-8\""))
  }
}
