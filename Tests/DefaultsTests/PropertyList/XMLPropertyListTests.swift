import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Puts entries into a document.
private func document(_ content: String) -> [UInt8] {
  Array("<plist version=\"1.0\"><dict>\(content)</dict></plist>".utf8)
}

/// Reads one value out of a document.
private func value(_ element: String) throws -> Defaults.StoredValue? {
  try PropertyListDocument(parsing: document("<key>k</key>" + element)).values["k"]
}

struct XMLPropertyListTests {
  @Test func `a new document is laid out as Foundation does`() throws {
    let document = PropertyListDocument([
      "b": .array([.string("<&>\"'"), .array([]), .dictionary([:]), .bool(false)]),
      "a": .dictionary(["data": .data(Data(repeating: 1, count: 60)), "date": .date(.distantPast)]),
    ])
    let text = String(decoding: try document.encoded(), as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>a</key>
        \t<dict>
        \t\t<key>data</key>
        \t\t<data>
        \t\tAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB
        \t\tAQEBAQEBAQEBAQEBAQEB
        \t\t</data>
        \t\t<key>date</key>
        \t\t<date>0000-12-30T00:00:00Z</date>
        \t</dict>
        \t<key>b</key>
        \t<array>
        \t\t<string>&lt;&amp;&gt;"'</string>
        \t\t<array/>
        \t\t<dict/>
        \t\t<false/>
        \t</array>
        </dict>
        </plist>

        """
    )
  }

  @Test(arguments: [
    ("<integer>0x1F</integer>", Defaults.StoredValue.integer(31)),
    ("<integer> -0X1f\n</integer>", .integer(-31)),
    ("<integer>+7</integer>", .integer(7)),
    ("<integer>18446744073709551615</integer>", .integer(Int128(UInt64.max))),
    ("<integer>-9223372036854775808</integer>", .integer(Int128(Int64.min))),
    ("<real>NaN</real>", .real(.nan)),
    ("<real>+infinity</real>", .real(.infinity)),
    ("<real>-inf</real>", .real(-.infinity)),
    ("<real> -0.0 </real>", .real(-0.0)),
    ("<real>5e-324</real>", .real(.leastNonzeroMagnitude)),
    ("<string/>", .string("")),
    ("<string a='>'>x</string >", .string("x")),
    ("<string>&#x1F984;&#65;&amp;amp;&apos;&quot;</string>", .string("🦄A&amp;'\"")),
    ("<string>a<!-- b -->c<![CDATA[<d>&]]>e<?f g?></string>", .string("ac<d>&e")),
    ("<string>\u{1}\r\n</string>", .string("\u{1}\r\n")),
    ("<true></true>", .bool(true)),
    ("<data>\n\tAQ ID\n</data>", .data(Data([1, 2, 3]))),
    ("<data>AQI=</data>", .data(Data([1, 2]))),
    ("<data>AQ</data>", .data(Data([1]))),
    ("<array> <!-- x --> <true/> </array>", .array([.bool(true)])),
    ("<dict><key>CF$UID</key><integer>1</integer></dict>", .dictionary(["CF$UID": .integer(1)])),
    ("<dict><key>a</key><true/><key>a</key><false/></dict>", .dictionary(["a": .bool(false)])),
  ])
  func `other spellings are understood`(
    element: String,
    expected: Defaults.StoredValue
  ) throws {
    #expect(try value(element) == expected)
  }

  @Test(arguments: [
    "<integer></integer>", "<integer>--1</integer>", "<integer>1.5</integer>",
    "<integer>0x</integer>",
    "<integer>18446744073709551616</integer>", "<integer>-9223372036854775809</integer>",
    "<integer>99999999999999999999999999999999999999999999999999</integer>",
    "<real></real>", "<real>0x1p3</real>", "<real>1,5</real>", "<real>nan(1)</real>",
    "<date>2026-02-29T00:00:00Z</date>", "<date>2026-03-14</date>", "<date>soon</date>",
    "<date>2026-03-14T24:00:00Z</date>", "<date>2026-00-14T00:00:00Z</date>",
    "<data>A</data>", "<data>A===</data>", "<data>AQ=ID</data>", "<data>!</data>",
    "<string>&lol;</string>", "<string>&#xD800;</string>", "<string>&#;</string>",
    "<string>&#1114112;</string>", "<string>a<b/></string>", "<string>a", "<string",
    "<null/>", "<key>twice</key>", "", "<array><key>a</key></array>", "<array><true></array>",
    "<dict><true/></dict>", "<dict><key>a</key></dict>", "</array>", "<string><![CDATA[a</string>",
    "<string><!-- a</string>", "text", "<plist/>", "<\u{0}true/>", "<string>a</\u{0}string>",
  ])
  func `malformed values are refused`(element: String) {
    #expect(throws: PropertyListError.self) { try value(element) }
  }

  @Test(arguments: [
    ("hello", "this is not a property list", 1, 0),
    ("\n\n garbage", "this is not a property list", 3, 3),
    ("<plist><array/></plist>", "the root is not a dictionary", 1, 7),
    (
      "<plist>\n<dict>\n<key>a</key>\n<oops/></dict></plist>",
      "\"oops\" is not an element of a property list", 4, 28
    ),
    ("<dict/>\nmore", "something follows the end of the property list", 2, 8),
    ("<dict>", "the document ends too early", 1, 6),
    ("  ", "the file contains only white space", 1, 2),
    ("(a)", "the root is an array, not a dictionary", 1, 0),
  ])
  func `an error tells reason, line and byte`(
    text: String,
    reason: String,
    line: Int,
    offset: Int
  ) {
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListDocument(parsing: Array(text.utf8))
    }
    #expect(error == PropertyListError(reason: reason, line: line, byteOffset: offset))
  }

  @Test func `entities that a document declares are never expanded`() throws {
    let bomb = """
      <!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"> <!-- ]> -->
      <!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
      <plist><dict><key>k</key><string>&b;</string></dict></plist>
      """
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListDocument(parsing: Array(bomb.utf8))
    }
    #expect(error?.reason == "only the five entities of XML itself are understood")
    let harmless = bomb.replacing("&b;", with: "b")
    let document = try PropertyListDocument(parsing: Array(harmless.utf8))
    #expect(document.values == ["k": .string("b")])
  }

  @Test func `nesting is bounded`() throws {
    func nested(_ count: Int) -> [UInt8] {
      document(
        "<key>k</key>" + String(repeating: "<array>", count: count)
          + String(repeating: "</array>", count: count)
      )
    }
    #expect(try PropertyListDocument(parsing: nested(511)).values["k"] == StoredSamples.nested(511))
    #expect(throws: PropertyListError.self) { try PropertyListDocument(parsing: nested(512)) }
    #expect(throws: PropertyListError.self) { try PropertyListDocument(parsing: nested(500_000)) }
  }

  @Test func `a date with a fraction keeps it in a comment that others skip`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 795_173_213.25)
    let text = String(
      decoding: try PropertyListDocument(["d": .date(date)]).encoded(),
      as: UTF8.self
    )
    #expect(text.contains("<date>2026-03-14T09:26:53Z</date><!--exact 795173213.25-->"))
    let changed = text.replacing("09:26:53Z", with: "09:26:54Z")
    let whole = Date(timeIntervalSinceReferenceDate: 795_173_214)
    #expect(try PropertyListDocument(parsing: Array(changed.utf8)).values == ["d": .date(whole)])
  }

  @Test func `text in UTF-16 is read and written as UTF-8`() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><dict><key>é</key><string>🦄</string></dict>"
    for isBigEndian in [true, false] {
      let bytes = [0xFEFF].map { UInt16($0) }.appending(text.utf16).flatMap { unit in
        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? pair : pair.reversed()
      }
      var document = try PropertyListDocument(parsing: bytes)
      #expect(document.values == ["é": .string("🦄")])
      document.apply(["a": .bool(true)])
      let again = try PropertyListDocument(parsing: try document.encoded())
      #expect(again.values == ["é": .string("🦄"), "a": .bool(true)])
      let error = #expect(throws: PropertyListError.self) {
        try PropertyListDocument(parsing: bytes.dropLast(14))
      }
      #expect(error?.byteOffset == bytes.count - 14)
    }
  }

  @Test func `a byte order mark in UTF-8 is skipped`() throws {
    let document = try PropertyListDocument(
      parsing: [0xEF, 0xBB, 0xBF] + document("<key>a</key><true/>")
    )
    #expect(document.values == ["a": .bool(true)])
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    let bytes = document("<key>k</key><string>x</string>").map {
      $0 == UInt8(ascii: "x") ? 0xFF : $0
    }
    let error = #expect(throws: PropertyListError.self) { try PropertyListDocument(parsing: bytes) }
    #expect(error?.reason == "the text is not valid UTF-8")
  }
}

extension [UInt16] {
  fileprivate func appending(_ others: some Sequence<UInt16>) -> [UInt16] {
    self + Array(others)
  }
}
