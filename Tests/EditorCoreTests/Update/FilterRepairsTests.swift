import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// What is offered when no key matches.
@Suite struct FilterRepairsTests {
  private var state = EditorState(
    document: Document(
      schema: NotesFixture().schema,
      stored: ["appearance.zoom": .real(2), "retina.zoom": .real(3)]
    ),
    size: Size(columns: 80, rows: 24)
  )

  private mutating func press(_ text: String) throws {
    for press in try Step.presses(text) { _ = update(&state, .event(.key(press))) }
    while state.hasWork { _ = update(&state, .proceed) }
  }

  private var offered: [String] { state.offeredRepairs.map { "\($0.words) = \($0.result)" } }

  @Test mutating func `a word that is left out, with the number of keys`() throws {
    try press("/@modified @type:date zoom<Enter>")
    #expect(offered == ["without @type:date = 2 keys: Zoom, retina.zoom"])
    #expect(view(state).text.contains("without @type:date   2 keys: Zoom, retina.zoom"))
    try press("<Enter>1<Enter>")
    #expect(state.suite.filter.query.text == "@modified zoom")
    #expect(state.suite.listing.shown.count == 2)
  }

  @Test mutating func `a single key is named`() throws {
    try press("/server @modified<Enter>")
    let expected = [
      "without server = 2 keys: Zoom, retina.zoom", "without @modified = 1 key: Server",
    ]
    #expect(offered == expected)
  }

  @Test mutating func `words of different keys are offered one at a time`() throws {
    try press("/thme srever<Enter>")
    #expect(offered.contains("theme, without srever = 1 key: Theme"))
    #expect(offered.contains("server, without thme = 1 key: Server"))
    // A word that is found needs no repair, so only the other one is left out.
    try press("<Esc>/theme srever<Enter>")
    #expect(offered.allSatisfy { !$0.contains("thme") })
  }

  @Test(arguments: [
    ("autosve", "autosave", 2), ("thme", "theme", 1), ("Zoon", "zoom", 2), ("fiels", "files", 1),
  ])
  mutating func `a mistyped word has close ones`(text: String, word: String, count: Int) throws {
    try press("/\(text)<Enter>")
    #expect(state.offeredRepairs.first?.words == word)
    #expect(state.offeredRepairs.first?.count == count)
    #expect(view(state).text.contains("No exact match for  \(text)"))
    try press("<Enter><Enter>")
    #expect(state.suite.filter.query.text == word)
    #expect(state.suite.listing.shown.count == count)
  }

  @Test mutating func `Tab takes the first one while typing`() throws {
    try press("/thme<Tab>")
    #expect(state.suite.filter.query.text == "theme")
    #expect(state.keyMode == .filter)
    #expect(state.suite.listing.shown.count == 1)
  }

  @Test mutating func `the switches count as words`() throws {
    try press("m/theme<Enter>")
    #expect(offered.contains("with keys that are not set = 1 key: Theme"))
    try press("<Enter>")
    let index = try #require(state.offeredRepairs.firstIndex { !$0.filter.showsOnlySet })
    try press("\(index + 1)<Enter>")
    #expect(!state.suite.filter.showsOnlySet)
    #expect(state.suite.listing.shown.count == 1)
  }

  @Test mutating func `nothing is offered where nothing would match`() throws {
    try press("/qqqq wwww<Enter>")
    #expect(offered.isEmpty)
    try press("<Enter>")
    #expect(state.keyMode == .list)
    #expect(view(state).text.contains("No key is selected."))
  }

  @Test mutating func `the menu can clear the filter`() throws {
    try press("/thme<Enter><Enter>G<Enter>")
    #expect(!state.suite.filter.isActive)
  }

  @Test mutating func `a property that does not exist has a close one`() throws {
    try press("/@modifed<Enter>")
    #expect(offered == ["@modified = 2 keys: Zoom, retina.zoom"])
    try press("<Esc>/@tipe:bool<Enter><Enter><Enter>")
    #expect(state.suite.filter.query.text == "@type:bool")
    #expect(state.suite.listing.shown.count == 1)
  }

  @Test mutating func `short words have no close ones`() throws {
    try press("/xy<Enter>")
    #expect(offered.isEmpty)
  }

  /// A session with keys whose titles have several words.
  private static var downloads: EditorState {
    let suite = Defaults.Suite(name: "org.example.downloads", store: Defaults.InMemoryStore())
    let schema = Schema(suite: suite, title: "Downloads") {
      Section("Network") {
        Entry(untypedKey: "net.timeout", title: "Timeout of downloads", kind: .bool)
        Entry(untypedKey: "net.limit", title: "Limit of uploads", kind: .bool)
        Entry(untypedKey: "net.proxy", title: "use a proxy", kind: .string(TextLimits()))
      }
    }
    let document = Document(schema: schema, stored: ["net.proxy": .string("direct")])
    return EditorState(document: document, size: Size(columns: 80, rows: 24))
  }

  @Test(arguments: [
    ("tiemout dowload", "timeout downloads", "net.timeout"),
    ("dowloads timeuot", "downloads timeout", "net.timeout"),
    ("lmit of uplaods", "limit of uploads", "net.limit"),
    // A filter finds what begins with its word.
    ("uplod", "uploads", "net.limit"),
  ])
  mutating func `several words with slips have close ones`(
    text: String,
    words: String,
    key: Defaults.KeyName
  ) throws {
    state = Self.downloads
    try press("/\(text)<Enter>")
    #expect(state.offeredRepairs.first?.filter.query.text == words)
    let named = words.replacing(" of ", with: " ")
    #expect(view(state).text.contains("close: \(named)"))
    try press("<Enter><Enter>")
    #expect(state.suite.selection == .key(key))
  }

  @Test(arguments: [
    ("PROXY", "proxy"), ("=DIRECT", "=direct"), ("use PROXY", "use proxy"),
  ])
  mutating func `capital letters are the reason that nothing matches`(
    text: String,
    words: String
  ) throws {
    state = Self.downloads
    try press("/\(text)<Enter>")
    #expect(state.offeredRepairs.first?.filter.query.text == words)
    let meant = words.split(separator: " ").last ?? ""
    #expect(
      view(state).text.contains(
        "Capital letters match only capital letters: type \(meant) to find both."
      )
    )
    try press("<Enter><Enter>")
    #expect(state.suite.selection == .key("net.proxy"))
  }

  @Test mutating func `slips in the names of members are found`() throws {
    state = EditorState(
      document: Document(
        suiteName: "org.example.mail",
        stored: ["account": .dictionary(["signature": .string("x"), "folders": .integer(3)])]
      ),
      size: Size(columns: 80, rows: 24)
    )
    for (text, words) in [("signatrue", "signature"), ("acount foldres", "account folders")] {
      try press("/\(text)<Enter>")
      #expect(state.offeredRepairs.first?.words == words)
      try press("<Esc>")
    }
  }

  @Test mutating func `a word with other letters too has no reason in its capitals`() throws {
    state = Self.downloads
    try press("/PROXI<Enter>")
    #expect(state.offeredRepairs.first?.words == "proxy")
    #expect(!view(state).text.contains("Capital letters"))
  }
}
