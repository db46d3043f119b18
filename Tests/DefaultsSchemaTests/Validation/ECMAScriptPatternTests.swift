import Defaults
import DefaultsSchema
import Testing

/// Patterns have the meaning that ECMAScript gives them.
@Suite struct ECMAScriptPatternTests {
  private func matches(_ pattern: String, _ text: String) -> Bool {
    let kind = ValueKind.string(TextLimits(pattern: pattern))
    return (try? kind.validate(.string(text))) != nil
  }

  @Test(arguments: [
    (#"^[^!*,;{}[\]~\n]+$"#, "abc", "a{b"),
    (#"^\d+$"#, "12", "\u{0663}"),
    (#"^\w+$"#, "a_1", "é"),
    (#"^a$"#, "a", "a\n"),
    (#"^[a&&b]+$"#, "a&b", "c"),
    (#"^a{2,3}$"#, "aaa", "aaaa"),
    (#"^a{,3}$"#, "a{,3}", "aa"),
    (#"^[a-]+$"#, "a-", "b"),
    (#"^[\w-]+$"#, "a-b", "a b"),
    (#"^[--/]$"#, ".", "0"),
    (#"^\u0041\x42$"#, "AB", "ab"),
    (#"^(?<n_1>a|b)\k<n_1>$"#, "aa", "ab"),
    (#"^.$"#, "a", "\u{2028}"),
    (#"^\s$"#, "\u{FEFF}", "a"),
    (#"\bfoo\b"#, "a foo b", "foobar"),
    (#"^\p{Lu}$"#, "Ä", "ä"),
    (#"^(a)\1$"#, "aa", "a1"),
    (#"^]}$"#, "]}", "]"),
    (#"^a\-\_\/$"#, "a-_/", "a"),
    (#"^[^]$"#, "\t", "ab"),
  ])
  func `a pattern matches as in ECMAScript`(pattern: String, match: String, other: String) {
    #expect(matches(pattern, match))
    #expect(!matches(pattern, other))
  }

  @Test(arguments: ["(", "a**", "a++", "[b-a]", "(?i)a", "+", ")", "[a", "(?<1", #"\"#])
  func `what is malformed in ECMAScript is reported`(pattern: String) {
    let quoted = JSONValue.string(pattern).text()
    let reading = SampleDocument.read(key: "{\"type\": \"string\", \"pattern\": \(quoted)}")
    #expect(reading.messages.count == 1)
    #expect(reading.messages.first?.hasSuffix("it is malformed") == true)
  }
}
