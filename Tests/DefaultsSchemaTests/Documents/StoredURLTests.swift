import Defaults
import Foundation
import TestSupport
import Testing

@testable import DefaultsSchema

/// URLs, which typed keys store as JSON text and people write as they are.
struct StoredURLTests {
  private static let address = "https://example.org/a?b=c"
  private static let json = #""https:\/\/example.org\/a?b=c""#

  @Test func `a published schema has the default of a URL as its text`() throws {
    let suite = Defaults.Suite(inMemory: "org.example.urls")
    let url = try #require(URL(string: Self.address))
    let home = Defaults.Key("StoredURLTests.home", default: url, suite: suite)
    let more = Defaults.Key("StoredURLTests.more", default: ["a": [url]], suite: suite)
    let schema = Schema(suite: suite, title: "URLs") {
      Section("General") {
        Entry("Home", key: home, kind: .url)
        Entry("More", key: more, kind: .dictionary(of: .list(of: .url)))
      }
    }
    let text = schema.documentText
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.contains("example.org") }
    #expect(lines == ["\"default\" : \"\(Self.address)\",", "\"\(Self.address)\""])
    let read = try #require(SchemaDocument(text: text).read(SampleDocument.options).schema)
    let plain = Defaults.StoredValue.string(Self.address)
    #expect(read.entry(forKey: home.name)?.defaultValue == plain)
    #expect(read.entry(forKey: more.name)?.defaultValue == .dictionary(["a": .array([plain])]))
    // What the app reads is the same, whoever wrote it.
    suite.setStoredValue(plain, forKey: home.name)
    #expect(suite[home] == url)
    suite.setStoredValue(.string(Self.json), forKey: home.name)
    #expect(suite[home] == url)
  }

  @Test(arguments: [
    (address, address), (json, address), ("\"", "\""), ("no url \u{1}", "no url \u{1}"), ("", ""),
  ])
  func `both forms are compared as one`(stored: String, plain: String) {
    let value = Defaults.StoredValue.string(stored)
    let expected = Defaults.StoredValue.string(plain)
    #expect(ValueKind.url.withPlainURLs(value) == expected)
    #expect(ValueKind.list(of: .url).withPlainURLs(.array([value])) == .array([expected]))
    let table = ValueKind.table([TableMember("u", kind: .url)], others: .string(TextLimits()))
    let members: [Defaults.KeyName: Defaults.StoredValue] = ["u": value, "other": value]
    #expect(
      table.withPlainURLs(.dictionary(members)) == .dictionary(["u": expected, "other": value])
    )
    #expect(ValueKind.any.withPlainURLs(value) == value)
  }
}
