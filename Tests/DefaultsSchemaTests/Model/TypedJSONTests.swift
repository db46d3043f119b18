import Defaults
import DefaultsSchema
import Foundation
import Testing

/// JSON text that the type of a key decodes.
@Suite struct TypedJSONTests {
  struct Layout: Codable, Hashable, Sendable, Defaults.Serializable {
    struct Pane: Codable, Hashable, Sendable {
      var id: String
      var width: Int?
    }

    var panes: [Pane]
    var zoomed: Bool
  }

  private let suite = Defaults.Suite(inMemory: "org.example.typed-json")

  private var entry: Entry {
    let key = Defaults.Key<Layout>(
      "layout",
      default: Layout(panes: [], zoomed: false),
      suite: suite
    )
    return JSONField("Layout", key: key).entry
  }

  @Test(arguments: [
    (
      #"{"panes":[{"id":"a"},{"id":"b","width":"wide"}],"zoomed":true}"#,
      #""panes": item 2: "width": found "wide", expected Int"#
    ),
    (#"{"panes":[{"width":1}],"zoomed":true}"#, #""panes": item 1: the member "id" is missing"#),
    (#"{"panes":[],"zoomed":null}"#, #""zoomed": found null, expected Bool"#),
    (#"{"panes":{},"zoomed":true}"#, #""panes": found an object, expected an array"#),
    ("[1]", "found an array, expected an object"),
    (
      #"{"panes":[],"zoomed":true"#,
      "line 1, column 26: a comma or a closing brace is expected here"
    ),
  ])
  func `a text that the type cannot decode is refused at its member`(
    text: String,
    reason: String
  ) throws {
    do {
      try entry.validate(.string(text))
      Issue.record("accepted")
    } catch {
      #expect("\(error)" == reason)
    }
  }

  @Test func `members that the type does not have are named, and stored`() throws {
    let text =
      #"{"zoomed":true,"colour":{"r":1.50},"panes":[{"id":"a","width":null,"x":[1]}],"note":null}"#
    #expect(entry.unknownMembers(of: .string(text)) == ["colour", "panes[0].x"])
    try entry.write(.string(text), to: suite)
    guard case .string(let stored)? = suite.storedValue(forKey: "layout") else {
      Issue.record("not stored")
      return
    }
    #expect(
      try JSONValue(parsing: stored)
        == JSONValue(
          parsing:
            #"{"panes":[{"id":"a","x":[1]}],"zoomed":true,"colour":{"r":1.50}}"#
        )
    )
    let key = Defaults.Key<Layout>(
      "layout",
      default: Layout(panes: [], zoomed: false),
      suite: suite
    )
    #expect(suite[key].panes == [Layout.Pane(id: "a")])
  }

  @Test func `without unknown members, the text is the one that the type writes`() throws {
    let text = #"{ "zoomed" : true, "panes" : [ ] }"#
    #expect(entry.unknownMembers(of: .string(text)).isEmpty)
    try entry.write(.string(text), to: suite)
    #expect(suite.storedValue(forKey: "layout") == .string(#"{"panes":[],"zoomed":true}"#))
  }

  // MARK: - Dictionaries

  private func dictionaryKey(_ coding: Defaults.Coding<Layout>) -> Defaults.Key<Layout> {
    Defaults.Key(
      "layout",
      default: Layout(panes: [], zoomed: false),
      suite: suite,
      coding: coding
    )
  }

  @Test func `members of a dictionary that the type does not have are named, and stored`() throws {
    let entry = ValueField("Layout", key: dictionaryKey(.propertyList)).entry
    let value: Defaults.StoredValue = .dictionary([
      "zoomed": .bool(true), "colour": .integer(3),
      "panes": .array([.dictionary(["id": .string("a"), "since": .date(.distantPast)])]),
    ])
    #expect(entry.unknownMembers(of: value) == ["colour", "panes[0].since"])
    try entry.write(value, to: suite)
    #expect(suite.storedValue(forKey: "layout") == value)
    #expect(suite[dictionaryKey(.propertyList)] == Layout(panes: [.init(id: "a")], zoomed: true))
  }

  @Test func `a member that a newer version has renamed does not come back`() throws {
    let key = dictionaryKey(.versioned(.renaming("large", to: "zoomed")))
    let entry = ValueField("Layout", key: key).entry
    let old: Defaults.StoredValue = .dictionary(["large": .bool(true), "panes": .array([])])
    #expect(entry.unknownMembers(of: old) == [])
    try entry.write(old, to: suite)
    let members: [Defaults.KeyName: Defaults.StoredValue] = [
      "$version": .integer(1), "zoomed": .bool(true), "panes": .array([]),
    ]
    #expect(suite.storedValue(forKey: "layout") == .dictionary(members))
    let more = Defaults.StoredValue.dictionary(members.merging(["colour": .integer(3)]) { $1 })
    try entry.write(more, to: suite)
    #expect(suite.storedValue(forKey: "layout") == more)
  }
}
