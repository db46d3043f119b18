extension Frame {
  /// The rows as text, trailing blanks included, with a line break after each.
  public var text: String {
    var text = ""
    for row in rows {
      for cell in row { text += cell.text }
      text += "\n"
    }
    return text
  }

  /// The styles as text: one letter per cell, `.` for a plain one, a line break after each row.
  ///
  /// Trailing dots are left out. See ``Style/letter`` for the letters.
  public var styleMask: String {
    var mask = ""
    for row in rows {
      var line = row.map(\.style.letter)
      while line.last == "." { line.removeLast() }
      mask += String(line) + "\n"
    }
    return mask
  }
}

extension Style {
  /// The letter that stands for the style in a mask.
  ///
  /// One row for each set of attributes, one column for each colour: standard, red, green, yellow,
  /// blue, magenta, cyan. Capitals are bold. Bold text is never dim, so a style that is both has
  /// the letter of bold.
  ///
  ///                            plain     bold      dim
  ///     as it is               .rgybmc   XRGYBMC   0123456
  ///     reversed               vefhijk   VEFHIJK   бвгджзи
  ///     underlined             ulnopqs   ULNOPQS   йлмнпфц
  ///     reversed, underlined   αβγδεζη   ΘΛΞΠΣΦΨ   чшщъыьэ
  public var letter: Character {
    let weight = isBold ? 1 : isDim ? 2 : 0
    let row = (isReversed ? 1 : 0) + (isUnderlined ? 2 : 0)
    return Self.letters[row][weight][Int(color.rawValue)]
  }

  private static let letters: [[[Character]]] = [
    [".rgybmc", "XRGYBMC", "0123456"],
    ["vefhijk", "VEFHIJK", "бвгджзи"],
    ["ulnopqs", "ULNOPQS", "йлмнпфц"],
    ["αβγδεζη", "ΘΛΞΠΣΦΨ", "чшщъыьэ"],
  ].map { $0.map(Array.init) }
}
