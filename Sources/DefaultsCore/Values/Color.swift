extension Defaults {
  /// A colour in the sRGB colour space, with an opacity.
  ///
  /// ```swift
  /// static let accent = Key<Defaults.Color>("accent", default: "#ff8800")
  /// ```
  ///
  /// It is stored as text in CSS notation, such as `#ff8800`, which people and other programs can
  /// read.
  public struct Color: Hashable, Sendable {
    /// The amount of red, from 0 to 255.
    public var red: UInt8
    /// The amount of green, from 0 to 255.
    public var green: UInt8
    /// The amount of blue, from 0 to 255.
    public var blue: UInt8
    /// The opacity, from 0 for transparent to 255.
    public var alpha: UInt8

    /// Creates a colour from its components, each from 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
    }
  }

  /// A bridge that stores a colour as text.
  public struct ColorBridge: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts a colour to `#rrggbb`, or to `#rrggbbaa` when it is not opaque.
    public func serialize(_ value: Color?) -> String? {
      value?.description
    }

    /// Converts text in CSS notation to a colour; nil for text that ``Color/init(_:)`` refuses.
    public func deserialize(_ object: String?) -> Color? {
      object.flatMap { Color($0) }
    }
  }
}

extension Defaults.Color: Defaults.Serializable {
  /// The bridge, which stores colours as text.
  public static var bridge: Defaults.ColorBridge { .init() }
}

extension Defaults.Color: LosslessStringConvertible {
  /// Creates a colour from CSS notation: `#` and 3, 4, 6 or 8 hexadecimal digits, or a name.
  ///
  /// Case does not matter. Functions such as `rgb()` are not supported.
  public init?(_ text: String) {
    guard text.isASCII else { return nil }
    let text = text.lowercased()
    guard text.hasPrefix("#") else {
      guard let named = Self.named[text] else { return nil }
      self = named
      return
    }
    let digits = text.utf8.dropFirst().compactMap(\.hexDigit)
    guard digits.count == text.utf8.count - 1 else { return nil }
    switch digits.count {
    case 3, 4: self.init(parts: digits.map { $0 << 4 | $0 })
    case 6, 8:
      self.init(
        parts: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      )
    default: return nil
    }
  }

  /// The colour as `#rrggbb`, or `#rrggbbaa` when it is not opaque.
  public var description: String {
    let parts = [red, green, blue] + (alpha == 255 ? [] : [alpha])
    return "#" + parts.map { $0.hexText.lowercased() }.joined()
  }

  private init(parts: [UInt8]) {
    self.init(
      red: parts[0],
      green: parts[1],
      blue: parts[2],
      alpha: parts.count > 3 ? parts[3] : 255
    )
  }
}

extension Defaults.Color: ExpressibleByStringLiteral {
  /// Creates a colour from a literal in CSS notation.
  ///
  /// An invalid literal is a programming error: the program stops with a message.
  public init(stringLiteral text: String) {
    guard let color = Self(text) else {
      // Not a precondition, which prints no message in a release build.
      fatalError("\"\(text)\" is not a colour: write #ff8800 or a CSS colour name.")
    }
    self = color
  }
}

extension Defaults.Color {
  /// The names of colours in CSS, sorted.
  package static let names: [String] = named.keys.sorted()

  /// The named colours of CSS.
  private static let named: [String: Defaults.Color] = {
    var named = ["transparent": Defaults.Color(red: 0, green: 0, blue: 0, alpha: 0)]
    for entry in table.split(separator: ",") {
      let words = entry.split { $0 == " " || $0 == "\n" }
      guard let name = words.first, let code = words.last else { continue }
      named[String(name)] = Defaults.Color("#\(code)")
    }
    return named
  }()

  /// Names and values from CSS Color Module Level 4, section 6.1.
  private static let table = """
    aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff,
    beige f5f5dc, bisque ffe4c4, black 000000, blanchedalmond ffebcd, blue 0000ff,
    blueviolet 8a2be2, brown a52a2a, burlywood deb887, cadetblue 5f9ea0, chartreuse 7fff00,
    chocolate d2691e, coral ff7f50, cornflowerblue 6495ed, cornsilk fff8dc, crimson dc143c,
    cyan 00ffff, darkblue 00008b, darkcyan 008b8b, darkgoldenrod b8860b, darkgray a9a9a9,
    darkgreen 006400, darkgrey a9a9a9, darkkhaki bdb76b, darkmagenta 8b008b,
    darkolivegreen 556b2f, darkorange ff8c00, darkorchid 9932cc, darkred 8b0000,
    darksalmon e9967a, darkseagreen 8fbc8f, darkslateblue 483d8b, darkslategray 2f4f4f,
    darkslategrey 2f4f4f, darkturquoise 00ced1, darkviolet 9400d3, deeppink ff1493,
    deepskyblue 00bfff, dimgray 696969, dimgrey 696969, dodgerblue 1e90ff, firebrick b22222,
    floralwhite fffaf0, forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc,
    ghostwhite f8f8ff, gold ffd700, goldenrod daa520, gray 808080, green 008000,
    greenyellow adff2f, grey 808080, honeydew f0fff0, hotpink ff69b4, indianred cd5c5c,
    indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa, lavenderblush fff0f5,
    lawngreen 7cfc00, lemonchiffon fffacd, lightblue add8e6, lightcoral f08080,
    lightcyan e0ffff, lightgoldenrodyellow fafad2, lightgray d3d3d3, lightgreen 90ee90,
    lightgrey d3d3d3, lightpink ffb6c1, lightsalmon ffa07a, lightseagreen 20b2aa,
    lightskyblue 87cefa, lightslategray 778899, lightslategrey 778899, lightsteelblue b0c4de,
    lightyellow ffffe0, lime 00ff00, limegreen 32cd32, linen faf0e6, magenta ff00ff,
    maroon 800000, mediumaquamarine 66cdaa, mediumblue 0000cd, mediumorchid ba55d3,
    mediumpurple 9370db, mediumseagreen 3cb371, mediumslateblue 7b68ee,
    mediumspringgreen 00fa9a, mediumturquoise 48d1cc, mediumvioletred c71585,
    midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5,
    navajowhite ffdead, navy 000080, oldlace fdf5e6, olive 808000, olivedrab 6b8e23,
    orange ffa500, orangered ff4500, orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98,
    paleturquoise afeeee, palevioletred db7093, papayawhip ffefd5, peachpuff ffdab9,
    peru cd853f, pink ffc0cb, plum dda0dd, powderblue b0e0e6, purple 800080,
    rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1, saddlebrown 8b4513,
    salmon fa8072, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee, sienna a0522d,
    silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd, slategray 708090, slategrey 708090,
    snow fffafa, springgreen 00ff7f, steelblue 4682b4, tan d2b48c, teal 008080, thistle d8bfd8,
    tomato ff6347, turquoise 40e0d0, violet ee82ee, wheat f5deb3, white ffffff,
    whitesmoke f5f5f5, yellow ffff00, yellowgreen 9acd32
    """
}
