import Defaults
@testable import EditorCore
import Terminal
import TestSupport
import Testing

/// What is said about a store that fails, until it works again.
@Suite struct StoreStatusTests {
  private static let noSpace = StoreStatus.Failure(
    briefReason: "no space left",
    description: "\"/x\" could not be written: no space left (write)."
  )

  private static var full: StoreStatus {
    var status = StoreStatus()
    status.commitFailure = noSpace
    status.uncommittedKeys = ["general.autosave"]
    return status
  }

  private static var damaged: StoreStatus {
    var status = StoreStatus()
    status.loadFailure = .init(briefReason: "no property list", description: "It is damaged.")
    return status
  }

  private static var setAside: StoreStatus {
    var status = StoreStatus()
    status.setAside = "Kept as /x.corrupt"
    return status
  }

  private static let request = WriteRequest(
    suiteName: "org.example.notes",
    key: "general.autosave",
    value: .bool(false),
    purpose: .edit(extendsLast: false)
  )

  private var state = EditorState(
    document: Document(schema: NotesFixture().schema, stored: ["general.autosave": .bool(false)]),
    size: Size(columns: 80, rows: 24)
  )

  private mutating func take(_ actions: Action...) {
    for action in actions { _ = update(&state, action) }
  }

  private mutating func press(_ presses: KeyPress...) {
    for press in presses { _ = update(&state, .event(.key(press))) }
  }

  private var screen: String { view(state).text }

  @Test mutating func `a key of another suite does not get the title of a key of this one`() {
    let key: Defaults.KeyName = "general.autosave"
    let newer = NewerValue(key: key, wanted: .bool(false), now: .bool(true))
    let request = WriteRequest(
      suiteName: "other",
      key: key,
      value: .bool(false),
      purpose: .edit(extendsLast: false)
    )
    take(.written(request, .outdated(newer)))
    press(KeyPress(.function(1)))
    let undo = RestoreRequest(suiteName: "other", direction: .undo)
    take(.restored([(undo, .changedSince([newer]))]))
    let texts = state.feedback.log.entries.map(\.message.text)
    #expect(texts.contains { $0.hasPrefix("general.autosave was not changed") })
    #expect(texts.contains { $0.contains("general.autosave changed elsewhere meanwhile") })
  }

  @Test(arguments: [
    (WriteOutcome.saved(old: .bool(true), new: .bool(false)), "= off (was on)   u undo", true),
    (.saved(old: nil, new: .bool(true)), "= on (was unset)   u undo", true),
    (.saved(old: .bool(true), new: nil), "= on (was on)   u undo", true),
    (.unchanged, "Unchanged: Autosave documents = off", false),
    (
      .rejected("the disk is read-only"),
      "! Autosave documents was not saved: the disk is read-only.", false
    ),
  ])
  mutating func `the notice after a write says what the store did`(
    outcome: WriteOutcome,
    text: String,
    canUndo: Bool
  ) {
    take(.written(Self.request, outcome))
    #expect(screen.contains(text))
    #expect(screen.contains("u undo") == canUndo)
  }

  @Test mutating func `an edit that is not on disk is marked until it is`() {
    take(.storeStatus(Self.full), .written(Self.request, .pending))
    #expect(screen.contains("! Not on disk yet: no space left."))
    #expect(screen.contains(" ># Autosave documents"))
    press(.init(.down), .init(.up))
    #expect(screen.contains("! Not on disk yet: no space left."))
    take(.storeStatus(StoreStatus()), .committed(["general.autosave"]))
    #expect(!screen.contains("Not on disk"))
    #expect(!screen.contains("#"))
    #expect(screen.contains("Autosave documents is on disk now."))
  }

  @Test mutating func `the news that an edit is on disk does not replace other news`() {
    take(.storeStatus(Self.full), .written(Self.request, .pending), .storeStatus(StoreStatus()))
    take(.written(Self.request, .unchanged), .committed(["general.autosave"]))
    #expect(screen.contains("Unchanged: Autosave documents = off"))
  }

