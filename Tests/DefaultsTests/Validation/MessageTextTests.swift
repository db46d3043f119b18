import Testing

@testable import Defaults
@testable import DefaultsCore

@Suite struct MessageTextTests {
  private static let long = String(repeating: "é", count: 1000)

  @Test func `names and values are cut, and the words around them stay`() {
    let message: MessageText = "\"\(Self.long)\" is not set. Nothing was changed."
    let words = "\"…\" is not set. Nothing was changed.".unicodeScalars.count
    #expect(message.description.unicodeScalars.count == 200 + words)
    #expect(message.description.hasSuffix("é…\" is not set. Nothing was changed."))
  }

  @Test func `one character with very many marks is cut`() {
    let mark = "e" + String(repeating: "\u{301}", count: 5000)
    #expect(MessageText.fact(mark).unicodeScalars.count == 201)
  }

  @Test(arguments: [("a\nb", "a\\u{A}b"), ("a\u{1B}[2J", "a\\u{1B}[2J"), ("é", "é"), ("", "")])
  func `a fact stays on one line`(fact: String, shown: String) {
    let key = Defaults.KeyName(fact)
    let message: MessageText = "\(key)"
    #expect(MessageText.fact(fact) == shown)
    #expect(message.description == shown)
    #expect(MessageText.lines(["x", fact]).description == "x\n\(shown)")
  }

  @Test func `a path keeps its end`() {
    let path = "/" + Self.long + "/name.plist"
    #expect(MessageText.path(path) == path)
    let endless = "/" + String(repeating: "x", count: 10_000) + "/name.plist"
    #expect(MessageText.path(endless).hasSuffix("/name.plist"))
    #expect(MessageText.path(endless).count < 500)
  }

  private static let key = Defaults.KeyName(long)

  @Test(arguments: [
    "\(Defaults.Rejection.notANumber(long))",
    "\(Defaults.Rejection.notAChoice(long, choices: [long, "a"]))",
    "\(Defaults.Rejection.member(long, .refused(value: long, reason: long)))",
    "\(Defaults.WriteError.invalid(key: key, .notABool(long)))",
    "\(Defaults.UndoError.changedSince(restoring: [key: nil]))",
    "\(Defaults.StoreError(location: "/a", cause: .invalidSuiteName(long)))",
    "\(Defaults.Diagnostic(suiteName: "s", kind: .indistinguishableNames([key])))",
  ])
  func `an error quotes no more than the limit`(text: String) {
    #expect(text.contains("…"))
    #expect(text.unicodeScalars.count < 800)
  }
}
