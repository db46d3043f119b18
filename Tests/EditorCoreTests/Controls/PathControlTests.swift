import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct PathControlTests {
  private static func control(_ text: String) -> any Control {
    ValueKind.path.control(.string(text))
  }

  private static func lines(_ control: any Control, columns: Int = 30, rows: Int = 6) -> [String] {
    control.picture(columns: columns, rows: rows).lines.map { line in
      let text = line.spans.map(\.text.string).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func answer(_ path: String, _ names: [String]) -> ControlAnswer {
    .examined(PathFacts(path: path, target: .directory, names: names))
  }

  @Test func `the path is asked about until it is answered, and after each change`() {
    var control = Self.control("/a")
    #expect(control.question == .examine(path: "/a"))
    control.receive(Self.answer("/other", []))
    #expect(control.question == .examine(path: "/a"))
    #expect(Self.lines(control) == ["/a", ""])
    control.receive(Self.answer("/a", []))
    #expect(control.question == nil)
    #expect(Self.lines(control) == ["/a", "a directory"])
    _ = control.update(.character("b"))
    #expect(control.question == .examine(path: "/ab"))
  }

  @Test(arguments: [
    ("/x/al", ["alpha"], "/x/alpha"), ("/x/al", ["alpha/"], "/x/alpha/"),
    ("/x/", ["alpha", "alps"], "/x/alp"), ("/x/alp", ["alpha", "alps"], "/x/alp"),
    ("al", ["alpha"], "alpha"), ("/x/al", [], "/x/al"), ("~", [], "~/"),
    ("~/d", ["dir/"], "~/dir/"),
    ("/x/e", ["e\u{301}a", "e\u{301}b"], "/x/e"),
  ])
  func `completing inserts what all names have in common`(
    typed: String,
    names: [String],
    expected: String
  ) throws {
    var control = Self.control(typed)
    control.receive(Self.answer(typed, names))
    _ = control.update(KeyPress(.tab))
    #expect(try control.value() == .string(expected))
    // The same if the names arrive later.
    control = Self.control(typed)
    _ = control.update(KeyPress(.tab))
    #expect(try control.value() == .string(typed))
    control.receive(Self.answer(typed, names))
    #expect(try control.value() == .string(expected))
  }

  @Test func `names that arrive too late complete nothing`() throws {
    var control = Self.control("/x/al")
    _ = control.update(KeyPress(.tab))
    _ = control.update(.character("l"))
    control.receive(Self.answer("/x/al", ["alpha"]))
    #expect(try control.value() == .string("/x/all"))
  }

  @Test func `several names are listed in columns, as many as fit`() {
    var control = Self.control("/x/a")
    control.receive(Self.answer("/x/a", ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"]))
    #expect(Self.lines(control) == ["/x/a", "a directory"])
    _ = control.update(KeyPress(.tab))
    #expect(
      Self.lines(control, columns: 8) == [
        "/x/a", "a direc…", "a1  a6", "a2  a7", "a3  a8", "… 9 nam…",
      ]
    )
    #expect(Self.lines(control, rows: 2) == ["/x/a", "a directory"])
  }
}

@Suite struct URLProblemTests {
  @Test(
    arguments: [
      ("", nil), ("https://example.org/a?b#c", nil), ("mailto:ada@example.org", nil),
      ("https://ada@[::1]:80/", nil), ("example.org", "the scheme is missing: https://example.org"),
      ("http:example.org", "two slashes are missing after \"http:\""),
      ("https:///x", "the host is missing"),
      ("https://example.org:99999/", "the port \"99999\" is not a number from 0 to 65535"),
      ("https://a b", "a blank is not allowed in an address; %20 stands for it"),
      ("1x://a", "\"1x\" is not a scheme such as https"),
      ("http://[::1", "the bracket after the host is missing"),
    ] as [(String, String?)]
  )
  func `what is wrong with an address is told`(address: String, problem: String?) {
    #expect(URLProblem.text(about: address) == problem)
  }

  @Test func `the line break after a copied address is left out`() throws {
    var control = ValueKind.url.control(nil)
    #expect(control.paste("https://example.org\n") == .inserted(dropped: 0))
    #expect(try control.value() == .string("https://example.org"))
  }
}
