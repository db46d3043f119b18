import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Whatever way the editor is left, nothing typed is lost.
@Suite struct LeavingTests {
  private let driver: SessionDriver

  init() throws {
    driver = try SessionDriver()
  }

  private static let name = "general.userName"

  /// Whether the next session offers the text as the input of the name.
  private func isKept(_ text: String) throws -> Bool {
    var isKept = false
    try driver.run([
      .press("jj<Enter>"), .check { isKept = $1.contains("brings back what you typed: \(text)") },
      .press("<F4>"),
      .check { state, _ in
        let edit = state.topScreen(EditScreen.self)?.edit
        #expect(!isKept || edit?.control.editedText.text == text)
      },
    ])
    return isKept
  }

  /// What is on the screen when the program is ended, after a text was typed and its key was changed.
  private static let places = ["", "<F1>", "<Enter>", "<Enter><F1>", "<F9>", "<F9><F1>"]

  @Test(.thorough, arguments: places, [Event.terminate(.signal(15)), .terminate(.hangup)])
  func `a signal keeps the input in every mode over the edit`(
    keys: String,
    event: Event
  ) throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run([
      .press("jj<Enter><C-u>Bob"), .elsewhere(Self.name, .string("Eve")), .press(keys),
      .event(event),
    ])
    #expect(try isKept("Bob"))
    #expect(try driver.stored()["general.userName"] == .string("Eve"))
  }

  /// Only the shown file has a status line that says so, and a question when the editor is left.
  @Test func `a value of another file that cannot be written is not left in memory`() throws {
    let store = TroubledStore()
    store.isFull = true
    let suite = Defaults.Suite(name: "org.example.other", store: store)
    let request = WriteRequest(
      suiteName: suite.name,
      key: "name",
      value: .string("Bob"),
      purpose: .edit(extendsLast: false),
      scope: .user
    )
    let results = WriteResults()
    let shown = EditorSession.outcome(of: request, nil, suite, isShown: true, results)
    #expect(shown == .pending)
    #expect(suite.storedValue(forKey: "name") == .string("Bob"))
    let other = EditorSession.outcome(of: request, nil, suite, isShown: false, results)
    #expect(other == .rejected("no space left on device"))
    #expect(suite.storedValue(forKey: "name") == nil)
  }

  @Test(arguments: ["<Esc>", nil])
  func `what was typed for a new key is offered when it is added again`(close: String?) throws {
    let end = close.map { SessionDriver.Step.press($0) } ?? .event(.terminate(.hangup))
    try driver.run([.press("aextra<Enter>1<Enter>Bob"), end])
    try driver.run([
      .press("aextra<Enter>1<Enter>"),
      .check { _, frame in #expect(frame.contains("brings back what you typed: Bob"), "\(frame)") },
      .press("<Up><Enter>"), .release,
      .check { _, frame in #expect(frame.contains("Saved extra = \"Bob\""), "\(frame)") },
    ])
    #expect(try driver.stored()["extra"] == .string("Bob"))
  }

  @Test(arguments: [true, false])
  func `staged edits that nothing keeps are asked about`(keepsInput: Bool) throws {
    var wasAsked = false
    try driver.run([
      .press("tj+"), .release, .press("q"), .release,
      .check { _, frame in
        wasAsked = frame.contains("1 staged edit is not kept for later")
      },
      // A session that has ended performs no further step.
      .press("3<Enter>"), .check { _, frame in Issue.record("\(frame)") },
    ]) { source in
      if !keepsInput { source.history = nil }
    }
    #expect(wasAsked == !keepsInput)
  }

  @Test func `an export that fails after the user has quit is told`() throws {
    try driver.run([
      .press("j+"), .release, .press("<F6><Enter><C-u>/missing/x.json<Enter>q"),
      .check { state, _ in #expect(!state.isFinished) }, .release,
      .check { state, frame in
        #expect(!state.isFinished)
        #expect(frame.contains("/missing/x.json"), "\(frame)")
      },
      .press("q"), .check { state, _ in #expect(state.isFinished) },
    ])
  }

  @Test func `an export that succeeds ends the session that the user has left`() throws {
    let path = driver.directory.file("x.json")
    var isFinished = false
    try driver.run([
      .press("j+"), .release, .press("<F6><Enter><C-u>\(path)<Enter>q"),
      .check { state, _ in isFinished = state.isFinished }, .release,
      .check { state, _ in Issue.record("The session goes on: \(state.keyMode)") },
    ])
    #expect(!isFinished)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `data that could not be saved is told although its field was closed`() throws {
    let schema = Schema(suite: driver.fixture.suite, title: "Notes") {
      Section("All") {
        Entry(untypedKey: "icon", title: "Icon", kind: .data)
      }
    }
    try driver.store(["icon": .data(Data([1, 2]))])
    try driver.run(
      [
        .press("<Enter><F6><C-u>/missing/icon<Enter><Esc>q"),
        .check { state, _ in #expect(!state.isFinished) }, .release,
        .check { state, frame in
          #expect(!state.isFinished)
          #expect(frame.contains("The data was not saved: /missing/icon"), "\(frame)")
        },
      ]
    ) { $0.catalog = EditorSession.Source(registry: SchemaRegistry([schema])).catalog }
  }

  @Test func `locks that fail after the user has quit are told`() throws {
    try driver.run(
      [
        .press("jT<Enter>q"), .check { state, _ in #expect(!state.isFinished) }, .release,
        .check { _, _ in
          // The outcome comes after the reports of the suite.
          let isTold = DispatchSemaphore(value: 0)
          driver.fixture.suite.afterReports { isTold.signal() }
          #expect(isTold.wait(timeout: .now() + 10) == .success)
        },
        .event(.wake),
        .check { state, frame in
          #expect(!state.isFinished)
          #expect(frame.contains("Nobody may."), "\(frame)")
        },
      ]
    ) { $0.changeLocks = { _, _ in "Nobody may." } }
  }

  @Test func `a value that a full disk does not take can be taken back`() throws {
    try driver.run([
      .press("j+"), .release, .full(true), .press("+"), .release,
      .check { _, frame in #expect(frame.contains("Not on disk yet"), "\(frame)") },
      .press("u"), .release,
      .check { _, frame in
        #expect(frame.contains("Undone: Autosave interval = 35 s (was 40 s)"), "\(frame)")
        #expect(frame.contains("it was not on disk"), "\(frame)")
      },
      .full(false), .press("u"), .release,
      .check { _, frame in #expect(frame.contains("(was 35 s)"), "\(frame)") },
    ])
    #expect(try driver.stored()["general.autosaveInterval"] == nil)
  }

  @Test func `a newer value is not replaced by one that a full disk did not take`() throws {
    try driver.store(["general.autosaveInterval": .integer(60)])
    try driver.run([
      .press("j"), .full(true), .press("+"), .release, .press("q2<Enter>"), .release,
    ])
    try driver.run([
      .full(false), .elsewhere("general.autosaveInterval", .integer(90)), .press("w"), .release,
      .check { _, frame in #expect(frame.contains("changed elsewhere: 60 s → 90 s"), "\(frame)") },
    ])
  }

  @Test(arguments: ["q2<Enter>", "q<Down><Enter>", nil])
  func `a value that a full disk does not take is there in the next session`(keys: String?) throws {
    let exit = keys.map { SessionDriver.Step.press($0) } ?? .event(.terminate(.signal(15)))
    try driver.run([.full(true), .press("j+"), .release, exit, .release])
    try driver.run([
      .full(false),
      .check { state, frame in
        #expect(state.stagedCount == 1 && frame.contains("35"), "\(frame)")
      },
      .press("w"), .release, .press("<Enter>"), .release, .press("q"), .release,
    ])
    #expect(try driver.stored()["general.autosaveInterval"] == .integer(35))
  }

  @Test func `who quits with a full disk is asked, and can stay or leave without the value`() throws
  {
    try driver.run([
      .full(true), .press("j+"), .release, .press("q"), .release,
      .check { _, frame in #expect(frame.contains("1 key not on disk yet"), "\(frame)") },
      .press("<Enter>"), .release,
      .check { state, _ in #expect(state.stagedCount == 0 && !state.isFinished) },
      .press("q3<Enter>"), .check { _, frame in Issue.record("not left: \(frame)") },
    ])
    try driver.run([.check { state, _ in #expect(state.stagedCount == 0) }])
    #expect(try driver.stored()["general.autosaveInterval"] == nil)
  }

  /// The ways to quit while a write waits for the disk.
  private static let exits = ["q", "3q", "1q", "<Tab>q", "<C-c>", nil]

  /// The steps of a way to quit; nil is a signal.
  private func steps(_ exit: String?) -> [SessionDriver.Step] {
    guard let exit else { return [.event(.terminate(.signal(15)))] }
    return [.press(exit), .release]
  }

  @Test(.thorough, arguments: exits)
  func `a value that is refused while the editor is left is kept`(exit: String?) throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run(
      [.unnoticed(Self.name, .string("Eve")), .press("jj<Enter><C-u>Bob<Enter>")]
        + steps(exit) + [.press("<Esc>q"), .release]
    )
    #expect(try driver.stored()["general.userName"] == .string("Eve"))
    #expect(try isKept("Bob"))
  }

  @Test(arguments: ["<Esc>", "<F1><Esc><Esc>", "<Enter>", "<C-c>"])
  func `a value that is refused while its key is open again is kept`(keys: String) throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run([
      .unnoticed(Self.name, .string("Eve")), .press("jj<Enter><C-u>Bob<Enter><Enter>"), .release,
      .press(keys), .event(.terminate(.hangup)),
    ])
    #expect(try driver.stored()["general.userName"] == .string("Eve"))
    #expect(try isKept("Bob"))
  }

  @Test(.thorough, arguments: exits)
  func `a value that is refused while the editor is left does not replace newer input`(
    exit: String?
  ) throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run(
      [
        .unnoticed(Self.name, .string("Eve")),
        .press("jj<Enter><C-u>Bob<Enter><Enter><C-u>Carl<Esc>"),
      ] + steps(exit) + [.press("<Esc>q"), .release]
    )
    #expect(try isKept("Carl"))
  }

  @Test(arguments: ["<Esc>", "<F1><Esc>", "t"])
  func `a value that is refused does not replace newer input`(keys: String) throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run([
      .unnoticed(Self.name, .string("Eve")),
      .press("jj<Enter><C-u>Bob<Enter><Enter><C-u>Carl<Esc>"), .release, .press(keys),
      .event(.terminate(.hangup)),
    ])
    #expect(try isKept("Carl"))
  }

  @Test(arguments: exits)
  func `a value that is stored while the editor is left is not kept as input`(exit: String?) throws
  {
    try driver.run([.press("jj<Enter><C-u>Bob<Enter>")] + steps(exit))
    #expect(try driver.stored()["general.userName"] == .string("Bob"))
    #expect(try !isKept("Bob"))
  }

  @Test func `q waits for the outcome also as a click on its hint`() throws {
    try driver.run([
      .press("jj<Enter><C-u>Bob<Enter>"),
      .event(.resize(Size(columns: 160, rows: 30))),
      .check { state, frame in
        let line = frame.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("q quit") }
        #expect(line != nil)
        #expect(!state.requests.writes.isEmpty)
      },
      .event(.mouse(MouseEvent(.press, row: 29, column: 1))),
    ])
    #expect(try driver.stored()["general.userName"] == .string("Bob"))
  }

  @Test func `input after q waits, so that it cannot change anything`() throws {
    try driver.run([.press("j+qk "), .release])
    #expect(try driver.stored() == ["general.autosaveInterval": .integer(35)])
  }

  @Test func `the key that resets also resets a key with closed input`() throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run([.press("jj<Enter><C-u>Bob<Esc>r"), .release])
    #expect(try driver.stored()["general.userName"] == nil)
    #expect(try isKept("Bob"))
  }
}
