import Defaults
import Foundation
import TestSupport
import Testing

struct TextTests {
  private let suite = UserDefaults(inMemory: "text")

  // MARK: - Text

  @Test func `text is kept, and empty text is a value`() throws {
    try expectKept(["plain", "", " ", "\"quoted\"", "a\nb\tc\r\n", "<&>'"])
    try expectKeptInCollections("one", "")
    #expect(String.isNativelySupportedType)
  }

  @Test func `text of every script and sign is kept`() throws {
    try expectKept(["日本語", "العربية", "e\u{301}", "👩‍👩‍👧‍👦", "\u{200B}\u{200D}\u{FEFF}", "𝕏"])
  }

  @Test func `control characters are kept`() throws {
    try expectKept(["\u{1}\u{2}\u{1F}", "\u{0}", "a\u{0}b", "\u{7F}\u{85}", "\u{1B}[31m"])
  }

  @Test func `very long text is kept`() throws {
    try expectKept([
      String(repeating: "x", count: 100_000), String(repeating: "🦄", count: 1000),
    ])
  }

  @Test func `text that looks like another type stays text`() throws {
    try expectKept(["true", "1", "0.5", "null", "[]", "{}", "2026-01-01T00:00:00Z", "nil"])
  }

  @Test func `empty text hides a default that is not empty`() {
    let key = Defaults.Key<String>(unique(), default: "default", suite: suite)
    Defaults[key] = ""
    #expect(Defaults[key].isEmpty)
    #expect(suite.string(forKey: key.name)?.isEmpty == true)
  }

  // MARK: - Data and dates

  @Test func `data is kept, and empty data is a value`() throws {
    try expectKept([Data([0, 255]), Data(), Data((0...255).map { UInt8($0) })])
    try expectKeptInCollections(Data([1]), Data())
    #expect(Data.isNativelySupportedType)
  }

  @Test(.thorough) func `much data is kept`() throws {
    try expectKept([Data(count: 1), Data(repeating: 0xA5, count: 1_000_000)])
  }

  @Test func `dates are kept, with their fractions of a second`() throws {
    try expectKept([
      Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 0.123_456_789),
      Date(timeIntervalSince1970: -1.5), .distantPast, .distantFuture,
    ])
    try expectKeptInCollections(Date(timeIntervalSince1970: 0.5), .distantFuture)
    #expect(Date.isNativelySupportedType)
  }

  // MARK: - Addresses and identifiers

  @Test func `addresses are kept whole`() throws {
    let texts = [
      "https://example.com", "https://user@example.com:8080/a%20b/?q=1&r=%C3%A9#part",
      "mailto:a@b.example", "urn:isbn:0451450523", "relative/path?x",
    ]
    let addresses = texts.compactMap { URL(string: $0) }
    #expect(addresses.count == texts.count)
    try expectKept(addresses)
    try expectKeptInCollections(addresses[0], addresses[1])
    #expect(!URL.isNativelySupportedType)
  }

  @Test func `an address is stored as JSON text with escaped slashes`() {
    let key = Defaults.Key<URL?>(unique(), suite: suite)
    Defaults[key] = URL(string: "https://example.com")
    #expect(suite.string(forKey: key.name) == #""https:\/\/example.com""#)
  }

  @Test func `the address of a file stays that of a file`() throws {
    let key = Defaults.Key<URL?>(unique(), suite: suite)
    Defaults[key] = URL(fileURLWithPath: "/tmp/a b")
    let address = try #require(Defaults[key])
    #expect(address.isFileURL)
    #expect(address.path == "/tmp/a b")
  }

  @Test func `identifiers are kept as their text`() throws {
    let identifier = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    try expectKept([identifier, UUID()])
    try expectKeptInCollections(identifier, UUID())
    #expect(!UUID.isNativelySupportedType)
    let key = Defaults.Key<UUID>(unique(), default: identifier, suite: suite)
    #expect(suite.string(forKey: key.name) == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  }
}
