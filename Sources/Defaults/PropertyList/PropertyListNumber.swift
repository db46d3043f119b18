/// Numbers as XML property lists write them.
enum PropertyListNumber {
  /// Reads a whole number: decimal, or hexadecimal after `0x`, with or without a sign.
  ///
  /// - Returns: nil when the text is no whole number from `Int64.min` to `UInt64.max`.
  static func integer(_ text: Substring) -> Int128? {
    var digits = text
    let sign = digits.first
    if sign == "-" || sign == "+" { digits.removeFirst() }
    var radix: Int128 = 10
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits.removeFirst(2)
      radix = 16
    }
    guard !digits.isEmpty else { return nil }
    var value: Int128 = 0
    for byte in digits.utf8 {
      guard let digit = byte.hexDigit, digit < radix else { return nil }
      value = value * radix + Int128(digit)
      // The check in the loop keeps a long row of digits from overflowing.
      guard value <= PropertyListLimits.integers.upperBound else { return nil }
    }
    if sign == "-" { value = -value }
    return PropertyListLimits.integers.contains(value) ? value : nil
  }

  /// Reads a floating-point number, or one of the words for infinity and "not a number".
  ///
  /// - Returns: nil when the text is none of these.
  static func real(_ text: Substring) -> Double? {
    // No double needs more digits, and a bound keeps the conversion cheap.
    guard text.utf8.count <= 1024 else { return nil }
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    // Hexadecimal and other spellings, which `Double` would read, are not part of the format.
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    return isDecimal ? Double(text) : nil
  }

  /// Writes a floating-point number with as few digits as bring it back exactly.
  static func text(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return value.description
  }
}
