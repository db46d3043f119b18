import Testing

@testable import Terminal

struct FrameTests {
  /// Returns a frame whose cells are all taken.
  private func filled(columns: Int, rows: Int = 1) -> Frame {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    for row in 0..<rows {
      frame.write(SafeText(String(repeating: "x", count: columns)), row: row, column: 0)
    }
    return frame
  }

  @Test
  func `a new frame is blank and plain`() {
    let frame = Frame(size: Size(columns: 3, rows: 2))
    #expect(frame.text == "   \n   \n")
    #expect(frame.styleMask == "\n\n")
  }

  @Test(arguments: [
    (0, Int.max, "abcxx", 3), (3, .max, "xxxab", 5), (-1, .max, "bcxxx", 2), (0, 2, "abxxx", 2),
    (5, .max, "xxxxx", 5), (-3, .max, "xxxxx", 0), (1, 0, "xxxxx", 1), (0, -1, "xxxxx", 0),
    (-1, 2, "bxxxx", 1), (.max, .max, "xxxxx", .max), (.min, .max, "xxxxx", .min + 3),
  ])
  func `text is cut at the edges`(column: Int, columns: Int, expected: String, end: Int) {
    var frame = filled(columns: 5)
    #expect(frame.write("abc", row: 0, column: column, columns: columns) == end)
    #expect(frame.text == expected + "\n")
  }

  @Test
  func `text outside the rows is cut and still tells where it ends`() {
    var frame = filled(columns: 5)
    #expect(frame.write("abc", row: -1, column: 0) == 3)
    #expect(frame.write("abc", row: 1, column: 1) == 4)
    #expect(frame.text == "xxxxx\n")
  }

  @Test
  func `a wide character takes two cells of which the second is empty`() {
    var frame = filled(columns: 5)
    #expect(frame.write("日本", row: 0, column: 1) == 5)
    #expect(frame.rows[0].map(\.text) == ["x", "日", "", "本", ""])
  }

  @Test(arguments: [
    (0, 3, "日 x"), (3, .max, "xxx "), (-1, .max, " 本x"), (1, 1, "x xx"),
  ])
  func `half of a wide character becomes a blank at an edge`(
    column: Int,
    columns: Int,
    expected: String
  ) {
    var frame = filled(columns: 4)
    frame.write("日本", row: 0, column: column, columns: columns)
    #expect(frame.text == expected + "\n")
  }

  @Test
  func `overwriting half of a wide character blanks the other half`() {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.write("日本語", row: 0, column: 0)
    frame.write("a", row: 0, column: 1)
    #expect(frame.rows[0].map(\.text) == [" ", "a", "本", "", "語", ""])
    frame.write("b", row: 0, column: 2)
    #expect(frame.rows[0].map(\.text) == [" ", "a", "b", " ", "語", ""])
    frame.write("字", row: 0, column: 3)
    #expect(frame.rows[0].map(\.text) == [" ", "a", "b", "字", "", " "])
    frame.fill(Rect(row: 0, column: 4, columns: 1, rows: 1))
    #expect(frame.rows[0].map(\.text) == [" ", "a", "b", " ", " ", " "])
  }

  @Test
  func `marks share the cell of their character and a flag is one wide character`() {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.write("e\u{301}한🇩🇪", row: 0, column: 0)
    #expect(frame.rows[0].map(\.text) == ["e\u{301}", "한", "", "🇩🇪", "", " "])
  }

  @Test
  func `filling blanks the part inside and gives it the style`() {
    var frame = filled(columns: 4, rows: 3)
    frame.fill(Rect(row: 1, column: 2, columns: .max, rows: .max), style: Style(reversed: true))
    frame.fill(Rect(row: -2, column: -2, columns: 3, rows: 3))
    #expect(frame.text == " xxx\nxx  \nxx  \n")
    #expect(frame.styleMask == "\n..vv\n..vv\n")
  }

  @Test
  func `restyling keeps the text and takes wide characters as a whole`() {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.write("日本語", row: 0, column: 0, style: Style(color: .red))
    frame.restyle(Rect(row: 0, column: 1, columns: 2, rows: 1)) { $0.isBold = true }
    #expect(frame.text == "日本語\n")
    #expect(frame.styleMask == "RRRRrr\n")
  }

