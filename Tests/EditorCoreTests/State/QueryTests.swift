import Defaults
import DefaultsSchema
@testable import EditorCore
import Foundation
import TestSupport
import Testing

@Suite struct QueryTests {
  /// A document of one key.
  private let document: Document = {
    var entry = Entry(
      untypedKey: "general.autosaveInterval",
      title: "Autosave interval",
      kind: .integer(NumberLimits(minimum: 5))
    )
    entry.help = "How often an open document is saved."
    let suite = Defaults.Suite(name: "org.example.one", store: Defaults.InMemoryStore())
    let schema = Schema(suite: suite, title: "One") { Section("General") { entry } }
    return Document(schema: schema, stored: ["general.autosaveInterval": .integer(60)])
  }()

  private static func match(_ text: String, _ slot: Slot, _ document: Document) -> Query.Match? {
    Query(text).match(slot, in: document, SearchedTexts(of: slot, in: document))
  }

  @Test(arguments: [
    ("", true), ("auto", true), ("AUTO", false), ("Auto", true), ("interval auto", true),
    ("general.auto", true), ("often", true), ("zzz", false), ("auto -often", false),
    ("auto -zzz", true), ("\"open document\"", true), ("\"document open\"", false), ("60", true),
    ("=6", true), ("==60", true), ("==6", false), ("@modified", true), ("-@modified", false),
    ("@type:int", true), ("@type:Integer", true), ("@type:string", false), ("@type:bool", false),
    ("@group:gen", true), ("@invalid", false),
    ("@unknown", false), ("@nonsense", false), ("-", true),
  ])
  func `words narrow the list`(text: String, matches: Bool) {
    #expect((Self.match(text, Slot(0), document) != nil) == matches)
  }

  /// Texts that a search by bytes could take for others than a search by characters does.
  private static let texts = [
    "Autosave", "autosave", "AUTOSAVE interval", "Größe", "Gro\u{308}ße", "cafe\u{301}", "café",
    "\u{212A}elvin", "kelvin", "a;b", "a\u{37E}b", "a`b", "a\u{1FEF}b", "one\r\ntwo", "one\ntwo",
    "İstanbul", "ΟΔΟΣ", "", "5", "60", "日本語",
  ]

  private static let queries =
    texts
    + [
      "auto", "Auto", "größe", "gro", "cafe", "CAFE", "e\u{301}", "k", "K", "\u{212A}", ";",
      "\u{37E}", "`", "\u{1FEF}", "\r", "\n", "\r\n", "one two", "-auto", "=auto", "==autosave",
      "==Autosave", "=5", "==5", "=", "==", "i", "İ", "οδος", "ς", "本", "@modified", "@invalid",
      "@unknown", "@locked", "@all", "@hidden", "@type:text", "@group:gen", "@id:key1", "@tag:x",
      "auto -save", "key1 auto", "\"save interval\"",
      // Choices, members and data.
      "Dark", "=Dark", "==Dark", "==dark", "Fifteen", "=Fifteen", "==Fifteen", "==15", "=15",
      "contrast", "layout.size", "size.width", "width", "Width", "wide", "==8", "=8", "==Bright",
      "inner.deep", "deepest", "=deepest", "==deepest", "==-", "AQID", "=010203", "-layout.size",
    ]

