import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// A document with text that is not ASCII, in keys, values and a comment.
private func text(_ encoding: String, _ letters: String) -> String {
  """
  <?xml version="1.0" encoding="\(encoding)"?>
  <!-- \(letters): written by hand -->
  <plist version="1.0">
  <dict>
    <key>k\(letters)</key>
    <string>\(letters) &amp; more</string>
    <!-- kept -->
    <key>z</key>
    <integer>7</integer>
  </dict>
  </plist>

  """
}

/// An encoding, as Python names it, in which others read property lists.
private struct EncodedCase: Sendable, CustomTestStringConvertible {
  var codec: String
  var declared: String
  var letters: String
  var mark: [UInt8] = []

  var testDescription: String { "\(declared) \(mark)" }

  /// The document as Python encodes it.
  func bytes() throws -> [UInt8] {
    let script = """
      import sys
      text = sys.stdin.buffer.read().decode()
      sys.stdout.buffer.write(text.encode("\(codec)"))
      """
    return mark + (try Python.run(script, input: Array(text(declared, letters).utf8)))
  }

  static let all = [
    EncodedCase(codec: "utf-8", declared: "UTF-8", letters: "é🦄"),
    EncodedCase(codec: "utf-8", declared: "utf8", letters: "é🦄"),
    EncodedCase(codec: "ascii", declared: "us-ascii", letters: "abc"),
    EncodedCase(codec: "latin-1", declared: "ISO-8859-1", letters: "é¤\u{85}ÿ"),
    EncodedCase(codec: "latin-1", declared: "latin1", letters: "é"),
    EncodedCase(codec: "cp1252", declared: "Windows-1252", letters: "€éŸ…’"),
    EncodedCase(codec: "iso8859-15", declared: "ISO-8859-15", letters: "€éŠšŽžŒœŸ"),
    EncodedCase(codec: "utf-16-le", declared: "UTF-16", letters: "é🦄", mark: [0xFF, 0xFE]),
    EncodedCase(codec: "utf-16-be", declared: "UTF-16BE", letters: "é🦄", mark: [0xFE, 0xFF]),
    EncodedCase(codec: "utf-16-le", declared: "UTF-16LE", letters: "é🦄"),
    EncodedCase(codec: "utf-16-be", declared: "UTF-16", letters: "é🦄"),
    EncodedCase(codec: "utf-32-le", declared: "UTF-32", letters: "é🦄", mark: [0xFF, 0xFE, 0, 0]),
    EncodedCase(codec: "utf-32-be", declared: "UTF-32", letters: "é🦄", mark: [0, 0, 0xFE, 0xFF]),
    EncodedCase(codec: "utf-32-be", declared: "UTF-32", letters: "é🦄"),
    EncodedCase(codec: "utf-8", declared: "ISO-8859-1", letters: "é", mark: [0xEF, 0xBB, 0xBF]),
  ]
}

