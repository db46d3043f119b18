import CNcurses
import Testing

@testable import TerminalCurses

/// Sequences of the terminal database, taken apart once.
@Suite struct SequenceTemplateTests {
  @Test(arguments: [
    "\u{1B}[%i%p1%d;%p2%dH", "\u{1B}[%i%p1%dG", "\u{1B}[%p1%dC", "\u{1B}[%p2%d;%p1%dx", "%p1%d",
    "\u{1B}[H", "",
  ])
  func `gives the bytes that curses gives`(format: String) throws {
    let template = try #require(SequenceTemplate(format))
    for first in [0, 1, 8, 9, 10, 79, 99, 254, 999] {
      for second in [0, 5, 132] {
        let expanded = String(cString: cncurses_expand(format, Int32(first), Int32(second)))
        #expect(template.bytes(first, second) == Array(expanded.utf8))
      }
    }
  }

  @Test(arguments: [
    "\u{1B}=%p1%' '%+%c%p2%' '%+%c", "%p1%2d", "100%%", "%i%p1%d%?%p2%t;%p2%d%;", "%", "%p1",
    "%p3%d", "%p1%d%i%p2%d",
  ])
  func `leaves a sequence that computes to curses`(format: String) {
    #expect(SequenceTemplate(format) == nil)
  }
}
