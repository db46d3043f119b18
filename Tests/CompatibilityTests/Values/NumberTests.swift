import Defaults
import Foundation
import Testing

struct NumberTests {
  private let suite = UserDefaults(inMemory: "numbers")

  private func expectExtremesKept<Number>(_ type: Number.Type) throws
  where Number: FixedWidthInteger & Defaults.Serializable {
    try expectKept([1, 0, Number.min, Number.max])
    try expectKeptInCollections(Number.min, Number.max)
    #expect(Number.isNativelySupportedType)
  }

  @Test func `truth values are kept`() throws {
    try expectKept([true, false])
    try expectKept([false, true])
    try expectKeptInCollections(true, false)
    #expect(Bool.isNativelySupportedType)
  }

  @Test func `Int is kept to its extremes`() throws { try expectExtremesKept(Int.self) }
  @Test func `Int8 is kept to its extremes`() throws { try expectExtremesKept(Int8.self) }
  @Test func `Int16 is kept to its extremes`() throws { try expectExtremesKept(Int16.self) }
  @Test func `Int32 is kept to its extremes`() throws { try expectExtremesKept(Int32.self) }
  @Test func `Int64 is kept to its extremes`() throws { try expectExtremesKept(Int64.self) }
  @Test func `UInt is kept to its extremes`() throws { try expectExtremesKept(UInt.self) }
  @Test func `UInt8 is kept to its extremes`() throws { try expectExtremesKept(UInt8.self) }
  @Test func `UInt16 is kept to its extremes`() throws { try expectExtremesKept(UInt16.self) }
  @Test func `UInt32 is kept to its extremes`() throws { try expectExtremesKept(UInt32.self) }
  @Test func `UInt64 is kept to its extremes`() throws { try expectExtremesKept(UInt64.self) }

  @Test func `Double is kept to its extremes`() throws {
    try expectKept([
      0, 0.1, -1.5, .pi, .infinity, -.infinity, .leastNormalMagnitude, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    ])
    try expectKeptInCollections(Double.infinity, Double.leastNormalMagnitude)
    #expect(Double.isNativelySupportedType)
  }

  @Test func `Float is kept to its extremes`() throws {
    try expectKept([
      Float(0), 0.1, -1.5, .pi, .infinity, -.infinity, .leastNormalMagnitude,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ])
    try expectKeptInCollections(Float.greatestFiniteMagnitude, Float.leastNonzeroMagnitude)
    #expect(Float.isNativelySupportedType)
  }

  @Test func `CGFloat is kept, and does not end the process`() throws {
    try expectKept([CGFloat(0), 0.1, .infinity, .greatestFiniteMagnitude])
    try expectKeptInCollections(CGFloat(0.5), CGFloat(-0.5))
    #expect(CGFloat.isNativelySupportedType)
  }

  @Test func `not-a-number is kept as such`() throws {
    let double = Defaults.Key<Double>(unique(), default: 0, suite: suite)
    let float = Defaults.Key<Float>(unique(), default: 0, suite: suite)
    let list = Defaults.Key<[Double]>(unique(), default: [], suite: suite)
    Defaults[double] = .nan
    Defaults[float] = .nan
    Defaults[list] = [1, .nan, 2]
    #expect(Defaults[double].isNaN)
    #expect(Defaults[float].isNaN)
    #expect(Defaults[list].map(\.isNaN) == [false, true, false])
    #expect(suite.double(forKey: double.name).isNaN)
  }

  @Test func `the sign of zero is kept`() {
    let key = Defaults.Key<Double>(unique(), default: 1, suite: suite)
    Defaults[key] = -0.0
    #expect(Defaults[key].sign == .minus)
  }

  @Test func `a whole number is read by a key of a real one`() {
    let key = Defaults.Key<Double>(unique(), default: 0, suite: suite)
    suite.set(10, forKey: key.name)
    #expect(Defaults[key] == 10)
  }

  @Test func `a number is read by a key of another width that has room for it`() {
    let name = unique()
    let wide = Defaults.Key<Int>(name, default: 0, suite: suite)
    let narrow = Defaults.Key<UInt8>(name, default: 7, suite: suite)
    Defaults[wide] = 255
    #expect(Defaults[narrow] == 255)
    Defaults[wide] = 256
    #expect(Defaults[narrow] == 7)
  }

  @Test func `a number is read from the JSON text of older versions`() {
    let whole = Defaults.Key<Int>(unique(), default: 0, suite: suite)
    let real = Defaults.Key<Double>(unique(), default: 0, suite: suite)
    let truth = Defaults.Key<Bool>(unique(), default: false, suite: suite)
    suite.set("42", forKey: whole.name)
    suite.set("0.5", forKey: real.name)
    suite.set("true", forKey: truth.name)
    #expect(Defaults[whole] == 42)
    #expect(Defaults[real] == 0.5)
    #expect(Defaults[truth])
  }

  @Test func `arithmetic changes a value in place`() {
    let whole = Defaults.Key<Int>(unique(), default: 40, suite: suite)
    let real = Defaults.Key<Double>(unique(), default: 0.5, suite: suite)
    let truth = Defaults.Key<Bool>(unique(), default: false, suite: suite)
    Defaults[whole] += 2
    Defaults[real] *= 3
    Defaults[truth].toggle()
    #expect(Defaults[whole] == 42)
    #expect(Defaults[real] == 1.5)
    #expect(Defaults[truth])
    #expect(suite.integer(forKey: whole.name) == 42)
    #expect(suite.double(forKey: real.name) == 1.5)
    #expect(suite.bool(forKey: truth.name))
  }
}
