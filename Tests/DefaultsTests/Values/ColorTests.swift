import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct ColorTests {
  typealias Color = Defaults.Color

  @Test(arguments: [
    ("#ff8800", "#ff8800"), ("#F80", "#ff8800"), ("#f808", "#ff880088"),
    ("#ff8800ff", "#ff8800"), ("#00000000", "#00000000"), ("orange", "#ffa500"),
    ("RebeccaPurple", "#663399"), ("transparent", "#00000000"), ("black", "#000000"),
    ("yellowgreen", "#9acd32"), ("aliceblue", "#f0f8ff"),
  ])
  func `a colour is read as CSS writes it`(text: String, expected: String) {
    #expect(Color(text)?.description == expected)
  }

  @Test(arguments: [
    "", "#", "#ff", "#fffff", "#fffffff", "#fffffffff", "#ggg", "#+12", "# fff", "ff8800",
    "Orange ",
    "rgb(1,2,3)", "#١٢٣", "#é1",
  ])
  func `what is no colour is none`(text: String) {
    #expect(Color(text) == nil)
  }

  @Test func `every colour survives its text`() {
    for part in UInt8.min...UInt8.max {
      let color = Color(red: part, green: 255 - part, blue: part / 2, alpha: part)
      #expect(Color(color.description) == color)
    }
  }

  @Test func `a key stores text, and reads what people write`() {
    let suite = Defaults.Suite(inMemory: "color")
    let key = Defaults.Key<Color>("ColorTests.accent", default: "#ff8800", suite: suite)
    Defaults[key] = Color(red: 1, green: 2, blue: 3)
    #expect(suite.string(forKey: key.name) == "#010203")
    suite.set("tomato", forKey: key.name)
    #expect(Defaults[key] == "#ff6347")
    suite.set("no colour", forKey: key.name)
    #expect(Defaults[key] == "#ff8800")
    let palette = Defaults.Key<[String: [Color]]>("ColorTests.palette", default: [:], suite: suite)
    Defaults[palette] = ["warm": ["red", "#f808"]]
    #expect(
      suite.storedValue(forKey: palette.name)
        == .dictionary(["warm": .array([.string("#ff0000"), .string("#ff880088")])])
    )
    #expect(Defaults[palette]["warm"]?.last?.alpha == 0x88)
  }
}
