import Foundation
import TestSupport
import Testing

/// Files with sections through the tool.
struct INIFileTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  private func path(_ name: String) -> String { tool.home.appendingPathComponent(name).path }

  private func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  @Test func `values are text, and an edit changes its line`() throws {
    let file =
      "ini:" + (try write("; mine\n[srv]\nport = 80\n\n[log]\nlevel=info\n", to: "app.ini"))
    #expect(try tool.run("read", file, "srv/port").output == "80\n")
    #expect(try tool.run("write", file, "srv/port", "81").status == 0)
    #expect(try tool.run("write", file, "srv/host", "[::1]").status == 0)
    #expect(
      try text("app.ini") == "; mine\n[srv]\nport = 81\nhost = [::1]\n\n[log]\nlevel=info\n"
    )
    #expect(try tool.run("undo", file).output.contains("srv/host"))
    #expect(try tool.run("delete", file, "log/level").status == 0)
    #expect(try text("app.ini") == "; mine\n[srv]\nport = 81\n\n[log]\n")
    #expect(try tool.run("delete-all", file).status == 0)
    #expect(try text("app.ini") == "; mine\n[srv]\n\n[log]\n")
    #expect(try tool.run("write", file, "srv/x", "two\nlines").status == 0)
    #expect(try tool.run("read", file, "srv/x").output == "two\nlines\n")
    let refused = try tool.run("write", file, "srv/y", "two\n# lines")
    #expect(refused.status == 3 && refused.complaint.contains("the format cannot hold it"))
  }

  @Test func `a key is found in any spelling by every command`() throws {
    let file = try write("[user]\n\tname = Ada\n", to: ".gitconfig")
    let schema = try write(
      Tool.schema(#""user.name": {"type": "string", "maxLength": 2}"#, forSuite: "g"),
      to: "g.schema.json"
    )
    let suite = "ini+git:\(file)"
    #expect(try tool.run("export", "--json", suite, "-", "User.Name").output.contains("Ada"))
    #expect(try tool.run("check", "--schema", schema, suite, "User.Name").status == 3)
    try tool.run("write", suite, "User.Name", "Bea")
    #expect(try tool.run("history", suite, "User.Name").output.contains("Bea"))
  }

  @Test func `the first key before all sections stands below the comment of the file`() throws {
    let path = try write("\u{FEFF}# Licence\n\n# Of s\n[s]\na=1\n", to: "x.ini")
    #expect(try tool.run("write", "ini+desktop:\(path)", "b", "2").status == 0)
    // Foundation's reader leaves the byte order mark out.
    #expect(try text("x.ini") == "# Licence\n\nb=2\n# Of s\n[s]\na=1\n")
  }

  @Test func `a schema makes numbers and Booleans of texts`() throws {
    let file = "ini:" + (try write("[srv]\nport=80\non=yes\n", to: "app.ini"))
    let schema = try write(
      Tool.schema(
        #""srv/port": {"type": "integer", "minimum": 1}, "srv/on": {"type": "boolean"}"#,
        forSuite: "app"
      ),
      to: "app.schema.json"
    )
    let values = try tool.run("read", "--schema", schema, file, "--json").output
    #expect(values.contains("\"srv/port\" : 80") && values.contains("\"srv/on\" : true"))
    #expect(try tool.run("write", "--schema", schema, file, "srv/port", "0").status == 3)
    #expect(try tool.run("write", "--schema", schema, file, "srv/on", "false").status == 0)
    #expect(try text("app.ini") == "[srv]\nport=80\non=no\n")
    let screen = try tool.run("edit", "--schema", schema, file, "--render", "100x12").output
    #expect(screen.contains("[ ] off") && screen.contains("Int from 1"))
  }

  @Test func `of an import with a value that is refused nothing is stored`() throws {
    let file = "ini:" + (try write("[a]\nx=0\nz=0\n", to: "app.ini"))
    let values = try write(#"{"a/x": "1", "a/z": ["p", "q"], "a/y": "2"}"#, to: "values.json")
    let result = try tool.run("import", file, values)
    #expect(result.status == 3 && result.complaint.contains("Nothing was changed"))
    #expect(try text("app.ini") == "[a]\nx=0\nz=0\n")
    #expect(try tool.run("history", file).status == 1)
  }

  @Test func `a key of git can be spelled in any case`() throws {
    let file = "ini+git:" + (try write("[core]\n\tEditor = vim\n", to: "config"))
    #expect(try tool.run("read", file, "CORE.editor").output == "vim\n")
    #expect(try tool.run("write", file, "init.defaultBranch", "main").status == 0)
    let read = try Program.run(["git", "config", "-f", path("config"), "init.defaultBranch"])
    #expect(read.output == "main\n")
  }

  @Test func `one text in place of a list is taken back`() throws {
    let text = "[remote \"origin\"]\n\tfetch = +a\n\tfetch = +b\n"
    let file = "ini+git:" + (try write(text, to: "config"))
    #expect(try tool.run("write", file, "remote.origin.fetch", "+c").status == 0)
    let undo = try tool.run("undo", file)
    #expect(undo.status == 0, "\(undo)")
    #expect(try String(contentsOfFile: path("config"), encoding: .utf8) == text)
  }

  @Test func `git reads what is written to its configuration`() throws {
    let path = try write("[core]\n\teditor = vim # mine\n", to: "config")
    let file = "ini+git:\(path)"
    #expect(try tool.run("write", file, "user.name", "Ada; \"L\"").status == 0)
    #expect(try tool.run("write", file, "remote.o.r.fetch", "-array", "+a", "+b").status == 0)
    func git(_ arguments: String...) throws -> String {
      try Program.run(["git", "config", "-f", path] + arguments).output
    }
    #expect(try git("user.name") == "Ada; \"L\"\n")
    #expect(try git("--get-all", "remote.o.r.fetch") == "+a\n+b\n")
    #expect(try text("config").hasPrefix("[core]\n\teditor = vim # mine\n"))
  }

  @Test(arguments: [
    (["read", "ini:"], 2, "as in ini:app.ini"),
    (["lock", "ini:/tmp/x.ini", "a", "1"], 2, "which knows no locks"),
    (["read", "ini:/nowhere/x.ini"], 1, "does not exist"),
  ])
  func `what cannot be is refused in words`(
    arguments: [String],
    status: Int32,
    message: String
  ) throws {
    let result = try tool.run(arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(message), "\(result.complaint)")
  }
}
