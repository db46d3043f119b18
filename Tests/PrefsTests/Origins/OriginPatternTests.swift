import TestSupport
import Testing

/// Patterns in the names of other programs' files, and changes of files that have text only.
struct OriginPatternTests {
  private let tool: Tool
  private let directory: TemporaryDirectory

  init() throws {
    tool = try Tool()
    directory = try TemporaryDirectory()
  }

  @Test func `a pattern names the files that exist, and makes none`() throws {
    for name in ["one.json", "two.json", "other.txt"] {
      try directory.write("{\"a\": 1}\n".utf8, to: name)
    }
    let pattern = "json:\(directory.path)/*.json"
    let result = try tool.run("write", pattern, "a", "3")
    #expect(result.status == 0, "\(result.complaint)")
    #expect(try directory.names() == ["one.json", "other.txt", "two.json"])
    #expect(try directory.read("two.json").elementsEqual("{\"a\": 3}\n".utf8))
    #expect(try directory.read("other.txt").elementsEqual("{\"a\": 1}\n".utf8))
    #expect(try tool.run("read", pattern, "a").output.contains("one.json"))
    #expect(try tool.run("write", "json:\(directory.path)/x*", "a", "3").status == 1)
    #expect(try directory.names() == ["one.json", "other.txt", "two.json"])
  }

  @Test func `the editor lists the files that a pattern names`() throws {
    for name in ["one.json", "two.json", "other.txt"] {
      try directory.write("{\"a\": 1}\n".utf8, to: name)
    }
    let edit = ["edit", "--render", "200x24"]
    let list = try tool.run(edit + ["json:\(directory.path)/*.json"])
    #expect(list.output.contains("one.json") && list.output.contains("two.json"), "\(list)")
    #expect(!list.output.contains("other.txt"))
    try tool.run("write", "kde:twelve", "A/b", "zebra")
    let files = try tool.run(edit + ["kde:tw*"])
    #expect(files.output.contains("kde:twelve") && !files.output.contains("json"), "\(files)")
    let nothing = try tool.run(edit + ["kde:none*"])
    #expect(nothing.status == 1)
    #expect(nothing.complaint.contains("No suite matches \"kde:none*\""), "\(nothing)")
    #expect(try tool.run(edit + ["gnome:none*"]).status == 1)
    #expect(try tool.run(edit + ["kde:tw*", "A/b"]).status == 2)
  }

  @Test func `files of KDE match a pattern, and are found after they were changed`() throws {
    #expect(try tool.run("write", "kde:twelve", "A/b", "zebra").status == 0)
    #expect(try tool.run("read", "kde:tw*", "A/b").output.contains("zebra"))
    #expect(try tool.run("find", "zebra").output.contains("kde:twelve"))
  }

  @Test func `what a schema said of a text is known when its change is taken back`() throws {
    let file = "ini:" + (try directory.write("[a]\nn = 5\nm = x\n  y\n".utf8, to: "s.ini"))
    let schema = try directory.write(
      #"{"type": "object", "properties": {"a/n": {"type": "integer"}}}"#.utf8,
      to: "s.json"
    )
    func text() throws -> String { String(decoding: try directory.read("s.ini"), as: UTF8.self) }
    #expect(try tool.run("write", "--schema", schema, file, "a/n", "7").status == 0)
    #expect(try tool.run("undo", file).status == 0)
    #expect(try text() == "[a]\nn = 5\nm = x\n  y\n")
    #expect(try tool.run("redo", file).status == 0)
    #expect(try text().contains("n = 7"))
    // A value of several lines comes back, too.
    #expect(try tool.run("delete", file, "a/m").status == 0)
    let undo = try tool.run("undo", file)
    #expect(undo.status == 0, "\(undo.complaint)")
    #expect(try tool.run("read", file, "a/m").output == "x\ny\n")
  }
}
