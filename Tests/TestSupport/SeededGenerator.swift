/// A generator whose numbers follow from its seed, so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// Creates a generator whose numbers are not those of the next seed, shifted by one.
  public init(seed: UInt64) {
    state = Self.mixed(seed &+ Self.step)
  }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mixed(state)
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var value = number
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
