import Defaults
@testable import EditorCore
import Testing

@Suite struct HistoryTests {
  private func step(_ before: Int128, _ after: Int128, isOpen: Bool = false) -> History.Step {
    History.Step(
      suiteName: "s",
      key: "k",
      before: .integer(before),
      after: .integer(after),
      isOpen: isOpen
    )
  }

  @Test func `small steps in a row are one change`() {
    var history = History()
    history.record(step(1, 2, isOpen: true))
    history.record(step(2, 3, isOpen: true))
    #expect(history.done.count == 1)
    #expect(history.next(.undo)?.before == .integer(1))
    #expect(history.next(.undo)?.after == .integer(3))
  }

  @Test func `a step after a pause is a change of its own`() {
    var history = History()
    history.record(step(1, 2, isOpen: true))
    history.close()
    history.record(step(2, 3, isOpen: true))
    #expect(history.done.count == 2)
  }

  @Test func `what was undone can be redone until something new is done`() {
    var history = History()
    history.record(step(1, 2))
    history.move(.undo, stored: .integer(1))
    #expect(history.next(.redo)?.after == .integer(2))
    history.record(step(1, 9))
    #expect(history.next(.redo) == nil)
  }

  @Test func `the oldest changes are forgotten beyond the limit`() {
    var history = History()
    for number in 0...Int128(History.limit) { history.record(step(number, number + 1)) }
    #expect(history.done.count == History.limit)
    #expect(history.done.first?.before == .integer(1))
  }
}
