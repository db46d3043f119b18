import TestSupport
import Testing

@testable import prefs

/// Unfinished lines of bash, which hands them to the tool as they were typed.
struct BashLineTests {
  @Test(arguments: ShellCompletionTests.names, ["", "'", "\""])
  func `bash reads the completed line as the name`(name: String, quote: String) throws {
    let typed = quote + name.prefix(2)
    let line = BashLine("prefs read s \(typed)")
    #expect(line.words == ["prefs", "read", "s"])
    #expect(line.prefix == name.prefix(2))
    guard let rest = line.rest(of: name) else {
      // A line break or an exclamation mark inside quotes.
      #expect(!quote.isEmpty && (name.contains("\n") || name.contains("!")))
      return
    }
    // readline closes the quotes where the last character is not a quote already.
    let end = rest.hasSuffix(quote) ? "" : quote
    let read = try Program.run(["bash", "-c", "printf '%s' \(typed)\(rest)\(end)"])
    #expect(read.output == name)
    #expect(read.status == 0)
  }

  @Test(arguments: [
    ("prefs read s\\ t ", ["prefs", "read", "s t"], "", true),
    ("prefs read 'a b'\"c d\"e", ["prefs", "read"], "a bc de", true),
    ("prefs read \"a\\$b\\x", ["prefs", "read"], "a$b\\x", true),
    ("prefs read a\\", ["prefs", "read"], "a", false),
    ("prefs read $HOM", ["prefs", "read"], "$HOM", false),
    ("prefs read $HOME x", ["prefs", "read", "$HOME"], "x", true),
    ("prefs read $'a", ["prefs", "read"], "a", false),
    ("echo x | prefs re", ["prefs"], "re", true),
    ("", [], "", true),
  ])
  func `a line of bash is taken apart`(
    line: String,
    words: [String],
    prefix: String,
    isPlain: Bool
  ) {
    let found = BashLine(line)
    #expect(found.words == words)
    #expect(found.prefix == prefix)
    #expect(found.isPlain == isPlain)
  }
}
