import Terminal
import TestSupport

@testable import TerminalCurses

/// A terminal in memory, which obeys the sequences that the encoder of frames sends.
struct ModelTerminal {
  /// A cell as the terminal shows it.
  struct Cell: Hashable {
    var text = " "
    var rendition = Rendition.plain

    /// The same for all cells of which nothing is seen.
    var visible: Cell { text == " " && !rendition.showsBlanks ? Cell() : self }
  }

  let size: Size
  private(set) var rows: [[Cell]]
  private(set) var row = 0
  private(set) var column = 0
  /// Whether a character in the last column moves the cursor to the next row at once.
  var wrapsAtOnce = false
  /// How many columns the terminal takes for a scalar, which may be wrong.
  var columns: (Unicode.Scalar) -> Int = TextWidth.columns(of:)

  private var rendition = Rendition.plain
  private var region: Range<Int>
  private var isWrapPending = false

  init(size: Size) {
    self.size = size
    rows = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
    region = 0..<size.rows
  }

  /// Shows bytes.
  mutating func feed(_ bytes: [UInt8]) throws {
    for element in try OutputGrammar.parse(bytes) {
      switch element {
      case .text(let scalar): write(scalar)
      case .control(0x0D): (column, isWrapPending) = (0, false)
      case .control(0x0A): lineFeed()
      case .control(0x08): (column, isWrapPending) = (max(0, column - 1), false)
      case .control: break
      case .sequence("M"): reverseLineFeed()
      case .sequence(let text): obey(text)
      }
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    let width = columns(scalar)
    if width == 0 {
      let last = isWrapPending ? column : column - 1
      let head = (0...max(0, last)).last { !rows[row][$0].text.isEmpty } ?? 0
      rows[row][head].text.unicodeScalars.append(scalar)
      return
    }
    if isWrapPending || column + width > size.columns {
      (column, isWrapPending) = (0, false)
      lineFeed()
    }
    for offset in 0..<width {
      put(Cell(text: offset == 0 ? String(scalar) : "", rendition: rendition), column + offset)
    }
    column += width
    guard column == size.columns else { return }
    if wrapsAtOnce {
      column = 0
      lineFeed()
    } else {
      column -= 1
      isWrapPending = true
    }
  }

  /// Puts a cell; half of a wide character does not stay.
  private mutating func put(_ cell: Cell, _ column: Int) {
    if !cell.text.isEmpty, rows[row][column].text.isEmpty, column > 0 {
      rows[row][column - 1].text = " "
    }
    if column + 1 < size.columns, rows[row][column + 1].text.isEmpty {
      rows[row][column + 1].text = " "
    }
    rows[row][column] = cell
  }

  private mutating func lineFeed() {
    if row == region.upperBound - 1 {
      rows.remove(at: region.lowerBound)
      rows.insert(Array(repeating: Cell(), count: size.columns), at: region.upperBound - 1)
    } else {
      row = min(row + 1, size.rows - 1)
    }
  }

  private mutating func reverseLineFeed() {
    if row == region.lowerBound {
      rows.remove(at: region.upperBound - 1)
      rows.insert(Array(repeating: Cell(), count: size.columns), at: region.lowerBound)
    } else {
      row = max(0, row - 1)
    }
  }

  private mutating func obey(_ text: String) {
    let numbers = text.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
    let count = max(1, numbers.first ?? 1)
    if "HdGCr".contains(text.last ?? " ") { isWrapPending = false }
    switch text.last {
    case "H": (row, column) = (count - 1, (numbers.last ?? 1) - 1)
    case "d": row = count - 1
    case "G": column = count - 1
    case "C": column = min(size.columns - 1, column + count)
    case "K": for index in column..<size.columns { put(Cell(), index) }
    case "P":
      rows[row].removeSubrange(column..<(column + count))
      rows[row] += Array(repeating: Cell(), count: count)
    case "@":
      rows[row].insert(contentsOf: Array(repeating: Cell(), count: count), at: column)
      rows[row].removeLast(count)
    case "X": for index in column..<min(size.columns, column + count) { put(Cell(), index) }
    case "J": rows = Self(size: size).rows
    case "r": (region, row, column) = ((count - 1)..<(numbers.last ?? size.rows), 0, 0)
    case "m": setAttributes(numbers.isEmpty ? [0] : numbers)
    default: break
    }
  }

  private mutating func setAttributes(_ numbers: [Int]) {
    var numbers = numbers[...]
    while let number = numbers.popFirst() {
      switch number {
      case 0: rendition = .plain
      case 1: rendition.attributes.insert(.bold)
      case 2: rendition.attributes.insert(.dim)
      case 4: rendition.attributes.insert(.underlined)
      case 7: rendition.attributes.insert(.reversed)
      case 30...37: rendition.color = .palette(UInt8(number - 30))
      case 38: rendition.color = Self.color(&numbers)
      case 39: rendition.color = nil
      default: break
      }
    }
  }
}

extension ModelTerminal {
  /// Returns the colour of the numbers after 38: `5` and its number, or `2` and its parts.
  private static func color(_ numbers: inout ArraySlice<Int>) -> Rendition.Color? {
    let isExact = numbers.popFirst() == 2
    let parts = numbers.prefix(isExact ? 3 : 1).map { UInt8($0) }
    numbers = numbers.dropFirst(parts.count)
    guard isExact, parts.count == 3 else { return parts.first.map { .palette($0) } }
    return .exact(TrueColor(red: parts[0], green: parts[1], blue: parts[2]))
  }
}

extension TerminalCapabilities {
  /// A terminal with the sequences of xterm, eight colours and no others.
  static let xterm: TerminalCapabilities = TerminalCapabilities(
    position: { Array("\u{1B}[\($0 + 1);\($1 + 1)H".utf8) },
    column: { Array("\u{1B}[\($0 + 1)G".utf8) },
    row: { Array("\u{1B}[\($0 + 1)d".utf8) },
    right: { Array("\u{1B}[\($0)C".utf8) },
    down: [0x0A],
    left: [0x08],
    clear: Array("\u{1B}[H\u{1B}[2J".utf8),
    eraseToEnd: Array("\u{1B}[K".utf8),
    eraseCells: { Array("\u{1B}[\($0)X".utf8) },
    deleteCells: { Array("\u{1B}[\($0)P".utf8) },
    insertCells: { Array("\u{1B}[\($0)@".utf8) },
    scrollRegion: { Array("\u{1B}[\($0 + 1);\($1 + 1)r".utf8) },
    wholeRegion: Array("\u{1B}[r".utf8),
    scrollUp: [0x0A],
    scrollDown: Array("\u{1B}M".utf8),
    plain: Array("\u{1B}[m".utf8),
    attributes: [
      .bold: Array("\u{1B}[1m".utf8), .dim: Array("\u{1B}[2m".utf8),
      .underlined: Array("\u{1B}[4m".utf8), .reversed: Array("\u{1B}[7m".utf8),
    ],
    colors: (0..<8).map { Array("\u{1B}[3\($0)m".utf8) },
    ownColor: Array("\u{1B}[39;49m".utf8),
    hideCursor: Array("\u{1B}[?25l".utf8),
    showCursor: Array("\u{1B}[?25h".utf8),
    wrapsAtOnce: false,
    movesWithAttributes: true
  )