struct TextEncodingTests {
  @Test(arguments: Thorough.sample(EncodedCase.all, every: 4))
  private func `a document is read in its encoding`(encoded: EncodedCase) throws {
    let document = try PropertyListDocument(parsing: try encoded.bytes())
    #expect(
      document.values == [
        Defaults.KeyName("k\(encoded.letters)"): .string("\(encoded.letters) & more"),
        "z": .integer(7),
      ]
    )
  }

  @Test(arguments: Thorough.sample(EncodedCase.all, every: 4))
  private func `an edit keeps all text, under a declaration that is true`(
    encoded: EncodedCase
  ) throws {
    var document = try PropertyListDocument(parsing: try encoded.bytes())
    document.apply(["z": .string("🦄"), "zz": .bool(true)])
    let bytes = try document.encoded()
    let new = String(
      decoding: bytes.starts(with: [0xEF]) ? bytes.dropFirst(3) : bytes[...],
      as: UTF8.self
    )
    let declared = encoded.declared == "utf8" ? "utf8" : "UTF-8"
    let expected = text(declared, encoded.letters)
      .replacing("<integer>7</integer>", with: "<string>🦄</string>\n\t<key>zz</key>\n\t<true/>")
    #expect(new == expected)
    #expect(try PropertyListDocument(parsing: bytes).values == document.values)
  }

  @Test(arguments: ["ISO-8859-1", "Windows-1252", "ISO-8859-15"])
  func `every byte has the character that Python gives it`(encoding: String) throws {
    let script = """
      import sys
      for byte in range(0x20, 256):
        try: print(byte, ord(bytes([byte]).decode("\(encoding)")))
        except UnicodeDecodeError: print(byte, -1)
      """
    let codec = try #require(TextEncoding.declared(as: encoding))
    for line in try Python.run(script, lines: []) {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      let utf8 = codec.utf8([UInt8(numbers[0])])
      let scalar = utf8.flatMap { String(decoding: $0, as: UTF8.self).unicodeScalars.first }
      #expect(scalar.map { Int($0.value) } ?? -1 == numbers[1], "byte \(numbers[0])")
    }
  }

  @Test(arguments: Thorough.sample(EncodedCase.all, every: 4))
  private func `the place of an error is the one in the file`(encoded: EncodedCase) throws {
    let bytes = try encoded.bytes()
    let digit = try #require(bytes.lastIndex(of: UInt8(ascii: "7")))
    var broken = bytes
    broken[digit] = UInt8(ascii: "x")
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListDocument(parsing: broken)
    }
    #expect(error?.line == 9)
    let unit = encoded.codec.hasPrefix("utf-32") ? 4 : encoded.codec.hasPrefix("utf-16") ? 2 : 1
    // "<integer>" begins nine characters before; the wider units begin up to three bytes before.
    let place = digit / unit * unit - 9 * unit
    #expect(error.map { $0.byteOffset / unit } == place / unit)
  }

  @Test func `text that is not in its encoding is refused as damaged`() throws {
    let cut: [UInt8] = [0xFF, 0xFE] + Array("<".utf8) + [0, 0x2F]
    let half: [UInt8] = [0xFE, 0xFF, 0, 0x3C, 0xD8, 0x00, 0, 0x3C]
    let unassigned =
      Array("<?xml version=\"1.0\" encoding=\"cp1252\"?><dict>".utf8) + [0x81]
    for (bytes, name) in [(cut, "UTF-16"), (half, "UTF-16"), (unassigned, "windows-1252")] {
      let error = #expect(throws: PropertyListError.self) {
        try PropertyListDocument(parsing: bytes)
      }
      #expect(error?.reason == "the text is not valid \(name)")
      #expect(error?.isUnsupported == false)
    }
  }

  @Test func `a quotation mark left open does not find its partner in a value`() throws {
    let text = "<?xml '?><dict><key>a'</key><true/></dict><!--' encoding='koi8-r'-->"
    var document = try PropertyListDocument(parsing: Array(text.utf8))
    document.apply(["a'": Defaults.StoredValue?.none])
    #expect(try PropertyListDocument(parsing: document.encoded()).values == [:])
  }

  @Test(arguments: [
    ("koi8-r", "the text encoding \"koi8-r\" is not supported"),
    ("UTF-16", "the text encoding \"UTF-16\" is declared, but the text is in another one"),
    ("a\u{1B}[1m", "the text encoding \"a\\u{1B}[1m\" is not supported"),
  ])
  func `a file in an encoding that is not known is never replaced`(
    name: String,
    reason: String
  ) throws {
    let directory = try TemporaryDirectory()
    let bytes = Array("<?xml version='1.0' encoding='\(name)'?><dict/>".utf8)
    let path = try directory.write(bytes, to: "suite.plist")
    let old = Date(timeIntervalSinceNow: -3600)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    let error = #expect(throws: Defaults.StoreError.self) {
      try Defaults.PropertyListStore(file: path).commit(["a": .bool(true)])
    }
    #expect(try #require(error?.description).contains("was left as it is: \(reason)"))
    #expect(try directory.names() == ["suite.plist"])
    #expect(try directory.read("suite.plist") == bytes)
  }
}
