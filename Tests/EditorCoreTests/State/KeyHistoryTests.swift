import DefaultsCore
import DefaultsSchema
import FoundationEssentials
import Testing

@testable import EditorCore

/// The histories of all files of a suite as one.
@Suite struct KeyHistoryTests {
  private static func entry(
    _ id: String,
    at time: Double,
    _ layer: Defaults.Layer,
    _ new: Defaults.StoredValue?
  ) -> LayeredEntry {
    LayeredEntry(
      entry: Defaults.HistoryEntry(
        id: id,
        date: Date(timeIntervalSince1970: time),
        author: .init(user: "ada", program: "prefs", process: 1),
        changes: [.init(key: "theme", old: nil, new: new)],
        cause: .edit
      ),
      layer: layer
    )
  }

  private static func ids(_ history: KeyHistory) -> [String]? {
    guard case .entries(let entries, _) = history else { return nil }
    return entries.map(\.entry.id)
  }

  @Test func `changes of several files are sorted by time, those of one file by their order`() {
    let own = [Self.entry("a", at: 5, .user, .bool(true)), Self.entry("b", at: 9, .user, nil)]
    let locks = [Self.entry("c", at: 7, .managed, .bool(true))]
    #expect(Self.ids(.merged([.entries(own), .entries([])])) == ["a", "b"])
    #expect(Self.ids(.merged([.entries(own), .entries(locks)])) == ["b", "c", "a"])
    #expect(Self.ids(.merged([.entries(own), .failed("It is damaged.")])) == ["a", "b"])
    let failed = KeyHistory.failed("It is damaged.")
    #expect(KeyHistory.merged([failed, .entries(own)]) == failed)
  }

  @Test func `a change says which file was changed, and a lock that it is one`() throws {
    let entry = Entry(untypedKey: "theme", title: "Theme", kind: .string(TextLimits()))
    let texts = [
      Self.entry("a", at: 0, .user, .string("dark")), Self.entry("b", at: 0, .host, nil),
      Self.entry("c", at: 0, .managed, .string("dark")), Self.entry("d", at: 0, .managed, nil),
    ].map { $0.text($0.entry.changes[0], in: entry) }
    #expect(
      texts == [
        "unset → \"dark\"", "(host) unset → unset", "locked at \"dark\"", "unlocked",
      ]
    )
  }
}
