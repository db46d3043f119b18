import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct DataControlTests {
  private let bytes = (0..<1000).map { UInt8($0 & 0xFF) }

  private func control(_ bytes: [UInt8]) -> any Control {
    ValueKind.data.control(.data(bytes: bytes))
  }

  private func press(_ keys: String, _ control: inout any Control) throws {
    for press in try Step.presses(keys) {
      _ = control.update(press)
      control.scroll(columns: 66, rows: 8)
    }
  }

  private func lines(_ control: any Control, columns: Int = 66) -> [String] {
    control.render(columns: columns, rows: 8).lines.map { line in
      let text = line.spans.map(\.text.string).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(
    arguments: [
      ("300", 300), ("0x12c", 300), (" 0X12C ", 300), ("0", 0), ("999", 999), ("0x3e7", 999),
      ("007", 7),
    ]
  )
  func `an offset is decimal, or hexadecimal after 0x`(text: String, value: Int) throws {
    #expect(try ByteOffset(text, count: 1000).value == value)
  }

  @Test(
    arguments: [
      ("1000", "Out of range: the last byte is at 999 (0x3e7)."),
      ("0xffffffffffffffffffff", "Out of range: the last byte is at 999 (0x3e7)."),
      ("12c", "Type a number such as 300 or 0x12c."), ("0x", "Type a number such as 300 or 0x12c."),
      ("-1", "Type a number such as 300 or 0x12c."), ("", "Type a number such as 300 or 0x12c."),
      ("٣", "Type a number such as 300 or 0x12c."),
    ]
  )
  func `another text is refused, with the greatest offset if it is too large`(
    text: String,
    message: String
  ) {
    let problem = #expect(throws: ByteOffset.Problem.self) { try ByteOffset(text, count: 1000) }
    #expect(problem.map { "\($0)" } == message)
  }

  @Test func `the line of an offset becomes the first one`() throws {
    var control = control(bytes)
    control.scroll(columns: 66, rows: 8)
    try press("o0x12c<Enter>", &control)
    #expect(lines(control)[2].hasPrefix("0000012c  2c 2d 2e"))
    #expect(lines(control).last == "at 300 (0x12c): 2c")
    #expect(!control.isDirty && control.keyMode == .data)
  }

  @Test func `at the end of the data no row stays blank`() throws {
    var control = control(bytes)
    control.scroll(columns: 66, rows: 8)
    try press("o999<Enter>", &control)
    #expect(lines(control).count == 8)
    #expect(lines(control)[6].hasPrefix("000003e4  e4 e5 e6 e7"))
    #expect(lines(control).last == "at 999 (0x3e7): e7")
    try press("j", &control)
    #expect(lines(control).count == 8)
    #expect(lines(control).last?.hasPrefix("000003e4  e4 e5 e6 e7") == true)
  }

  @Test func `an offset beyond the data is refused, and the field stays`() throws {
    var control = control(bytes)
    control.scroll(columns: 66, rows: 8)
    try press("o1000<Enter>", &control)
    #expect(lines(control).last == "! Out of range: the last byte is at 999 (0x3e7).")
    #expect(control.keyMode == .offset)
    try press("<Backspace><Enter>", &control)
    #expect(lines(control).last == "at 100 (0x64): 64")
    try press("o<Esc>", &control)
    #expect(control.keyMode == .data)
  }

  @Test func `without bytes there is no offset`() throws {
    var control = control([])
    try press("o", &control)
    #expect(control.keyMode == .data)
    #expect(lines(control).last == "There are no bytes.")
  }

  @Test func `the digest is shown where there is room, and follows the data`() throws {
    var control = control(Array("abc".utf8))
    control.scroll(columns: 66, rows: 8)
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(lines(control).prefix(2) == ["3 bytes   text   SHA-256:", abc])
    try press("d", &control)
    let none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(lines(control) == ["0 bytes   SHA-256:", none])
    control.scroll(columns: 36, rows: 8)
    #expect(lines(control, columns: 36) == ["0 bytes"])
  }
}
