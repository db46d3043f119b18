import TestSupport
import Testing

@testable import EditorCore

@Suite struct TextBufferTests {
  static let texts = [
    "", "\n", "a", "a\n", "a\r\nb\r\n", "a\rb\n\r", "\u{0}\u{1B}[31m\n\t", "e\u{301}\n日本\n🦄👨‍👩‍👧",
    "\u{2028}\u{85}\n\u{301}x", "\r\n\r\n", "a\\nb\nc",
  ]

  @Test(arguments: texts)
  func `every text is kept byte for byte`(text: String) {
    let buffer = TextBuffer(text)
    #expect(Array(buffer.text.utf8) == Array(text.utf8))
    #expect(buffer.byteCount == text.utf8.count)
    #expect(buffer.scalarCount == text.unicodeScalars.count)
  }

  @Test(arguments: texts, Array(0..<8))
  func `random commands keep the counts, the cursor and the history right`(
    text: String,
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var buffer = TextBuffer(text)
    for _ in 0..<200 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let inserted = ["x", "\n", "\r", "\r\n", "\u{301}", "🦄", "a b\nc", "\u{0}"]
        buffer.insert(
          inserted.randomElement(using: &random) ?? "",
          isTyping: Bool.random(using: &random)
        )
      case 1:
        buffer.insertLineBreak()
      default:
        buffer.perform(FieldCommand.allCases.randomElement(using: &random) ?? .left)
      }
      let all = buffer.text
      #expect(buffer.byteCount == all.utf8.count)
      #expect(buffer.scalarCount == all.unicodeScalars.count)
      let cursor = buffer.cursor
      #expect(buffer.lines.indices.contains(cursor.line))
      #expect((0...buffer.length(ofLine: cursor.line)).contains(cursor.offset))
      let line = buffer.lines[cursor.line]
      let index = line.utf8.index(line.startIndex, offsetBy: cursor.offset)
      #expect(String.Index(index, within: line) != nil)
    }
    let end = buffer.text
    for _ in 0..<1000 { buffer.perform(.undoTyping) }
    #expect(Array(buffer.text.utf8) == Array(text.utf8))
    for _ in 0..<1000 { buffer.perform(.redoTyping) }
    #expect(buffer.text.utf8.count == end.utf8.count || end.utf8.elementsEqual(buffer.text.utf8))
  }

  @Test func `a typed word is one step of undo, and redo repeats it`() {
    var buffer = TextBuffer("")
    for character in "one two" { buffer.insert(String(character), isTyping: true) }
    buffer.perform(.undoTyping)
    #expect(buffer.text == "one ")
    buffer.perform(.undoTyping)
    #expect(buffer.text.isEmpty)
    buffer.perform(.redoTyping)
    buffer.perform(.redoTyping)
    #expect(buffer.text == "one two")
  }

  @Test func `a new line has the line break of the lines around it`() {
    var buffer = TextBuffer("a\r\nb")
    buffer.perform(.end)
    buffer.insertLineBreak()
    #expect(buffer.text == "a\r\n\r\nb")
    var plain = TextBuffer("a\nb")
    plain.insertLineBreak()
    #expect(plain.text == "\na\nb")
  }

  @Test func `deleting at the edges of lines joins them, with a carriage return as one break`() {
    var buffer = TextBuffer("ab\r\ncd")
    buffer.perform(.end)
    #expect(buffer.cursor == TextBuffer.Place(line: 0, offset: 2))
    buffer.perform(.deleteForward)
    #expect(buffer.text == "abcd")
    buffer.perform(.undoTyping)
    buffer.move(to: TextBuffer.Place(line: 1, offset: 0))
    buffer.perform(.deleteBack)
    #expect(buffer.text == "abcd")
    buffer.perform(.undoTyping)
    buffer.move(to: TextBuffer.Place(line: 0, offset: 2))
    buffer.perform(.deleteToEnd)
    #expect(buffer.text == "abcd")
    buffer.perform(.putBack)
    #expect(buffer.text == "ab\r\ncd")
  }

  @Test func `words are left and deleted across lines`() {
    var buffer = TextBuffer("one two\n  three")
    buffer.move(to: buffer.end)
    buffer.perform(.wordLeft)
    #expect(buffer.cursor == TextBuffer.Place(line: 1, offset: 2))
    buffer.perform(.deleteWord)
    #expect(buffer.text == "one three")
    buffer.perform(.start)
    buffer.perform(.wordRight)
    #expect(buffer.cursor.offset == 3)
  }
}
