import Defaults
import TestSupport
import Testing

private let messages = Recorder<String>()

/// The part of swift-log's type that the article uses.
private struct Logger {
  let label: String

  func warning(_ message: @autoclosure () -> String) {
    messages.record("\(label): \(message())")
  }
}

final class DiagnosticsArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  // In a process of its own, because the handler belongs to the whole process.
  @Test func `a handler takes diagnostics of suites without observers`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let opacity = Defaults.Key<Double>("opacity", default: 1, validation: .range(0...1))
      Defaults.setDiagnosticHandler(nil)
      Defaults[opacity] = 1.5

      let log = Logger(label: "preferences")
      Defaults.setDiagnosticHandler { log.warning("\($0)") }
      Defaults[opacity] = 2.5
      #expect(waitUntil { !messages.elements.isEmpty })
      #expect(messages.elements.count == 1)
      #expect(messages.elements.first?.hasPrefix("preferences: ") == true)
      #expect(messages.elements.first?.contains("2.5 is above the maximum 1") == true)
    }
  }

  @Test func `a suite is observed`() throws {
    let warnings = Recorder<String>()
    @Sendable func showWarning(_ text: String) { warnings.record(text) }
    let suite = Defaults.Suite(name: "test", store: FullStore())
    let observation = suite.observeDiagnostics { diagnostic in
      if case .commitFailed(let error, _) = diagnostic.kind { showWarning("\(error)") }
    }
    suite.set(true, forKey: "flag")
    #expect(waitUntil { !warnings.elements.isEmpty })
    observation.invalidate()
  }
}

/// A store that refuses every commit.
private final class FullStore: Defaults.Store {
  let location = "full"

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    Defaults.StoreSnapshot(values: [:], version: Defaults.StoreVersion(bytes: []))
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    throw Defaults.StoreError(location: location, reason: "it is full", isTemporary: false)
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    nil
  }
}
