import DefaultsCore

/// A place in a file that is not in the format.
package struct INIParseError: Error {
  /// The reason, as a phrase.
  package var reason: String
  /// The place in the file, in bytes.
  package var offset: Int
}

/// One part of a file: a section's heading, or an entry with the lines that continue it.
struct INIItem: Sendable {
  enum Content: Sendable {
    case heading(INISection)
    case entry(INIEntry)
    /// Blanks or a comment.
    case other
  }

  var content: Content
  /// The bytes of its lines, with the last line end.
  var range: Range<Int>
}

/// An assignment of a value to a key.
struct INIEntry: Sendable {
  /// The key, with the section.
  var key: String
  /// The name in the file, without flags.
  var name: String
  /// The letters of KDE's flags after the name.
  var flags: String
  /// The bytes of the value.
  var value: Range<Int>
  /// The bytes between the name and the value; empty for an entry without a value.
  var delimiter: Range<Int>
  /// The bytes before the name on its line.
  var indentation: Range<Int>
  /// The text of the value.
  var text: String
}

/// A parser for files with sections.
struct INIScanner {
  private let bytes: [UInt8]
  private let dialect: INIDialect
  private var section: INISection?

  init(_ bytes: [UInt8], _ dialect: INIDialect) {
    self.bytes = bytes
    self.dialect = dialect
  }

  /// Returns the parts of the file, which together are all of its bytes.
  mutating func scan() throws(INIParseError) -> [INIItem] {
    if let offset = bytes.firstInvalidUTF8 {
      throw INIParseError(reason: "the text is not UTF-8", offset: offset)
    }
    if let offset = bytes.firstIndex(of: 0) {
      throw INIParseError(reason: "there is a zero byte", offset: offset)
    }
    // Property lists and JSON are in the same directory as KDE's files, and would seem to have entries.
    if dialect == .kde, let first = bytes.firstIndex(where: { !Self.isBlank($0) && $0 != 0x0A }),
      [UInt8(ascii: "<"), UInt8(ascii: "{")].contains(bytes[first])
    {
      throw INIParseError(reason: "these are no settings of KDE", offset: first)
    }
    var items: [INIItem] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if start > 0 { items.append(INIItem(content: .other, range: 0..<start)) }
    while start < bytes.count {
      let item = try item(at: start, previous: items.last)
      items.append(item)
      start = item.range.upperBound
    }
    return items
  }

  private mutating func item(
    at start: Int,
    previous: INIItem?
  ) throws(INIParseError) -> INIItem {
    let line = line(at: start)
    let content = trimmed(line.content)
    guard let first = bytes[content].first else {
      return INIItem(content: .other, range: line.whole)
    }
    if dialect.commentMarks.contains(first) { return INIItem(content: .other, range: line.whole) }
    if first == UInt8(ascii: "["), let item = try heading(line.whole, content) { return item }
    return try entry(line, content)
  }

  // MARK: - Headings

  private mutating func heading(
    _ line: Range<Int>,
    _ content: Range<Int>
  ) throws(INIParseError) -> INIItem? {
    let text = String(decoding: bytes[content], as: UTF8.self)
    let found: INISection?
    switch dialect {
    case .git: found = Self.gitSection(text)
    case .kde: found = Self.kdeSection(text)
    case .plain, .systemd, .desktop:
      found = text.firstIndex(of: "]").map { INISection(path: [String(text.dropFirst()[..<$0])]) }
    }
    // An immutable file begins with its flag.
    if dialect == .kde, text == "[$i]", section == nil {
      let file = INISection(path: [], isImmutable: true)
      return INIItem(content: .heading(file), range: line)
    }
    guard let found else {
      throw INIParseError(reason: "the name of a section ends with ]", offset: content.lowerBound)
    }
    section = found
    // Of git an entry can follow on the line; it is read as a line of its own.
    guard dialect == .git, let end = Self.endOfGitHeading(text), end < text.utf8.count else {
      return INIItem(content: .heading(found), range: line)
    }
    let rest = trimmed(content.lowerBound + end..<content.upperBound)
    guard let next = bytes[rest].first, !dialect.commentMarks.contains(next) else {
      return INIItem(content: .heading(found), range: line)
    }
    return INIItem(content: .heading(found), range: line.lowerBound..<rest.lowerBound)
  }

