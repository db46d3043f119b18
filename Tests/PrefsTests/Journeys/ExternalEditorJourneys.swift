import Foundation
import TestSupport
import Testing

/// Text that is edited in another program on the same terminal.
@Suite struct ExternalEditorJourneys {
  private let tool: Tool
  private let directory: URL

  init() throws {
    tool = try Tool()
    directory = tool.home.appendingPathComponent("runtime")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  /// Opens the sample app's preferences with a shell script as the editor; `$1` is the file.
  private func demo(_ script: String?) throws -> TmuxSession {
    let file = tool.home.appendingPathComponent("editor with blank")
    try Data("#!/bin/sh\n\(script ?? "")\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    let editor = script == nil ? "/nowhere/editor" : "'\(file.path)'"
    let variables = ["VISUAL": "", "EDITOR": editor, "XDG_RUNTIME_DIR": directory.path]
    let command = ["env"] + variables.map { "\($0)=\($1)" } + [tool.program, "demo"]
    let session = try tool.terminal(command)
    try session.wait(for: "General")
    // An earlier session may have left a filter.
    try session.type("/")
    try session.sendKeys("C-u")
    try session.type("author")
    try session.wait(for: "Filter: author")
    try session.sendKeys("Enter")
    return session
  }

  private var leftFiles: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path) }
  }

  @Test func `an edited text is shown as a difference and saved`() throws {
    try tool.run("write", Tool.suite, "author", "Ada")
    // The modes and the content are seen by the editor; the file and its backup are removed later.
    let session = try demo(
      "stat -c %a \"$1\" \"${1%/*}\" >\(tool.home.path)/modes; cp \"$1\" \"$1~\"; echo King >>\"$1\""
    )
    try session.type("E")
    try session.wait(for: "+ King")
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Your name: added line 2: \"King\"")
    #expect(try tool.plistlib() == "{\"author\": \"Ada\\nKing\"}")
    let modes = try String(contentsOf: tool.home.appendingPathComponent("modes"), encoding: .utf8)
    #expect(modes == "600\n700\n")
    #expect(try leftFiles.isEmpty)
  }

  @Test func `what was saved before a signal ended the editor is shown, and kept when all end`()
    throws
  {
    try tool.run("write", Tool.suite, "author", "Ada")
    let session = try demo("echo King >>\"$1\"; kill -KILL $$")
    try session.type("E")
    try session.wait(for: "+ King")
    try session.sendKeys("Escape")
    try session.type("q")
    try session.type("q")
    // As when the window is closed: the signal goes to both programs.
    let next = try demo("echo Lovelace >>\"$1\"; kill -HUP $PPID; kill -KILL $$")
    try next.type("E")
    #expect(try next.waitForExit() == 129)
    let last = try demo("exit 0")
    try last.sendKeys("Enter")
    try last.wait(for: "brings back what you typed")
  }

  @Test(.thorough) func `an editor without a change, with an error or missing changes nothing`()
    throws
  {
    try tool.run("write", Tool.suite, "author", "Ada")
    for (script, notice) in [
      ("exit 0", "Your name was not changed."),
      ("echo x >\"$1\"; exit 3", "the editor ended with the status 3"),
      (nil, "cannot be started"), ("kill -KILL $$", "was ended by the signal 9"),
    ] {
      let session = try demo(script)
      try session.type("E")
      try session.wait(for: notice)
      #expect(try tool.plistlib() == "{\"author\": \"Ada\"}")
      #expect(try leftFiles.isEmpty)
      try session.type("q")
      #expect(try session.waitForExit() == 0)
    }
  }

  @Test func `a text that cannot be saved stays in the field`() throws {
    let session = try demo("printf '%050d' 7 >\"$1\"")
    try session.sendKeys("Enter", "C-x")
    try session.wait(for: "Not saved: 50 characters of at most 40.")
    try session.wait(for: "│ 0000000000")
    try session.sendKeys("C-w", "Escape")
    try session.wait { !$0.contains("─ Your name ") }
    #expect(try leftFiles.isEmpty)
  }

  @Test func `a screen that was resized meanwhile is drawn in its new size`() throws {
    let session = try demo("read line; echo \"$line\" >\"$1\"")
    try session.type("E")
    try session.wait { !$0.contains("Sketchbook") }
    try session.resize(columns: 60, rows: 20)
    try session.type("Grace\n")
    let screen = try session.wait(for: "+ Grace")
    #expect(screen.split(separator: "\n").allSatisfy { $0.count <= 60 })
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Your name")
    #expect(try tool.json("author") == "\"Grace\"")
  }

  @Test func `a signal that ends the program ends the editor first, and the input is kept`() throws
  {
    let pids = tool.home.appendingPathComponent("pids")
    let session = try demo(
      "trap 'echo ended >>\(pids.path); exit 0' TERM; echo $PPID >\(pids.path); "
        + "while :; do sleep 0.1; done"
    )
    try session.sendKeys("Enter")
    try session.type("x")
    try session.sendKeys("C-x")
    var parent = ""
    let hasStarted = waitUntil(timeout: 10) {
      parent = (try? String(contentsOf: pids, encoding: .utf8)) ?? ""
      return parent.hasSuffix("\n")
    }
    #expect(hasStarted)
    try Program.run(["kill", "-TERM", parent.trimmingCharacters(in: .newlines)])
    #expect(try session.waitForExit() == 128 + 15)
    #expect(try String(contentsOf: pids, encoding: .utf8).hasSuffix("ended\n"))
    #expect(try !session.isAlternate)
    #expect(try leftFiles.isEmpty)
    let again = try demo("exit 0")
    try again.sendKeys("Enter")
    try again.wait(for: "↑ brings back what you typed")
  }

  @Test func `an error in JSON is shown at its line, and an unknown member is kept`() throws {
    let session = try demo("exit 0")
    try session.sendKeys("Escape")
    try session.wait { !$0.contains("Filter: author") }
    try session.type("/brush")
    try session.sendKeys("Enter", "Enter")
    try session.wait(for: "  1 {")
    try session.sendKeys("Down", "Home", "C-k")
    try session.type("\"name\": 7, \"colour\": 1,")
    try session.wait(for: "! line 2: name: found 7, expected String")
    try session.sendKeys("C-s")
    try session.wait(for: "Not saved: line 2: name: found 7, expected String")
    try session.sendKeys("Home", "C-k")
    try session.type("\"name\": \"Stift\", \"colour\": 1,")
    try session.wait(for: "\"colour\" is not known to the app; it is kept")
    try session.sendKeys("C-s")
    try session.wait(for: "Saved Brush")
    #expect(try tool.plistlib().contains("\\\"colour\\\""))
  }
}
