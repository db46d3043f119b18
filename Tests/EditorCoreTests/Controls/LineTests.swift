@testable import EditorCore
import Terminal
import Testing

@Suite struct LineTests {
  @Test func `typing inserts before the cursor`() {
    var buffer = TextBuffer(line: "ac")
    buffer.perform(.left)
    buffer.insert("b")
    #expect(buffer.text == "abc")
    #expect(buffer.cursor.offset == 2)
  }

  @Test func `a combining mark joins the character before it`() {
    var buffer = TextBuffer(line: "e")
    buffer.insert("\u{301}")
    #expect(Array(buffer.text) == ["e\u{301}"])
    #expect(buffer.cursor == buffer.end)
  }

  @Test func `one press deletes a whole grapheme`() {
    var buffer = TextBuffer(line: "a👨‍👩‍👧‍👦")
    buffer.perform(.deleteBack)
    #expect(buffer.text == "a")
  }

  @Test(arguments: [
    (FieldCommand.deleteWord, "one two ", 8), (.deleteToStart, "three", 0),
    (.deleteToEnd, "one two three", 13), (.start, "one two three", 0),
    (.wordLeft, "one two three", 8),
  ])
  func `editing commands do as in a shell`(command: FieldCommand, text: String, cursor: Int) {
    var buffer = TextBuffer(line: "one two three")
    if command == .deleteToStart {
      for _ in 0..<5 { buffer.perform(.left) }
    }
    buffer.perform(command)
    #expect(buffer.text == text)
    #expect(buffer.cursor.offset == cursor)
  }

  @Test func `deleted text can be put back elsewhere`() {
    var buffer = TextBuffer(line: "one two")
    buffer.perform(.deleteWord)
    buffer.perform(.start)
    buffer.perform(.putBack)
    #expect(buffer.text == "twoone ")
  }

  @Test func `undo brings the text of before back`() {
    var buffer = TextBuffer(line: "one")
    buffer.insert("!")
    buffer.perform(.deleteToStart)
    buffer.perform(.undoTyping)
    #expect(buffer.text == "one!")
    buffer.perform(.undoTyping)
    #expect(buffer.text == "one")
  }

  @Test func `a line feed is a character of the line, which can be left and deleted`() {
    var buffer = TextBuffer(line: "a\nb\r\n")
    #expect(buffer.lines.count == 1)
    buffer.perform(.left)
    #expect(buffer.textBeforeCursor == "a\nb")
    buffer.perform(.deleteToStart)
    #expect(buffer.text == "\r\n")
    buffer.perform(.putBack)
    buffer.insert("\n")
    #expect(buffer.text == "a\nb\n\r\n")
    for _ in 0..<3 { buffer.perform(.undoTyping) }
    #expect(buffer.text == "a\nb\r\n")
  }

  @Test func `undo of a long line holds what was typed, and no copies of the line`() {
    var buffer = TextBuffer(line: String(repeating: "long ", count: 12_000))
    for _ in 0..<100 {
      buffer.insert("x")
      buffer.perform(.left)
    }
    #expect(Self.textSize(buffer) < 70_000)
    for _ in 0..<100 { buffer.perform(.undoTyping) }
    #expect(buffer.byteCount == 60_000)
  }

  /// Returns the number of characters in all texts that a value holds.
  private static func textSize(_ value: Any) -> Int {
    switch value {
    case let text as String: text.utf8.count
    case let characters as [Character]: characters.count
    default: Mirror(reflecting: value).children.reduce(0) { $0 + textSize($1.value) }
    }
  }

  @Test func `text beyond the limit is counted and not taken`() {
    var buffer = TextBuffer(line: "")
    let dropped = buffer.insert(String(repeating: "x", count: TextBuffer.lineLimit + 7))
    #expect(dropped == 7)
    #expect(buffer.byteCount == TextBuffer.lineLimit)
  }

  @Test func `a long text shows its part around the cursor`() {
    var buffer = TextBuffer(line: "0123456789")
    let picture = buffer.render(columns: 5)
    #expect(picture.lines[0].spans[0].text.string == "6789 ")
    #expect(picture.cursor?.column == 4)
  }

  @Test func `the visible part stays while the cursor moves in it`() {
    var buffer = TextBuffer(line: "0123456789")
    func shown() -> String {
      let picture = buffer.render(columns: 5)
      return "\(picture.lines[0].spans[0].text.string)|\(picture.cursor?.column ?? -1)"
    }
    #expect(shown() == "6789 |4")
    buffer.perform(.left)
    buffer.perform(.left)
    #expect(shown() == "6789 |2")
    for _ in 0..<4 { buffer.perform(.left) }
    #expect(shown() == "45678|0")
    buffer.perform(.end)
    for _ in 0..<3 { buffer.perform(.deleteBack) }
    // The room that becomes free is used for the text before.
    #expect(shown() == "3456 |4")
    buffer.perform(.deleteToStart)
    #expect(shown() == "     |0")
  }

  @Test func `wide characters take two columns before the cursor`() {
    var buffer = TextBuffer(line: "日本")
    let picture = buffer.render(columns: 10)
    #expect(picture.cursor?.column == 4)
  }
}
