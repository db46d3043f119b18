import CNcurses
import Terminal

/// A converter from styles to curses attributes and colour pairs.
struct CursesStyle {
  /// The colours that have a pair; the number of the pair is the colour's raw value.
  private let colors: Set<Style.Color>
  private let canDim: Bool

  /// Creates a converter for the open screen; makes colour pairs only if colours are used.
  init(usesColor: Bool) {
    canDim = cncurses_capability("dim") != nil
    colors = usesColor ? Self.makePairs() : []
  }

  /// Returns the attributes and the colour pair of a style.
  func attributes(of style: Style) -> (attributes: attr_t, pair: Int32) {
    var attributes: attr_t = 0
    if style.isBold {
      attributes |= cncurses_bold()
    } else if style.isDim, canDim {
      attributes |= cncurses_dim()
    }
    if style.isReversed { attributes |= cncurses_reverse() }
    if style.isUnderlined { attributes |= cncurses_underline() }
    return (attributes, colors.contains(style.color) ? Int32(style.color.rawValue) : 0)
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