  private static func gitSection(_ text: String) -> INISection? {
    guard let end = endOfGitHeading(text) else { return nil }
    let inner = Array(text.utf8)[1..<(end - 1)]
    let head = inner.prefix { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "\"") }
    let name = String(decoding: head, as: UTF8.self)
    guard let quote = inner.firstIndex(of: UInt8(ascii: "\"")) else {
      guard head.count == inner.count, !name.isEmpty else { return nil }
      // The old form, in which a subsection is in lowercase.
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      return INISection(path: parts.count > 1 ? [parts[0], parts[1].lowercased()] : parts)
    }
    var subsection: [UInt8] = []
    var isEscaped = false
    for byte in inner[(quote + 1)...].dropLast() {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        subsection.append(byte)
        isEscaped = false
      }
    }
    return name.isEmpty
      ? nil : INISection(path: [name, String(decoding: subsection, as: UTF8.self)])
  }

  /// Returns the number of bytes up to the bracket that ends a heading of git.
  private static func endOfGitHeading(_ text: String) -> Int? {
    var isQuoted = false
    var isEscaped = false
    for (index, byte) in text.utf8.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), isQuoted {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "]"), !isQuoted {
        return index + 1
      }
    }
    return nil
  }

  private static func kdeSection(_ text: String) -> INISection? {
    var path: [String] = []
    var isImmutable = false
    var rest = text[...]
    while rest.first == "[", let end = rest.firstIndex(of: "]") {
      let name = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      // `[$i]` at the end is a flag. Any other name is that of a group, also `[$Version]`.
      if name == "$i", rest.isEmpty, !path.isEmpty {
        isImmutable = true
      } else {
        path.append(INIDialect.kde.unescaped(name))
      }
    }
    return path.isEmpty ? nil : INISection(path: path, isImmutable: isImmutable)
  }

  // MARK: - Entries

  private func entry(
    _ line: (whole: Range<Int>, content: Range<Int>),
    _ content: Range<Int>
  ) throws(INIParseError) -> INIItem {
    let whole = dialect == .git ? try gitLines(from: line) : lines(from: line)
    let end = bytes[content.clamped(to: whole.content)]
      .firstIndex { dialect.delimiters.contains($0) }
    // A name alone is a switch; in KDE's files, with the flag `[$d]`, it is a deleted key.
    let isDeleted = dialect == .kde && bytes[content].last == UInt8(ascii: "]")
    let isSwitch = dialect == .git || dialect == .plain && section != nil && isWord(content)
    guard end != nil || isSwitch || isDeleted else {
      // KDE's programs warn of such a line, and read the others.
      if dialect == .kde { return INIItem(content: .other, range: line.whole) }
      throw INIParseError(
        reason: "a section in brackets, or a key with = is expected here",
        offset: content.lowerBound
      )
    }
    let name = trimmed(content.lowerBound..<(end ?? content.upperBound))
    guard !name.isEmpty else {
      throw INIParseError(reason: "a key is missing before the =", offset: content.lowerBound)
    }
    let valueStart = end.map { end in
      (end + 1..<whole.content.upperBound).first { !Self.isBlank(bytes[$0]) }
        ?? whole.content.upperBound
    }
    let none = name.upperBound..<name.upperBound
    let value = valueStart.map { trimmed($0..<whole.content.upperBound) } ?? none
    let (text, flags) = nameAndFlags(String(decoding: bytes[name], as: UTF8.self))
    if dialect == .git, !INIDialect.isName(text) {
      let reason = "a key of git has letters, digits and hyphens, and begins with a letter"
      throw INIParseError(reason: reason, offset: name.lowerBound)
    }
    let entry = INIEntry(
      key: dialect.key(text, in: section),
      name: text,
      flags: flags,
      value: value,
      delimiter: valueStart == nil ? none : name.upperBound..<value.lowerBound,
      indentation: line.whole.lowerBound..<name.lowerBound,
      text: valueStart == nil ? (dialect == .git ? "true" : "") : valueText(value)
    )
    return INIItem(content: .entry(entry), range: whole.whole)
  }

  /// Returns whether a line is a single word, as the names of switches are.
  private func isWord(_ content: Range<Int>) -> Bool {
    bytes[content].allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
  }

  /// The name of an entry of KDE without its flags, such as `[$e]`; a language in brackets is a part of it.
  private func nameAndFlags(_ text: String) -> (String, String) {
    guard dialect == .kde else { return (text, "") }
    guard let mark = text.firstRange(of: "[$"), text.hasSuffix("]") else {
      return (INIDialect.kde.unescaped(text[...]), "")
    }
    let flags = String(text[mark.upperBound...].dropLast())
    return (INIDialect.kde.unescaped(text[..<mark.lowerBound]), flags)
  }

  private func valueText(_ value: Range<Int>) -> String {
    // A line end is one character, with CR or without.
    let all = bytes[value].split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
    let lines = all.enumerated().filter { $0.offset == 0 || !isComment($0.element.indices) }.map {
      String(decoding: $0.element, as: UTF8.self)
    }
    switch dialect {
    case .systemd:
      // A line that is continued is one with a blank in place of the backslash and the line end.
      let ended = lines.dropLast().map { $0.dropLast() + " " }
      return ended.joined() + (lines.last ?? "")
    case .plain:
      return lines.map { String(decoding: $0.utf8.drop(while: Self.isBlank), as: UTF8.self) }
        .joined(separator: "\n")
    case .git, .desktop, .kde:
      return dialect.value(lines.joined(separator: "\n")[...])
    }
  }

  // MARK: - Lines

  /// Returns a line with its end, and without.
  private func line(at start: Int) -> (whole: Range<Int>, content: Range<Int>) {
    guard let end = bytes[start...].firstIndex(of: 0x0A) else {
      return (start..<bytes.count, start..<bytes.count)
    }
    let isReturn = end > start && bytes[end - 1] == 0x0D
    return (start..<end + 1, start..<(isReturn ? end - 1 : end))
  }

  /// Returns a line together with those that continue it, and the comments between them.
  private func lines(
    from first: (whole: Range<Int>, content: Range<Int>)
  ) -> (whole: Range<Int>, content: Range<Int>) {
    var (whole, content) = first
    var last = first.content
    var followsBlank = false
    var next = whole.upperBound
    while next < bytes.count {
      let line = line(at: next)
      next = line.whole.upperBound
      if isComment(line.content) { continue }
      // The value may go on below a blank line.
      if dialect == .plain, trimmed(line.content).isEmpty {
        followsBlank = true
        continue
      }
      guard isContinued(last, by: line.content, from: first.content) else { break }
      // After a blank line, most programs read a line with a delimiter as a key.
      if followsBlank, bytes[line.content].contains(where: dialect.delimiters.contains) { break }
      followsBlank = false
      last = line.content
      whole = whole.lowerBound..<line.whole.upperBound
      content = content.lowerBound..<line.content.upperBound
    }
    return (whole, content)
  }

  /// Returns the lines of an entry of git, and their content before a comment; fails where git does.
  private func gitLines(
    from first: (whole: Range<Int>, content: Range<Int>)
  ) throws(INIParseError) -> (whole: Range<Int>, content: Range<Int>) {
    var quote: Int?
    var index = first.content.lowerBound
    scan: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        let next = bytes[(index + 1)...].prefix(2)
        let isBreak = next.first == 0x0A || next.elementsEqual([0x0D, 0x0A])
        guard isBreak || next.isEmpty || "\\\"ntb".utf8.contains(next[index + 1]) else {
          let reason = "a backslash in a value of git stands before \\, \", n, t, b or a line break"
          throw INIParseError(reason: reason, offset: index)
        }
        index += next.first == 0x0D ? 2 : 1
      case UInt8(ascii: "\""): quote = quote == nil ? index : nil
      case 0x0A: break scan
      case let byte where quote == nil && dialect.commentMarks.contains(byte): break scan
      default: break
      }
      index += 1
    }
    if let quote { throw INIParseError(reason: "a quotation mark is not closed", offset: quote) }
    let end = min(index, bytes.count)
    let start = first.whole.lowerBound
    return (start..<line(at: end).whole.upperBound, first.content.lowerBound..<end)
  }

  /// Returns whether a line is a comment also between a line and one that continues it.
  private func isComment(_ content: Range<Int>) -> Bool {
    guard dialect == .systemd || dialect == .plain else { return false }
    return bytes[trimmed(content)].first.map(dialect.commentMarks.contains) ?? false
  }

  private func isContinued(
    _ last: Range<Int>,
    by next: Range<Int>,
    from first: Range<Int>
  ) -> Bool {
    switch dialect {
    case .systemd:
      return bytes[last].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    case .plain:
      // A line that is indented further than the line of the key.
      let (text, key) = (trimmed(next), trimmed(first))
      return !text.isEmpty && text.lowerBound - next.lowerBound > key.lowerBound - first.lowerBound
    case .git, .desktop, .kde: return false
    }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first(where: { !Self.isBlank(bytes[$0]) }) else {
      return range.lowerBound..<range.lowerBound
    }
    let last = range.last { !Self.isBlank(bytes[$0]) } ?? first
    return first..<last + 1
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
