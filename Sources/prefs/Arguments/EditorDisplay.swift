import ArgumentParser
import Terminal

/// Where the editor is shown.
enum EditorDisplay {
  /// On the whole terminal.
  case terminal
  /// As one screen that is printed as text, after key presses.
  case text(size: Size, presses: [KeyPress])
  /// On plain lines.
  case lines
}

/// The size of a screen as an argument, such as `80x24`.
struct ScreenSize: ExpressibleByArgument {
  /// The largest number of columns and rows that a terminal can have.
  private static let limit = 1000

  let size: Size

  init?(argument: String) {
    let numbers = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      (1...Self.limit).contains(columns), (1...Self.limit).contains(rows)
    else { return nil }
    size = Size(columns: columns, rows: rows)
  }

  var defaultValueDescription: String { "\(size.columns)x\(size.rows)" }
}
