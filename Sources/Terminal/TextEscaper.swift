/// An escaper of text that could control a terminal or mislead its reader.
///
/// Text from files and arguments may contain control sequences, which a terminal would execute, and
/// invisible or reordering characters, which would make it look like another text. The escaper handles
/// scalars, not graphemes, because terminals do, and does one of three things with each:
///
/// - It keeps what all terminals show in the same way.
/// - It drops what only changes the character before it and is shown differently by terminals:
///   variation selectors, skin tones, the joiners of a joined emoji, whose members then stand side by
///   side, marks beyond the fourth. A selector, skin tone or joiner is dropped only where a valid
///   sequence can have it; any other is shown, since a run of them could hide text.
/// - It replaces everything else, which is invisible or could control a terminal, by its code point,
///   `\u{1B}` for example.
struct TextEscaper {
  /// The most combining marks in a curses cell: `CCHARW_MAX` less its character.
  private static let maximumMarkCount = 4

  private static let dottedCircle: Unicode.Scalar = "\u{25CC}"
  private static let joiner: Unicode.Scalar = "\u{200D}"
  private static let keycap: Unicode.Scalar = "\u{20E3}"
  private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

  private var output = String.UnicodeScalarView()
  /// The last character kept, which a mark would combine with; nil after a code point.
  private var base: Unicode.Scalar?
  /// The last scalar of the emoji that began with `base`, kept or dropped.
  private var tail: Unicode.Scalar?
  private var markCount = 0
  private var hasSelector = false
  private var hasPendingJoiner = false

  /// Returns the text with unsafe scalars dropped or replaced by their code points.
  ///
  /// Escaping the result again does not change it.
  static func escape(_ text: some StringProtocol) -> String {
    if isPlain(text) { return String(text) }
    var escaper = TextEscaper()
    for scalar in text.unicodeScalars { escaper.append(scalar) }
    if escaper.hasPendingJoiner { escaper.appendNumber(of: joiner) }
    return SafeText.form == .ascii ? ascii(escaper.output) : String(escaper.output)
  }

  /// Returns visible scalars as ASCII text.
  private static func ascii(_ scalars: String.UnicodeScalarView) -> String {
    var text = ""
    for scalar in scalars {
      if scalar.isASCII {
        text.unicodeScalars.append(scalar)
      } else {
        text += ASCIIForms.form(of: scalar) ?? number(of: scalar)
      }
    }
    return text
  }

  /// Returns whether the text is printable ASCII, which most text is.
  private static func isPlain(_ text: some StringProtocol) -> Bool {
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }
    return answer ?? text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if hasPendingJoiner {
      hasPendingJoiner = false
      if !Self.isPictograph(scalar) { appendNumber(of: Self.joiner) }
    }
    if (0x20..<0x7F).contains(scalar.value) {
      appendBase(scalar)
    } else if scalar == Self.joiner, let tail, Self.isPictograph(tail) {
      hasPendingJoiner = true
    } else if !shouldDrop(scalar) {
      if !Self.isVisible(scalar) {
        appendNumber(of: scalar)
      } else if TextWidth.columns(of: scalar) == 0 {
        appendMark(scalar)
      } else {
        appendBase(scalar)
      }
    }
  }

  /// Returns whether to drop a scalar because it only changes the character before it.
  ///
  /// A second selector or skin tone is not dropped: a run of them could hide text.
  private mutating func shouldDrop(_ scalar: Unicode.Scalar) -> Bool {
    guard let base, let tail else { return false }
    switch scalar.value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF:
      defer { hasSelector = true }
      return !hasSelector
    case 0x1F3FB...0x1F3FF:
      defer { self.tail = scalar }
      return tail.properties.isEmojiModifierBase
    case 0xE0020...0xE007F:
      return base == Self.blackFlag
    case Self.keycap.value:
      return base.isASCII && base.properties.isEmoji
    default:
      return false
    }
  }

  private mutating func appendBase(_ scalar: Unicode.Scalar) {
    output.append(scalar)
    base = scalar
    tail = scalar
    markCount = 0
    hasSelector = false
  }

  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    if base == nil { appendBase(Self.dottedCircle) }
    guard markCount < Self.maximumMarkCount else { return }
    markCount += 1
    output.append(scalar)
  }

  private mutating func appendNumber(of scalar: Unicode.Scalar) {
    switch scalar {
    case "\n": output.append(contentsOf: "\\n".unicodeScalars)
    case "\r": output.append(contentsOf: "\\r".unicodeScalars)
    case "\t": output.append(contentsOf: "\\t".unicodeScalars)
    default: output.append(contentsOf: Self.number(of: scalar).unicodeScalars)
    }
    base = nil
    tail = nil
  }

  private static func number(of scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.properties.isEmoji
  }

  /// Returns whether every terminal shows the scalar, and none executes it as a control.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x4E00..<0x9FFD, 0xAC00..<0xD7A4: return true
    case ..<0xA0: return false
    default: break
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return false }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return false
    default:
      guard let age = properties.age else { return false }
      return age <= TextWidth.newestUnicode
    }
  }
}
