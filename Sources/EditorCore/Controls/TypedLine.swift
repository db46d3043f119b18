import Terminal

/// A line of typed text, in which characters that are shown escaped have a role of their own.
///
/// A line feed is shown as `\n`, and so are the two characters of that name. The role tells them apart.
struct TypedLine {
  /// The parts of the line.
  private(set) var spans: [StyledLine.Span] = []
  /// The width in columns.
  private(set) var width = 0
  private let role: Role

  /// Creates a line from the characters that fit into the columns.
  init(_ characters: some Sequence<Character>, role: Role, columns: Int) {
    self.role = role
    var plain = ""
    for character in characters {
      if character.isPlain {
        guard width < columns else { break }
        width += 1
        plain.append(character)
        continue
      }
      let text = SafeText(String(character))
      guard width + text.width <= columns else { break }
      width += text.width
      guard text.string.contains("\\") else {
        plain += text.string
        continue
      }
      append(SafeText(plain), role)
      append(text, .escape)
      plain = ""
    }
    append(SafeText(plain), role)
  }

  private mutating func append(_ text: SafeText, _ role: Role) {
    if !text.isEmpty { spans.append(StyledLine.Span(text: text, role: role)) }
  }

  /// Returns the line with blanks up to a width.
  func padded(to columns: Int) -> StyledLine {
    var spans = spans
    let blanks = SafeText(String(repeating: " ", count: max(0, columns - width)))
    if spans.last?.role == role, let last = spans.popLast() {
      spans.append(.init(text: last.text + blanks, role: role))
    } else if !blanks.isEmpty || spans.isEmpty {
      spans.append(.init(text: blanks, role: role))
    }
    return StyledLine(spans: spans)
  }
}

extension Character {
  /// Whether the character is printable ASCII, which needs one column.
  var isPlain: Bool { asciiValue.map { (0x20..<0x7F).contains($0) && self != "\r\n" } ?? false }
}
