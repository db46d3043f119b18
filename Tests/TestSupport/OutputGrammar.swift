/// A strict parser of what a full-screen program sends to a terminal.
///
/// It knows the sequences that the program may send, and fails at any other byte:
///
///     let elements = try OutputGrammar.parse(terminal.output)
///     #expect(elements.contains(.sequence("[?1049l")))
public enum OutputGrammar {
  /// A part of the output.
  public enum Element: Hashable, Sendable {
    /// A printable scalar.
    case text(Unicode.Scalar)
    /// Carriage return, line feed, backspace, or the return to the standard character set.
    case control(UInt8)
    /// A sequence, without its Escape.
    case sequence(String)
  }

  /// Bytes that the program must not send.
  public struct Violation: Error, Hashable, CustomStringConvertible {
    /// Where the bytes are in the output.
    public let offset: Int
    /// The start of what could not be parsed.
    public let rest: String

    /// The offset and the bytes.
    public var description: String { "at \(offset): \(rest.debugDescription)" }
  }

  /// Parses the whole output.
  ///
  /// - Throws: ``Violation`` at the first byte that belongs to no known element.
  public static func parse(_ bytes: [UInt8]) throws(Violation) -> [Element] {
    var elements: [Element] = []
    var index = 0
    while index < bytes.count {
      guard let (element, count) = element(at: bytes[index...]) else {
        let rest = String(decoding: bytes[index...].prefix(40), as: UTF8.self)
        throw Violation(offset: index, rest: rest)
      }
      elements.append(element)
      index += count
    }
    return elements
  }

  private static func element(at bytes: ArraySlice<UInt8>) -> (Element, count: Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x08, 0x0A, 0x0D, 0x0F: return (.control(first), 1)
    case 0x1B: return sequence(at: bytes.dropFirst()).map { (.sequence($0), $0.utf8.count + 1) }
    case 0x20..<0x7F: return (.text(Unicode.Scalar(first)), 1)
    case 0x80...: return scalar(at: bytes).map { (.text($0), $0.utf8.count) }
    default: return nil
    }
  }

  /// Returns the scalar at the start; nil for invalid UTF-8 and for control characters.
  private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var iterator = bytes.prefix(4).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator), scalar.value >= 0xA0 else {
      return nil
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: return nil
    default: return scalar
    }
  }

  /// Returns the known sequence at the start, without its Escape.
  private static func sequence(at bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes.prefix(200).prefix { $0 < 0x80 }, as: UTF8.self)
    if let simple = simpleSequences.first(where: text.hasPrefix) { return simple }
    guard text.hasPrefix("[") else { return nil }
    let parameters = text.dropFirst().prefix { "0123456789;?".contains($0) }
    guard let final = text.dropFirst(1 + parameters.count).first else { return nil }
    let sequence = "[\(parameters)\(final)"
    return isKnown(parameters, final) ? sequence : nil
  }

  /// Sequences without numbers, and the query of the background's colour.
  private static let simpleSequences = ["7", "8", "=", ">", "M", "D", "(B", ")0", "]11;?\u{1B}\\"]

  /// The private modes: cursor keys, wrapping, cursor, other screen, 8 bits, mouse and paste.
  private static let privateModes = [
    "1", "7", "12", "25", "47", "1000", "1006", "1034", "1049", "2004",
  ]

  private static func isKnown(_ parameters: Substring, _ final: Character) -> Bool {
    if parameters.first == "?" {
      let modes = parameters.dropFirst().split(separator: ";", omittingEmptySubsequences: false)
      switch final {
      case "h", "l": return modes.allSatisfy { privateModes.contains(String($0)) }
      // The Linux console's form of the cursor.
      case "c": return modes == ["0"] || modes == ["1"]
      default: return false
      }
    }
    guard !parameters.contains("?") else { return false }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? ($0.isEmpty ? 0 : -1) }
    guard !numbers.contains(-1) else { return false }
    switch final {
    case "H", "r": return numbers.count == 2 || parameters.isEmpty
    case "A", "B", "C", "D", "G", "P", "X", "@", "d": return numbers.count == 1
    case "J": return parameters.isEmpty || parameters == "2"
    case "K": return parameters.isEmpty
    case "h", "l": return parameters == "4" || parameters == "34"
    // The window's title is kept by xterm.
    case "t": return parameters == "22;0;0" || parameters == "23;0;0"
    case "m": return areAttributes(numbers[...])
    default: return false
    }
  }

  private static func areAttributes(_ numbers: ArraySlice<Int>) -> Bool {
    var rest = numbers
    while let number = rest.popFirst() {
      switch number {
      case 0, 1, 2, 4, 7, 10, 30...37, 39, 49, 90...97: continue
      case 38:
        // One of 256 colours, or the parts of any colour.
        let count = rest.popFirst().flatMap { [5: 1, 2: 3][$0] } ?? .max
        guard rest.count >= count, rest.prefix(count).allSatisfy((0...255).contains) else {
          return false
        }
        rest = rest.dropFirst(count)
      default: return false
      }
    }
    return true
  }
}
