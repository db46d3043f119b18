import Foundation
import TestSupport
import Testing

/// The settings of Visual Studio Code, with the schemas of what is installed.
struct CodeSettingsTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try write(
      """
      // Mine
      {
          "editor.fontSize": 16, // larger
          "sample.level": "low",
          "[swift]": {
              "editor.tabSize": 2 // as in the package
          }
      }

      """,
      to: "Code/User/settings.json"
    )
    try write(
      #"{"userDataProfiles": [{"location": "-7a1f", "name": "Work"}]}"#,
      to: "Code/User/globalStorage/storage.json"
    )
    try write("{}", to: "Code/User/profiles/-7a1f/settings.json")
    let package = tool.extensions.appendingPathComponent("sample-1.0.0")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    let document = """
      {"name": "sample", "publisher": "example", "displayName": "Sample", "contributes": {
        "configuration": {"title": "Sample", "properties": {
          "sample.level": {"type": "string", "enum": ["low", "high"], "description": "%level%"},
          "editor.fontSize": {"type": "string", "description": "Not this one."}
        }}}}
      """
    try Data(document.utf8).write(to: package.appendingPathComponent("package.json"))
    try Data(#"{"level": "How much."}"#.utf8).write(
      to: package.appendingPathComponent("package.nls.json")
    )
  }

  private func write(_ text: String, to path: String) throws {
    let file = tool.home.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: tool.home.appendingPathComponent(path), encoding: .utf8)
  }

  /// Installs an extension with one setting.
  private func install(_ number: Int, help: String) throws {
    let directory = tool.extensions.appendingPathComponent("many-\(number)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let document = """
      {"name": "many\(number)", "publisher": "example", "contributes": {"configuration": {
        "title": "Many \(number)", "properties": {"many.n\(number)": {
          "type": "string", "enum": ["x", "y"], "enumDescriptions": ["First.", "Second."],
          "default": "x", "markdownDescription": "\(help)"}}}}}
      """
    try Data(document.utf8).write(to: directory.appendingPathComponent("package.json"))
  }

  /// Installs an extension with settings of many kinds.
  private func installRich() throws {
    let directory = tool.extensions.appendingPathComponent("rich-1")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let document = #"""
      {"name": "rich", "publisher": "example", "displayName": "Rich", "version": "1.2.3", "contributes": {
        "configuration": [{"title": "First", "order": 2, "properties": {
          "rich.size": {"type": ["integer", "null"], "minimum": 1, "exclusiveMaximum": 12, "default": null,
            "description": "Size.", "scope": "window", "order": 3},
          "rich.id": {"type": "string", "pattern": "^[a-z]+$", "patternErrorMessage": "Only letters.",
            "markdownDescription": "An *id*, see `#rich.size#` and [this](https://example.org).",
            "deprecationMessage": "Use `rich.size`.", "order": 1},
          "rich.text": {"type": "string", "editPresentation": "multilineText", "default": "a\nb", "tags": ["x"]}
        }}, {"title": "Second", "order": 1, "properties": {
          "rich.list": {"type": "array", "uniqueItems": true, "maxItems": 3, "default": ["a"],
            "items": {"type": "string", "enum": ["a", "b"], "enumDescriptions": ["An a.", "A b."]}},
          "rich.when": {"type": "object", "properties": {"on": {"type": "boolean"}, "by": {"type": "string"}},
            "if": {"properties": {"on": {"const": true}}}, "then": {"required": ["by"]},
            "additionalProperties": false},
          "rich.any": {"oneOf": [{"type": "number"}, {"type": "string", "enum": ["auto"]}], "default": "auto"}
        }}]}}
      """#
    try Data(document.utf8).write(to: directory.appendingPathComponent("package.json"))
  }

  /// The documents in the cache.
  private func cached() -> [URL] {
    let directory = tool.home.deletingLastPathComponent().appendingPathComponent(".cache/prefs")
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory,
      includingPropertiesForKeys: nil
    )
    return files ?? []
  }

  @Test func `the settings of many extensions are read at once until one of them changes`() throws {
    for number in 0..<12 { try install(number, help: "What \(number) is.") }
    try installRich()
    try write(
      #"{"rich.when": {"on": true}, "rich.size": 12, "rich.id": "7"}"#,
      to: "Code/User/settings.json"
    )
    let commands = [
      ["describe", "code:"], ["describe", "--json", "code:"], ["check", "code:"],
      ["schema", "show", "--json", "code:"],
    ]
    let read = { try commands.map { try tool.run($0) }.map { $0.output + $0.complaint } }
    let first = try read()
    #expect(first[0].contains("many.n7") && first[0].contains("What 7 is."))
    #expect(first[2].contains("rich.when") && first[2].contains("rich.id"))
    #expect(cached().isEmpty, "Files that were changed just now may change again at the same time.")
    Thread.sleep(forTimeInterval: 2.1)
    #expect(try read() == first)
    let file = try #require(cached().first)
    #expect(try read() == first)
    // The document is what is read.
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("What 7 is.", with: "Kept.").write(
      to: file,
      atomically: true,
      encoding: .utf8
    )
    #expect(try tool.run("describe", "code:", "many.n7").output.contains("Kept."))
    try install(7, help: "Updated.")
    Thread.sleep(forTimeInterval: 2.1)
    #expect(try tool.run("describe", "code:", "many.n7").output.contains("Updated."))
    #expect(cached().count == 1 && cached() != [file])
    // A damaged document is made again.
    try Data("{".utf8).write(to: try #require(cached().first))
    #expect(try tool.run("describe", "code:", "many.n7").output.contains("Updated."))
  }

  @Test func `a value is checked by the schema of the program or an extension`() throws {
    #expect(try tool.run("write", "code:", "editor.fontSize", "18").status == 0)
    #expect(try tool.run("write", "code:", "sample.level", "high").status == 0)
    #expect(try tool.run("write", "code:", "sample.level", "none").status == 3)
    #expect(try tool.run("write", "code:", "editor.renderWhitespace", "all").status == 0)
    #expect(
      try text("Code/User/settings.json") == """
        // Mine
        {
            "editor.fontSize": 18, // larger
            "editor.renderWhitespace": "all",
            "sample.level": "high",
            "[swift]": {
                "editor.tabSize": 2 // as in the package
            }
        }

        """
    )
    #expect(try tool.run("undo", "code:").output == "editor.renderWhitespace: \"all\" → unset\n")
    #expect(try tool.run("check", "code:").output == "")
  }

  @Test func `values that the program takes are valid, and one that equals the default is`() throws
  {
    let settings = """
      {
        "editor.fontSize": 14, "editor.fontWeight": 600,
        "editor.rulers": [80, {"column": 100, "color": "#ff0000"}],
        "files.exclude": {"**/*.js": {"when": "$(basename).ts"}}
      }
      """
    try write(settings, to: "Code/User/settings.json")
    #expect(try tool.run("check", "code:").output == "")
    #expect(try tool.run("write", "code:", "editor.fontWeight", "heavy").status == 3)
    let screen = try tool.run("edit", "--render", "80x24", "code:", "editor.fontSize").output
    #expect(screen.contains("default 14"))
    #expect(!screen.contains("Int"))
  }

  @Test func `keys are described in words`() throws {
    let level = try tool.run("describe", "code:", "sample.level").output
    #expect(level.contains("How much."))
    let whitespace = try tool.run("describe", "code:", "editor.renderWhitespace").output
    #expect(whitespace.contains("Which blanks are drawn as signs."))
  }

  @Test func `every setting that comes with the tool can be read`() throws {
    try FileManager.default.removeItem(at: tool.extensions)
    try write("{}", to: "Code/User/settings.json")
    let keys = try tool.run("describe", "code:", "--json").output
    let count = keys.components(separatedBy: "\"key\" : ").count - 1
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent(
        "../../../Sources/Defaults/Defaults.docc/SettingsOfOtherPrograms.md"
      )
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.contains("the \(count) commonest settings"), "\(count)")
    try write("{\"[swift]\": {}}", to: "Code/User/settings.json")
    for key in ["telemetry.telemetryLevel", "files.eol", "editor.defaultFormatter", "[swift]"] {
      #expect(try tool.run("describe", "code:", key).status == 0, "\(key)")
    }
  }

  @Test func `a search finds the settings of programs, also those that are unset`() throws {
    let found = try tool.run("find", "how much").output
    #expect(found.contains("'code:'") && found.contains("sample.level"))
    let blanks = try tool.run("find", "whitespace", "--json").output
    #expect(
      blanks.contains("\"key\" : \"editor.renderWhitespace\"") && blanks.contains("\"selection\"")
    )
    #expect(try tool.run("find", "tabsize", "code:").output.contains("editor.tabSize"))
  }

  @Test func `a profile has its own settings`() throws {
    #expect(try tool.run("write", "code@Work:", "window.zoomLevel", "1").status == 0)
    #expect(
      try text("Code/User/profiles/-7a1f/settings.json") == "{\n    \"window.zoomLevel\": 1\n}"
    )
    let missing = try tool.run("read", "code@Play:")
    #expect(missing.status == 1)
    #expect(missing.complaint.contains("Its profiles: Work."))
  }

  @Test func `the settings of a workspace are above those of the user`() throws {
    let project = try TemporaryDirectory()
    let workspace = "code:\(project.path)"
    #expect(try tool.run("describe", workspace, "editor.fontSize").output.contains("16 (global"))
    #expect(try tool.run("write", workspace, "editor.fontSize", "x").status == 3)
    #expect(try tool.run("write", workspace, "editor.fontSize", "20").status == 0)
    let file = project.file(".vscode/settings.json")
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == "{\n    \"editor.fontSize\": 20\n}\n"
    )
    #expect(try text("Code/User/settings.json").contains("\"editor.fontSize\": 16"))
    let layers = try tool.run("read", workspace, "editor.fontSize", "--layers").output
    #expect(layers.contains(file) && layers.contains("Code/User/settings.json"))
    #expect(try tool.run("read", workspace + "/.", "editor.fontSize").output == "20\n")
    let profile = "code@Work:\(project.path)"
    #expect(try !tool.run("describe", profile, "sample.level").output.contains("\"low\""))
    #expect(try tool.run("describe", workspace, "sample.level").output.contains("\"low\" (global"))
    #expect(try tool.run("--render", "100x30").output.contains(" code:/"))
    #expect(try tool.run("undo", workspace).status == 0)
    let missing = try tool.run("read", "code:\(project.path)/none")
    #expect(missing.status == 1 && missing.complaint.contains("named by its directory"))
  }

  @Test func `the list of suites has the program, and its settings are edited by name`() throws {
    try tool.run("write", "org.example.notes", "a", "1")
    let session = try tool.terminal([tool.program])
    try session.wait(for: "Visual Studio Code")
    try session.type("code")
    // The schemas of programs are read while the list is shown.
    try session.wait(for: " 77 ")
    try session.sendKeys("Enter")
    try session.wait(for: "Text editor")
    try session.sendKeys("/")
    try session.wait(for: "Filter")
    try session.type("render whitespace")
    try session.wait(for: ">  Editor render whitespace")
    try session.sendKeys("Enter", "Enter")
    try session.wait(for: "4 ( ) trailing")
    try session.type("5")
    try session.wait(for: "> 5 (")
    try session.sendKeys("Enter")
    let isStored = try waitUntil {
      try text("Code/User/settings.json").contains("\"editor.renderWhitespace\": \"all\",")
    }
    #expect(isStored)
    session.end()
  }
}
