import Defaults
import Foundation
import Testing

/// A bound with a bridge of its own.
private struct Floor: Comparable, Hashable {
  var number: Int

  static func < (left: Floor, right: Floor) -> Bool { left.number < right.number }
}

private struct FloorBridge: Defaults.Bridge {
  typealias Value = Floor
  typealias Serializable = String

  func serialize(_ value: Floor?) -> String? { value.map { "floor \($0.number)" } }

  func deserialize(_ object: String?) -> Floor? {
    object.flatMap { Int($0.dropFirst("floor ".count)) }.map(Floor.init)
  }
}

extension Floor: Defaults.Serializable {
  static let bridge = FloorBridge()
}

struct RangeTests {
  private let suite = UserDefaults(inMemory: "ranges")

  @Test func `a half-open range is kept`() throws {
    try expectKept([0..<10, 5..<5, Int.min..<Int.max])
    try expectKept([0.5..<1.5, -Double.infinity..<0])
  }

  @Test func `a closed range is kept`() throws {
    try expectKept([0...10, 5...5, Int.min...Int.max])
    try expectKept(["a"..."z", ""..."a"])
  }

  @Test func `a range of dates is kept`() throws {
    let now = Date(timeIntervalSince1970: 1_000_000.25)
    try expectKept([now..<now.addingTimeInterval(1), Date.distantPast..<Date.distantFuture])
  }

  @Test func `a range is an array of two bounds to those who know no types`() {
    let key = Defaults.Key<Range<Int>>(unique(), default: 1..<4, suite: suite)
    #expect(suite.array(forKey: key.name) as? [Int] == [1, 4])
    Defaults[key] = 2..<8
    #expect(suite.array(forKey: key.name) as? [Int] == [2, 8])
  }

  @Test func `the bounds of a range may have a bridge of their own`() throws {
    let floors = Floor(number: 1)..<Floor(number: 3)
    try expectKept([floors, Floor(number: -2)..<Floor(number: 9)])
    try expectKept([Floor(number: 0)...Floor(number: 0)])
    let key = Defaults.Key<Range<Floor>>(unique(), default: floors, suite: suite)
    #expect(suite.stringArray(forKey: key.name) == ["floor 1", "floor 3"])
  }

  @Test func `ranges are kept in collections`() throws {
    try expectKeptInCollections(0..<1, 2..<3)
    try expectKeptInCollections(0...1, 2...3)
    try expectKeptInCollections(
      Floor(number: 1)..<Floor(number: 2),
      Floor(number: 3)..<Floor(number: 4),
    )
  }

  @Test func `an optional range is nil until it is set`() {
    let key = Defaults.Key<ClosedRange<Int>?>(unique(), suite: suite)
    #expect(Defaults[key] == nil)
    Defaults[key] = 1...2
    #expect(Defaults[key] == 1...2)
    Defaults[key] = nil
    #expect(suite.object(forKey: key.name) == nil)
  }

  @Test func `bounds that are out of order read as the default`() {
    let key = Defaults.Key<Range<Int>>(unique(), default: 1..<2, suite: suite)
    suite.set([10, 0], forKey: key.name)
    #expect(Defaults[key] == 1..<2)
    #expect(suite.array(forKey: key.name) as? [Int] == [10, 0])
  }

  @Test func `a range of a generic type is stored through the protocol of ranges`() {
    func middle<Value: Defaults.RangeSerializable>(_ key: Defaults.Key<Value>) -> Int
    where Value.Bound == Int {
      (Defaults[key].lowerBound + Defaults[key].upperBound) / 2
    }
    #expect(middle(Defaults.Key(unique(), default: 0..<10, suite: suite)) == 5)
    #expect(middle(Defaults.Key(unique(), default: 2...4, suite: suite)) == 3)
  }
}