  @Test
  func `a box has a title above and a footer below`() {
    var frame = filled(columns: 14, rows: 4)
    frame.box(
      Rect(row: 0, column: 0, columns: 13, rows: 4),
      title: "Title",
      footer: "a longer footer",
      style: Style(dim: true)
    )
    #expect(
      frame.text == """
        ┌─ Title ───┐x
        │           │x
        │           │x
        └─ a long… ─┘x

        """
    )
    #expect(frame.styleMask == "0000000000000\n0...........0\n0...........0\n0000000000000\n")
  }

  @Test(arguments: [
    (1, 1, " xx\nxxx\nxxx\n"), (3, 1, "   \nxxx\nxxx\n"), (2, 2, "┌┐x\n└┘x\nxxx\n"),
    (3, 3, "┌─┐\n│ │\n└─┘\n"), (9, 9, "┌──\n│  \n│  \n"), (0, 0, "xxx\nxxx\nxxx\n"),
  ])
  func `a box of any size is cut and never fails`(columns: Int, rows: Int, expected: String) {
    var frame = filled(columns: 3, rows: 3)
    frame.box(Rect(row: 0, column: 0, columns: columns, rows: rows), title: "")
    #expect(frame.text == expected)
  }

  @Test
  func `a box that begins outside shows only what is inside`() {
    var frame = filled(columns: 4, rows: 2)
    frame.box(Rect(row: -1, column: -1, columns: 4, rows: 3), title: "hidden")
    #expect(frame.text == "  │x\n──┘x\n")
  }

  @Test
  func `every visible style has a letter of its own`() {
    var letters: [Character: Style] = [:]
    for color in Style.Color.allCases {
      for bits in 0..<12 {
        let style = Style(
          color: color,
          bold: bits % 3 == 1,
          dim: bits % 3 == 2,
          reversed: bits / 3 % 2 == 1,
          underlined: bits / 6 == 1
        )
        #expect(letters[style.letter] == nil, "\(style) and another one are \(style.letter)")
        letters[style.letter] = style
      }
    }
    #expect(Style.plain.letter == ".")
    #expect(letters.count == 84)
  }
}

struct RectTests {
  @Test
  func `an extent beyond all numbers ends at the largest`() {
    let rect = Rect(row: 2, column: 3, columns: .max, rows: .max)
    #expect(rect.endRow == .max)
    #expect(rect.endColumn == .max)
    #expect(rect.contains(row: 2, column: 1_000_000))
    #expect(!rect.contains(row: 1, column: 3))
  }
}

struct RecordingScreenTests {
  @Test
  func `events are played in order and then the terminal hangs up`() {
    let screen = RecordingScreen(
      size: Size(columns: 2, rows: 1),
      events: [.key(KeyPress(.up)), .resize(Size(columns: 9, rows: 3))]
    )
    #expect(screen.nextEvent(waiting: false) == .key(KeyPress(.up)))
    #expect(screen.size == Size(columns: 2, rows: 1))
    screen.enqueue(.wake)
    #expect(screen.nextEvent(waiting: true) == .resize(Size(columns: 9, rows: 3)))
    #expect(screen.size == Size(columns: 9, rows: 3))
    #expect(screen.nextEvent(waiting: true) == .wake)
    #expect(screen.nextEvent(waiting: false) == nil)
    #expect(screen.nextEvent(waiting: true) == .terminate(.hangup))
  }

  @Test
  func `a program that waits asks for more when the events are used up`() {
    var more: [Event] = [.paste("text"), .wake]
    let screen = RecordingScreen(size: Size(columns: 2, rows: 1)) {
      more.isEmpty ? nil : more.removeFirst()
    }
    #expect(screen.nextEvent(waiting: false) == nil)
    #expect(screen.nextEvent(waiting: true) == .paste("text"))
    #expect(screen.nextEvent(waiting: true) == .wake)
    #expect(screen.nextEvent(waiting: true) == .terminate(.hangup))
  }

  @Test
  func `what was shown and asked for is kept`() {
    let screen = RecordingScreen(size: Size(columns: 2, rows: 1))
    var frame = Frame(size: screen.size)
    frame.write("ab", row: 0, column: 0)
    screen.present(frame)
    screen.suspend()
    screen.invalidate()
    #expect(screen.lendTerminal { 7 } == 7)
    #expect(screen.frame.text == "ab\n")
    #expect(screen.frameCount == 1)
    #expect(screen.suspendCount == 1)
    #expect(screen.yieldCount == 1)
    #expect(screen.invalidateCount == 1)
  }
}