  /// A terminal with 256 colours.
  static let manyColors: TerminalCapabilities = {
    var terminal = xterm
    terminal.colors += (8..<256).map { Array("\u{1B}[38;5;\($0)m".utf8) }
    return terminal
  }()

  /// A terminal with true colour.
  static let trueColor: TerminalCapabilities = {
    var terminal = manyColors
    terminal.exactColor = { Array("\u{1B}[38;2;\($0.red);\($0.green);\($0.blue)m".utf8) }
    return terminal
  }()

  /// A terminal that can do nothing but move its cursor, clear its screen and reverse text.
  static let simple: TerminalCapabilities = {
    var terminal = xterm
    terminal.column = nil
    terminal.row = nil
    terminal.right = nil
    terminal.down = nil
    terminal.left = nil
    terminal.eraseToEnd = nil
    terminal.eraseCells = nil
    terminal.deleteCells = nil
    terminal.insertCells = nil
    terminal.scrollRegion = nil
    terminal.attributes = [.reversed: Array("\u{1B}[7m".utf8)]
    terminal.colors = []
    terminal.ownColor = nil
    terminal.hideCursor = []
    terminal.showCursor = []
    terminal.wrapsAtOnce = true
    terminal.movesWithAttributes = false
    return terminal
  }()
}
