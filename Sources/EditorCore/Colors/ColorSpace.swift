import Foundation

/// The conversions of colours to the shares of red, green and blue in sRGB.
///
/// The matrices and constants are those of CSS Color Module Level 4, section 18 (sample code), and for
/// Oklab those of its author, which lead to linear sRGB directly.
enum ColorSpace {
  /// A matrix with three rows.
  private typealias Matrix = [[Double]]

  // MARK: - Hues

  /// Converts hue in degrees, saturation and lightness.
  static func hsl(hue: Double, _ saturation: Double, _ lightness: Double) -> [Double] {
    let reach = saturation * min(lightness, 1 - lightness)
    // The three parts are the same curve over the circle of hues, a third of a circle apart.
    return [0, 8, 4].map { (offset: Double) in
      let sector = (offset + hue / 30).remainder(dividingBy: 12)
      let place = sector < 0 ? sector + 12 : sector
      return lightness - reach * max(-1, min(place - 3, 9 - place, 1))
    }
  }

  /// Converts hue in degrees, whiteness and blackness.
  static func hwb(hue: Double, _ whiteness: Double, _ blackness: Double) -> [Double] {
    let sum = whiteness + blackness
    guard sum < 1 else { return Array(repeating: whiteness / sum, count: 3) }
    return hsl(hue: hue, 1, 0.5).map { $0 * (1 - sum) + whiteness }
  }

  // MARK: - Lightness and two axes

  /// Converts CIE Lab, whose white is D50, from the lightness from 0 to 100 and the two axes.
  static func lab(_ lightness: Double, _ a: Double, _ b: Double) -> [Double] {
    let y = (lightness + 16) / 116
    let cubes = [y + a / 500, y, y - b / 200].map { root in
      let cube = root * root * root
      return cube > labLimit ? cube : (116 * root - 16) / labSlope
    }
    let xyz = zip(cubes, whiteD50).map(*)
    return encoded(product(linearFromXYZ, product(d65FromD50, xyz)))
  }

  /// Converts Oklab, from the lightness from 0 to 1 and the two axes.
  static func oklab(_ lightness: Double, _ a: Double, _ b: Double) -> [Double] {
    let roots = product(conesFromOklab, [lightness, a, b])
    return encoded(product(linearFromCones, roots.map { $0 * $0 * $0 }))
  }

  private static let labLimit = 216.0 / 24389
  private static let labSlope = 24389.0 / 27
  private static let whiteD50 = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]

  private static let d65FromD50: Matrix = [
    [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
    [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
    [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
  ]

  private static let conesFromOklab: Matrix = [
    [1, 0.3963377773761749, 0.2158037573099136],
    [1, -0.1055613458156586, -0.0638541728258133],
    [1, -0.0894841775298119, -1.2914855480194092],
  ]

  private static let linearFromCones: Matrix = [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.7076147010],
  ]

  // MARK: - Red, green and blue

  /// Converts the parts of a colour in a space that `color()` names; nil for other spaces.
  static func shares(_ parts: [Double], in space: some StringProtocol) -> [Double]? {
    switch space {
    case "srgb": parts
    case "srgb-linear": encoded(parts)
    case "display-p3": encoded(product(linearFromXYZ, product(xyzFromP3, parts.map(decoded))))
    default: nil
    }
  }

  private static let linearFromXYZ: Matrix = [
    [12831.0 / 3959, -329.0 / 214, -1974.0 / 3959],
    [-851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810],
    [705.0 / 12673, -2585.0 / 12673, 705.0 / 667],
  ]

  private static let xyzFromP3: Matrix = [
    [608311.0 / 1250200, 189793.0 / 714400, 198249.0 / 1000160],
    [35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2500400],
    [0, 32229.0 / 714400, 5220557.0 / 5000800],
  ]

  /// Returns the product of a matrix and a vector.
  private static func product(_ matrix: Matrix, _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// Applies the transfer function of sRGB to linear parts.
  private static func encoded(_ parts: [Double]) -> [Double] {
    parts.map { part in
      part > 0.0031308 ? 1.055 * pow(part, 1 / 2.4) - 0.055 : 12.92 * part
    }
  }

  /// Returns the linear form of a part; Display P3 has the transfer function of sRGB.
  private static func decoded(_ part: Double) -> Double {
    part > 0.04045 ? pow((part + 0.055) / 1.055, 2.4) : part / 12.92
  }
}
