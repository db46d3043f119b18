import Foundation

/// A CSS colour function with its arguments: `rgb(255, 136, 0)`, `oklch(70% 0.1 30deg / 0.5)`.
struct CSSFunction {
  private let name: Substring
  /// The colour space that `color()` names before its numbers; nil for other functions.
  private let space: Substring?
  /// The numbers, without the opacity.
  private let arguments: [Argument]

  /// A number and whether it is a percentage.
  private struct Argument {
    let number: Double
    let isPercentage: Bool

    /// Returns the number, or the percentage of another one.
    func number(of whole: Double) -> Double { isPercentage ? number * whole / 100 : number }
  }

  /// Parses a function; nil if the text has another form.
  ///
  /// Arguments are separated by commas or, as in CSS Color 4, by blanks, with `/` before the opacity.
  init?(_ text: String) {
    let parts = text.lowercased().split(separator: "(", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstIndex(of: ")"),
      parts[1][end...].dropFirst().allSatisfy(\.isWhitespace)
    else { return nil }
    name = parts[0].drop(while: \.isWhitespace)
    let inside = parts[1][..<end]
    var words = inside.split { $0.isWhitespace || $0 == "," || $0 == "/" }[...]
    space = name == "color" ? words.popFirst() : nil
    guard (3...4).contains(words.count) else { return nil }
    let parsed = words.prefix(3).map(Self.argument)
    arguments = parsed.compactMap(\.self)
    guard arguments.count == 3 else { return nil }
  }

  private static func argument(_ word: Substring) -> Argument? {
    if word == "none" { return Argument(number: 0, isPercentage: false) }
    let unit = units.first { word.hasSuffix($0.name) } ?? ("", 1)
    guard let number = Double(word.dropLast(unit.name.count)), number.isFinite,
      abs(number) <= 1e6
    else { return nil }
    return Argument(number: number * unit.size, isPercentage: unit.name == "%")
  }

  /// The units of numbers, angles in degrees.
  private static let units: [(name: String, size: Double)] = [
    ("%", 1), ("deg", 1), ("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360),
  ]

  /// The colour; nil for a function or a colour space that is not known.
  ///
  /// Numbers beyond their range, and colours that sRGB does not have, are replaced by its limits.
  var color: RGBColor? { shares.map(RGBColor.init(shares:)) }

  /// The shares of red, green and blue in sRGB, from 0 to 1, or beyond for other colours.
  ///
  /// The numbers that a percentage is of are those of CSS Color Module Level 4.
  private var shares: [Double]? {
    switch name {
    case "rgb", "rgba":
      arguments.map { $0.number(of: 255) / 255 }
    case "hsl", "hsla":
      ColorSpace.hsl(hue: arguments[0].number, share(1), share(2))
    case "hwb":
      ColorSpace.hwb(hue: arguments[0].number, share(1), share(2))
    case "lab":
      ColorSpace.lab(lightness(100), arguments[1].number(of: 125), arguments[2].number(of: 125))
    case "lch":
      polar(chroma: 150) { ColorSpace.lab(lightness(100), $0, $1) }
    case "oklab":
      ColorSpace.oklab(lightness(1), arguments[1].number(of: 0.4), arguments[2].number(of: 0.4))
    case "oklch":
      polar(chroma: 0.4) { ColorSpace.oklab(lightness(1), $0, $1) }
    case "color":
      space.flatMap { ColorSpace.shares(arguments.map { $0.number(of: 1) }, in: $0) }
    default:
      nil
    }
  }

  /// Returns an argument that is a percentage, with or without its sign, as a share from 0 to 1.
  private func share(_ index: Int) -> Double { max(0, min(1, arguments[index].number / 100)) }

  /// Returns the first argument, limited to its range.
  private func lightness(_ whole: Double) -> Double {
    max(0, min(whole, arguments[0].number(of: whole)))
  }

  /// Converts chroma and hue, the last arguments, to the two axes of a colour space.
  ///
  /// - Parameters:
  ///   - whole: the chroma that is 100 percent.
  ///   - convert: converts the axes.
  /// - Returns: the result of the closure.
  private func polar(
    chroma whole: Double,
    _ convert: (Double, Double) -> [Double]
  ) -> [Double] {
    let chroma = max(0, arguments[1].number(of: whole))
    let angle = arguments[2].number * .pi / 180
    return convert(chroma * cos(angle), chroma * sin(angle))
  }
}
