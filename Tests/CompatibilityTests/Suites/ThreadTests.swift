import Defaults
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

private struct Pair: Codable, Hashable, Defaults.Serializable {
  var left: Int
  var right: Int
}

@Suite(.timeLimit(.minutes(10)))
struct ThreadTests {
  private let suite = UserDefaults(inMemory: "threads")

  @Test func `many threads write keys of their own`() {
    let keys = (0..<50).map { Defaults.Key<Int>(unique("\($0)"), default: -1, suite: suite) }
    DispatchQueue.concurrentPerform(iterations: 500) { Defaults[keys[$0 % 50]] = $0 % 50 }
    #expect(keys.map { Defaults[$0] } == Array(0..<50))
  }

  @Test func `no reader sees half a value`() {
    let key = Defaults.Key<Pair>(unique(), default: Pair(left: 0, right: 0), suite: suite)
    let torn = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 1000) { index in
      if index.isMultiple(of: 2) {
        Defaults[key] = Pair(left: index, right: index)
      } else {
        let pair = Defaults[key]
        if pair.left != pair.right { torn.add(1, ordering: .relaxed) }
      }
    }
    #expect(torn.load(ordering: .relaxed) == 0)
  }

  @Test func `many threads make, use and forget keys of one name`() {
    let (name, suite) = (unique(), suite)
    DispatchQueue.concurrentPerform(iterations: 500) { index in
      let key = Defaults.Key<Int>(name, default: 7, suite: suite)
      if index.isMultiple(of: 3) { Defaults[key] = index } else { key.reset() }
      _ = key.isDefaultValue
    }
    let key = Defaults.Key<Int>(name, default: 7, suite: suite)
    key.reset()
    #expect(Defaults[key] == 7)
  }

  @Test func `many threads observe, write and end`() {
    let key = Defaults.Key<Int>(unique(), default: 0, suite: suite)
    let heard = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      let observation = Defaults.observe(key) { _ in heard.add(1, ordering: .relaxed) }
      Defaults[key] = index + 1
      observation.invalidate()
    }
    // Each has at least its first event.
    #expect(heard.load(ordering: .relaxed) >= 200)
    let before = heard.load(ordering: .relaxed)
    Defaults[key] = -1
    #expect(heard.load(ordering: .relaxed) == before)
  }

  @Test func `an observation may be ended while another thread writes`() {
    let key = Defaults.Key<Int>(unique(), default: 0, suite: suite)
    for round in 0..<100 {
      let observation = Defaults.observe(key, options: []) { _ in }
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 { Defaults[key] = round + 1 } else { observation.invalidate() }
      }
    }
    #expect(Defaults[key] == 100)
  }

  @Test func `changes of many threads form one chain of old and new values`() {
    let key = Defaults.Key<Int>(unique(), default: 0, suite: suite)
    let changes = Recorder<[Int]>()
    let observation = Defaults.observe(key, options: []) {
      changes.record([$0.oldValue, $0.newValue])
    }
    DispatchQueue.concurrentPerform(iterations: 100) { Defaults[key] = $0 + 1 }
    let next = Dictionary(uniqueKeysWithValues: changes.elements.map { ($0[0], $0[1]) })
    var value = 0
    for _ in 0..<100 { value = next[value] ?? -1 }
    #expect(value == Defaults[key])
    #expect(next.count == 100)
    observation.invalidate()
  }

  @Test func `steps by many threads are counted when they are made in one piece`() {
    let key = Defaults.Key<Int>(unique(), default: 0, suite: suite)
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in try? Defaults.modify(key) { $0 += 1 } }
    #expect(Defaults[key] == 1000)
  }

  @Test func `a write that comes between makes a change in one piece begin anew`() throws {
    let key = Defaults.Key<Int>(unique(), default: 0, suite: suite)
    let attempts = Recorder<Int>()
    try Defaults.modify(key) { value in
      attempts.record(value)
      if attempts.elements.count == 1 { DispatchQueue.global().sync { Defaults[key] = 10 } }
      value += 1
    }
    #expect(attempts.elements == [0, 10])
    #expect(Defaults[key] == 11)
  }

  @Test func `tasks write from many places`() async {
    let key = Defaults.Key<Set<Int>>(unique(), default: [], suite: suite)
    await withTaskGroup(of: Void.self) { group in
      for value in 0..<100 {
        group.addTask { try? Defaults.modify(key) { _ = $0.insert(value) } }
      }
    }
    #expect(Defaults[key] == Set(0..<100))
  }
}
