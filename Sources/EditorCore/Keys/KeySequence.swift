package import Terminal

/// Key presses that are written as a text.
///
/// Characters stand for themselves, and the names of other key presses are in angle brackets, as in
/// `jj<Enter>5<C-u>`. The character `<` is written as `<<>`.
package struct KeySequence: Sendable {
  /// The key presses, the first one first.
  package let presses: [KeyPress]

  /// A bracket in a text without the name of a key press.
  package struct Unreadable: Error {
    /// The text from the opening bracket to its end.
    package let part: String
  }

  /// Creates a sequence from a text, whose brackets must enclose names of key presses.
  package init(_ text: String) throws(Unreadable) {
    var presses: [KeyPress] = []
    var rest = text[...]
    while let character = rest.first {
      guard character == "<" else {
        presses.append(.character(character))
        rest.removeFirst()
        continue
      }
      // The first character of a name is never the closing bracket.
      let name = rest.dropFirst()
      guard let end = name.dropFirst().firstIndex(of: ">"),
        let press = KeyPress(named: String(name[..<end]))
      else { throw Unreadable(part: String(rest)) }
      presses.append(press)
      rest = rest[rest.index(after: end)...]
    }
    self.presses = presses
  }
}
