extension BinaryInteger {
  /// Returns the digits of the number, with zeros before them if there are fewer than `count`.
  func digits(radix: Int, count: Int, uppercase: Bool = false) -> String {
    let digits = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
