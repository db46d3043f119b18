import Defaults
import Dispatch
import TestSupport
import Testing

struct PropagationTests {
  private let suite = Defaults.Suite(inMemory: "propagation")
  private let seen = Recorder<Int>()
  private var key: Defaults.Key<Int> { Defaults.Key("k", default: 0, suite: suite) }

  private struct Stop: Error {}

  private func observe() -> any Defaults.Observation {
    Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
  }

  @Test func `writes inside are stored and not told`() {
    let observation = observe()
    let result = Defaults.withoutPropagation {
      Defaults[key] = 1
      return "done"
    }
    #expect(result == "done")
    #expect(Defaults[key] == 1)
    #expect(seen.elements == [])
    Defaults[key] = 2
    #expect(seen.elements == [2])
    observation.invalidate()
  }

  @Test func `it may be nested and may throw`() {
    let observation = observe()
    Defaults.withoutPropagation {
      Defaults.withoutPropagation { Defaults[key] = 1 }
      Defaults[key] = 2
    }
    #expect(throws: Stop.self) {
      try Defaults.withoutPropagation {
        Defaults[key] = 3
        throw Stop()
      }
    }
    #expect(seen.elements == [])
    Defaults[key] = 4
    #expect(seen.elements == [4])
    observation.invalidate()
  }

  @Test func `an observer may change its key without being called again`() {
    let (key, seen) = (key, seen)
    let observation = Defaults.observe(key, options: []) { change in
      seen.record(change.newValue)
      Defaults.withoutPropagation { Defaults[key] = change.newValue + 1 }
    }
    Defaults[key] = 10
    #expect(seen.elements == [10])
    #expect(Defaults[key] == 11)
    observation.invalidate()
  }

  @Test func `writes of other threads are told`() {
    let observation = observe()
    let key = key
    Defaults.withoutPropagation {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        Defaults[key] = 7
        done.signal()
      }
      done.wait()
      Defaults[key] = 8
    }
    #expect(seen.elements == [7])
    observation.invalidate()
  }

  @Test func `it reaches across suspension points`() async {
    let observation = observe()
    let key = key
    await Defaults.withoutPropagation {
      Defaults[key] = 1
      await Task.yield()
      Defaults[key] = 2
    }
    #expect(seen.elements == [])
    Defaults[key] = 3
    #expect(seen.elements == [3])
    observation.invalidate()
  }

  @Test func `streams hear nothing of it either`() async {
    var updates = Defaults.updates(key).makeAsyncIterator()
    #expect(await updates.next() == 0)
    Defaults.withoutPropagation { Defaults[key] = 1 }
    Defaults[key] = 2
    #expect(await updates.next() == 2)
  }
}
