import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What one typed write costs: how often the bridge and the rule are called.
struct TypedWriteTests {
  /// A value whose conversions are counted.
  struct Point: Equatable, Sendable, Defaults.Serializable {
    var x: Int

    static let bridge = PointBridge()
    /// The calls in the present task, so that tests that run beside each other are kept apart.
    @TaskLocal static var calls: Calls?
  }

  struct PointBridge: Defaults.Bridge {
    func serialize(_ value: Point?) -> Int? {
      Point.calls?.encoded.add(1, ordering: .relaxed)
      return value?.x
    }

    func deserialize(_ object: Int?) -> Point? {
      Point.calls?.decoded.add(1, ordering: .relaxed)
      return object.map(Point.init)
    }
  }

  /// Numbers of calls.
  final class Calls: Sendable {
    let encoded = Atomic<Int>(0)
    let decoded = Atomic<Int>(0)
    let checked = Atomic<Int>(0)

    /// Encoded, decoded, checked; begins anew.
    func take() -> [Int] {
      [
        encoded.exchange(0, ordering: .relaxed), decoded.exchange(0, ordering: .relaxed),
        checked.exchange(0, ordering: .relaxed),
      ]
    }
  }

  private let suite = Defaults.Suite(inMemory: "typed")
  private let calls = Calls()
  private let key: Defaults.Key<Point>

  init() {
    key = Defaults.Key(
      "k",
      default: Point(x: 0),
      suite: suite,
      validation: .init { [calls] point in
        calls.checked.add(1, ordering: .relaxed)
        if point.x < 0 { throw Defaults.Rejection.belowMinimum(value: "\(point.x)", minimum: "0") }
      }
    )
  }

  /// Counts the calls that a closure causes.
  private func count(_ body: () throws -> Void) rethrows -> [Int] {
    _ = calls.take()
    try Point.$calls.withValue(calls) { try body() }
    return calls.take()
  }

  @Test func `a write encodes the value once and asks the rule once`() throws {
    #expect(try count { try Defaults.set(key, to: Point(x: 1)) } == [1, 0, 1])
    #expect(count { Defaults[key] = Point(x: 2) } == [1, 0, 1])
    #expect(try count { try suite.transaction { $0[key] = Point(x: 3) } }[0] == 1)
    #expect(Defaults[key] == Point(x: 3))
    // An equal value is not stored again, and costs the same.
    #expect(count { Defaults[key] = Point(x: 3) } == [1, 0, 1])
  }

  @Test func `a refused write encodes the value once and asks the rule once`() {
    let refused = count {
      #expect(throws: Defaults.WriteError.self) {
        try Defaults.set(key, to: Point(x: -1))
      }
    }
    #expect(refused == [1, 0, 1])
    #expect(count { Defaults[key] = Point(x: -1) } == [1, 0, 1])
  }

  @Test func `a change in place reads the value at most once`() throws {
    Defaults[key] = Point(x: 1)
    let first = try count { try Defaults.modify(key) { $0.x += 1 } }
    #expect(first[0] == 1)
    #expect(first[1] <= 1)
    #expect(Defaults[key] == Point(x: 2))
  }

  @Test func `observers of a write share one decoded value, and the rule is asked once`() throws {
    let heard = Recorder<Int>()
    Defaults[key] = Point(x: 1)
    _ = Defaults[key]
    let observations = (0..<5).map { _ in
      Defaults.observe(key, options: []) { heard.record($0.newValue.x) }
    }
    let found = try count { try Defaults.set(key, to: Point(x: 2)) }
    #expect(found[0] == 1)
    #expect(found[1] <= 1)
    #expect(found[2] == 1)
    #expect(heard.elements == Array(repeating: 2, count: 5))
    for observation in observations { observation.invalidate() }
  }

  // MARK: - Changes in place

  @Test func `a change in place of a value that is not allowed throws and changes nothing`() {
    Defaults[key] = Point(x: 1)
    let rejection = Defaults.Rejection.belowMinimum(value: "-1", minimum: "0")
    #expect(throws: Defaults.WriteError.invalid(key: "k", rejection)) {
      try Defaults.modify(key) { $0.x = -1 }
    }
    #expect(Defaults[key] == Point(x: 1))
    #expect(suite.takeDiagnostics() == [])
  }

  @Test func `a change in place of a locked key throws and changes nothing`() throws {
    let layered = try LayeredSuite()
    try layered.put(["k": .integer(9)], at: "managed/app.plist")
    let key = Defaults.Key<Int>("k", default: 0, suite: layered.suite)
    let lock = try #require(layered.suite.lock(forKey: "k"))
    #expect(throws: Defaults.WriteError.locked(key: "k", by: lock)) {
      try Defaults.modify(key) { $0 = 9 }
    }
    #expect(throws: Defaults.WriteError.locked(key: "k", by: lock)) {
      try Defaults.modify(key) { $0 += 1 }
    }
    #expect(layered.suite.storedValues() == [:])
    #expect(layered.suite.takeDiagnostics() == [])
  }
}
