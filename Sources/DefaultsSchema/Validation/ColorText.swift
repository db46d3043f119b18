package import DefaultsCore

/// Colours as CSS writes them.
package enum ColorText {
  /// Returns whether a text is a colour: one that can be shown, or another function of CSS by its form,
  /// such as `oklch(0.7 0.1 200)` or `var(--accent)`.
  static func isColor(_ text: String) -> Bool { color(text) != nil || isOtherFunction(text) }

  /// Parses a colour that can be shown: `#` with 3, 4, 6 or 8 digits, a name, `rgb()`, `rgba()`, `hsl()`
  /// or `hsla()`; nil for other text.
  ///
  /// The opacity of a function is ignored, and numbers beyond their range are replaced by its limits.
  package static func color(_ text: String) -> Defaults.Color? {
    if let color = Defaults.Color(text) { return color }
    guard let (name, arguments) = function(text) else { return nil }
    let words = arguments.split { " ,/\t".contains($0) }
    let numbers = words.compactMap(number)
    guard (3...4).contains(words.count), numbers.count == words.count else { return nil }
    let shares: [Double]
    switch name {
    case "rgb", "rgba":
      shares = numbers.map { $0.isPercentage ? $0.value / 100 : $0.value / 255 }
    case "hsl", "hsla":
      shares = hsl(hue: numbers[0].value, numbers[1].value / 100, numbers[2].value / 100)
    default: return nil
    }
    let parts = shares.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
    return Defaults.Color(red: parts[0], green: parts[1], blue: parts[2])
  }

  /// The functions that are not computed; only their parentheses are checked.
  private static let otherFunctions: Set<String> = [
    "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "device-cmyk", "light-dark", "var",
  ]

  private static func isOtherFunction(_ text: String) -> Bool {
    guard let (name, arguments) = function(text), otherFunctions.contains(name) else {
      return false
    }
    var depth = 0
    for byte in arguments.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      guard depth >= 0 else { return false }
    }
    return depth == 0 && arguments.contains { $0 != " " }
  }

  /// Returns the lowercase name of a function, and the text between its parentheses; nil for other text.
  private static func function(_ text: String) -> (name: String, arguments: Substring)? {
    guard text.isASCII, text.last == ")", let start = text.firstIndex(of: "(") else { return nil }
    return (text[..<start].lowercased(), text[start...].dropFirst().dropLast())
  }

  /// Parses an argument of a function; an angle is converted to degrees.
  private static func number(_ word: Substring) -> (value: Double, isPercentage: Bool)? {
    let word = word.lowercased()
    if word == "none" { return (0, false) }
    let unit = units.first { word.hasSuffix($0.name) } ?? ("", 1)
    let digits = word.dropLast(unit.name.count)
    // `Double.init` also accepts hexadecimal digits and "nan".
    guard digits.allSatisfy({ "+-.0123456789e".contains($0) }), let number = Double(digits),
      number.isFinite
    else { return nil }
    return (number * unit.size, unit.name == "%")
  }

  private static let units: [(name: String, size: Double)] = [
    ("%", 1), ("deg", 1), ("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360),
  ]

  /// Converts hue in degrees, saturation and lightness to the shares of red, green and blue.
  private static func hsl(hue: Double, _ saturation: Double, _ lightness: Double) -> [Double] {
    let (saturation, lightness) = (max(0, min(1, saturation)), max(0, min(1, lightness)))
    let reach = saturation * min(lightness, 1 - lightness)
    // The three components are the same curve over the circle of hues, a third of a circle apart.
    return [0, 8, 4].map { (offset: Double) in
      let sector = (offset + hue / 30).remainder(dividingBy: 12)
      let place = sector < 0 ? sector + 12 : sector
      return lightness - reach * max(-1, min(place - 3, 9 - place, 1))
    }
  }
}
