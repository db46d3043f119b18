import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct DataControlTests {
  private func lines(_ control: any Control, rows: Int = 8) -> [String] {
    control.picture(columns: 66, rows: rows).lines.map { line in
      let text = line.spans.map(\.text.string).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test func `size, type and first bytes are shown, and follow the data`() throws {
    var control = ValueKind.data.control(.data(bytes: Array("abc".utf8)))
    let digits = "61 62 63".padding(to: 47)
    #expect(lines(control) == ["3 bytes   text", "\(digits)  abc"])
    for press in try Step.presses("d") { _ = control.update(press) }
    #expect(lines(control) == ["0 bytes"])
  }

  @Test func `large data has the lines of its first bytes, and room for what is below`() throws {
    var control = ValueKind.data.control(.data(bytes: Array(repeating: 7, count: 1_000_000)))
    #expect(lines(control, rows: 40).count == 6)
    #expect(lines(control, rows: 40).first == "1000000 bytes")
    #expect(lines(control, rows: 40).last == "…")
    for press in try Step.presses("e!<Enter>") { _ = control.update(press) }
    let below = lines(control, rows: 4).suffix(2)
    #expect(below.first == "Base64:       !")
    #expect(below.last?.hasPrefix("! ") == true)
  }

  @Test func `Base64 that is being typed is kept`() throws {
    var control = ValueKind.data.control(.data(bytes: [1]))
    for press in try Step.presses("eAAE") { _ = control.update(press) }
    #expect(control.hasKeptInput)
    #expect(control.editedText.text == "AAE")
    var next = ValueKind.data.control(.data(bytes: [1]))
    let isRestored = next.restore(control.input)
    #expect(isRestored)
    #expect(!next.isDirty)
    for press in try Step.presses("C<Enter>") { _ = next.update(press) }
    #expect(try next.value() == .data(bytes: [0, 1, 2]))
    for press in try Step.presses("eBQ<Esc>") { _ = control.update(press) }
    #expect(control.hasKeptInput)
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: count - self.count)
  }
}
