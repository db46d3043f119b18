import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// The properties of filters, their completion, and what is said about words that are none.
@Suite struct FilterLanguageTests {
  private static func document() -> Document {
    let suite = NotesFixture().suite
    func entry(_ key: String, _ title: String, since: String = "", tags: [String] = []) -> Entry {
      var entry = Entry(untypedKey: key, title: title, kind: .bool)
      entry.since = since
      entry.tags = tags
      return entry
    }
    let schema = Schema(suite: suite, title: "Notes") {
      Section("General") {
        entry("a.old", "Old", since: "notes 1.9")
        entry("a.new", "New", since: "notes 2.10", tags: ["saving"])
      }
      Section("Look and feel") {
        entry("b.newer", "Newer", since: "v2.9.1", tags: ["big words"])
        entry("b.none", "None")
      }
    }
    var document = Document(
      schema: schema,
      layers: [
        "a.old": KeyLayers(stored: .bool(true)),
        "b.newer": KeyLayers(others: [
          Defaults.LayeredValue(layer: .managed, location: "/f", value: .bool(true))
        ]),
      ]
    )
    document.annotations.bookmarks = ["a.new"]
    document.annotations.replace(LastChanges(numbers: ["b.none": 1], own: ["b.none"]))
    document.annotations.record("a.old", isElsewhere: true)
    return document
  }

  @Test func `the whole title of a group means that group alone`() throws {
    let schema = Schema(suite: NotesFixture().suite, title: "Notes") {
      Section("Group 3") { Entry(untypedKey: "a", title: "A", kind: .bool) }
      Section("Group 30") { Entry(untypedKey: "b", title: "B", kind: .bool) }
    }
    var state = EditorState(
      document: Document(schema: schema, stored: [:]),
      size: Size(columns: 80, rows: 24)
    )
    try Self.press(&state, "/@group:\"group 3\"<Enter>")
    #expect(state.suite.listing.shown.count == 1)
    try Self.press(&state, "<Esc>/@group:Group<Enter>")
    #expect(state.suite.listing.shown.count == 2)
  }

  private static func state(_ columns: Int = 80, _ rows: Int = 24) -> EditorState {
    EditorState(document: document(), size: Size(columns: columns, rows: rows))
  }

  private static func press(_ state: inout EditorState, _ text: String) throws {
    for press in try Step.presses(text) { _ = update(&state, .event(.key(press))) }
    while state.hasWork { _ = update(&state, .proceed) }
  }

  @Test(arguments: [
    ("@bookmarked", ["New"]), ("-@bookmarked", ["Old", "Newer", "None"]), ("@recent", ["Old"]),
    ("@mine", ["None"]), ("@new:2.9", ["New", "Newer"]), ("@new:2.10", ["New"]),
    ("@new:3", []), ("@new:", ["Old", "New", "Newer"]), ("@layer:user", ["Old"]),
    ("@layer:managed", ["Newer"]), ("@tag:saving", ["New"]),
    ("@tag:\"big words\"", ["Newer"]), ("@group:look", ["Newer", "None"]),
    ("@group:\"look and\" none", ["None"]), ("@MODIFIED", ["Old"]),
  ])
  func `a property selects keys`(text: String, titles: [String]) throws {
    var state = Self.state()
    try Self.press(&state, "/\(text)<Enter>")
    #expect(state.suite.listing.shown.map { state.document.title(of: $0) } == titles)
  }

  @Test(arguments: ["@all", "@ALL", "x @Hidden", "@deprecated"])
  func `some properties show keys that are not shown otherwise`(text: String) {
    #expect(Query(text).includesWithheldKeys)
  }

  @Test(arguments: [
    ("@foo", "No such filter: @foo."), ("@modifed", "Did you mean @modified?"),
    ("@type:boool", "There is no type boool. Did you mean @type:bool?"),
    ("@type:", "@type: needs a value, such as @type:bool."),
    ("@layer:usr", "Did you mean @layer:user?"), ("@tag:savin", "No key has the tag savin."),
    ("@group:zzz", "There is no group zzz."), ("@new:soon", "soon is not a version"),
    ("auto -@fo", "No such filter: @fo."),
  ])
  func `a word that names nothing is told`(text: String, problem: String) throws {
    #expect(Query(text).problem(in: Self.document())?.contains(problem) == true)
    var state = Self.state()
    try Self.press(&state, "/\(text)<Enter>")
    let screen = view(state).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(screen.contains(problem), "\(screen)")
  }

