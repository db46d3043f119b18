import Defaults

/// Colours as CSS writes them.
enum ColorText {
  /// Returns whether a text is `#` with 3, 4, 6 or 8 digits, a name, or a function such as `rgb()`.
  static func isColor(_ text: String) -> Bool {
    guard text.isASCII else { return false }
    if text.hasPrefix("#") {
      let digits = text.dropFirst()
      return [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy(\.isHexDigit)
    }
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    guard name.first?.isLetter == true else { return false }
    let rest = text.dropFirst(name.count)
    return rest.isEmpty || (rest.first == "(" && rest.last == ")" && rest.count > 2)
  }
}