  /// A document in which every text is a title, a help, a tag or a value, declared or not.
  private static let document: Document = {
    let suite = Defaults.Suite(name: "org.example.texts", store: Defaults.InMemoryStore())
    var stored: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var entries: [Entry] = []
    for (number, text) in texts.enumerated() {
      var entry = Entry(untypedKey: "key\(number)", title: text, kind: .string(TextLimits()))
      entry.help = number % 2 == 0 ? texts[(number + 3) % texts.count] : ""
      entry.tags = number % 3 == 0 ? ["x", texts[(number + 5) % texts.count]] : []
      entry.isSecret = number % 5 == 0
      entry.isHidden = number % 7 == 0
      entries.append(entry)
      if number % 4 != 0 { stored[entry.key] = .string(texts[(number + 1) % texts.count]) }
      stored[Defaults.KeyName("other.\(text)")] = .array([.string(text), .integer(5)])
    }
    let themes = [
      Choice(.string("dark"), title: "Dark", help: "More contrast at night."),
      Choice(.string("light"), title: "Bright"),
    ]
    let numbers = [Choice(.integer(15), title: "Fifteen"), Choice(.integer(8), title: "Eight")]
    let size = TableMember("width", title: "Width", help: "How wide it is.", kind: .choice(numbers))
    let members = [
      TableMember("size", kind: .table([size])), TableMember("theme", kind: .choice(themes)),
    ]
    let kinds: [(key: Defaults.KeyName, kind: ValueKind, value: Defaults.StoredValue)] = [
      ("theme", .choice(themes), .string("dark")),
      ("numbers", .choices(numbers), .array([.integer(15), .integer(8)])),
      (
        "layout", .table(members),
        .dictionary([
          "size": .dictionary(["width": .integer(8), "other": .string("-")]),
          "theme": .string("light"),
        ])
      ),
      ("picture", .data, .data(Data([1, 2, 3, 0x15]))),
    ]
    for (key, kind, value) in kinds {
      entries.append(Entry(untypedKey: key.string, title: "One of them", kind: kind))
      stored[key] = value
    }
    entries.append(Entry(untypedKey: "layout.unset", title: "Unset", kind: .table(members)))
    stored["inner"] = .dictionary(["deep": .dictionary(["deeper": .string("deepest")])])
    stored["bytes"] = .data(Data([0x15, 0x15]))
    let schema = Schema(suite: suite, title: "Texts") {
      Section("General") { for entry in entries { entry } }
    }
    return Document(schema: schema, stored: stored)
  }()

  @Test(.thorough, arguments: queries)
  func `a search in the prepared texts finds what a comparison of strings finds`(text: String) {
    let (document, naive) = (Self.document, NaiveQuery(Query(text)))
    for slot in document.order {
      let item = document.item(at: slot)
      let expected = naive.matches(item, sectionTitle: document.sections[item.section])
      #expect(
        Self.match(text, slot, document)?.rank == (expected ? naive.rank(of: item) : nil),
        "\(text.debugDescription), \(item.entry.title.debugDescription)"
      )
    }
  }

  @Test(arguments: [
    ("gro\u{308}ße", "Größe"), ("größe", "Gro\u{308}ße"), ("\u{212A}", "K"), (";", "a\u{37E}b"),
    ("\u{1FEF}", "a`b"), ("é", "cafe\u{301}"),
  ])
  func `equivalent characters are found`(word: String, text: String) {
    #expect(SearchWord(word).occurs(in: text))
  }

  @Test(arguments: [
    ("save", "save", SearchedTexts.Fit.whole), ("save", "Save all", .start),
    ("all", "resave all", .word), ("save", "autosave, save", .word), ("ave", "save", .inside),
    ("x", "ß x", .word), ("x", "ßx", .inside), ("x", "a\u{2013}x", .word),
  ])
  func `the best place in a text counts`(word: String, text: String, fit: SearchedTexts.Fit) {
    let texts = SearchedTexts([(.title, text), (.key, word)])
    #expect(texts.place(of: SearchWord(word))?.field == .title)
    #expect(texts.place(of: SearchWord(word))?.fit == fit)
    #expect(texts.place(of: SearchWord(word), from: .key)?.field == .key)
  }

  @Test func `a query narrows another only if it finds nothing else`() {
    let document = Self.document
    let slots = document.order
    let texts = slots.map { SearchedTexts(of: $0, in: document) }
    func matches(_ query: Query) -> Set<Slot> {
      Set(zip(slots, texts).filter { query.match($0, in: document, $1) != nil }.map(\.0))
    }
    var count = 0
    // A query grows by a character, as it is typed.
    let queries = Set(Self.queries.flatMap { text in text.indices.map { String(text[...$0]) } })
      .map { (query: Query($0), found: matches(Query($0))) }
    for new in queries {
      for old in queries where new.query.narrows(old.query) {
        count += 1
        #expect(new.found.isSubset(of: old.found), "\(old.query.text), \(new.query.text)")
      }
    }
    #expect(count > queries.count)
    #expect(Query("auto").narrows(Query("aut")))
    #expect(!Query("-auto").narrows(Query("-aut")))
    #expect(!Query("e\u{301}").narrows(Query("e")))
  }
}
