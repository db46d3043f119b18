import Defaults
import Foundation
import Testing

struct PropertyListObjectTests {
  @Test func `objects of Swift become stored values`() throws {
    #expect(try StoredValue(propertyList: true) == .bool(true))
    #expect(try StoredValue(propertyList: 1) == .integer(1))
    #expect(try StoredValue(propertyList: UInt64.max) == .integer(Int128(UInt64.max)))
    #expect(try StoredValue(propertyList: Float(0.5)) == .real(0.5))
    #expect(try StoredValue(propertyList: CGFloat(0.5)) == .real(0.5))
    #expect(try StoredValue(propertyList: "a") == .string("a"))
    #expect(try StoredValue(propertyList: Date.distantPast) == .date(.distantPast))
    #expect(try StoredValue(propertyList: Data([1])) == .data(Data([1])))
    #expect(try StoredValue(propertyList: StoredValue.uid(3)) == .uid(3))
    let mixed: [String: Any] = [
      "a": [1, "b", true] as [Any], "c": ["d": 0.5] as [AnyHashable: Any],
    ]
    #expect(
      try StoredValue(propertyList: mixed)
        == .dictionary([
          "a": .array([.integer(1), .string("b"), .bool(true)]),
          "c": .dictionary(["d": .real(0.5)]),
        ])
    )
  }

  @Test func `objects of Foundation become stored values`() throws {
    #expect(try StoredValue(propertyList: NSNumber(value: true)) == .bool(true))
    #expect(try StoredValue(propertyList: NSNumber(value: 1)) == .integer(1))
    #expect(try StoredValue(propertyList: NSNumber(value: Int8(-1))) == .integer(-1))
    #expect(try StoredValue(propertyList: NSNumber(value: 1.0)) == .real(1))
    let most = NSNumber(value: UInt64.max)
    #expect(try StoredValue(propertyList: most) == .integer(Int128(UInt64.max)))
    #expect(try StoredValue(propertyList: NSString(string: "a")) == .string("a"))
    #expect(try StoredValue(propertyList: NSArray(array: [1])) == .array([.integer(1)]))
    let dictionary = NSDictionary(dictionary: ["a": NSNumber(value: false)])
    #expect(try StoredValue(propertyList: dictionary) == .dictionary(["a": .bool(false)]))
    #expect(try StoredValue(propertyList: NSData(data: Data([1]))) == .data(Data([1])))
    let date = NSDate(timeIntervalSinceReferenceDate: 1.5)
    #expect(try StoredValue(propertyList: date) == .date(Date(timeIntervalSinceReferenceDate: 1.5)))
  }

  @Test func `values that a key could have become stored values`() throws {
    #expect(try StoredValue(propertyList: [1: "a"]) == .dictionary(["1": .string("a")]))
    #expect(try StoredValue(propertyList: Set([2, 1])) == .array([.integer(1), .integer(2)]))
    let optional: Int? = 5
    #expect(try StoredValue(propertyList: optional as Any) == .integer(5))
    #expect(try StoredValue(propertyList: [optional] as [Any?]) == .array([.integer(5)]))
  }

  @Test func `objects that no property list can hold are refused`() {
    struct Opaque {}
    #expect(throws: Defaults.SerializationError.self) { try StoredValue(propertyList: Opaque()) }
    #expect(throws: Defaults.SerializationError.self) { try StoredValue(propertyList: NSObject()) }
    #expect(throws: Defaults.SerializationError.self) { try StoredValue(propertyList: [Opaque()]) }
    #expect(throws: Defaults.SerializationError.self) {
      try StoredValue(propertyList: ["a": Opaque()])
    }
    #expect(throws: Defaults.SerializationError.self) {
      try StoredValue(propertyList: [1: "a"] as [AnyHashable: Any])
    }
    #expect(throws: Defaults.SerializationError.self) {
      try StoredValue(propertyList: Int?.none as Any)
    }
    #expect(throws: Defaults.SerializationError.self) {
      try StoredValue(propertyList: [1, nil] as [Any?])
    }
  }

  @Test(arguments: [
    StoredValue.bool(true), .integer(-1), .integer(Int128(Int64.max)),
    .integer(Int128(UInt64.max)), .real(0.5), .string("a"), .date(.distantFuture), .data(Data([0])),
    .array([.integer(1), .array([])]), .dictionary(["a": .dictionary(["b": .bool(false)])]),
  ])
  func `a stored value comes back from its object`(value: StoredValue) throws {
    #expect(try StoredValue(propertyList: value.propertyList) == value)
  }
}
