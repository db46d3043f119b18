import Terminal

/// The response of a terminal to OSC 11, the query for the colour of its background.
enum BackgroundAnswer {
  /// The beginnings of the names of terminals that get the query.
  ///
  /// Other terminals, such as the Linux console, might show the query as text.
  private static let answering = [
    "xterm", "kitty", "ghostty", "foot", "alacritty", "wezterm", "contour", "rio", "konsole", "vte",
    "gnome", "iterm", "mintty", "tmux", "rxvt",
  ]

  /// Returns whether a terminal with a name gets the query.
  static func isKnown(by name: String) -> Bool {
    answering.contains(where: name.hasPrefix)
  }

  /// Returns the background in a response, `11;rgb:ffff/ffff/ffff` for example; nil for other text.
  static func background(_ answer: some Collection<UInt8>) -> Background? {
    let text = String(decoding: answer, as: UTF8.self)
    guard text.hasPrefix("11;rgb"), let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(separator: "/")
    let shares = parts.prefix(3).compactMap { part -> Double? in
      guard (1...4).contains(part.count), let value = Int(part, radix: 16) else { return nil }
      return Double(value) / Double(1 << (4 * part.count) - 1)
    }
    guard shares.count == 3 else { return nil }
    // The luminance at which black and white text have the same contrast.
    return luminance(shares) > 0.179 ? .light : .dark
  }

  /// Returns whether a response can begin with these bytes.
  static func canBegin(with bytes: [UInt8]) -> Bool {
    let start = Array("11;rgb".utf8)
    guard bytes.count > start.count else { return start.starts(with: bytes) }
    return bytes.starts(with: start) && bytes.dropFirst(start.count).allSatisfy(canContain)
  }

  /// Returns whether a byte can follow `11;rgb`: the `a` of `rgba`, the colon, the numbers, and the Escape
  /// before the end.
  private static func canContain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x1B, UInt8(ascii: "/")...UInt8(ascii: ":"): true
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }

  /// Returns the relative luminance of WCAG 2 for shares of red, green and blue, approximated with the
  /// exponent 2 instead of 2.4.
  private static func luminance(_ shares: [Double]) -> Double {
    zip(shares, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
  }
}
