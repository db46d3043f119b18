import DefaultsCore
import DefaultsSchema
import Terminal

// The conversion of colours for terminals.
extension Defaults.Color {
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

extension Defaults.StoredValue {
  /// Returns the colour that a value of a kind names, if it can be shown; nil for any other value.
  func color(as kind: ValueKind) -> Defaults.Color? {
    guard kind == .color, case .string(let text) = self else { return nil }
    return ColorText.color(text)
  }
}
