import Foundation
import Testing

@testable import Defaults
@testable import DefaultsCore

struct StoredValueOrderTests {
  private static let ascending: [StoredValue] = [
    .bool(false), .bool(true), .integer(-1), .integer(2), .integer(10), .real(-.infinity),
    .real(-0.0), .real(0), .real(0.5), .real(.infinity), .real(.nan), .string(""), .string("B"),
    .string("a"), .string("aa"), .date(.distantPast), .date(.distantFuture), .data(Data()),
    .data(Data([1])), .data(Data([1, 0])), .array([]), .array([.integer(1)]),
    .array([.integer(1), .integer(0)]), .array([.integer(2)]), .dictionary([:]),
    .dictionary(["a": .integer(1)]), .dictionary(["a": .integer(1), "b": .integer(0)]),
    .dictionary(["a": .integer(2)]), .dictionary(["b": .integer(0)]), .uid(0), .uid(1),
  ]

  @Test func `the order of stored values is total`() {
    for (i, left) in Self.ascending.enumerated() {
      for (j, right) in Self.ascending.enumerated() {
        #expect(StoredValue.precedes(left, right) == (i < j), "\(left) \(right)")
      }
    }
  }

  @Test func `any shuffle is sorted alike`() {
    for _ in 0..<20 {
      #expect(Self.ascending.shuffled().sorted(by: StoredValue.precedes) == Self.ascending)
    }
  }
}
