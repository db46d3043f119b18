import Defaults
import DefaultsTesting
import Synchronization
import TestSupport
import Testing

/// Counts how often it is decoded.
private struct Counted: Hashable, Defaults.Serializable {
  static let decodings = Mutex<[Int: Int]>([:])

  var number: Int

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Counted?) -> Int? { value?.number }

    func deserialize(_ object: Int?) -> Counted? {
      guard let object else { return nil }
      Counted.decodings.withLock { $0[object, default: 0] += 1 }
      return Counted(number: object)
    }
  }

  static var bridge: Bridge { Bridge() }

  static func decodings(of number: Int) -> Int {
    decodings.withLock { $0[number] ?? 0 }
  }
}

/// An object that somebody could change after reading it.
private final class Box: Defaults.Serializable {
  let number: Mutex<Int>

  init(_ number: Int) {
    self.number = Mutex(number)
  }

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Box?) -> Int? { value?.number.withLock { $0 } }
    func deserialize(_ object: Int?) -> Box? { object.map { Box($0) } }
  }

  static var bridge: Bridge { Bridge() }
}

/// A value that holds an object, and tells when the object is gone.
private struct Token: Defaults.Serializable {
  final class Mark {}

  var number: Int
  var mark = Mark()

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Token?) -> Int? { value?.number }
    func deserialize(_ object: Int?) -> Token? { object.map { Token(number: $0) } }
  }

  static var bridge: Bridge { Bridge() }
}

struct KeyCacheTests {
  @Test func `an unchanged value is decoded once`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Counted>("counted", default: Counted(number: -1), suite: suite)
    Defaults[key] = Counted(number: 1001)
    for _ in 0..<10 {
      #expect(Defaults[key].number == 1001)
    }
    #expect(Counted.decodings(of: 1001) == 1)
  }

  @Test func `a write of another key makes nothing decode again`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Counted>("counted", default: Counted(number: -1), suite: suite)
    Defaults[key] = Counted(number: 1002)
    for value in 0..<10 {
      suite.set(value, forKey: "other")
      #expect(Defaults[key].number == 1002)
    }
    #expect(Counted.decodings(of: 1002) == 1)
  }

  @Test func `a value stored without the key is read at once`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int>("KeyCacheTests.untyped", default: 0, suite: suite)
    for value in 1..<10 {
      suite.set(value, forKey: key.name)
      #expect(Defaults[key] == value)
    }
    suite.removeObject(forKey: key.name)
    #expect(Defaults[key] == 0)
  }

  @Test func `an object is never shared between reads`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<[Box]>("KeyCacheTests.boxes", default: [], suite: suite)
    Defaults[key] = [Box(1)]
    Defaults[key][0].number.withLock { $0 = 99 }
    let first = Defaults[key][0]
    first.number.withLock { $0 = 50 }
    #expect(Defaults[key][0].number.withLock { $0 } != 50)
    #expect(Defaults[key][0] !== Defaults[key][0])
  }

  @Test func `a kept value lives until another is read or its key ends`() {
    let suite = TemporarySuite().suite
    var key: Defaults.Key? = Defaults.Key("token", default: Token(number: 0), suite: suite)
    weak var first: Token.Mark?
    weak var second: Token.Mark?
    if let key {
      suite.set(1, forKey: "token")
      first = Defaults[key].mark
      #expect(first != nil)
      suite.set(2, forKey: "token")
      second = Defaults[key].mark
    }
    #expect(first == nil)
    #expect(second != nil)
    key = nil
    #expect(second == nil)
  }
}
