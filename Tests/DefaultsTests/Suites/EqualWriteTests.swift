import Dispatch
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Writes of what a suite already holds, while others change the store unnoticed.
@Suite(.timeLimit(.minutes(10)))
struct EqualWriteTests {
  private let store = ScriptedStore(["a": .integer(1), "b": .integer(2)])
  private let suite: Defaults.Suite

  init() {
    suite = Defaults.Suite(name: "equal", store: store)
    _ = suite.storedValues()
  }

  @Test func `an equal write that is flushed is what is stored then`() throws {
    store.edit(["a": .integer(5), "b": .integer(6)], silently: true)
    suite.set(1, forKey: "a")
    try suite.flush()
    #expect(store.values == ["a": .integer(1), "b": .integer(6)])
    #expect(suite.storedValues() == store.values)
  }

  @Test func `a removal of what is not known is flushed as well`() throws {
    store.edit(["c": .integer(5)], silently: true)
    suite.removeObject(forKey: "c")
    try suite.flush()
    #expect(store.values == ["a": .integer(1), "b": .integer(2)])
  }

  @Test func `an equal write that is flushed looks at the store once and commits nothing`() throws {
    let loads = store.loads
    suite.set(1, forKey: "a")
    try suite.flush()
    #expect(store.loads == loads + 1)
    try suite.flush()
    #expect(store.loads == loads + 1)
    #expect(store.attempts == 0)
  }

  @Test func `an equal write alone costs no look at the store`() {
    let loads = store.loads
    for _ in 0..<10 { suite.set(1, forKey: "a") }
    suite.core.commitQueue.finish()
    #expect(store.loads == loads)
    #expect(store.attempts == 0)
  }

  @Test func `whoever writes back what it was told does not undo the next change`() throws {
    let observation = suite.observeStoredValues { change in
      change.suite.setStoredValue(change.new, forKey: change.key.string)
    }
    for value in 10..<20 {
      store.edit(["a": .integer(Int128(value))])
      suite.reload()
      suite.core.outbox.queue.finish()
    }
    store.edit(["a": .integer(30)])
    suite.reload()
    try suite.flush()
    #expect(store.values["a"] == .integer(30))
    #expect(suite.integer(forKey: "a") == 30)
    observation.invalidate()
  }

  @Test func `an equal write is done when the store was looked at after it`() throws {
    suite.set(1, forKey: "a")
    suite.reload()
    store.edit(["a": .integer(5)], silently: true)
    suite.set(7, forKey: "b")
    try suite.flush()
    #expect(store.values == ["a": .integer(5), "b": .integer(7)])
  }

  @Test func `a value that is changed and changed back is flushed as it is`() throws {
    store.edit(["a": .integer(5)], silently: true)
    suite.set(3, forKey: "a")
    suite.set(1, forKey: "a")
    try suite.flush()
    #expect(store.values["a"] == .integer(1))
  }

  @Test func `an equal write and a different one after it are the different one`() throws {
    suite.set(1, forKey: "a")
    suite.set(3, forKey: "a")
    try suite.flush()
    #expect(store.values["a"] == .integer(3))
    #expect(suite.integer(forKey: "a") == 3)
  }

  @Test func `a change that a commit of another key notices is taken over`() throws {
    suite.set(1, forKey: "a")
    store.edit(["a": .integer(5)], silently: true)
    suite.set(7, forKey: "b")
    suite.core.commitQueue.finish()
    #expect(suite.integer(forKey: "a") == 5)
    try suite.flush()
    #expect(store.values == ["a": .integer(5), "b": .integer(7)])
  }

  @Test func `an equal write that cannot be confirmed is tried again`() throws {
    let error = Defaults.StoreError.system("open", "scripted", 24)
    store.edit(["a": .integer(5)], silently: true)
    store.failLoads(with: error)
    store.fail(times: 1, with: error)
    suite.set(1, forKey: "a")
    #expect(throws: error) { try suite.flush() }
    #expect(store.values["a"] == .integer(5))
    store.failLoads(with: nil)
    try suite.flush()
    #expect(store.values["a"] == .integer(1))
  }
}
