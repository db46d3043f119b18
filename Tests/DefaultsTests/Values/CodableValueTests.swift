import Defaults
import Foundation
import Testing

private struct Time: Codable, Hashable, Defaults.Serializable {
  var minute: Int
  var hour: Int
}

private struct Level: Codable, Hashable, Defaults.Serializable {
  var value: Double
}

private struct Failing: Codable, Hashable, Defaults.Serializable {
  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(codingPath: [], debugDescription: "no words for it"),
    )
  }
}

private enum Duration: String, Defaults.Serializable {
  case tenMinutes = "10 Minutes"
  case oneHour = "1 Hour"
}

private enum Size: Int, Defaults.Serializable {
  case small = 1
  case large = 9
}

private enum Encoded: String, Codable, Defaults.Serializable {
  case first, second
}

private enum Raw: String, Codable, Defaults.Serializable, Defaults.PreferRawRepresentable {
  case first, second
}

private struct Name: RawRepresentable, Hashable, Defaults.Serializable {
  var rawValue: URL
}

struct CodableValueTests {
  @Test func `a codable value is stored as JSON with sorted keys`() throws {
    try expectRoundTrip(
      Time(minute: 0, hour: 1),
      as: .string(#"{"hour":1,"minute":0}"#),
    )
    expectUnreadable(
      Time.self,
      [
        .bool(true), .integer(1), .real(1), .string(""), .string("{"), .string(#"{"hour":1}"#),
        .string(#"{"hour":"1","minute":0}"#), .date(.distantPast), .data(Data("{}".utf8)),
        .array([]), .dictionary(["hour": .integer(1), "minute": .integer(0)]), .uid(0),
      ],
    )
  }

  @Test func `a codable value may hold numbers that JSON cannot`() throws {
    try expectRoundTrip(Level(value: .infinity), as: .string(#"{"value":"Infinity"}"#))
    try expectRoundTrip(Level(value: -.infinity), as: .string(#"{"value":"-Infinity"}"#))
    #expect(try Level._storedValue(of: Level(value: .nan)) == .string(#"{"value":"NaN"}"#))
    #expect(Level._value(from: .string(#"{"value":"NaN"}"#))?.value.isNaN == true)
  }

  @Test func `a codable value that cannot be encoded is refused with the reason`() throws {
    let error = try #require(throws: Defaults.SerializationError.self) {
      try Failing._storedValue(of: Failing())
    }
    guard case .encodingFailed(let type, let reason) = error else {
      Issue.record("unexpected \(error)")
      return
    }
    #expect(type.hasSuffix("Failing"))
    #expect(reason.contains("no words for it"))
  }

  @Test func `an enumeration is stored as its raw value`() throws {
    try expectRoundTrip(Duration.oneHour, as: .string("1 Hour"))
    try expectRoundTrip(Size.large, as: .integer(9))
    expectUnreadable(
      Duration.self,
      [
        .string("1 hour"), .string(""), .string("\"1 Hour\""), .bool(true), .integer(0), .real(0),
        .data(Data("1 Hour".utf8)), .array([.string("1 Hour")]), .dictionary([:]), .uid(0),
      ],
    )
    expectUnreadable(Size.self, [.integer(2), .bool(true), .string("large"), .real(1.5)])
  }

  @Test func `a raw value may be of any serialisable type`() throws {
    let url = try #require(URL(string: "https://example.com/a"))
    try expectRoundTrip(Name(rawValue: url), as: .string(#""https:\/\/example.com\/a""#))
  }

  @Test func `an encodable enumeration is stored as JSON unless it prefers its raw value`() throws {
    try expectRoundTrip(Encoded.second, as: .string("\"second\""))
    try expectRoundTrip(Raw.second, as: .string("second"))
    expectUnreadable(Encoded.self, [.string("second"), .string("\"third\""), .integer(1)])
    expectUnreadable(Raw.self, [.string("\"second\""), .string("third"), .integer(1)])
  }

  @Test func `a URL is stored as JSON text, and read without quotation marks too`() throws {
    let url = try #require(URL(string: "https://example.com/c?d=e#f"))
    try expectRoundTrip(url, as: .string(#""https:\/\/example.com\/c?d=e#f""#))
    #expect(URL._value(from: .string("https://example.com/c?d=e#f")) == url)
    expectUnreadable(
      URL.self,
      [
        .string(""), .bool(true), .integer(1), .real(1), .date(.distantPast), .data(Data()),
        .array([]), .dictionary([:]), .uid(0),
      ],
    )
  }

  @Test func `a URL of a file stays one`() throws {
    let url = URL(fileURLWithPath: "/tmp/a file")
    let stored = try #require(try URL._storedValue(of: url))
    let back = try #require(URL._value(from: stored))
    #expect(back.isFileURL)
    #expect(back.path == "/tmp/a file")
  }

  @Test func `an identifier is stored as its text`() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let id = try #require(UUID(uuidString: text))
    try expectRoundTrip(id, as: .string(text))
    #expect(UUID._value(from: .string(text.lowercased())) == id)
    expectUnreadable(
      UUID.self,
      [
        .string(""), .string(String(text.dropLast())), .string("\"\(text)\""), .integer(1),
        .data(Data(text.utf8)), .bool(false), .array([]), .dictionary([:]), .uid(0),
      ],
    )
  }
}
