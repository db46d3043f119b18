import Foundation
import TestSupport
import Testing

/// Schemas, suites and values of the sizes that people have.
@Suite struct SizeJourneys {
  private static let suite = "org.example.large"

  /// Writes a property list with values that are written as XML.
  private func store(_ values: [(key: String, xml: String)], _ tool: Tool) throws {
    let members = values.map { "<key>\($0.key)</key>\($0.xml)" }.joined(separator: "\n")
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>\(members)</dict></plist>
      """
    let file = tool.home.appendingPathComponent("\(Self.suite).plist")
    try Data(text.utf8).write(to: file)
  }

  private func read(_ key: String, _ tool: Tool) throws -> String {
    try tool.run("read", Self.suite, key).output
  }

  // MARK: - Schemas of others

  @Test func `a manifest of 337 keys is searched, edited and reset`() throws {
    let tool = try Tool()
    let kinds = [
      "<string>boolean</string><key>pfm_default</key><false/>",
      "<string>integer</string><key>pfm_default</key><integer>5</integer>",
      """
      <string>string</string><key>pfm_range_list</key>
      <array><string>low</string><string>high</string></array>
      """,
    ]
    let keys = (1...337).map { number in
      """
      <dict><key>pfm_name</key><string>Setting\(number)</string>
      <key>pfm_title</key><string>Setting number \(number)</string>
      <key>pfm_description</key><string>What number \(number) does, in one sentence.</string>
      <key>pfm_type</key>\(kinds[number % kinds.count])</dict>
      """
    }
    let file = tool.home.appendingPathComponent("\(Self.suite).plist.manifest")
    let manifest = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>pfm_domain</key><string>\(Self.suite)</string>
      <key>pfm_title</key><string>Large</string>
      <key>pfm_subkeys</key><array>\(keys.joined())</array></dict></plist>
      """
    try Data(manifest.utf8).write(to: file)
    let command = [tool.program, "edit", Self.suite, "--schema", file.path]
    let session = try tool.terminal(command)
    try session.wait(for: "337 keys")
    try session.type("/number 334")
    try session.wait(for: "1 of 337")
    try session.sendKeys("Enter", "Enter")
    try session.wait(for: "Setting334")
    try session.type("7")
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Setting number 334 = 7")
    #expect(try read("Setting334", tool) == "7\n")
    try session.type("r")
    try session.wait(for: "Reset Setting number 334 to 5 (was 7)")
    #expect(try tool.run("read", Self.suite, "Setting334").status != 0)
    try session.sendKeys("Escape")
    try session.wait(for: "337 keys · 0 set")
  }

  @Test func `a document of 217 settings is searched at 40x12 and edited`() throws {
    let tool = try Tool()
    let settings = (1...217).map { number in
      """
      "large.part\(number / 20).setting\(number)": {"type": "\(number % 2 == 0 ? "boolean" : "string")",
       "default": \(number % 2 == 0 ? "false" : "\"a\""), "description": "Setting \(number)."}
      """
    }
    let document = """
      {"name": "large", "contributes": {"configuration": {"title": "Large",
       "properties": {\(settings.joined(separator: ","))}}}}
      """
    let file = tool.home.appendingPathComponent("package.json")
    try Data(document.utf8).write(to: file)
    let session = try tool.terminal(
      [tool.program, "edit", Self.suite, "--schema", file.path],
      columns: 40,
      rows: 12
    )
    try session.wait(for: "217 keys")
    try session.type("/setting116")
    try session.wait(for: "1 of 217")
    try session.sendKeys("Enter")
    try session.type(" ")
    try session.wait(for: "[x] on")
    #expect(try read("large.part5.setting116", tool) == "1\n")
  }

  // MARK: - Suites

  @Test(.thorough) func `in 10000 keys one is found, changed here and elsewhere, and undone`()
    throws
  {
    let tool = try Tool()
    try store((0..<10_000).map { ("key\($0)", "<integer>\($0)</integer>") }, tool)
    let session = try tool.terminal([tool.program, "edit", Self.suite])
    try session.wait(for: "10000 keys stored, no schema", timeout: 30)
    try session.type("G")
    try session.wait(for: "key9999")
    try session.type("/==7777")
    try session.wait(for: "1 of 10000")
    try session.sendKeys("Enter")
    try session.type("fy")
    try session.wait { !$0.contains("y do it") }
    try session.sendKeys("Enter", "C-u")
    try session.type("8")
    try session.sendKeys("Enter")
    try session.wait(for: "Saved key7777 = 8")
    #expect(try read("key7777", tool) == "8\n")
    try tool.run("write", Self.suite, "key7777", "-int", "9")
    try session.wait(for: "key7777: 8 → 9")
    try session.type("u")
    try session.wait(for: "y do it")
    try session.type("y")
    try session.wait(for: "Undone: key7777")
    #expect(try read("key7777", tool) == "7777\n")
    #expect(try read("key9999", tool) == "9999\n")
  }

  // MARK: - Values

  @Test(.thorough) func `values of 1 MB are looked at, and one line of a text is changed`() throws {
    let tool = try Tool()
    let line = String(repeating: "a", count: 49)
    let lines = (0..<20_000).map { "\($0) \(line)" }.joined(separator: "\n")
    let items = (0..<30_000).map { "<string>item number \($0) of many</string>" }.joined()
    let bytes = Data(repeating: 0x5A, count: 1 << 20).base64EncodedString()
    try store(
      [
        ("aText", "<string>\(lines)</string>"), ("bList", "<array>\(items)</array>"),
        ("cBytes", "<data>\(bytes)</data>"),
        ("dLine", "<string>\(String(repeating: "x", count: 1 << 20))</string>"),
      ],
      tool
    )
    let session = try tool.terminal([tool.program, "edit", Self.suite])
    try session.wait(for: "4 keys", timeout: 30)
    // The last lines are those of the history; the sections before it begin below the value.
    for (title, keys, found) in [
      ("aText", "G[[kkk", "19999 aaaa"), ("bList", "G[[kkk", "item number 29999 of many"),
      ("cBytes", "G", "History, the newest first"),
    ] {
      try session.type("v")
      try session.wait(for: "┌─ \(title)", timeout: 30)
      try session.type(keys)
      try session.wait(for: found, timeout: 30)
      try session.sendKeys("Escape")
      try session.wait { !$0.contains("Esc close") }
      try session.type("j")
    }
    try session.type("gfy")
    try session.wait { !$0.contains("y do it") }
    try session.sendKeys("Enter")
    try session.wait(for: "^S save", timeout: 30)
    try session.type("first ")
    try session.sendKeys("C-s")
    try session.wait(for: "Saved aText", timeout: 30)
    let stored = try read("aText", tool)
    #expect(stored.utf8.count == lines.utf8.count + 7)
    #expect(stored.contains("first "))
  }
}
