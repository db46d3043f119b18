import Defaults
import DefaultsSchema
import Foundation
import TestSupport
import Testing

/// Texts for people: Markdown and translations.
@Suite struct DocumentTextTests {
  private func help(_ markdown: String) -> String? {
    let text = JSONValue.string(markdown).text()
    return SampleDocument.read(key: "{\"type\": \"boolean\", \"markdownDescription\": \(text)}")
      .entry?.help
  }

  @Test(arguments: [
    ("plain", "plain"),
    ("`code` and ``a ` b``", "code and a ` b"),
    ("**bold**, *em*, __strong__, _under_, ~~gone~~", "bold, em, strong, under, gone"),
    ("***both***", "both"),
    ("2 * 3 * 4, snake_case_name, a ~ b", "2 * 3 * 4, snake_case_name, a ~ b"),
    ("unclosed *mark and `tick", "unclosed *mark and `tick"),
    ("\\*not em\\* \\`not code\\`", "*not em* `not code`"),
    ("[text](https://example.org/a_(b))", "text (https://example.org/a_(b))"),
    ("[https://a.org](https://a.org)", "https://a.org"),
    ("[run](command:app.run) [x] [y", "run [x] [y"),
    ("![picture](https://a.org/p.png \"title\")", "picture"),
    ("[`code` **b**](https://a.org \"title\")", "code b (https://a.org)"),
    ("<https://a.org> a < b <b>bold</b><br>next &lt;id&gt;", "https://a.org a < b bold\nnext <id>"),
    ("# Heading\ntext", "Heading\ntext"),
    ("#hashtag", "#hashtag"),
    ("* one\n+ two\n- three", "- one\n- two\n- three"),
    ("> quoted", "quoted"),
    ("a\n\n\n\nb\n\n", "a\n\nb"),
    (
      "one line\nthat goes on\n- item\n  that goes on\n- next",
      "one line that goes on\n- item that goes on\n- next"
    ),
    ("ends  \nhere\\\nand here", "ends\nhere\nand here"),
    ("| a | b |\n|---|---|\n1. first\n2) second", "| a | b |\n|---|---|\n1. first\n2) second"),
    ("Before:\n```json\n{ \"*a*\": 1 }\n```\nafter", "Before:\n  { \"*a*\": 1 }\nafter"),
    ("", ""),
  ])
  func `Markdown becomes text that reads well`(markdown: String, text: String) {
    #expect(help(markdown) == text)
  }

  @Test(.thorough, arguments: ["*", "`", "[", "<", "_a", "[a](", "![](", "**a *"])
  func `a text made to keep a reader busy comes to an end`(part: String) {
    let text = "x" + String(repeating: part, count: 60_000 / part.count)
    #expect(help(text)?.isEmpty == false)
  }

  @Test func `of many combining marks in a row the first 30 are kept`() {
    let marks = String(repeating: "\u{301}", count: 30)
    #expect(help("e\(marks)x") == "e\(marks)x")
    #expect(help("e\(marks)\u{323}\u{20DD}x") == "e\(marks)x")
    #expect(help("*a\u{301}* *b\u{301}*") == "a\u{301} b\u{301}")
  }

  @Test func `keys that differ only in their normalisation are two keys`() {
    let reading = SampleDocument.read(
      keys: "\"caf\u{E9}\": {\"type\": \"boolean\"}, \"cafe\u{301}\": {\"type\": \"integer\"}"
    )
    #expect(reading.problems == [])
    #expect(reading.schema?.sections.flatMap(\.entries).count == 2)
  }

  private func document(files: [String: String]) -> SchemaDocument {
    let text = SampleDocument.text(
      keys:
        "\"k\": {\"type\": \"string\", \"title\": \"%k.title%\", \"description\": \"%k.help%\", "
        + "\"enum\": [\"a\"], \"enumItemLabels\": [\"%k.a%\"], \"default\": \"%k.title%\"}",
      root: ", \"description\": \"100% sure, 50%\""
    )
    let bytes = files.mapValues { Array($0.utf8) }
    return SchemaDocument(name: "org.example.a.schema.json", bytes: Array(text.utf8)) { bytes[$0] }
  }

  private func read(_ files: [String: String], _ languages: String...) -> SchemaReading {
    document(files: files).read(
      SchemaReadingOptions(languages: languages) { Defaults.Suite(inMemory: $0) }
    )
  }

  @Test func `texts are translated by the most exact file, then by the language's`() {
    let reading = read(
      [
        "org.example.a.schema.de-AT.json": "{\"k.title\": \"Servus\"}",
        "org.example.a.schema.de.json":
          "{\"k.title\": \"Hallo\", \"k.help\": {\"message\": \"Hilfe\", \"comment\": \"x\"}, \"k.a\": \"Ah\"}",
        "org.example.a.schema.en.json": "{\"k.title\": \"Hello\"}",
      ],
      "de_AT.UTF-8"
    )
    #expect(reading.entry?.title == "Servus")
    #expect(reading.entry?.help == "Hilfe")
    #expect(reading.entry?.kind == .choice([Choice(.string("a"), title: "Ah")]))
    #expect(reading.schema?.help == "100% sure, 50%")
    #expect(reading.messages.count == 1)
  }

  @Test func `without the language English is read, and without that the identifiers`() {
    let english = read(["org.example.a.schema.en.json": "{\"k.title\": \"Hello\"}"], "fi")
    #expect(english.entry?.title == "Hello")
    let none = read([:], "fi")
    #expect(none.entry?.title == "k.title")
    #expect(none.messages.contains("note: /properties/k/title: \"k.title\" has no translation"))
  }

  @Test func `a file of translations that cannot be used is told`() {
    let reading = read(["org.example.a.schema.en.json": "{\"k.title\": \n"])
    #expect(
      reading.messages.first
        == "warning: org.example.a.schema.en.json is not used: "
        + "line 2, column 1: a value is missing"
    )
  }
}
