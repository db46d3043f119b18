import Glibc

/// How the standard streams show text for people.
enum OutputStyle {
  /// The meaning of a text on a line, which a terminal shows with a style.
  enum Role: Hashable {
    /// Text without a style.
    case plain
    /// The name of what the lines below are about.
    case title
    /// The heading of a column.
    case heading
    /// Something that is added or in order.
    case good
    /// Something that changes.
    case changed
    /// Something that is wrong or refused.
    case bad

    /// The parameters of the control sequence `SGR` (ECMA-48); nil for no style.
    fileprivate var parameters: String? {
      switch self {
      case .plain: nil
      case .title: "1"
      case .heading: "2"
      case .good: "32"
      case .changed: "33"
      case .bad: "31"
      }
    }
  }

  /// The columns of the terminal on standard output; nil when standard output is no terminal.
  ///
  /// The corresponding C function is `ioctl` with `TIOCGWINSZ`. A terminal that does not know its
  /// size counts as 80 columns wide.
  static var columns: Int? {
    guard Output.isTerminal else { return nil }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Whether standard output shows styles: a terminal that understands them, whose user wants them.
  static var isStyled: Bool { Output.isTerminal && understandsControls && !hasNoColor }

  /// Whether the terminal of the process, if there is one, understands control sequences.
  static var understandsControls: Bool {
    guard let terminal = getenv("TERM") else { return false }
    return !["", "dumb"].contains(String(cString: terminal))
  }

  private static var hasNoColor: Bool {
    guard let value = getenv("NO_COLOR") else { return false }
    return value.pointee != 0
  }

  /// Returns a text that is escaped already, with the control sequences of its role if it is styled.
  static func styled(_ text: String, _ role: Role, isStyled: Bool = isStyled) -> String {
    guard isStyled, let parameters = role.parameters, !text.isEmpty else { return text }
    return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }
}

/// A line for standard output, in parts with roles.
struct OutputLine: Hashable {
  /// A text with a role.
  struct Part: Hashable {
    var text: String
    var role: OutputStyle.Role = .plain
  }

  /// The parts, from left to right.
  var parts: [Part]

  /// Creates a line of one part.
  init(_ text: String, _ role: OutputStyle.Role = .plain) {
    parts = [Part(text: text, role: role)]
  }

  /// Creates a line of parts.
  init(parts: [Part]) {
    self.parts = parts
  }

  /// The line with two blanks before it.
  var indented: OutputLine { OutputLine(parts: [Part(text: "  ")] + parts) }

  /// The line as it is written: escaped, and with the styles of its parts on a terminal.
  func text(isStyled: Bool = OutputStyle.isStyled) -> String {
    parts.map { OutputStyle.styled(Output.escapedRecord($0.text), $0.role, isStyled: isStyled) }
      .joined()
  }
}

extension Array {
  /// Returns the elements without those that have the same line as an earlier one: several suites report the same
  /// of a file that all of them use.
  func withoutCopies(of line: (Element) -> OutputLine) -> [Element] {
    var seen: Set<OutputLine> = []
    return filter { seen.insert(line($0)).inserted }
  }
}
