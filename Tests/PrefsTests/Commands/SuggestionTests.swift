import TestSupport
import Testing

/// The question whether another name was meant.
struct SuggestionTests {
  @Test(
    arguments: Thorough.sample(
      [
        (["read", "org.example.sugestion"], 1, "\"org.example.suggestion\""),
        (["delete", "org.example.suggestions"], 1, "\"org.example.suggestion\""),
        (["export", "Org.Example.Suggestion"], 1, "\"org.example.suggestion\""),
        (["check", "org.example.declarde"], 1, "\"org.example.declared\""),
        (["describe", "org.example.declare"], 1, "\"org.example.declared\""),
        (["history", "org.example.suggestio"], 1, "\"org.example.suggestion\""),
        (["read", "org.example.suggestion", "volme"], 1, "\"volume\""),
        (["read", "org.example.declared", "Colour"], 1, "\"colour\""),
        (["read-type", "org.example.suggestion", "volumes"], 1, "\"volume\""),
        (["delete", "org.example.suggestion", "volumee"], 1, "\"volume\""),
        (["rename", "org.example.suggestion", "vlume", "x"], 1, "\"volume\""),
        (["describe", "org.example.declared", "color"], 1, "\"colour\""),
        (["write", "org.example.declared", "colour", "gren"], 3, "\"green\""),
        (["snapshot", "lsit"], 2, "prefs snapshot list"),
        (["schema", "chek", "f"], 2, "schema check"),
        (["snapshot", "show", "wrok"], 1, "\"work\""),
        (["snapshot", "show", "work", "org.example.sugestion"], 1, "\"org.example.suggestion\""),
      ],
      every: 4
    )
  )
  func `a name that is nearly right is suggested`(
    arguments: [String],
    status: Int32,
    suggestion: String
  ) throws {
    let tool = try Self.tool()
    let result = try tool.run(arguments)
    #expect(result.status == status)
    #expect(result.output == "")
    #expect(result.complaint.contains("id you mean"), "\(result.complaint)")
    #expect(result.complaint.contains(suggestion), "\(result.complaint)")
  }

  @Test(
    .thorough,
    arguments: [
      ["read", "org.example.nothing-like-it"], ["read", "org.example.suggestion", "brightness"],
      ["read", "org.example.declared"], ["read", "org.example.declared", "colour"],
      ["read", "org.example.suggestion", "vo"],
      ["write", "org.example.declared", "colour", "pink"],
      ["snapshot", "show", "holiday"],
    ]
  )
  func `nothing is suggested for another name, or one that exists`(arguments: [String]) throws {
    let result = try Self.tool().run(arguments)
    #expect(!result.complaint.contains("id you mean"), "\(result.complaint)")
  }

  private static func tool() throws -> Tool {
    let tool = try Tool()
    try tool.run("write", "org.example.suggestion", "volume", "1")
    try tool.run("snapshot", "save", "work")
    try tool.publish(
      #"{"x-format": 1, "x-suite": "org.example.declared", "properties": {"colour": {"enum": ["green", "red"]}}}"#,
      forSuite: "org.example.declared"
    )
    return tool
  }
}