  @Test mutating func `a failed undo says why, or that edits are not on disk`() {
    let undo = RestoreRequest(suiteName: "org.example.notes", direction: .undo)
    take(.restored([(undo, .failed("The history cannot be read."))]))
    #expect(screen.contains("! The history cannot be read."))
    take(.presented)
    press(.init(.down))
    take(.storeStatus(Self.full), .restored([(undo, .failed("no space left"))]))
    #expect(screen.contains("! Not on disk yet: no space left."))
  }

  @Test mutating func `a message waits for the end of an edit and stays until it is closed`() {
    press(.init(.down), .init(.enter))
    take(.storeStatus(Self.setAside))
    #expect(!screen.contains("/x.corrupt"))
    press(.init(.escape))
    #expect(screen.contains("Kept as /x.corrupt"))
    take(.written(Self.request, .saved(old: nil, new: .bool(false))))
    press(.init(.down), .character(" "), .character("u"))
    #expect(screen.contains("Kept as /x.corrupt"))
    press(.init(.escape))
    #expect(!screen.contains("Kept as /x.corrupt"))
    press(.character("!"))
    #expect(screen.contains("Kept as /x.corrupt"))
  }

  @Test mutating func `a schema that cannot be used is among the messages`() {
    state.suite.document.remark = "The schema cannot be used: line 3 is damaged."
    press(.character("!"))
    #expect(screen.contains("The schema cannot be used: line 3 is damaged."))
  }

  @Test mutating func `the same message is shown once`() {
    let message = Action.message(title: "No history", text: "It cannot be undone later.")
    take(message)
    press(.init(.enter))
    take(message)
    #expect(!screen.contains("It cannot be undone later."))
  }

  @Test mutating func `an unreadable file is named in the title until it can be read`() {
    take(.written(Self.request, .unchanged), .storeStatus(Self.damaged))
    #expect(screen.contains("NOT READABLE"))
    #expect(screen.contains("! Not readable: no property list."))
    take(.storeStatus(StoreStatus()))
    #expect(!screen.contains("NOT READABLE"))
    #expect(screen.contains("The file can be read again."))
  }

  @Test mutating func `a file that cannot be written is named in the title until it was written`() {
    var document = Document(schema: NotesFixture().schema, stored: [:])
    document.writeObstacle = .init(
      briefReason: "Permission denied",
      description: "\"/x\" could not be written."
    )
    take(.opened(document))
    #expect(screen.contains("READ-ONLY: Permission denied · 8 keys"))
    press(.character("!"))
    #expect(screen.contains("\"/x\" could not be written."))
    press(.init(.enter))
    take(.written(Self.request, .saved(old: nil, new: .bool(false), entry: nil)))
    #expect(!screen.contains("READ-ONLY"))
  }

  @Test mutating func `another schema does not bring back an old status`() {
    take(.storeStatus(Self.damaged))
    var next = Document(schema: NotesFixture().schema, stored: [:])
    next.status = Self.damaged
    press(.init(.down), .init(.enter))
    take(.described(next, suites: []), .storeStatus(StoreStatus()))
    press(.init(.escape))
    #expect(!screen.contains("NOT READABLE"))
  }

  @Test mutating func `the exclamation mark says when there is nothing to show`() {
    press(.character("!"))
    #expect(screen.contains("There is no message."))
  }

  @Test(.thorough, arguments: [(80, 24), (40, 12), (30, 6), (12, 3), (10, 2)])
  mutating func `a long message can be read to its end at every size`(columns: Int, rows: Int) {
    let words = (1...200).map { "w\($0)" }
    take(
      .event(.resize(Size(columns: columns, rows: rows))),
      .message(title: "Long", text: words.joined(separator: " "))
    )
    var seen = ""
    for _ in 0..<200 {
      seen += screen
      press(.init(.down))
    }
    let missing = words.filter { word in !seen.contains(word) }
    #expect(missing.isEmpty)
  }
}
