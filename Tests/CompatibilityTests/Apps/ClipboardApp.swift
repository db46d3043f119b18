import Defaults
import DefaultsCombine
import Foundation
import OpenCombine
import Testing

// A clipboard manager: keys that the original synchronizes, arrays changed in place, publishers.

private struct Snippet: Codable, Hashable, Defaults.Serializable {
  var text: String
  var isPinned = false
}

private enum Sorting: String, Codable, CaseIterable, Defaults.Serializable {
  case newest, oldest, mostUsed
}

extension Defaults.Keys {
  fileprivate static let clips = Key<[Snippet]>(
    "clips",
    default: [],
    suite: clipSuite,
    iCloud: true
  )
  fileprivate static let sorting = Key<Sorting>(
    "sorting",
    default: .newest,
    suite: clipSuite,
    iCloud: true
  )
  fileprivate static let limit = Key<Int>("limit", default: 100, suite: clipSuite, iCloud: false)
  fileprivate static let lastClip = Key<Snippet?>("lastClip", suite: clipSuite, iCloud: true)
  fileprivate static let started = Key<Date>("started", suite: clipSuite, iCloud: true) {
    Date(timeIntervalSinceReferenceDate: 0)
  }
}

private let clipSuite = UserDefaults(inMemory: "org.example.Clips")

private final class ClipStore {
  private var cancellables = Set<AnyCancellable>()
  private(set) var pinned: [[String]] = []

  init() {
    Defaults.publisher(.clips, options: [])
      .map(\.newValue)
      .map { $0.filter(\.isPinned).map(\.text) }
      .removeDuplicates()
      .sink { [weak self] in self?.pinned.append($0) }
      .store(in: &cancellables)
  }

  func copy(_ text: String) {
    Defaults[.clips].insert(Snippet(text: text), at: 0)
    Defaults[.clips] = Array(Defaults[.clips].prefix(Defaults[.limit]))
    Defaults[.lastClip] = Defaults[.clips].first
  }
}

@Suite(.serialized)
struct ClipboardApp {
  init() { clipSuite.removeAll() }

  @Test func `clips are kept, limited and published`() {
    let store = ClipStore()
    Defaults[.limit] = 2
    for text in ["a", "b", "c"] { store.copy(text) }
    #expect(Defaults[.clips].map(\.text) == ["c", "b"])
    #expect(Defaults[.lastClip]?.text == "c")
    Defaults[.clips][1].isPinned.toggle()
    #expect(store.pinned == [[], ["b"]])
    #expect(Defaults[.sorting] == .newest)
    #expect(Defaults[.started] == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func `a synchronized key is reported once`() {
    let suite = UserDefaults(inMemory: "org.example.Synchronized")
    for name in ["a", "b"] { _ = Defaults.Key<Int>(name, default: 0, suite: suite, iCloud: true) }
    _ = Defaults.Key<Int>("c", default: 0, suite: suite, iCloud: false)
    #expect(
      suite.takeDiagnostics().map(\.description) == [
        """
        "a" in org.example.Synchronized is declared with iCloud, but no synchronization is set up: \
        values of such keys are stored on this machine only.
        """
      ]
    )
  }
}
