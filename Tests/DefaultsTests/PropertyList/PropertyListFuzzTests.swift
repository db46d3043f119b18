import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct PropertyListFuzzTests {
  private static let values: [Defaults.KeyName: Defaults.StoredValue] = [
    "bool": .bool(true), "integer": .integer(-70000), "real": .real(0.1),
    "date": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "text": .string("é<&>"),
    "data": .data(Data([1, 2, 3, 4])), "list": .array([.string("a"), .array([]), .string("a")]),
    "map": .dictionary(["x": .integer(1), "y": .dictionary([:])]),
  ]

  /// Documents to begin with, one of each form.
  private static func seeds() throws -> [[UInt8]] {
    var binary = BinaryPropertyListWriter()
    let entries = values.sorted { $0.key < $1.key }.map { key, value in
      (binary.add(.string(key.string)), binary.add(value))
    }
    return [
      try PropertyListDocument(values).encoded(),
      binary.document(entries + [(binary.add(.string("uid")), binary.add(.uid(300)))]),
      Array("{ a = \"b\\U00e9\"; c = (1, <0fbd>, { d = e; }); /* f */ 'g' = h; }".utf8),
      Array(
        "<!DOCTYPE a [<!ENTITY b \"c\">]><dict><key>a</key><string><![CDATA[x]]></string></dict>"
          .utf8
      ),
    ]
  }

  private static let fragments = [
    "<dict>", "</dict>", "<array>", "<key>", "&#x41;", "<!--", "-->", "<![CDATA[", "]]>", "<?",
    "nan",
    "0x", "e999", "\"", "\\U", "{", "(", ";", "</plist>", "<true/>", "-", "\u{0}",
  ].map { Array($0.utf8) }

  private static func mutated(_ seed: [UInt8], by random: inout SeededGenerator) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { break }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.removeSubrange(place...)
      case 5: bytes.insert(contentsOf: fragments.randomElement(using: &random) ?? [], at: place)
      default: bytes[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
      }
    }
    return bytes
  }

  @Test(
    .thorough,
    .timeLimit(.minutes(10)),
    arguments: [
      "<", "<!--", "<dict>", "<dict><key>a</key>", "<![CDATA[", "&amp;", "<?", "<!DOCTYPE [", "\"",
      "<plist a='", "{ a = ", "{ a = (", "/*", "{ a = \"\\", "{ a = <0", "//\n",
      "<dict><key>a</key><string>", "<dict><key>a</key><date>2026-03-14T09:26:53Z</date><!--exact ",
    ]
  )
  func `long rows of anything are refused in time`(beginning: String) {
    for rest in [beginning, "<!--", "&", "9", "a", " ", "(", "<![CDATA[]]>", "]]", "--"] {
      let count = 100_000 / rest.utf8.count
      let bytes = Array((beginning + String(repeating: rest, count: count)).utf8)
      #expect(throws: PropertyListError.self) { try PropertyListDocument(parsing: bytes) }
    }
  }

  @Test(
    .thorough,
    .timeLimit(.minutes(10)),
    arguments: ["integer", "real", "date", "data", "string", "true", "array"]
  )
  func `long contents of any element are read in time`(element: String) throws {
    for content in ["9", "-", " ", "A", "&lt;", "<!---->", "<true/>", "=", "e", "\u{301}\u{323}"] {
      let text = String(repeating: content, count: 100_000 / content.utf8.count)
      let document = "<dict><key>a</key><\(element)>\(text)</\(element)></dict>"
      do throws(PropertyListError) {
        let values = try PropertyListDocument(parsing: Array(document.utf8)).values
        #expect(values.count == 1)
      } catch {
        #expect(element != "string" || content == "<true/>")
      }
    }
  }

  @Test(arguments: Thorough.sample(Array(0..<8), every: 4))
  func `damaged documents are refused or come back equal`(part: Int) throws {
    var random = SeededGenerator(seed: UInt64(part))
    let seeds = try Self.seeds()
    var accepted = 0
    for round in 0..<3000 {
      let bytes = Self.mutated(seeds[round % seeds.count], by: &random)
      var document: PropertyListDocument
      do throws(PropertyListError) {
        document = try PropertyListDocument(parsing: bytes)
      } catch {
        #expect((0...bytes.count).contains(error.byteOffset))
        continue
      }
      accepted += 1
      let again = try PropertyListDocument(parsing: try document.encoded())
      #expect(again.values == document.values, "part \(part), round \(round)")
      document.apply(["new": .string("value"), "bool": nil])
      let edited = try PropertyListDocument(parsing: try document.encoded())
      #expect(edited.values == document.values, "part \(part), round \(round), edited")
    }
    #expect(accepted > 100)
  }
}
