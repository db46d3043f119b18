import DefaultsCore
import Foundation
import Testing

@testable import DefaultsGSettings

struct GVariantFormTests {
  /// Types with texts as GLib prints them, and the values.
  static let texts: [(type: String, text: String, value: Defaults.StoredValue)] = [
    ("b", "true", .bool(true)),
    ("y", "0x07", .integer(7)),
    ("n", "-32768", .integer(-32768)),
    ("u", "4294967295", .integer(4_294_967_295)),
    ("x", "-9223372036854775808", .integer(Int128(Int64.min))),
    ("t", "18446744073709551615", .integer(Int128(UInt64.max))),
    ("d", "1.25", .real(1.25)),
    ("d", "2", .real(2)),
    ("d", "1e+300", .real(1e300)),
    ("d", "-inf", .real(-.infinity)),
    ("s", "'it\\'s \\\\ \"new\"\\u000aä\\u0007'", .string("it's \\ \"new\"\nä\u{7}")),
    ("s", "\"it's\"", .string("it's")),
    ("as", "['a', 'b']", .array([.string("a"), .string("b")])),
    ("as", "[]", .array([])),
    ("ad", "[1.0, 2.5]", .array([.real(1), .real(2.5)])),
    ("ay", "b'\\303\\244!'", .array([0xC3, 0xA4, 0x21, 0].map { .integer($0) })),
    ("a{sd}", "{'x': 1.0}", .dictionary(["x": .real(1)])),
    ("a{sd}", "{}", .dictionary([:])),
    ("a{ui}", "{7: -1}", .dictionary(["7": .integer(-1)])),
    ("(sd)", "('a', 2.0)", .array([.string("a"), .real(2)])),
    ("(i)", "(5,)", .array([.integer(5)])),
    (
      "a(ss)", "[('xkb', 'us')]",
      .array([.array([.string("xkb"), .string("us")])])
    ),
    (
      "a{sa(id)}", "{'k': [(1, 2.0)]}",
      .dictionary(["k": .array([.array([.integer(1), .real(2)])])])
    ),
    ("v", "<uint32 7>", .string("<uint32 7>")),
    ("a{sv}", "{'a': <1>}", .string("{'a': <1>}")),
    ("mi", "just 5", .string("just 5")),
    ("mi", "nothing", .string("nothing")),
  ]

  @Test(arguments: texts.indices)
  func `a text has the value of its type, and the value a text that is read equally`(
    index: Int
  ) throws {
    let (type, text, value) = Self.texts[index]
    let form = GVariantForm(type: type)
    #expect(form.stored(text) == value)
    let written = try #require(form.text(value))
    #expect(form.stored(written) == value, "\(written)")
  }

  @Test(arguments: [
    ("b", Defaults.StoredValue.integer(1)), ("i", .string("1")), ("i", .real(1.5)),
    ("as", .array([.integer(1)])), ("as", .string("a")), ("(ss)", .array([.string("a")])),
    ("(s)", .array([.string("a"), .string("b")])), ("a{ui}", .dictionary(["x": .integer(1)])),
    ("s", .string("a\0b")), ("v", .integer(1)), ("s", .data(Data())),
  ])
  func `a value that the type has not is refused`(type: String, value: Defaults.StoredValue) {
    #expect(GVariantForm(type: type).text(value) == nil)
  }

  @Test(arguments: [
    ("org.example.a", "org.example.a", nil), ("a:/b/", "a", "/b/"),
  ])
  func `a name has a schema and perhaps a path`(text: String, schema: String, path: String?) throws
  {
    let name = try #require(GSettingsName(text))
    #expect(name.schema == schema && name.path == path && name.text == text)
  }

  @Test(arguments: ["", ":/a/", "a:", "a:b/", "a:/b", "a:/b//c/"])
  func `a path that GLib would not accept is no name`(text: String) {
    #expect(GSettingsName(text) == nil)
  }
}
