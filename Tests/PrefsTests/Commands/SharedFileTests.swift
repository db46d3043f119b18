import Foundation
import TestSupport
import Testing

/// Secrets on their way into files that every user can read.
struct SharedFileTests {
  private let tool: Tool
  private static let suite = "org.example.shared"

  init() throws {
    tool = try Tool()
    let properties =
      #""licence": {"type": "string", "x-sensitive": true}, "level": {"type": "integer"}"#
    try tool.publish(Tool.schema(properties, forSuite: Self.suite), forSuite: Self.suite)
    let image = tool.image.path
    try FileManager.default.createDirectory(atPath: image, withIntermediateDirectories: true)
  }

  /// A call; `%` stands for the options, `KEY` for a key, `VALUE` for its JSON, `WORD` for its text.
  private static let calls = [
    "write --system % $s KEY WORD", "write --managed % $s KEY WORD", "lock % $s KEY WORD",
    "import --system % $s VALUES", "import --managed % $s VALUES", "apply --system % DECLARED",
    "apply % LOCKED", "ask --system % $s KEY <<<WORD", "ask --managed % $s KEY <<<WORD",
    "write --system % $s KEY -string WORD", "lock % $s KEY",
  ]

  private static let secrets = [
    ("licence", #""CANARY""#, "CANARY"), ("apiToken", #""CANARY""#, "CANARY"),
    ("link", #""https://a:CANARY@example.org/""#, "https://a:CANARY@example.org/"),
    ("box", #"{"password": "CANARY"}"#, #"{"password": "CANARY"}"#),
  ]

  private func run(
    _ call: String,
    _ options: String,
    _ secret: (String, String, String)
  ) throws -> Program.Result {
    let (key, value, word) = secret
    let call = call.replacing("%", with: "--root $i --schema-dir $t \(options)")
      .replacing("VALUES", with: "$d/values").replacing("DECLARED", with: "$d/declared")
      .replacing("LOCKED", with: "$d/locked").replacing("KEY", with: key)
      .replacing("WORD", with: "'\(word)'")
    let script = """
      p=\(tool.program); s=\(Self.suite); i=\(tool.image.path); d=\(tool.home.path)
      t=$XDG_DATA_HOME/prefs/schemas
      echo '{"\(key)": \(value)}' >$d/values
      echo '{"suites": {"\(Self.suite)": {"values": {"\(key)": \(value)}}}}' >$d/declared
      echo '{"suites": {"\(Self.suite)": {"locks": {"\(key)": {"value": \(value)}}}}}' >$d/locked
      $p --root $i import $s $d/values
      $p \(call)
      """
    return try Program.run(["bash", "-c", script], environment: tool.environment)
  }

  /// The files that every user can read and that contain the secret.
  private func leaks() throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: tool.image.path)
    return try paths.filter { path in
      let file = tool.image.appendingPathComponent(path)
      guard let text = try? String(contentsOf: file, encoding: .utf8), text.contains("CANARY")
      else { return false }
      return (try tool.mode(inImage: path) ?? 0) & 0o077 != 0
    }
  }

  @Test(.thorough, arguments: calls)
  func `a secret is not stored where every user can read it`(call: String) throws {
    // Only keys that the schema has are asked for.
    for secret in Self.secrets where !call.hasPrefix("ask") || secret.0 == "licence" {
      let result = try run(call, "", secret)
      #expect(result.status == 2, "\(call) \(secret.0): \(result)")
      #expect(result.complaint.contains("--secrets"), "\(call) \(secret.0): \(result.complaint)")
      #expect(!(result.output + result.complaint).contains("CANARY"), "\(result)")
      #expect(try leaks() == [], "\(call) \(secret.0)")
    }
  }

  @Test(arguments: calls)
  func `an option stores it all the same`(call: String) throws {
    let result = try run(call, "--secrets", Self.secrets[0])
    #expect(result.status == 0, "\(call): \(result)")
    #expect(try leaks().count == 1)
  }

  @Test(arguments: ["write --system % $s KEY -bool no", "lock % $s KEY -bool yes"])
  func `a switch with such a name is no secret`(call: String) throws {
    for key in ["savePasswords", "usesCookies", "auth"] {
      let result = try run(call, "", (key, "true", ""))
      #expect(result.status == 0, "\(call): \(result)")
    }
  }

  @Test(arguments: ["undo", "redo"])
  func `what is known as a secret now is not stored again`(command: String) throws {
    // Recorded while no schema said that the key is a secret.
    let suite = "org.example.later"
    for call in [["write", "--system", suite, "licence", "CANARY"]]
      + (command == "undo"
        ? [["delete", "--system", suite, "licence"]] : [["undo", "--system", suite]])
    {
      #expect(try tool.runOnImage(call).status == 0, "\(call)")
    }
    #expect(try leaks() == [])
    let schema = Tool.schema(
      #""licence": {"type": "string", "x-sensitive": true}"#,
      forSuite: suite
    )
    let data = tool.environment["XDG_DATA_HOME"] ?? ""
    try tool.writeToImage(schema, "\(data)/prefs/schemas/\(suite).schema.json")
    let result = try tool.runOnImage(command, "--system", suite)
    #expect(result.status == 2, "\(result)")
    #expect(result.complaint.contains("every user can read the file"), "\(result)")
    #expect(result.complaint.contains("prefs write --system --secrets stores it"), "\(result)")
    #expect(!(result.output + result.complaint).contains("CANARY"), "\(result)")
    #expect(try leaks() == [])
  }

  @Test(arguments: ["--system", "--managed"])
  func `the editor on a shared file names the command that stores a secret`(file: String) throws {
    _ = try run("write \(file) % $s KEY WORD", "", ("level", "5", "5"))
    let screen = try tool.runOnImage(
      "edit",
      file,
      "--schema-dir",
      "\(tool.environment["XDG_DATA_HOME"] ?? "")/prefs/schemas",
      "--render",
      "200x24",
      "--keys",
      "<Enter>",
      Self.suite,
      "licence"
    )
    #expect(screen.status == 0, "\(screen)")
    #expect(
      screen.output.contains(
        "Not edited: every user can read the file, and the key holds a secret; "
          + "prefs write \(file) --secrets stores it all the same."
      ),
      "\(screen)"
    )
  }

  @Test func `the user's own file takes secrets, and nobody else reads it`() throws {
    #expect(try tool.run("write", Self.suite, "licence", "CANARY").status == 0)
    #expect(try tool.run("-currentHost", "write", Self.suite, "apiToken", "CANARY").status == 0)
    for path in ["\(Self.suite).plist", "ByHost/\(Self.suite)..plist"] {
      let file = tool.home.appendingPathComponent(path).path
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }
}
