import TestSupport
import Testing

@testable import EditorCore

/// How a row or a column of cells is divided.
@Suite struct ExtentTests {
  private static func lengths(_ parts: [Extent], _ room: Int) -> [Int] {
    Extent.ranges(of: parts, in: 0..<room).map(\.count)
  }

  @Test(
    arguments: [
      ([.fixed(3), .flexible(), .fixed(2)], 10, [3, 5, 2]),
      ([.flexible(), .fixed(4, .useful, gap: 1)], 5, [0, 4]),
      ([.flexible(2), .fixed(4, .useful, gap: 1)], 6, [6, 0]),
      ([.flexible(2), .fixed(4, .useful, gap: 1)], 7, [2, 4]),
      // The less important part goes first, of equal ones the last.
      ([.fixed(4, .useful), .fixed(4, .extra), .fixed(4)], 11, [4, 0, 4]),
      ([.fixed(4, .useful), .fixed(4, .useful), .fixed(4)], 11, [4, 0, 4]),
      // An extra part waits until the others have what is enough.
      ([Extent(2, ideal: 6), .fixed(4, .extra)], 9, [9, 0]),
      ([Extent(2, ideal: 6), .fixed(4, .extra)], 10, [6, 4]),
      // Required parts shrink together, those of one length only when nothing else is left.
      ([.fixed(1), Extent(18, ideal: 26), Extent(9, ideal: 34)], 10, [1, 6, 3]),
      ([.fixed(2), Extent(18, ideal: 26)], 1, [1, 0]),
      ([.fixed(10), .fixed(20)], 15, [5, 10]),
      ([.fixed(10), .fixed(20)], 0, [0, 0]),
      // Parts grow together, and pass on what they do not need.
      ([Extent(2, ideal: 3), Extent(2, ideal: 5)], 12, [4, 8]),
      ([Extent(2, ideal: 3, maximum: 3), Extent(2, ideal: 5)], 12, [3, 9]),
      ([.upTo(3, minimum: 8), .upTo(9, minimum: 8)], 100, [3, 9]),
      ([], 5, []),
    ] as [([Extent], Int, [Int])]
  )
  func `a room is divided`(parts: [Extent], room: Int, lengths: [Int]) {
    #expect(Self.lengths(parts, room) == lengths)
  }

  private static func extent(using random: inout SeededGenerator) -> Extent {
    let minimum = Int.random(in: 0...20, using: &random)
    let ideal = minimum + Int.random(in: 0...20, using: &random)
    let maximum = Bool.random(using: &random) ? .max : ideal + Int.random(in: 0...9, using: &random)
    let priorities: [Extent.Priority] = [.required, .required, .useful, .extra]
    return Extent(
      minimum,
      ideal: ideal,
      maximum: maximum,
      priorities.randomElement(using: &random) ?? .required,
      gap: Int.random(in: 0...3, using: &random)
    )
  }

  @Test(.thorough, arguments: UInt64(1)...200)
  func `whatever the parts, they fit, and the important ones stay`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = (0..<Int.random(in: 1...7, using: &random)).map { _ in
      Self.extent(using: &random)
    }
    let required = parts.filter { $0.priority == .required }
      .reduce(0) { $0 + $1.minimum + $1.gap }
    var before: Set<Int> = []
    for room in 0...150 {
      let ranges = Extent.ranges(of: parts, in: 5..<5 + room)
      #expect(ranges == Extent.ranges(of: parts, in: 5..<5 + room))
      var end = 5
      for range in ranges {
        #expect(range.lowerBound >= end)
        end = range.upperBound
      }
      #expect(end <= 5 + room, "room \(room): \(ranges) of \(parts)")
      for (part, range) in zip(parts, ranges) where room >= required {
        let isShown = part.priority == .required || !range.isEmpty
        #expect(range.count <= part.maximum && (!isShown || range.count >= part.minimum))
      }
      // A larger room shows every part that a smaller one shows.
      let shown = Set(
        parts.indices.filter {
          parts[$0].priority < .required && parts[$0].minimum > 0 && !ranges[$0].isEmpty
        }
      )
      #expect(shown.isSuperset(of: before), "room \(room): \(parts)")
      before = shown
    }
  }
}
