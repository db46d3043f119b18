import Terminal

/// A colour of red, green and blue parts, each from 0 to 255.
struct RGBColor: Hashable, Sendable {
  let red: Int
  let green: Int
  let blue: Int

  /// Creates a colour from its bytes, as in `0xRRGGBB`.
  init(_ bytes: UInt32) {
    red = Int(bytes >> 16 & 0xFF)
    green = Int(bytes >> 8 & 0xFF)
    blue = Int(bytes & 0xFF)
  }

  /// Parses a CSS colour: a name, `#` with 3, 4, 6 or 8 digits, or a function of ``CSSFunction``.
  ///
  /// The opacity is ignored. Other functions, such as `color-mix()`, give nil.
  init?(css text: String) {
    if let function = CSSFunction(text) {
      guard let color = function.color else { return nil }
      self = color
      return
    }
    let text = text.filter { !$0.isWhitespace }
    guard text.hasPrefix("#") else {
      guard let color = ColorNames.color(named: text) else { return nil }
      self = color
      return
    }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == text.count - 1 else { return nil }
    let parts: [Int]
    switch digits.count {
    case 3, 4: parts = digits.map { $0 * 17 }
    case 6, 8: parts = [0, 2, 4].map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    (red, green, blue) = (parts[0], parts[1], parts[2])
  }

  /// Returns how different two colours look, for comparisons; 0 for equal ones.
  ///
  /// The weights of the parts depend on the amount of red, which is nearer to what people see than the
  /// plain distance. The formula is known as "redmean".
  func distance(to other: RGBColor) -> Int {
    let mean = (red + other.red) / 2
    let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
    return (512 + mean) * r * r / 256 + 4 * g * g + (767 - mean) * b * b / 256
  }

  /// The number of the nearest colour among the 256 of many terminals.
  ///
  /// The first 16 are left out, because users choose their shades. Then follow a cube with six levels
  /// of each part, and 24 greys.
  var paletteIndex: UInt8 {
    func level(_ part: Int) -> Int {
      Self.levels.indices.min { abs(Self.levels[$0] - part) < abs(Self.levels[$1] - part) } ?? 0
    }
    let (r, g, b) = (level(red), level(green), level(blue))
    let cube = RGBColor(Self.levels[r], Self.levels[g], Self.levels[b])
    let step = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    let grey = RGBColor(8 + 10 * step, 8 + 10 * step, 8 + 10 * step)
    return grey.distance(to: self) < cube.distance(to: self)
      ? UInt8(232 + step) : UInt8(16 + 36 * r + 6 * g + b)
  }

  /// The colour for terminals with true colour.
  var trueColor: TrueColor {
    func byte(_ part: Int) -> UInt8 { UInt8(max(0, min(255, part))) }
    return TrueColor(red: byte(red), green: byte(green), blue: byte(blue))
  }

  private static let levels = [0, 95, 135, 175, 215, 255]

  /// Creates a colour from the shares of red, green and blue.
  ///
  /// - Parameter shares: three numbers from 0 to 1; those beyond are replaced by these limits.
  init(shares: [Double]) {
    let parts = shares.map { Int(max(0, min(255, ($0 * 255).rounded()))) }
    self.init(parts[0], parts[1], parts[2])
  }

  /// Creates a colour from its parts, each from 0 to 255.
  init(_ red: Int, _ green: Int, _ blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}
