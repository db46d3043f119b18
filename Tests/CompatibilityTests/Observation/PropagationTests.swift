import Defaults
import DefaultsCombine
import Dispatch
import Foundation
import OpenCombine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PropagationTests {
  private let suite = UserDefaults(inMemory: "propagation")
  private let key: Defaults.Key<Int>
  private let other: Defaults.Key<Bool>
  private let seen = Recorder<Int>()

  private struct Failure: Error {}

  init() {
    key = Defaults.Key(unique(), default: 0, suite: suite)
    other = Defaults.Key(unique(), default: false, suite: suite)
  }

  private func observe() -> any Defaults.Observation {
    Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
  }

  @Test func `a write without propagation is stored and not told`() {
    let observation = observe()
    Defaults.withoutPropagation { Defaults[key] = 1 }
    #expect(Defaults[key] == 1)
    #expect(suite.integer(forKey: key.name) == 1)
    #expect(seen.elements.isEmpty)
    observation.invalidate()
  }

  @Test func `no observer of the key is told, not even one that began elsewhere`() {
    let observations = (0..<3).map { _ in observe() }
    Defaults.withoutPropagation { suite.set(5, forKey: key.name) }
    #expect(seen.elements.isEmpty)
    Defaults[key] = 6
    #expect(seen.elements == [6, 6, 6])
    observations.forEach { $0.invalidate() }
  }

  @Test func `an observer corrects its key without being called again`() {
    let observation = Defaults.observe(keys: key, options: []) { [key, other, seen] in
      seen.record(Defaults[key])
      Defaults.withoutPropagation { Defaults[key] = min(Defaults[key], 11) }
      Defaults[other] = true
    }
    let others = Recorder<Bool>()
    let second = Defaults.observe(other, options: []) { others.record($0.newValue) }
    Defaults[key] = 50
    #expect(Defaults[key] == 11)
    #expect(seen.elements == [50])
    #expect(others.elements == [true])
    observation.invalidate()
    second.invalidate()
  }

  @Test func `a reset without propagation is not told`() {
    Defaults[key] = 1
    let observation = observe()
    Defaults.withoutPropagation { Defaults.reset(key) }
    Defaults[key] = 2
    #expect(seen.elements == [2])
    observation.invalidate()
  }

  @Test func `it concerns the thread that asks for it alone`() {
    let observation = observe()
    let key = key
    Defaults.withoutPropagation {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Defaults[key] = 1
        isDone.signal()
      }
      isDone.wait()
      Defaults[key] = 2
    }
    #expect(seen.elements == [1])
    observation.invalidate()
  }

  @Test func `of many threads only the writes that ask for it are silent`() {
    let observation = observe()
    let key = key
    DispatchQueue.concurrentPerform(iterations: 100) { index in
      if index.isMultiple(of: 2) {
        Defaults.withoutPropagation { Defaults[key] = index + 1 }
      } else {
        Defaults[key] = index + 1
      }
    }
    #expect(Set(seen.elements) == Set((0..<100).filter { !$0.isMultiple(of: 2) }.map { $0 + 1 }))
    observation.invalidate()
  }

  @Test func `it ends when its closure throws`() {
    let observation = observe()
    let (key, seen) = (key, seen)
    #expect(throws: Failure.self) {
      try Defaults.withoutPropagation {
        Defaults[key] = 1
        throw Failure()
      }
    }
    Defaults[key] = 2
    #expect(seen.elements == [2])
    observation.invalidate()
  }

  @Test func `it nests, and returns what its closure returns`() {
    let observation = observe()
    let value = Defaults.withoutPropagation {
      Defaults.withoutPropagation { Defaults[key] = 1 }
      Defaults[key] = 2
      return Defaults[key]
    }
    #expect(value == 2)
    #expect(seen.elements.isEmpty)
    observation.invalidate()
  }

  @Test func `publishers hear nothing of it either`() {
    let cancellable = Defaults.publisher(key, options: []).sink { [seen] in
      seen.record($0.newValue)
    }
    Defaults.withoutPropagation { Defaults[key] = 1 }
    Defaults[key] = 2
    #expect(seen.elements == [2])
    cancellable.cancel()
  }
}
