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
}
