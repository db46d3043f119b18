import Defaults
@testable import EditorCore
import Terminal
import TestSupport
import Testing

/// Failures on the status line, and the list of messages.
@Suite struct UnreadFailureTests {
  private var state = EditorState(
    document: Document(schema: NotesFixture().schema, stored: ["general.autosave": .bool(false)]),
    size: Size(columns: 80, rows: 24)
  )

  private mutating func take(_ actions: Action...) {
    for action in actions { _ = update(&state, action) }
  }

  private mutating func press(_ text: String) throws {
    for press in try Step.presses(text) { _ = update(&state, .event(.key(press))) }
  }

  private var screen: String { view(state).text }

  /// Returns the words of a text of about this many characters.
  private static func words(_ characters: Int) -> String {
    (1...characters / 4).map { "w\($0)" }.joined(separator: " ")
  }

  @Test mutating func `a failure is not removed by keys that were pressed before it was seen`()
    throws
  {
    take(.diagnosed("The disk is odd."))
    try press("jjk")
    #expect(screen.contains("! The disk is odd."))
    take(.presented)
    #expect(screen.contains("! The disk is odd."))
    try press("j")
    #expect(!screen.contains("The disk is odd."))
  }

  @Test mutating func `a failure that a box covers is not seen`() throws {
    take(.event(.resize(Size(columns: 40, rows: 12))))
    try press("j<Enter>")
    take(.diagnosed("The disk is odd."), .presented)
    try press("1<Esc>")
    #expect(screen.contains("! The disk is odd."))
    take(.presented)
    try press("j")
    #expect(!screen.contains("The disk is odd."))
  }

  @Test mutating func `a failure that is too long for its line hides no later notice`() throws {
    take(.diagnosed(Self.words(4000)), .presented)
    #expect(screen.contains("! w1 w2"))
    try press("w")
    #expect(screen.contains("Nothing is staged") && !screen.contains("w1 w2"), "\(screen)")
    take(.presented)
    try press("j")
    #expect(screen.contains("! w1 w2"))
  }

  @Test mutating func `several failures are shown one after another, each of them once`() throws {
    take(.diagnosed("One."), .diagnosed("Two."), .diagnosed("One."), .presented)
    #expect(screen.contains("! One."))
    try press("j")
    #expect(screen.contains("! Two."))
    take(.presented)
    try press("j")
    #expect(!screen.contains("Two."))
  }

  @Test(
    .thorough,
    arguments: [(80, 24, 300), (120, 40, 400), (40, 12, 130), (30, 6, 60), (12, 5, 20)]
  )
  mutating func `a failure is shown in full where there is room for it`(
    columns: Int,
    rows: Int,
    characters: Int
  ) throws {
    take(.event(.resize(Size(columns: columns, rows: rows))))
    let text = Self.words(characters)
    take(.diagnosed(text), .presented)
    let missing = text.split(separator: " ").filter { !screen.contains($0) }
    #expect(missing.isEmpty)
    let selected = try #require(state.selectedRow)
    let list = Layout(state: state).list.size.rows
    #expect(list == 0 || (state.suite.top..<state.suite.top + list).contains(selected))
    try press("j")
    #expect(state.feedback.unreadFailures.isEmpty)
  }

  @Test(.thorough, arguments: [(80, 24), (40, 12), (30, 6)])
  mutating func `a failure without room stays until the list of messages is opened`(
    columns: Int,
    rows: Int
  ) throws {
    take(.event(.resize(Size(columns: columns, rows: rows))), .diagnosed(Self.words(900)))
    for _ in 1...3 {
      take(.presented)
      try press("j")
      #expect(screen.contains("! w1 w2"))
      #expect(screen.contains("! messages"))
    }
    try press("!")
    var seen = screen
    for _ in 1...200 {
      try press("<Down>")
      seen += screen
    }
    #expect(seen.contains("w225"))
    try press("<Esc>")
    #expect(!screen.contains("! w1"))
  }

  @Test mutating func `messages have the time at which the session stamped them`() throws {
    #expect(update(&state, .diagnosed("One.")) == [.stampMessages])
    #expect(update(&state, .messagesStamped("2026-03-14T09:26:53Z")) == [])
    #expect(update(&state, .diagnosed("Two.")) == [.stampMessages])
    take(.messagesStamped("2026-03-14T09:27:00Z"))
    try press("!")
    let lines = screen.split(separator: "\n").map(String.init)
    let times = ["2026-03-14 09:27:00 UTC", "Two.", "2026-03-14 09:26:53 UTC", "One."]
    let places = times.compactMap { text in lines.firstIndex { $0.contains(text) } }
    #expect(places.count == 4)
    #expect(places == places.sorted())
  }

  @Test mutating func `the list of messages keeps the newest`() throws {
    for number in 1...MessageLog.limit + 5 { take(.diagnosed("Failure \(number).")) }
    #expect(state.feedback.log.entries.count == MessageLog.limit)
    #expect(state.feedback.log.entries.first?.message.text == "Failure 6.")
    #expect(state.feedback.unreadFailures.count < 10)
  }

  @Test mutating func `the messages can be copied`() throws {
    take(.diagnosed("One."), .messagesStamped("2026-03-14T09:26:53Z"))
    take(.message(title: "Kept", text: "Two."), .messagesStamped("2026-03-14T09:27:00Z"))
    try press("<Esc>!")
    let copy = try #require(Step.presses("y").first)
    #expect(
      update(&state, .event(.key(copy)))
        == [.copy("2026-03-14 09:27:00 UTC  Kept\nTwo.\n\n2026-03-14 09:26:53 UTC\nOne.\n")]
    )
  }

  @Test mutating func `a failed commit and its end are among the messages`() throws {
    var status = StoreStatus()
    status.commitFailure = .init(briefReason: "no space", description: "No space on the disk.")
    status.uncommittedKeys = ["general.autosave"]
    take(.storeStatus(status), .storeStatus(StoreStatus()), .committed(["general.autosave"]))
    try press("!")
    #expect(screen.contains("No space on the disk."))
    #expect(screen.contains("Autosave documents is on disk now."))
  }
}
