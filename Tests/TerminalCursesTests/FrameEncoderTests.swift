import Terminal
import Testing

@testable import TerminalCurses

/// What is sent for a frame makes the terminal show it.
struct FrameEncoderTests {
  private let size = Size(columns: 40, rows: 9)

  private func rows(_ frame: Frame, _ terminal: TerminalCapabilities) -> [[ScreenCell]] {
    let cells = ScreenCells(terminal: terminal, isASCII: false)
    return frame.rows.map { cells.cells(of: $0, columns: frame.size.columns) }
  }

  /// Returns what a terminal should show, without the cells that it cannot write.
  private func expected(
    _ rows: [[ScreenCell]],
    _ terminal: TerminalCapabilities
  ) -> [[ModelTerminal.Cell]] {
    var cells = rows.map { $0.map { ModelTerminal.Cell(text: $0.text, rendition: $0.rendition) } }
    // The model lays out scalars one by one, as simple terminals do.
    for row in cells.indices {
      for column in cells[row].indices where cells[row][column].text.isEmpty {
        let scalars = cells[row][column - 1].text.unicodeScalars
        guard let second = scalars.dropFirst().lastIndex(where: { TextWidth.columns(of: $0) == 1 })
        else { continue }
        cells[row][column].text = String(scalars[second...])
        cells[row][column - 1].text = String(scalars[..<second])
      }
    }
    if terminal.wrapsAtOnce {
      let last = rows[rows.count - 1].lastIndex { !$0.isContinuation } ?? 0
      for column in last..<rows[0].count { cells[rows.count - 1][column] = .init() }
    }
    return cells
  }

  /// Returns the first cell that the terminal shows otherwise; nil if there is none.
  private func difference(_ model: ModelTerminal, _ expected: [[ModelTerminal.Cell]]) -> String? {
    for (row, cells) in expected.enumerated() {
      for (column, cell) in cells.enumerated() where model.rows[row][column].visible != cell.visible
      {
        return "\(row), \(column): \(model.rows[row][column]), not \(cell)"
      }
    }
    return nil
  }

  /// A frame of lists, boxes and texts, some of them at the edges.
  private func randomFrame(_ numbers: inout Numbers, from old: Frame?) -> Frame {
    var frame = old ?? Frame(size: size)
    let texts: [SafeText] = [
      "name", "a longer text of words", "日本語", "x é ▾ ─", "👍 done", "🇩🇪🇫🇷", "e\u{301}a\u{308}",
      "कि ka", "",
    ]
    let styles = [
      Style(), Style(bold: true), Style(dim: true), Style(reversed: true), Style(color: .cyan),
      Style(color: .red, bold: true), Style(underlined: true), Style(color: .green, reversed: true),
      Self.orange,
    ]
    for _ in 0..<(1 + numbers.next(3)) {
      let rect = Rect(
        row: numbers.next(9),
        column: numbers.next(40),
        columns: numbers.next(41),
        rows: 1 + numbers.next(3)
      )
      let style = styles[numbers.next(styles.count)]
      switch numbers.next(4) {
      case 0: frame.fill(rect, style: style)
      case 1: frame.restyle(rect) { $0 = style }
      default:
        let text = texts[numbers.next(texts.count)]
        frame.write(text, row: rect.row, column: rect.column - 2, style: style)
      }
    }
    frame.cursor = .init(
      row: numbers.next(9),
      column: numbers.next(40),
      isVisible: numbers.next(2) == 0
    )
    return frame
  }

