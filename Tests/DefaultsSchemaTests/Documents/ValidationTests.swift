import Defaults
import DefaultsSchema
import Testing

/// How values are checked, wherever a keyword stands in the schema of a key.
@Suite struct ValidationTests {
  // MARK: - Formats

  /// Texts that have a format, and texts that do not.
  private static let formats: [(format: String, valid: [String], invalid: [String])] = [
    ("date", ["2024-02-29"], ["2023-02-29", "2026-3-14", "14.3.2026", ""]),
    ("time", ["09:26:53Z", "23:59:60+00:00", "09:26:53.25-08:00"], ["09:26", "24:00:00Z"]),
    ("date-time", ["2026-03-14T09:26:53Z"], ["2026-03-14", "2026-03-14 09:26:53Z"]),
    ("duration", ["P3D", "PT4H30M", "P2W", "P1Y2M"], ["P", "PT", "P1D2H", "4H"]),
    ("email", ["ada@example.org", #""a b"@example.org"#, "a@[192.0.2.1]"], ["ada", "a..b@c.org"]),
    ("hostname", ["www.example.org", "a"], ["-a", "a_b", "a..b"]),
    ("ipv4", ["192.0.2.1"], ["192.0.2", "256.0.0.1", "01.2.3.4"]),
    ("ipv6", ["2001:db8::1", "::"], ["1", "fe80::1%eth0", "12345::"]),
    ("regex", ["^[a-z]+$"], ["("]),
    (
      "uri", ["https://example.org/a?b#c", "mailto:ada@example.org"], ["/a", "a b", "https://a b"]
    ),
    ("uri-reference", ["/a?b#c", ""], [#"\\a"#, "#a#b"]),
    ("uri-template", ["/{name}"], ["/{name"]),
    ("uuid", ["123e4567-e89b-12d3-a456-426614174000"], ["123e4567e89b12d3a456426614174000"]),
    ("json-pointer", ["", "/a~1b/0"], ["a", "/~2"]),
    ("relative-json-pointer", ["0#", "1/a"], ["-1", "/a"]),
    ("color", ["#a0b1c2", "orange"], ["#12", "no colour"]),
  ]

  /// The format of a key, of an item, of a member, and beside a keyword that a kind does not have.
  private static let places = [
    #"{"type": "string", "format": "F"}"#, #"{"allOf": [{"type": "string", "format": "F"}]}"#,
    #"{"type": "string", "format": "F", "not": {"const": "?"}}"#,
    #"{"type": "string", "format": "F", "minLength": 0}"#,
  ]

  @Test func `a format is checked wherever it stands`() throws {
    for (format, valid, invalid) in Self.formats {
      for place in Self.places {
        let schema = place.replacing("F", with: format)
        let entry = try #require(SampleDocument.read(key: schema).entry)
        for text in valid {
          #expect(throws: Never.self, "\(schema)") { try entry.validate(.string(text)) }
        }
        for text in invalid {
          #expect(throws: Defaults.Rejection.self, "\(text): \(schema)") {
            try entry.validate(.string(text))
          }
        }
      }
    }
  }

  @Test func `a text without its format is refused with an example`() throws {
    let entry = try #require(
      SampleDocument.read(key: #"{"type": "string", "format": "date"}"#).entry
    )
    let error = #expect(throws: Defaults.Rejection.self) {
      try entry.validate(.string("2026-02-30"))
    }
    #expect(
      error.map { "\($0)" } == "\"2026-02-30\" is not a date: write one such as 2026-03-14"
    )
  }

  @Test(arguments: [
    (#"{"type": "string", "format": "uri", "not": {"const": "a:b"}}"#, "x y"),
    (#"{"allOf": [{"type": "string", "format": "uri"}]}"#, "x y"),
    (#"{"type": "string", "format": "color", "pattern": "^#[0-9a-f]{6}$"}"#, "#ABC"),
    (#"{"type": "string", "format": "uri", "maxLength": 8}"#, "https://example.org"),
    (#"{"type": "string", "format": "path", "minLength": 5}"#, "/a"),
  ])
  func `a format is checked beside other keywords, and they beside it`(
    schema: String,
    text: String
  ) throws {
    let entry = try #require(SampleDocument.read(key: schema).entry)
    #expect(throws: Defaults.Rejection.self) { try entry.validate(.string(text)) }
  }

  // MARK: - Whole numbers among choices

  @Test(arguments: [
    (#"{"type": "number", "enum": [2, 3]}"#, Defaults.StoredValue.integer(3)),
    (#"{"type": "number", "const": 3}"#, .integer(3)),
    (#"{"type": "number", "oneOf": [{"const": 2, "title": "a"}, {"const": 3}]}"#, .integer(3)),
    (#"{"type": "array", "items": {"type": "number", "enum": [2, 3]}}"#, .array([.integer(3)])),
  ])
  func `a stored whole number is one of the choices of a number`(
    schema: String,
    value: Defaults.StoredValue
  ) throws {
    let entry = try #require(SampleDocument.read(key: schema).entry)
    #expect(throws: Never.self) { try entry.validate(value) }
  }
}
