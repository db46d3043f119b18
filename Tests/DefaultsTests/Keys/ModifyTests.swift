import Defaults
import DefaultsTesting
import Dispatch
import TestSupport
import Testing

struct ModifyTests {
  private struct Refusal: Error {}

  @Test func `modify returns what its closure returns`() throws {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<[Int]>("ModifyTests.list", default: [1], suite: suite)
    let count = try Defaults.modify(key) { list in
      list.append(2)
      return list.count
    }
    #expect(count == 2)
    #expect(Defaults[key] == [1, 2])
  }

  @Test func `modify writes nothing when its closure throws`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int>("ModifyTests.throwing", default: 1, suite: suite)
    #expect(throws: Refusal.self) {
      try Defaults.modify(key) { value in
        value = 5
        throw Refusal()
      }
    }
    #expect(!key.isSet)
  }

  @Test func `no increment is lost among many threads`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int>("ModifyTests.count", default: 0, suite: suite)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<2000 {
        #expect(throws: Never.self) { try Defaults.modify(key) { $0 += 1 } }
      }
    }
    #expect(Defaults[key] == 16_000)
  }

  @Test func `a write from inside the closure is not lost`() throws {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int>("ModifyTests.reentrant", default: 0, suite: suite)
    try Defaults.modify(key) { value in
      if value == 0 { Defaults[key] = 10 }
      value += 1
    }
    #expect(Defaults[key] == 11)
  }

  @Test func `an attempt that another write defeats is not announced`() throws {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int>("ModifyTests.announced", default: 0, suite: suite)
    let announced = Recorder<[Int]>()
    let observation = Defaults.observe(key, options: [.prior]) { change in
      if change.isPrior { announced.record([change.oldValue, change.newValue]) }
    }
    try Defaults.modify(key) { value in
      if value == 0 { Defaults[key] = 10 }
      value += 1
    }
    #expect(announced.elements == [[0, 10], [10, 11]])
    observation.invalidate()
  }
}
