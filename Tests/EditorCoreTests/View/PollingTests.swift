import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// A suite whose changes by other programs are found by looking for them from time to time.
@Suite struct PollingTests {
  /// A store in memory whose watch says that it polls, as on a network file system.
  private final class PolledStore: Defaults.Store {
    private final class Watch: Defaults.StoreWatch {
      let isPolling: Bool
      init(isPolling: Bool) { self.isPolling = isPolling }
      func cancel() {}
    }

    private let store = Defaults.InMemoryStore(location: "/mnt/home/ada/.config/app.plist")
    private let isPolling: Bool

    init(isPolling: Bool) {
      self.isPolling = isPolling
    }

    var location: String { store.location }

    func load(
      unlike known: Defaults.StoreVersion?
    ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
      try store.load(unlike: known)
    }

    func commit(
      _ edits: [Defaults.KeyName: Defaults.StoredValue?],
      expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
    ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
      try store.commit(edits, expecting: expected)
    }

    func watch(
      _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
    ) -> (any Defaults.StoreWatch)? {
      Watch(isPolling: isPolling)
    }
  }

  @Test(
    arguments: [
      (true, Size(columns: 80, rows: 24), true), (true, Size(columns: 40, rows: 12), true),
    ]
      + [(false, Size(columns: 80, rows: 24), false)]
  )
  func `the title says that changes are found by polling`(
    isPolling: Bool,
    size: Size,
    isNamed: Bool
  ) {
    let suite = Defaults.Suite(name: "app", store: PolledStore(isPolling: isPolling))
    let schema = Schema(suite: suite, title: "App") {
      Section("General") {
        Toggle("Sound", key: Defaults.Key<Bool>("sound", default: true, suite: suite))
      }
    }
    let screen = RecordingScreen(size: size)
    let session = EditorSession(
      screen: screen,
      source: EditorSession.Source(registry: SchemaRegistry([schema])),
      suite: suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    screen.whenEmpty = { nil }
    _ = session.run()
    let title = screen.frame.text.prefix { $0 != "\n" }
    #expect(title.contains("App") || title.contains("app"))
    #expect(title.contains("polling") == isNamed)
  }
}
