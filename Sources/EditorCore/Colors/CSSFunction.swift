/// A CSS colour function with its arguments: `rgb(255, 136, 0)`, `hsl(30deg 100% 50% / 0.5)`.
struct CSSFunction {
  private let name: Substring
  /// The numbers, without the opacity.
  private let arguments: [Argument]

  /// A number and whether it is a percentage.
  private struct Argument {
    let number: Double
    let isPercentage: Bool
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
    let words = inside.split { $0.isWhitespace || $0 == "," || $0 == "/" }
    guard (3...4).contains(words.count) else { return nil }
    let parsed = words.prefix(3).map(Self.argument)
    arguments = parsed.compactMap(\.self)
    guard arguments.count == 3 else { return nil }
  }

  private static func argument(_ word: Substring) -> Argument? {
    let isPercentage = word.hasSuffix("%")
    let digits = isPercentage ? word.dropLast() : word.hasSuffix("deg") ? word.dropLast(3) : word
    guard let number = Double(digits), number.isFinite, abs(number) <= 1e6 else { return nil }
    return Argument(number: number, isPercentage: isPercentage)
  }

  /// The colour; nil for a function other than `rgb`, `rgba`, `hsl` and `hsla`.
  ///
  /// Numbers beyond their range are replaced by its limits, as in CSS.
  var color: RGBColor? {
    switch name {
    case "rgb", "rgba":
      let parts = arguments.map { $0.isPercentage ? $0.number * 255 / 100 : $0.number }
      return Self.color(parts)
    case "hsl", "hsla":
      let share = { (argument: Argument) in max(0, min(1, argument.number / 100)) }
      let (hue, saturation, lightness) = (
        arguments[0].number, share(arguments[1]), share(arguments[2])
      )
      let reach = saturation * min(lightness, 1 - lightness)
      // The three parts are the same curve over the circle of hues, a third of a circle apart.
      return Self.color(
        [0, 8, 4].map { (offset: Double) in
          let sector = (offset + hue / 30).remainder(dividingBy: 12)
          let place = sector < 0 ? sector + 12 : sector
          return 255 * (lightness - reach * max(-1, min(place - 3, 9 - place, 1)))
        }
      )
    default:
      return nil
    }
  }

  private static func color(_ parts: [Double]) -> RGBColor {
    let parts = parts.map { Int(max(0, min(255, $0.rounded()))) }
    return RGBColor(parts[0], parts[1], parts[2])
  }
}
