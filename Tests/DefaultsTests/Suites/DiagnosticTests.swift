import DefaultsTesting
import Dispatch
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

@Suite(.timeLimit(.minutes(10)))
struct DiagnosticTests {
  private let suite = TemporarySuite("diagnostics").suite

  /// Gives what is told until now, in order.
  private func told(_ recorder: Recorder<Defaults.Diagnostic>) -> [Defaults.Diagnostic.Kind] {
    suite.core.outbox.queue.finish()
    return recorder.elements.map(\.kind)
  }

  @Test func `an unreadable value reads as the default, stays stored, and is reported once`() {
    let recorder = Recorder<Defaults.Diagnostic>()
    let observation = suite.observeDiagnostics { recorder.record($0) }
    let key = Defaults.Key<Int>("DiagnosticTests.a", default: 7, suite: suite)
    let same = Defaults.Key<Int>("DiagnosticTests.a", default: 8, suite: suite)
    suite.set("nonsense", forKey: key.name)
    for _ in 0..<5 {
      #expect(Defaults[key] == 7)
      #expect(Defaults[same] == 8)
    }
    #expect(suite.storedValue(forKey: key.name) == .string("nonsense"))
    let report = Defaults.Diagnostic.Kind.unreadableValue(
      key: key.storedName,
      stored: .string("nonsense"),
      type: "Swift.Int",
    )
    #expect(told(recorder) == [report])
    suite.set("other nonsense", forKey: key.name)
    _ = Defaults[key]
    #expect(told(recorder).count == 2)
    observation.invalidate()
  }

  @Test func `a listener is told every diagnostic of a burst`() {
    let recorder = Recorder<Defaults.Diagnostic>()
    let observation = suite.observeDiagnostics { recorder.record($0) }
    let kinds = (0..<300).map { number in
      Defaults.Diagnostic.Kind.refusedWrite(.outdated(["\(number)"]))
    }
    for kind in kinds { suite.core.diagnostics.report(kind) }
    #expect(told(recorder) == kinds)
    observation.invalidate()
  }

  @Test func `an observer of a key makes an unreadable value known`() {
    let recorder = Recorder<Defaults.Diagnostic>()
    let observation = suite.observeDiagnostics { recorder.record($0) }
    let key = Defaults.Key<Int>("DiagnosticTests.observed", default: 7, suite: suite)
    let changes = Recorder<Int>()
    let changeObservation = Defaults.observe(key, options: []) { changes.record($0.newValue) }
    suite.set(1, forKey: key.name)
    suite.set("nonsense", forKey: key.name)
    #expect(changes.elements == [1, 7])
    #expect(told(recorder).count == 1)
    #expect(Defaults[key] == 7)
    #expect(told(recorder).count == 1)
    observation.invalidate()
    changeObservation.invalidate()
  }

  @Test func `what nobody heard is kept for the first listener, the newest of it`() {
    for number in 0..<(DiagnosticLog.capacity + 5) {
      suite.core.diagnostics.report(
        .refusedWrite(.refused(key: "\(number)", reason: .duplicateKey("")))
      )
    }
    let first = Recorder<Defaults.Diagnostic>()
    let observation = suite.observeDiagnostics { first.record($0) }
    let heard = told(first)
    #expect(heard.count == DiagnosticLog.capacity)
    #expect(heard.first == .refusedWrite(.refused(key: "5", reason: .duplicateKey(""))))
    let second = Recorder<Defaults.Diagnostic>()
    let later = suite.observeDiagnostics { second.record($0) }
    #expect(told(second).isEmpty)
    observation.invalidate()
    later.invalidate()
  }

  @Test func `nothing is told after the end`() {
    let recorder = Recorder<Defaults.Diagnostic>()
    let observation = suite.observeDiagnostics { recorder.record($0) }
    observation.invalidate()
    suite.set(Recorder<Int>(), forKey: "a")
    #expect(told(recorder).isEmpty)
  }

  @Test func `a suite that can have no file works in memory and says why`() async {
    let error = Defaults.StoreError(location: "x", cause: .invalidSuiteName("a/b"))
    let core = SuiteCore(
      name: "a/b",
      store: UnavailableStore(error: error),
      retryDelays: 3600...3600,
    )
    let suite = Defaults.Suite(core: core)
    suite.set(1, forKey: "a")
    #expect(suite.integer(forKey: "a") == 1)
    #expect(suite.loadError == error)
    #expect(throws: error) { try suite.flush() }
    #expect(suite.location == "x")
  }
}
