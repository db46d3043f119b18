import CNcurses
import Terminal

/// A converter from styles to curses attributes and colour pairs.
struct CursesStyle {
  /// The colours that have a pair; the number of the pair is the colour's raw value.
  private let colors: Set<Style.Color>
  private let canDim: Bool
  /// The number of colours that can be shown; 0 for none.
  let colorCount: Int

  /// The number of the pair of the first of 256 colours.
  private static let palettePair: Int32 = 16

  /// Creates a converter for the open screen; makes colour pairs only if colours are used.
  init(usesColor: Bool) {
    canDim = cncurses_capability("dim") != nil
    colors = usesColor ? Self.makePairs() : []
    colorCount = colors.isEmpty ? 0 : Self.makePalette() ? 256 : Int(cncurses_color_count())
  }

  /// Returns the attributes and the colour pair of a style.
  func attributes(of style: Style) -> (attributes: attr_t, pair: Int32) {
    var attributes: attr_t = 0
    let usesPalette = style.paletteIndex != nil && colorCount == 256
    if style.isBold {
      attributes |= cncurses_bold()
    } else if style.isDim, canDim, !usesPalette {
      attributes |= cncurses_dim()
    }
    if style.isReversed { attributes |= cncurses_reverse() }
    if style.isUnderlined { attributes |= cncurses_underline() }
    if let index = style.paletteIndex, usesPalette {
      return (attributes, Self.palettePair + Int32(index))
    }
    return (attributes, colors.contains(style.color) ? Int32(style.color.rawValue) : 0)
  }

  /// Makes a pair of each of the 256 colours with the terminal's own background.
  ///
  /// It sends nothing to the terminal, which gets a colour only when it is drawn. A terminal with more
  /// colours has the same first 256, except with direct colour, where numbers are red, green and blue.
  ///
  /// - Returns: false if the terminal has fewer colours or pairs.
  private static func makePalette() -> Bool {
    let count = cncurses_color_count()
    guard count >= 256, count <= 0x10000, cncurses_pair_count() >= palettePair + 256 else {
      return false
    }
    return (0..<256).allSatisfy { init_pair(Int16(palettePair) + Int16($0), Int16($0), -1) == OK }
  }

  /// Makes a pair of each palette colour with the terminal's own background.
  ///
  /// A pair for which `init_pair` fails would be drawn black on black, so it is left out.
  private static func makePairs() -> Set<Style.Color> {
    guard has_colors(), start_color() == OK, use_default_colors() == OK else { return [] }
    let numbers: [(Style.Color, Int32)] = [
      (.red, COLOR_RED), (.green, COLOR_GREEN), (.yellow, COLOR_YELLOW), (.blue, COLOR_BLUE),
      (.magenta, COLOR_MAGENTA), (.cyan, COLOR_CYAN),
    ]
    let made = numbers.filter { color, number in
      init_pair(Int16(color.rawValue), Int16(number), -1) == OK
    }
    return Set(made.map(\.0))
  }
}
