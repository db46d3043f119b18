import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Observers that take longer than others take to change something.
@Suite(.timeLimit(.minutes(10)))
struct SlowObserverTests {
  private let store = ScriptedStore(["a": .integer(0), "b": .integer(0)])
  private let suite: Defaults.Suite
  private let changes = Recorder<Defaults.StoredChange>()
  private let gate = DispatchSemaphore(value: 0)
  private let observation: any Defaults.Observation

  init() {
    suite = Defaults.Suite(name: "slow", store: store)
    let isFirst = Atomic<Bool>(true)
    observation = suite.observeStoredValues { [changes, gate] change in
      guard change.origin == .elsewhere else { return }
      changes.record(change)
      if isFirst.exchange(false, ordering: .relaxed) { gate.wait() }
    }
    // The observer is in the middle of this change while the others come.
    store.edit(["b": .integer(1)])
    suite.reload()
    _ = waitUntil { !changes.elements.isEmpty }
  }

  /// Lets the observer go on, and gives what it was told while it waited.
  private func told() -> [Defaults.StoredChange] {
    gate.signal()
    suite.core.outbox.queue.finish()
    observation.invalidate()
    return Array(changes.elements.dropFirst())
  }

  private func change(_ key: Defaults.KeyName, to value: Int128?) {
    store.edit([key: value.map { .integer($0) }])
    suite.reload()
  }

  @Test func `changes that pile up are told as one for each key`() {
    for number in 1...1000 {
      change("a", to: Int128(number))
      change("b", to: Int128(1000 + number))
    }
    change("a", to: -1)
    let told = told()
    #expect(told.map(\.key) == ["b", "a"])
    #expect(told.map(\.old) == [.integer(1), .integer(0)])
    #expect(told.map(\.new) == [.integer(2000), .integer(-1)])
    #expect(told.map(\.sequence) == told.map(\.sequence).sorted())
  }

  @Test func `changes that undo one another are not told`() {
    change("a", to: 5)
    change("c", to: 6)
    change("a", to: 0)
    change("c", to: nil)
    change("b", to: 7)
    #expect(told().map(\.key) == ["b"])
  }

  @Test func `a change of one's own in between keeps others apart`() {
    change("a", to: 5)
    suite.set(6, forKey: "a")
    suite.core.commitQueue.finish()
    change("a", to: 7)
    change("a", to: 8)
    let told = told()
    #expect(told.map(\.old) == [.integer(0), .integer(6)])
    #expect(told.map(\.new) == [.integer(5), .integer(8)])
  }
}