  @Test(arguments: [
    "auto", "@modified", "@type:b", "@type:string", "@type:Array", "@layer:Managed", "@tag:SAVING",
    "@group:gen", "@new:2",
    "@new:",
    "@id:x", "-@locked", "=@foo", "\"\"",
  ])
  func `other filters have no problem`(text: String) {
    #expect(Query(text).problem(in: Self.document()) == nil)
  }

  @Test func `a property that is not complete does not empty the list while it is typed`() throws {
    var state = Self.state()
    for text in ["@", "@m", "@modifie", "none @ty", "@type:"] {
      try Self.press(&state, "/<C-u>\(text)")
      #expect(!state.suite.listing.shown.isEmpty, "\(text)")
      try Self.press(&state, "<Esc>")
    }
    try Self.press(&state, "/@modified")
    #expect(state.suite.listing.shown.count == 1)
  }

  @Test func `Tab completes a single word, with a blank or with the colon`() throws {
    var state = Self.state()
    try Self.press(&state, "/@mo<Tab>")
    #expect(state.suite.filter.query.text == "@modified ")
    try Self.press(&state, "-@ty<Tab>")
    #expect(state.suite.filter.query.text == "@modified -@type:")
    try Self.press(&state, "dictio<Tab>")
    #expect(state.suite.filter.query.text == "@modified -@type:dictionary ")
    try Self.press(&state, "<C-u>@gr<Tab>loo<Tab>")
    #expect(state.suite.filter.query.text == "@group:\"Look and feel\" ")
  }

  @Test func `Tab extends several words by what they share, then takes one after the other`() throws
  {
    var state = Self.state()
    try Self.press(&state, "/@t")
    #expect(view(state).text.contains("@tag:"))
    #expect(view(state).text.contains("@type:"))
    #expect(!view(state).text.contains("@modified"))
    try Self.press(&state, "<Tab>")
    #expect(state.suite.filter.query.text == "@type:")
    try Self.press(&state, "<Tab>")
    #expect(state.suite.filter.query.text == "@tag:")
    try Self.press(&state, "<C-u>@de<Tab>")
    #expect(state.suite.filter.query.text == "@deprecated ")
  }

  @Test func `a kept filter has no blank at its end, and the cursor stays`() throws {
    var state = Self.state()
    try Self.press(&state, "/new <Down><Enter>")
    #expect(state.suite.filter.query.text == "new")
    #expect(state.suite.earlierFilters == ["new"])
    #expect(state.suite.selection == .key("b.newer"))
  }

  @Test func `without a word to complete, Tab says so`() throws {
    var state = Self.state()
    try Self.press(&state, "/new<Tab>")
    #expect(view(state).text.contains("There is nothing to complete."))
    #expect(state.suite.filter.query.text == "new")
  }

  @Test func `the words are on the status line of a small screen`() throws {
    var state = Self.state(40, 12)
    try Self.press(&state, "/@la")
    #expect(view(state).text.contains("@layer:"))
    try Self.press(&state, "<Tab>po<Enter>")
    #expect(view(state).text.split(separator: "\n")[0].contains("/@layer:po"))
  }

  @Test func `an active filter is on a small screen`() throws {
    var state = Self.state(40, 12)
    try Self.press(&state, "/new<Enter>")
    #expect(view(state).text.split(separator: "\n")[0].contains("/new"))
    try Self.press(&state, "<Esc>m")
    #expect(view(state).text.split(separator: "\n")[0].contains("1 of 4   only set"))
    try Self.press(&state, "m")
    #expect(!view(state).text.split(separator: "\n")[0].contains("/"))
  }

  @Test func `earlier filters come back in the prompt, and at last what was typed`() throws {
    var state = Self.state()
    try Self.press(&state, "/old<Enter>/<C-u>new<Enter><Esc>/no")
    try Self.press(&state, "<C-p>")
    #expect(state.suite.filter.query.text == "new")
    try Self.press(&state, "<C-p><C-p>")
    #expect(state.suite.filter.query.text == "old")
    #expect(view(state).text.contains("There is no earlier filter."))
    try Self.press(&state, "<C-n><C-n>")
    #expect(state.suite.filter.query.text == "no")
    try Self.press(&state, "<C-n>")
    #expect(view(state).text.contains("There is no later filter."))
  }

  @Test(arguments: [
    ("2.1", "2.10", true), ("2", "2.0", false), ("v1.9", "notes 2", true), ("3.0-beta", "3", false),
  ])
  func `versions are compared by their numbers`(left: String, right: String, isLess: Bool) throws {
    let (left, right) = try (#require(VersionNumber(left)), #require(VersionNumber(right)))
    #expect((left < right) == isLess)
    #expect(VersionNumber("soon") == nil)
  }
}
