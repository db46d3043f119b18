import Defaults
import Terminal

// Colours of CSS, and their conversion for terminals.
extension Defaults.Color {
  /// Parses a colour that can be shown: `#` with digits, a name, `rgb()` or `hsl()`; nil for other text.
  ///
  /// The opacity of a function is ignored, and numbers beyond their range are replaced by its limits.
  /// The other functions of CSS, such as `lab()`, are valid values without a patch.
  init?(css text: String) {
    if let color = Self(text) {
      self = color
      return
    }
    guard text.last == ")", let start = text.firstIndex(of: "(") else { return nil }
    let words = text[start...].dropFirst().dropLast().split { " ,/\t".contains($0) }
    let numbers = words.prefix(3).compactMap(Self.argument)
    guard (3...4).contains(words.count), numbers.count == 3 else { return nil }
    let shares: [Double]
    switch text[..<start].lowercased() {
    case "rgb", "rgba":
      shares = numbers.map { $0.isPercentage ? $0.number / 100 : $0.number / 255 }
    case "hsl", "hsla":
      shares = Self.hsl(hue: numbers[0].number, numbers[1].number / 100, numbers[2].number / 100)
    default: return nil
    }
    let parts = shares.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
    self.init(red: parts[0], green: parts[1], blue: parts[2])
  }

  /// Parses an argument of a function; an angle is converted to degrees.
  private static func argument(_ word: Substring) -> (number: Double, isPercentage: Bool)? {
    let word = word.lowercased()
    if word == "none" { return (0, false) }
    let unit = units.first { word.hasSuffix($0.name) } ?? ("", 1)
    guard let number = Double(word.dropLast(unit.name.count)), number.isFinite else { return nil }
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

  /// The index of a similar colour in the palette of 256 colours.
  ///
  /// The first 16 are not used, because users choose their shades. The others are a cube with six levels
  /// of each component, and 24 greys.
  var paletteIndex: UInt8 {
    if red == green, green == blue, (4..<247).contains(red) {
      return 232 + min(23, (red - 3) / 10)
    }
    let levels = [0, 95, 135, 175, 215, 255]
    let parts = [red, green, blue].map { part in
      levels.indices.min { abs(levels[$0] - Int(part)) < abs(levels[$1] - Int(part)) } ?? 0
    }
    return UInt8(16 + 36 * parts[0] + 6 * parts[1] + parts[2])
  }

  /// The colour for terminals with true colour.
  var trueColor: TrueColor { TrueColor(red: red, green: green, blue: blue) }
}
