/// Numbers as XML property lists write them.
enum PropertyListNumber {
  /// Reads a whole number: decimal, or hexadecimal after `0x`, with or without a sign.
  ///
  /// - Returns: nil when the text is no whole number from `Int64.min` to `UInt64.max`.
  static func integer(_ text: ArraySlice<UInt8>) -> Int128? {
    var digits = text
    let sign = digits.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits = digits.dropFirst() }
    var radix: Int128 = 10
    if let second = digits.dropFirst().first, digits.first == UInt8(ascii: "0"),
      second == UInt8(ascii: "x") || second == UInt8(ascii: "X")
    {
      digits = digits.dropFirst(2)
      radix = 16
    }
    guard !digits.isEmpty else { return nil }
    var value: Int128 = 0
    for byte in digits {
      guard let digit = byte.hexDigit, digit < radix else { return nil }
      value = value * radix + Int128(digit)
      // The check in the loop keeps a long row of digits from overflowing.
      guard value <= PropertyListLimits.integers.upperBound else { return nil }
    }
    if sign == UInt8(ascii: "-") { value = -value }
    return PropertyListLimits.integers.contains(value) ? value : nil
  }

  /// Reads a floating-point number, or one of the words for infinity and "not a number".
  ///
  /// - Returns: nil when the text is none of these.
  static func real(_ text: ArraySlice<UInt8>) -> Double? {
    // No double needs more digits, and a bound keeps the conversion cheap.
    guard text.count <= 1024 else { return nil }
    let string = String(decoding: text, as: UTF8.self)
    // Hexadecimal and other spellings, which `Double` would read, are not part of the format.
    let isDecimal = text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    if isDecimal { return Double(string) }
    switch string.lowercased() {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// Writes a floating-point number with as few digits as bring it back exactly.
  static func text(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return value.description
  }
}