  @Test(arguments: 0..<16)
  func `a terminal shows each of many frames`(seed: Int) throws {
    for terminal in [TerminalCapabilities.xterm, .simple, .trueColor] {
      var numbers = Numbers(seed)
      var encoder = FrameEncoder(terminal: terminal)
      var model = ModelTerminal(size: size)
      model.wrapsAtOnce = terminal.wrapsAtOnce
      var frame: Frame?
      for _ in 0..<30 {
        let next = randomFrame(&numbers, from: frame)
        let rows = rows(next, terminal)
        let bytes = encoder.encode(rows, cursor: next.cursor)
        try model.feed(bytes)
        #expect(
          difference(model, expected(rows, terminal)) == nil,
          "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
        )
        #expect(model.row == next.cursor.row && model.column == next.cursor.column)
        frame = next
      }
    }
  }

  @Test(arguments: [1, 2])
  func `a terminal with other widths shows the rest of a row in its place`(width: Int) throws {
    var encoder = FrameEncoder(terminal: .xterm)
    var model = ModelTerminal(size: size)
    model.columns = { scalar in
      TextWidth.isAgreed(String(scalar)) || scalar.isASCII ? TextWidth.columns(of: scalar) : width
    }
    for text in ["👍 a 🇩🇪 b ☎ c", "👍 a 🇩🇪 b ☎ d", "e\u{301} ❤ ♥ कि k", "x"] as [SafeText] {
      var frame = Frame(size: size)
      frame.write(text, row: 3, column: 1)
      frame.write("|", row: 3, column: 30)
      let rows = rows(frame, .xterm)
      try model.feed(encoder.encode(rows, cursor: .init(row: 0, column: 0)))
      for (column, cell) in rows[3].enumerated() where cell.text.utf8.count == 1 {
        // A blank may be covered by a character that the terminal takes more columns for.
        if cell.text != " " {
          #expect(model.rows[3][column].text == cell.text, "\(text) \(column)")
        }
      }
    }
  }

  @Test
  func `a list that moves is scrolled`() throws {
    var encoder = FrameEncoder(terminal: .xterm)
    var model = ModelTerminal(size: size)
    for (start, limit) in [(0, 400), (1, 80), (2, 80), (0, 110)] {
      var frame = Frame(size: size)
      frame.write("title", row: 0, column: 0)
      for row in 1..<8 { frame.write("item \(row + start) of the list", row: row, column: 2) }
      frame.write("footer", row: 8, column: 0)
      let rows = rows(frame, .xterm)
      let bytes = encoder.encode(rows, cursor: .init(row: 1, column: 1))
      #expect(bytes.count <= limit)
      try model.feed(bytes)
      #expect(difference(model, expected(rows, .xterm)) == nil)
    }
  }

  @Test
  func `a frame that looks the same sends nothing`() {
    var encoder = FrameEncoder(terminal: .xterm)
    var frame = Frame(size: size)
    frame.write("text", row: 1, column: 1)
    _ = encoder.encode(rows(frame, .xterm), cursor: frame.cursor)
    // A blank shows neither weight nor colour.
    frame.restyle(Rect(row: 5, column: 0, columns: 40, rows: 2)) {
      $0 = Style(color: .red, bold: true)
    }
    #expect(encoder.encode(rows(frame, .xterm), cursor: frame.cursor) == [])
  }

  @Test(arguments: [
    (Rendition.plain, Rendition(attributes: .bold), "\u{1B}[1m"),
    (Rendition(attributes: .bold), .plain, "\u{1B}[m"),
    (Rendition(attributes: .dim), Rendition(attributes: .reversed), "\u{1B}[0;7m"),
    (Rendition(attributes: .bold), Rendition(attributes: .bold, color: .palette(6)), "\u{1B}[36m"),
    (Rendition(attributes: .bold, color: .palette(6)), Rendition(attributes: .bold), "\u{1B}[0;1m"),
    (.plain, Rendition(attributes: .bold, color: .palette(6)), "\u{1B}[1;36m"),
    (.plain, .plain, ""),
  ])
  func `attributes change by the shortest sequence`(old: Rendition, new: Rendition, sent: String) {
    #expect(
      String(decoding: TerminalCapabilities.xterm.change(from: old, to: new), as: UTF8.self) == sent
    )
  }

  private static let orange = Style(
    palette: 208,
    trueColor: TrueColor(red: 255, green: 136, blue: 0)
  )

  @Test(
    arguments: [
      (.trueColor, orange, "\u{1B}[38;2;255;136;0m"), (.manyColors, orange, "\u{1B}[38;5;208m"),
      (.xterm, orange, ""), (.simple, orange, ""),
      (.trueColor, Style(color: .red), "\u{1B}[31m"),
      (.trueColor, Style(palette: 208), "\u{1B}[38;5;208m"),
    ] as [(TerminalCapabilities, Style, String)]
  )
  func `a colour is sent as exactly as the terminal has it`(
    terminal: TerminalCapabilities,
    style: Style,
    sent: String
  ) {
    let bytes = terminal.change(from: .plain, to: Rendition(style, on: terminal))
    #expect(String(decoding: bytes, as: UTF8.self) == sent)
  }

  @Test
  func `an exact colour is sent once for all its cells, and turned off after them`() throws {
    var encoder = FrameEncoder(terminal: .trueColor)
    var frame = Frame(size: size)
    frame.write("now ████ orange", row: 0, column: 0)
    _ = encoder.encode(rows(frame, .trueColor), cursor: frame.cursor)
    frame.restyle(Rect(row: 0, column: 4, columns: 4, rows: 1)) { $0 = Self.orange }
    let rows = rows(frame, .trueColor)
    let bytes = encoder.encode(rows, cursor: frame.cursor)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\u{1B}[38;2;255;136;0m████\u{1B}[m"), "\(text.debugDescription)")
    #expect(text.matches(of: /38;2;/).count == 1)
    var model = ModelTerminal(size: size)
    encoder.invalidate()
    try model.feed(encoder.encode(rows, cursor: frame.cursor))
    #expect(difference(model, expected(rows, .trueColor)) == nil)
  }
}

/// Numbers that look random and are the same in every run.
private struct Numbers {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  /// Returns a number below a limit.
  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
