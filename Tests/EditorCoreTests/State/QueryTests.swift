import Defaults
import DefaultsSchema
@testable import EditorCore
import Testing

@Suite struct QueryTests {
  private let item: Item = {
    var entry = Entry(
      untypedKey: "general.autosaveInterval",
      title: "Autosave interval",
      kind: .integer(NumberLimits(minimum: 5))
    )
    entry.help = "How often an open document is saved."
    return Item(entry: entry, section: 0, isDeclared: true, layers: KeyLayers(stored: .integer(60)))
  }()

  @Test(arguments: [
    ("", true), ("auto", true), ("AUTO", false), ("Auto", true), ("interval auto", true),
    ("general.auto", true), ("often", true), ("zzz", false), ("auto -often", false),
    ("auto -zzz", true), ("\"open document\"", true), ("\"document open\"", false), ("60", true),
    ("=6", true), ("==60", true), ("==6", false), ("@modified", true), ("-@modified", false),
    ("@type:int", true), ("@type:bool", false), ("@group:gen", true), ("@invalid", false),
    ("@unknown", false), ("@nonsense", false), ("-", true),
  ])
  func `words narrow the list`(text: String, matches: Bool) {
    #expect(Query(text).matches(item, sectionTitle: "General") == matches)
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
    let schema = Schema(suite: suite, title: "Texts") {
      Section("General") { for entry in entries { entry } }
    }
    return Document(schema: schema, stored: stored)
  }()

  @Test(arguments: queries)
  func `a search in the prepared texts finds what a comparison of strings finds`(text: String) {
    let (document, query) = (Self.document, Query(text))
    var index = TextIndex()
    var budget = 0
    for slot in document.order {
      let span = index.prepare(slot, of: document).span
      let item = document.item(at: slot)
      let expected = query.matches(item, sectionTitle: document.sections[item.section])
      let rank = query.rank(slot, in: document, index, span, &budget)
      #expect(
        rank == (expected ? query.rank(of: item) : nil),
        "\(text.debugDescription), \(item.entry.title.debugDescription)"
      )
    }
  }

  @Test func `a query narrows another only if it finds nothing else`() {
    let document = Self.document
    let items = document.items.map { ($0, document.sections[$0.section]) }
    var count = 0
    // A query grows by a character, as it is typed.
    let queries = Set(Self.queries.flatMap { text in text.indices.map { String(text[...$0]) } })
    for longer in queries {
      for shorter in queries {
        let (new, old) = (Query(longer), Query(shorter))
        guard new.narrows(old) else { continue }
        count += 1
        for (item, section) in items where new.matches(item, sectionTitle: section) {
          #expect(old.matches(item, sectionTitle: section), "\(shorter), \(longer)")
        }
      }
    }
    #expect(count > queries.count)
    #expect(Query("auto").narrows(Query("aut")))
    #expect(!Query("-auto").narrows(Query("-aut")))
    #expect(!Query("e\u{301}").narrows(Query("e")))
  }
}
