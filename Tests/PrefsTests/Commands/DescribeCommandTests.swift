import Defaults
import DefaultsSchema
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import prefs

/// What a key means, in words and as data.
struct DescribeCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  @Test func `a key is described with its meaning and its value`() throws {
    try tool.run("write", Tool.suite, "quality", "0.5")
    let result = try tool.run("describe", Tool.suite, "quality")
    #expect(
      result.output == """
          quality  Quality
              Between 0, small files, and 1, every detail.
              Type        Real 0…1, step 0.05
              Now         0.5 (user, "\(tool.file.path)")
              Default     0.8

        """
    )
    let json = try tool.run("describe", Tool.suite, "quality", "--json").output
    let records = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    let object = records?.first
    #expect(object?["default"] as? Double == 0.8)
    #expect(object?["layer"] as? String == "user")
  }

  @Test func `deprecation, tags and choices are said`() throws {
    try tool.publish(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-format": 1, "x-suite": "org.example.x",
       "title": "X", "type": "object", "properties": {
        "old": {"type": "string", "enum": ["a", "b"], "deprecationMessage": "Use new.",
                "tags": ["colour", "paper"]},
        "secretKey": {"type": "string", "x-sensitive": true}}}
      """,
      forSuite: "org.example.x"
    )
    try tool.run("write", "org.example.x", "secretKey", "hidden words")
    try tool.run("write", "org.example.x", "other", "1")
    let result = try tool.run("describe", "org.example.x")
    #expect(result.status == 0, "\(result.complaint)")
    for text in [
      "Deprecated  Use new.", "Tags        colour, paper", "one of 2", "Now         (secret)",
      "other  not in the schema", "Now         not set\n",
    ] {
      #expect(result.output.contains(text), "\(text)")
    }
    #expect(!result.output.contains("hidden words"))
    #expect(!(try tool.run("describe", "org.example.x", "--json").output.contains("hidden words")))
  }

  /// Publishes a list of objects whose members have titles, limits, defaults, descriptions and choices.
  private func publishServers() throws {
    let servers = """
      "servers": {"type": "array", "items": {"type": "object", "required": ["host"], "properties": {
        "host": {"type": "string", "title": "Host name", "maxLength": 40, "description": "Where it is."},
        "port": {"type": "integer", "minimum": 1, "maximum": 65535, "default": 443},
        "mode": {"type": "string", "enum": ["fast", "safe"], "enumDescriptions": ["", "Checks twice."]},
        "pin": {"type": "string", "default": "0000", "x-sensitive": true}}}}
      """
    try tool.publish(Tool.schema(servers, forSuite: "org.example.x"), forSuite: "org.example.x")
  }

  @Test(arguments: ["describe", "schema show"])
  func `members of objects are described with their limits and defaults`(command: String) throws {
    try publishServers()
    let words = command.split(separator: " ").map(String.init)
    let result = try tool.run(words + ["org.example.x"])
    #expect(result.status == 0, "\(result.complaint)")
    let members = """
              each item: Table
                host: Host name. String of at most 40 characters, required. Where it is.
                port: Port. Int 1…65535, default 443
                mode: Mode. one of 2
                  fast
                  safe: Checks twice.
                pin: Pin. String, secret
      """
    #expect(result.output.contains(members), "\(result.output)")
  }

  @Test func `members of objects are data as well`() throws {
    try publishServers()
    let json = try tool.run("describe", "org.example.x", "servers", "--json").output
    let records = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    let object = records?.first
    let members = try #require(object?["members"] as? [[String: Any]])
    let port = try #require(members.first { $0["name"] as? String == "port" })
    #expect(port["default"] as? Int == 443)
    #expect(port["type"] as? String == "Int 1…65535")
    #expect(!json.contains("0000"))
    let document = try tool.run("schema", "show", "org.example.x", "--json").output
    #expect(document.contains("Host name") && document.contains("Where it is."))
  }

  @Test func `a key that does not exist is refused with the nearest one`() throws {
    let result = try tool.run("describe", Tool.suite, "qualty")
    #expect(result.status == 1)
    #expect(result.complaint.contains("Did you mean \"quality\"?"))
    #expect(try tool.run("describe", "org.example.none").status == 1)
  }

  @Test func `each change that is watched is a line of JSON`() throws {
    try tool.run("write", "org.example.x", "k", "0")
    let watch = try tool.start(tool.program, "watch", "org.example.x", "--json")
    defer { watch.send(signal: SIGTERM) }
    // A change whose author is written late is printed without one.
    for number in 1..<200 where !watch.output.contains("\"actor\"") {
      try tool.run("write", "org.example.x", "k", "-array", "\(number)")
    }
    let line = try #require(watch.output.split(separator: "\n").first { $0.contains("\"actor\"") })
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(
      object?.keys.sorted() == [
        "actor", "key", "layer", "new", "newInUse", "old", "oldInUse", "process", "program",
        "suite",
        "time",
      ]
    )
    #expect(object?["layer"] as? String == "user")
    #expect(object?["program"] as? String == "prefs write")
    try RecordCheck.check(watch.output, of: ["watch", "org.example.x", "--json"])
  }

  @Test func `each key is looked at once, however many there are`() throws {
    for count in [50, 200] {
      let suite = Defaults.Suite(inMemory: "org.example.x")
      for number in 0..<count { suite.setStoredValue(.integer(5), forKey: "other\(number)") }
      let keys = (0..<count).map { #""k\#($0)": {"type": "integer"}"# }.joined(separator: ",")
      let text = Tool.schema(keys, forSuite: "org.example.x")
      let reading = SchemaDocument(text: text).read(SchemaReadingOptions { _ in suite })
      let schema = try #require(reading.schema)
      let lookups = Mutex(0)
      var rule = Defaults.HistoryOptions(program: "")
      rule.isSecret = { _ in
        lookups.withLock { $0 += 1 }
        return false
      }
      let filter = KeyFilter(schema: schema, rule: rule)
      let described = KeyDescription.all(in: suite, schema: schema, hiding: filter)
      #expect(described.count == 2 * count)
      #expect(lookups.withLock(\.self) == 2 * count)
    }
  }
}
