/// Numbers in XML property lists.
enum PropertyListNumber {
  /// Parses a whole number: decimal, or hexadecimal after `0x`, with or without a sign.
  ///
  /// Returns nil when the text is not a whole number from `Int64.min` to `UInt64.max`.
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
      // Checked for every digit, since many digits would overflow.
      guard value <= PropertyListLimits.integers.upperBound else { return nil }
    }
    if sign == UInt8(ascii: "-") { value = -value }
    return PropertyListLimits.integers.contains(value) ? value : nil
  }

  /// Parses a floating-point number, or a word for infinity or NaN; nil for any other text.
  static func real(_ text: ArraySlice<UInt8>) -> Double? {
    // No double needs more digits, and without a limit the conversion can be slow.
    guard text.count <= 1024 else { return nil }
    let string = String(decoding: text, as: UTF8.self)
    // `Double.init` also accepts hexadecimal and other forms, which are not in the format.
    let isDecimal = text.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
    if isDecimal { return Double(string) }
    switch string.lowercased() {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// Returns the shortest text from which the same number is parsed.
  static func text(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return value.description
  }
}
