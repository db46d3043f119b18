/// A sequence of the terminal database that has numbers in it, taken apart.
///
/// The database describes such sequences in a small language, which curses interprets for each use. A cursor
/// is moved several times for each key press, so the form that nearly all terminals have is taken apart once.
struct SequenceTemplate: Sendable {
  private enum Part {
    case text([UInt8])
    /// The first or the second number.
    case number(isSecond: Bool)
  }

  private var parts: [Part] = []
  /// What is added to the numbers: 1 if the terminal counts rows and columns from 1.
  private var origin = 0

  /// Takes apart a sequence that only has the numbers, in decimal; it is nil for one that computes.
  init?(_ format: String) {
    var text: [UInt8] = []
    var rest = Array(format.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      if rest.starts(with: "i".utf8), parts.isEmpty {
        origin = 1
        rest.removeFirst()
        continue
      }
      let isSecond = rest.starts(with: "p2%d".utf8)
      guard isSecond || rest.starts(with: "p1%d".utf8) else { return nil }
      rest.removeFirst(4)
      parts += [.text(text), .number(isSecond: isSecond)]
      text = []
    }
    parts.append(.text(text))
  }

  /// Returns the sequence with the numbers in it.
  func bytes(_ first: Int, _ second: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): bytes += text
      case .number(let isSecond): bytes += String((isSecond ? second : first) + origin).utf8
      }
    }
    return bytes
  }
}
