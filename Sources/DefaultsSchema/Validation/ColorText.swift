import Defaults

/// Colours as CSS writes them.
enum ColorText {
  /// Returns whether a text is a colour: `#` with 3, 4, 6 or 8 digits, a name of CSS Color Module Level
  /// 4, or one of its functions with as many numbers as it takes, such as `rgb(255 136 0 / 50%)`.
  static func isColor(_ text: String) -> Bool {
    Defaults.Color(text) != nil || isFunction(text)
  }

  /// The functions, with the number of their arguments; the last one is the opacity.
  private static let functions: [String: ClosedRange<Int>] = [
    "rgb": 3...4, "rgba": 3...4, "hsl": 3...4, "hsla": 3...4, "hwb": 3...4, "lab": 3...4,
    "lch": 3...4, "oklab": 3...4, "oklch": 3...4, "color": 4...5,
  ]

  private static func isFunction(_ text: String) -> Bool {
    guard text.isASCII, text.last == ")", let start = text.firstIndex(of: "(") else { return false }
    let name = text[..<start].lowercased()
    var parts = text[start...].dropFirst().dropLast().split { " ,/\t".contains($0) }[...]
    guard let counts = functions[name], counts.contains(parts.count) else { return false }
    // The first argument of `color()` is the name of a colour space.
    if name == "color",
      parts.removeFirst().contains(where: { !$0.isLetter && !"-0123456789".contains($0) })
    {
      return false
    }
    return parts.allSatisfy(isNumber)
  }

  private static func isNumber(_ part: Substring) -> Bool {
    let end = part.drop { "+-.0123456789".contains($0) }
    guard end.count < part.count else { return part.lowercased() == "none" }
    return Double(part.dropLast(end.count)) != nil
      && ["", "%", "deg", "grad", "rad", "turn"].contains(end.lowercased())
  }
}
