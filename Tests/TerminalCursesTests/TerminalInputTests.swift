import Glibc
import Terminal
import Testing

@testable import TerminalCurses

/// What is read from a terminal, in the pieces in which a slow line delivers it.
struct TerminalInputTests {
  /// Returns the events of texts that arrive one after the other, each after what came before was handled.
  private func events(of texts: [String], pause: useconds_t = 0) throws -> [Event] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    var input = TerminalInput(descriptor: ends[0], sequences: KeySequences())
    var events: [Event] = []
    for text in texts {
      usleep(events.isEmpty ? 0 : pause)
      let bytes = Array(text.utf8)
      try #require(write(ends[1], bytes, bytes.count) == bytes.count)
      var arrived: ArraySlice<Event> = []
      let isThere = input.read(into: &arrived)
      #expect(isThere)
      events += arrived
    }
    return events
  }

  private static let escape: Event = .key(KeyPress(.escape))

  @Test(arguments: [
    ("[A", KeyPress(.up)), ("OB", KeyPress(.down)), ("[5~", KeyPress(.pageUp)),
    ("[1;5C", KeyPress(.right, .control)), ("OP", KeyPress(.function(1))),
  ])
  func `the late rest of a sequence is its key and no text`(rest: String, press: KeyPress) throws {
    #expect(try events(of: ["\u{1B}", rest]) == [Self.escape, .key(press)])
  }

  @Test(arguments: ["[", "Ok", "[a text", "jj", "[A]"])
  func `what follows Escape otherwise is typed`(text: String) throws {
    let typed = text.map { Event.key(.character($0)) }
    #expect(try events(of: ["\u{1B}", text]) == [Self.escape] + typed)
  }

  @Test func `a rest that comes much later or without Escape is typed`() throws {
    let typed = "[A".map { Event.key(.character($0)) }
    #expect(try events(of: ["j", "[A"]) == [.key(.character("j"))] + typed)
    #expect(try events(of: ["\u{1B}", "[A"], pause: 600_000) == [Self.escape] + typed)
  }
}
