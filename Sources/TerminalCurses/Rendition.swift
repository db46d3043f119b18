import Terminal

/// The attributes and the colour of a cell's text: a ``Style`` reduced to what a terminal supports.
struct Rendition: Hashable, Sendable {
  /// Attributes of text.
  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold: Attributes = Attributes(rawValue: 1)
    static let dim: Attributes = Attributes(rawValue: 2)
    static let reversed: Attributes = Attributes(rawValue: 4)
    static let underlined: Attributes = Attributes(rawValue: 8)

    /// The single attributes, in the order in which they are sent.
    static let all: [Attributes] = [.bold, .dim, .underlined, .reversed]
  }

  /// A colour of text.
  enum Color: Hashable, Sendable {
    /// A colour of the terminal's palette, by its index.
    case palette(UInt8)
    /// A colour for a terminal with true colour.
    case exact(TrueColor)
  }

  /// The attributes that are on.
  var attributes: Attributes = []
  /// The colour; nil for the terminal's own.
  var color: Color?

  /// The terminal's plain text.
  static let plain: Rendition = Rendition()

  /// Whether blanks are visible, because they are reversed or underlined.
  var showsBlanks: Bool { !attributes.isDisjoint(with: [.reversed, .underlined]) }
}

extension Rendition {
  /// Creates the rendition of a style on a terminal.
  init(_ style: Style, on terminal: TerminalCapabilities) {
    let colors = terminal.colors.count
    if terminal.exactColor != nil, let exact = style.trueColor {
      color = .exact(exact)
    } else if colors == 256, let index = style.paletteIndex {
      color = .palette(index)
    } else if style.color != .standard, colors > 0 {
      // The palette begins with black, red, green, yellow, blue, magenta and cyan.
      color = .palette(style.color.rawValue)
    }
    if style.isBold {
      attributes.insert(.bold)
    } else if style.isDim, style.paletteIndex == nil || colors < 256 {
      attributes.insert(.dim)
    }
    if style.isReversed { attributes.insert(.reversed) }
    if style.isUnderlined { attributes.insert(.underlined) }
    for attribute in Attributes.all where terminal.attributes[attribute] == nil {
      attributes.remove(attribute)
    }
    if color != nil { attributes.subtract(terminal.attributesWithoutColor) }
  }
}

extension TerminalCapabilities {
  /// Returns the shortest sequence that changes the rendition; no bytes if nothing changes.
  ///
  /// The old rendition is nil if it is not known. If all attributes that are on stay on, only new
  /// ones are added. Otherwise everything is turned off first, since few terminals can turn off a
  /// single attribute. Sequences of the standard form are joined.
  func change(from old: Rendition?, to new: Rendition) -> [UInt8] {
    guard old != new, let plain else { return [] }
    let afresh = Self.joined([plain] + additions(to: .plain, of: new))
    guard let old, old.attributes.isSubset(of: new.attributes) else { return afresh }
    guard new != .plain || old.color == nil else { return afresh }
    let added = Self.joined(additions(to: old, of: new))
    return added.count < afresh.count ? added : afresh
  }

  /// Returns the sequences that add the attributes and the colour of a new rendition to an old one.
  private func additions(to old: Rendition, of new: Rendition) -> [[UInt8]] {
    let added = new.attributes.subtracting(old.attributes)
    var sequences = Rendition.Attributes.all.filter(added.contains).compactMap { attributes[$0] }
    if new.color != old.color, let sequence = sequence(for: new.color) {
      sequences.append(sequence)
    }
    return sequences
  }

  /// Returns the sequence that sets a colour, or the terminal's own for nil.
  private func sequence(for color: Rendition.Color?) -> [UInt8]? {
    switch color {
    case .palette(let index): colors[Int(index)]
    case .exact(let color): exactColor?(color)
    case nil: ownColor
    }
  }

  /// Joins sequences of the form `ESC [ numbers m` into one of that form, other ones by appending.
  static func joined(_ sequences: [[UInt8]]) -> [UInt8] {
    var result: [UInt8] = []
    var numbers: [[UInt8]] = []
    func flush() {
      guard !numbers.isEmpty else { return }
      let isReset = numbers.count == 1 && numbers[0] == [UInt8(ascii: "0")]
      result += Array("\u{1B}[".utf8)
      if !isReset { result += numbers.joined(separator: [UInt8(ascii: ";")]) }
      result.append(UInt8(ascii: "m"))
      numbers = []
    }
    for sequence in sequences {
      if let parameters = parameters(of: sequence) {
        numbers.append(parameters.isEmpty ? [UInt8(ascii: "0")] : parameters)
      } else {
        flush()
        result += sequence
      }
    }
    flush()
    return result
  }

  /// Returns the numbers of a sequence `ESC [ numbers m`; nil for one of another form.
  private static func parameters(of sequence: [UInt8]) -> [UInt8]? {
    guard sequence.count >= 3, sequence.starts(with: [0x1B, UInt8(ascii: "[")]),
      sequence.last == UInt8(ascii: "m")
    else { return nil }
    let numbers = Array(sequence[2..<(sequence.count - 1)])
    let isNumeric = numbers.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ";")
    }
    return isNumeric ? numbers : nil
  }
}
