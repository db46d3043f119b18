extension SafeText {
  /// The width in columns.
  public var width: Int {
    if isASCII { return string.utf8.count }
    return string.unicodeScalars.reduce(0) { $0 + TextWidth.columns(of: $1) }
  }

  /// Whether all characters are ASCII; then each takes one column.
  var isASCII: Bool {
    string.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } } == true
  }

  /// Returns the longest prefix that fits into the columns, cut between graphemes.
  public func prefix(columns: Int) -> SafeText {
    let end = Self.end(of: string[...], columns: columns).index
    return end == string.endIndex ? self : SafeText(escaped: string[..<end])
  }

  /// Returns the text without at least this many columns at its start.
  public func dropping(columns: Int) -> SafeText {
    guard columns > 0 else { return self }
    var (index, used) = Self.end(of: string[...], columns: columns)
    // A wide character that is cut in the middle is dropped whole.
    if used < columns, index < string.endIndex { string.formIndex(after: &index) }
    return SafeText(escaped: string[index...])
  }

  /// Returns the text cut to the columns, ending in `…` if it was cut.
  public func truncated(to columns: Int) -> SafeText {
    guard Self.end(of: string[...], columns: columns).index < string.endIndex else { return self }
    guard columns > 0 else { return SafeText("") }
    let start = string[..<Self.end(of: string[...], columns: columns - 1).index]
    return SafeText(escaped: start.hasSuffix(Self.ellipsis) ? start : start + Self.ellipsis)
  }

  /// Returns the text cut or padded with blanks to exactly this many columns.
  public func padded(to columns: Int) -> SafeText {
    let (end, used) = Self.end(of: string[...], columns: columns)
    if end == string.endIndex, used >= columns { return self }
    return SafeText(escaped: string[..<end] + String(repeating: " ", count: max(0, columns - used)))
  }

  /// Returns the text as lines of at most this many columns, broken at blanks where possible.
  ///
  /// Blanks at a line break are dropped, all others are kept. A character wider than the columns
  /// gets a line of its own. Without columns there are no lines; an empty text gives one empty
  /// line.
  public func wrapped(to columns: Int) -> [SafeText] {
    guard columns > 0 else { return [] }
    var lines: [SafeText] = []
    var rest = string[...]
    while true {
      var end = Self.end(of: rest, columns: columns).index
      guard end < rest.endIndex else { break }
      if end == rest.startIndex { rest.formIndex(after: &end) }
      guard end < rest.endIndex else { break }
      if rest[end] != " ", let blank = rest[..<end].lastIndex(of: " "),
        rest[..<blank].contains(where: { $0 != " " })
      {
        end = blank
      }
      var line = rest[..<end]
      while line.last == " " { line.removeLast() }
      lines.append(SafeText(escaped: line))
      rest = rest[end...].drop { $0 == " " }
      if rest.isEmpty { return lines }
    }
    lines.append(SafeText(escaped: rest))
    return lines
  }

  /// Returns the end of the graphemes that fit into the columns, and the columns they take.
  private static func end(of text: Substring, columns: Int) -> (index: String.Index, used: Int) {
    // An ASCII character before another one is a grapheme of one column.
    let isASCII = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.prefix(max(0, columns) + 1).allSatisfy { $0 < 0x80 }
    }
    if isASCII == true {
      let used = min(max(0, columns), text.utf8.count)
      return (text.utf8.index(text.startIndex, offsetBy: used), used)
    }
    var used = 0
    var index = text.startIndex
    while index < text.endIndex {
      let width = TextWidth.columns(of: text[index])
      if used + width > columns { break }
      used += width
      text.formIndex(after: &index)
    }
    return (index, used)
  }
}
