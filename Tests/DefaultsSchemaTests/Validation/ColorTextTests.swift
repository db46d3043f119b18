import Defaults
import DefaultsSchema
import Testing

@Suite struct ColorTextTests {
  @Test(
    arguments: [
      ("#f80", "#ff8800"), ("#F80C", "#ff8800cc"), ("#ff8800cc", "#ff8800cc"),
      ("Orange", "#ffa500"), ("rebeccapurple", "#663399"), ("#12345", nil),
      ("rgb(1, 2, 3)", "#010203"), ("RGB(255 136 0 / 50%)", "#ff8800"),
      ("rgba(300,-1,50%,1)", "#ff0080"), ("rgb(none 255 0)", "#00ff00"), ("rgb(1, 2)", nil),
      ("hsl(30deg 100% 50%)", "#ff8000"), ("hsla(210, 50%, 40%, 0.5)", "#336699"),
      ("hsl(0.25turn 100% 50%)", "#80ff00"), ("hsl(100grad 100% 50%)", "#80ff00"),
      ("hsl(-90 200% 50%)", "#8000ff"), ("hsl(x, 1%, 2%)", nil), ("rgb(1e300 0 nan)", nil),
      ("rgb(1e300 0 -1e300)", "#ff0000"), ("rgb(1, 2, 3", nil), ("foo(1, 2, 3)", nil),
      ("rgb(1 2 3 x)", nil), ("rgb(0x10 0 0)", nil), ("bluish", nil), ("", nil),
    ] as [(String, String?)]
  )
  func `a colour that can be shown is parsed`(text: String, color: String?) {
    #expect(ColorText.color(text)?.description == color)
    let isValid = (try? ValueKind.color.validate(.string(text))) != nil
    #expect(isValid == (color != nil))
  }

  @Test(
    arguments: [
      "lab(50% 50 0)", "lch(50% 50 0)", "oklab(50% 0.05 0)", "OKLCH(0.7 0.1 200)",
      "hwb(90 50% 75% / 0.5)", "color(display-p3 1 0.5 0)", "var(--accent)",
      "var(--accent, rgb(0 0 0))", "color-mix(in srgb, red, var(--x) 20%)",
    ]
  )
  func `another function of CSS is a colour by its form`(text: String) throws {
    #expect(ColorText.color(text) == nil)
    try ValueKind.color.validate(.string(text))
  }

  @Test(
    arguments: [
      "lab()", "lab( )", "lab(50% 50 0", "lab 50% 50 0)", "var(--x))", "var(a) b(c)", "calc(1)",
      "url(https://example.org)", "nonsense", "12", "#ggg",
    ]
  )
  func `other text is not a colour`(text: String) {
    #expect(throws: Defaults.Rejection.notAColor(text)) {
      try ValueKind.color.validate(.string(text))
    }
  }

  @Test(arguments: [
    ("blu", " (did you mean \"blue\"?)"), ("Orage", " (did you mean \"orange\"?)"),
    ("nonsense", ""),
  ])
  func `the reason names the forms and the nearest name`(text: String, suggestion: String) {
    #expect(
      "\(Defaults.Rejection.notAColor(text))"
        == "\"\(text)\" is not a colour\(suggestion): write #ff8800, rgb(255, 136, 0), "
        + "hsl(32, 100%, 50%) or a name such as orange"
    )
  }

  @Test(arguments: [
    #"{ "type": "string", "format": "color" }"#,
    #"{ "type": "string", "format": "color", "not": { "const": "red" } }"#,
    #"{ "type": "string", "format": "color-hex", "default": "red" }"#,
  ])
  func `the format is checked whatever else the schema demands`(key: String) throws {
    let document = SchemaDocument(
      text: #"{ "x-format": 1, "x-suite": "x", "properties": { "label": "# + key + " } }"
    )
    let reading = document.read(SchemaReadingOptions { _ in Defaults.Suite(inMemory: "colors") })
    let schema = try #require(reading.schema)
    let entry = try #require(schema.sections.flatMap(\.entries).first)
    try entry.validate(.string("blue"))
    #expect(throws: Defaults.Rejection.notAColor("nonsense")) {
      try entry.validate(.string("nonsense"))
    }
  }
}
