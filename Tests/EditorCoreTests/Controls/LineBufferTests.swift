@testable import EditorCore
import Terminal
import Testing

@Suite struct LineBufferTests {
  @Test func `typing inserts before the cursor`() {
    var buffer = LineBuffer("ac")
    buffer.perform(.left)
    buffer.insert("b")
    #expect(buffer.text == "abc")
    #expect(buffer.cursor == 2)
  }

  @Test func `a combining mark joins the character before it`() {
    var buffer = LineBuffer("e")
    buffer.insert("\u{301}")
    #expect(buffer.characters == ["e\u{301}"])
    #expect(buffer.cursor == 1)
  }

  @Test func `one press deletes a whole grapheme`() {
    var buffer = LineBuffer("a👨‍👩‍👧‍👦")
    buffer.perform(.deleteBack)
    #expect(buffer.text == "a")
  }

  @Test(arguments: [
    (FieldCommand.deleteWord, "one two ", 8), (.deleteToStart, "three", 0),
    (.deleteToEnd, "one two three", 13), (.start, "one two three", 0),
    (.wordLeft, "one two three", 8),
  ])
  func `editing commands do as in a shell`(command: FieldCommand, text: String, cursor: Int) {
    var buffer = LineBuffer("one two three")
    if command == .deleteToStart {
      for _ in 0..<5 { buffer.perform(.left) }
    }
    buffer.perform(command)
    #expect(buffer.text == text)
    #expect(buffer.cursor == cursor)
  }

  @Test func `deleted text can be put back elsewhere`() {
    var buffer = LineBuffer("one two")
    buffer.perform(.deleteWord)
    buffer.perform(.start)
    buffer.perform(.putBack)
    #expect(buffer.text == "twoone ")
  }

  @Test func `undo brings the text of before back`() {
    var buffer = LineBuffer("one")
    buffer.insert("!")
    buffer.perform(.deleteToStart)
    buffer.perform(.undoTyping)
    #expect(buffer.text == "one!")
    buffer.perform(.undoTyping)
    #expect(buffer.text == "one")
  }

  @Test func `text beyond the limit is counted and not taken`() {
    var buffer = LineBuffer()
    let dropped = buffer.insert(String(repeating: "x", count: LineBuffer.limit + 7))
    #expect(dropped == 7)
    #expect(buffer.characters.count == LineBuffer.limit)
  }

  @Test func `a long text shows its part around the cursor`() {
    let buffer = LineBuffer("0123456789")
    let picture = buffer.picture(columns: 5, isRejected: false)
    #expect(picture.lines[0].spans[0].text.string == "6789 ")
    #expect(picture.cursor?.column == 4)
  }

  @Test func `the visible part stays while the cursor moves in it`() {
    var buffer = LineBuffer("0123456789")
    func shown() -> String {
      buffer.scroll(columns: 5)
      let picture = buffer.picture(columns: 5, isRejected: false)
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
    let picture = LineBuffer("日本").picture(columns: 10, isRejected: false)
    #expect(picture.cursor?.column == 4)
  }
}
