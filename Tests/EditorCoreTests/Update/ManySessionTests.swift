import Defaults
import DefaultsSchema
import DefaultsTransfer
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Changes of many keys in whole sessions, with two suites and with files.
@Suite struct ManySessionTests {
  let directory: TemporaryDirectory
  let notes: Defaults.Suite
  let mail: Defaults.Suite

  init() throws {
    directory = try TemporaryDirectory()
    notes = Defaults.Suite(
      name: "org.example.notes",
      file: directory.file("notes.plist"),
      layerDirectories: nil
    )
    mail = Defaults.Suite(
      name: "org.example.mail",
      file: directory.file("mail.plist"),
      layerDirectories: nil
    )
  }

  func schema(_ suite: Defaults.Suite) -> Schema {
    Schema(suite: suite, title: suite.name) {
      Section("General") {
        Toggle("Sound", key: Defaults.Key<Bool>("sound", default: true, suite: suite))
        NumberField(
          "Interval",
          key: Defaults.Key<Int>("interval", default: 30, suite: suite),
          in: 5...600
        )
        TextField("Signature", key: Defaults.Key<String>("signature", default: "", suite: suite))
      }
    }
  }

  /// Runs a session until its keys are used up, and returns the last frame as text.
  ///
  /// - Parameters:
  ///   - keys: what is pressed.
  ///   - clock: the clock of the user.
  ///   - between: is called before the key press with an index.
  /// - Returns: the last frame.
  /// - Throws: the error of a closure of `between`.
  @discardableResult
  func run(
    _ keys: String,
    clock: LocalClock = .utc,
    between: [Int: () throws -> Void] = [:]
  ) throws -> String {
    var source = EditorSession.Source(registry: SchemaRegistry([schema(notes), schema(mail)]))
    source.history = Defaults.HistoryOptions(
      program: "notesd",
      directory: directory.file("state")
    )
    let screen = RecordingScreen(size: Size(columns: 100, rows: 30))
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: notes,
      now: { "2026-03-14T09:26:53Z" },
      clock: clock,
      work: { $0() }
    )
    let presses = try Step.presses(keys)
    var next = 0
    var failure: (any Error)?
    screen.whenEmpty = {
      guard next < presses.count else { return nil }
      do {
        try between[next]?()
      } catch {
        failure = error
        return nil
      }
      defer { next += 1 }
      return .key(presses[next])
    }
    _ = session.run()
    if let failure { throw failure }
    return screen.frame.text
  }

  // MARK: - Marks

  @Test
  func `marks are there again when their suite is shown again, but not of keys that are gone`()
    throws
  {
    notes.set(1, forKey: "undeclared")
    try notes.flush()
    let screen = try run("gxGxsmail<Enter>snotes<Enter>")
    #expect(screen.contains("2 marked"), "\(screen)")
    let keys = "gxGxsmail<Enter>"
    let later = try run(
      keys + "snotes<Enter>",
      between: [
        try Step.presses(keys).count: {
          notes.removeObject(forKey: "undeclared")
          try notes.flush()
        }
      ]
    )
    #expect(later.contains("1 marked"), "\(later)")
  }

  // MARK: - Undo over suites

  @Test func `undo takes back the last change in whichever suite it was made`() throws {
    // The suites are sorted by the registry: notes first.
    let screen = try run(" smail<Enter>gj+snotes<Enter>u")
    #expect(mail.storedValues() == [:])
    #expect(notes.storedValues() == ["sound": .bool(false)])
    #expect(screen.contains("Undone in org.example.mail: interval = unset"))
  }

  @Test func `undo and redo follow the order of the changes`() throws {
    try run(" smail<Enter>gj+snotes<Enter>uu")
    #expect(notes.storedValues() == [:])
    #expect(mail.storedValues() == [:])
    let screen = try run(" smail<Enter>gj+snotes<Enter>uuUU")
    #expect(notes.storedValues() == ["sound": .bool(false)])
    #expect(mail.storedValues() == ["interval": .integer(31)])
    #expect(screen.contains("Redone in org.example.mail"))
  }

  @Test func `changes that the store stores together are one undo`() {
    var state = EditorState(
      document: Document(schema: schema(notes), stored: [:]),
      size: Size(columns: 100, rows: 30)
    )
    func write(_ suite: Defaults.Suite, _ key: Defaults.KeyName, _ outcome: WriteOutcome) {
      let request = WriteRequest(
        suiteName: suite.name,
        key: key,
        value: .bool(true),
        purpose: .edit(extendsLast: false)
      )
      _ = update(&state, .written(request, outcome))
    }
    func undo(_ entry: Defaults.HistoryEntry.ID, _ suite: Defaults.Suite) {
      #expect(state.changeOrder.next(.undo)?.suiteName == suite.name)
      let author = Defaults.HistoryEntry.Author(user: "ada", program: "app", process: 7)
      let entry = Defaults.HistoryEntry(
        id: entry,
        date: .distantPast,
        author: author,
        changes: [.init(key: "sound", old: nil, new: .bool(true))],
        cause: .edit
      )
      let request = RestoreRequest(suiteName: suite.name, direction: .undo)
      _ = update(&state, .restored([(request, .restored(entry))]))
    }
    write(notes, "sound", .saved(old: nil, new: .bool(true), entry: .init(id: "1")))
    write(mail, "sound", .saved(old: nil, new: .bool(true), entry: .init(id: "1")))
    // Both wait for a full disk, and are in one entry then.
    write(notes, "interval", .pending)
    write(notes, "signature", .pending)
    // A step that was joined with the one before.
    write(mail, "sound", .saved(old: nil, new: .bool(true), entry: .init(id: "2")))
    write(mail, "sound", .saved(old: nil, new: .bool(true), entry: .init(id: "2")))
    undo("2", mail)
    undo("2", notes)
    undo("1", mail)
    // The app has changed something in between.
    undo("3", notes)
    undo("1", notes)
    #expect(!state.changeOrder.canUndo)
    #expect(state.changeOrder.next(.redo)?.suiteName == notes.name)
  }

  @Test func `undo in another suite asks when the key has changed since`() throws {
    let screen = try run(
      " smail<Enter>gj+snotes<Enter>u",
      between: [
        16: {
          // As another process would, so that the history of this one does not know it.
          _ = try Defaults.PropertyListStore(file: directory.file("mail.plist"))
            .commit(["interval": .integer(99)])
        }
      ]
    )
    #expect(screen.contains("interval in org.example.mail is now 99"))
    #expect(mail.storedValues() == ["interval": .integer(99)])
  }

  @Test func `a plan that is stored while another suite is shown is one undo`() {
    var state = EditorState(
      document: Document(schema: schema(notes), stored: [:]),
      size: Size(columns: 100, rows: 30)
    )
    let key = SuiteKey(suiteName: mail.name, key: "interval")
    state.staged.replace(.init(key, .user), with: .init(value: .integer(50)))
    let wanted: [Defaults.KeyName: Defaults.StoredValue?] = ["interval": .integer(50)]
    let request = ApplyRequest(
      request: PlanRequest(
        suiteName: mail.name,
        wanted: .values(wanted),
        purpose: .staged,
        title: "Staged edits"
      ),
      plan: Plan(wanted, for: mail, schema: nil),
      backupPath: nil
    )
    _ = update(&state, .applied(request, .applied(backup: nil)))
    #expect(state.changeOrder.next(.undo)?.suiteName == mail.name)
    #expect(state.staged.order.isEmpty)
    #expect(
      state.feedback.notice?.text.hasPrefix("Saved 1 staged edit in org.example.mail.") == true
    )
  }

  // MARK: - Search in all suites

  @Test(arguments: ["@mine", "@recent"])
  func `keys that were changed in another suite are found by who changed them`(
    word: String
  ) throws {
    try run("j+")
    // Space changes the sound of the notes, plus the interval of the mail.
    let screen = try run("g smail<Enter>gj+snotes<Enter>/\(word)<S-Tab>")
    #expect(screen.contains("org.example.mail"), "\(screen)")
    #expect(screen.contains("Sound"))
    let isFound = screen.split(separator: "\n").count { $0.contains("Interval") }
    // That of the notes was changed by the session before.
    #expect(isFound == 2)
  }

  // MARK: - Reset

  @Test func `a suite is exported before all of it is reset`() throws {
    mail.setStoredValue(.integer(60), forKey: "interval")
    notes.setStoredValue(.integer(60), forKey: "interval")
    notes.setStoredValue(.string("x"), forKey: "unknown")
    let screen = try run("RG<Enter>yorg.example.notes<Enter>")
    #expect(notes.storedValues() == [:], "\(screen)")
    #expect(mail.storedValues() == ["interval": .integer(60)])
    let path = directory.file("state/org.example.notes.2026-03-14T092653Z.plist")
    #expect(screen.contains("Reset 2 keys of org.example.notes."))
    let kept = try Defaults.PropertyListStore(file: path).load(unlike: nil)?.values
    #expect(kept == ["interval": .integer(60), "unknown": .string("x")])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try run("u")
    #expect(notes.storedValues() == ["interval": .integer(60), "unknown": .string("x")])
  }

  @Test func `a key that another program changes meanwhile makes nothing change`() throws {
    notes.setStoredValue(.integer(60), forKey: "interval")
    notes.setStoredValue(.bool(false), forKey: "sound")
    // Otherwise these values could reach the file after that of the other program.
    try notes.flush()
    let screen = try run(
      "*R<Enter>y",
      between: [
        3: {
          _ = try Defaults.PropertyListStore(file: directory.file("notes.plist"))
            .commit(["interval": .integer(99)])
        }
      ]
    )
    #expect(notes.storedValues() == ["interval": .integer(99), "sound": .bool(false)])
    #expect(screen.contains("Nothing was changed: Interval changed elsewhere meanwhile."))
  }

  // MARK: - Staged edits

  @Test func `staged edits survive the end of the program, and are one undo`() throws {
    try run("t j+")
    #expect(notes.storedValues() == [:])
    let file = directory.file("state/org.example.notes.memory")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let screen = try run("j")
    #expect(screen.contains("STAGED 2"))
    try run("w<Enter>")
    #expect(notes.storedValues() == ["interval": .integer(31), "sound": .bool(false)])
    #expect(try notes.history().count == 1)
    #expect(try !run("j").contains("STAGED"))
  }

  @Test func `a staged value is checked by the rule of the app`() throws {
    let screen = try run(
      "tjj<Enter>bad<Enter>",
      between: [
        0: {
          // A rule that the schema does not know, because it was declared later.
          _ = Defaults.Key<String>(
            "signature",
            default: "",
            suite: notes,
            validation: .oneOf(["", "good"])
          )
        }
      ]
    )
    #expect(screen.contains("\"bad\" is none of"))
    #expect(!screen.contains("STAGED 1"))
    #expect(notes.storedValues() == [:])
  }

  @Test func `a staged reset is kept, too`() throws {
    notes.setStoredValue(.integer(60), forKey: "interval")
    try run("tjr")
    #expect(notes.storedValues() == ["interval": .integer(60)])
    try run("w<Enter>")
    #expect(notes.storedValues() == [:])
  }

  // MARK: - History

  @Test func `going back to a change stores the value before it`() throws {
    let screen = try run("j+++<Enter><C-u>99<Enter>H<Enter>")
    #expect(notes.storedValues() == ["interval": .integer(33)])
    #expect(screen.contains("Went back: Interval 99 → 33."))
    #expect(try run("C").contains("33 → 99"))
  }

  @Test func `going back asks when the key has changed since`() throws {
    let screen = try run("j+jj<Up>+<Enter><C-u>99<Enter>Cj<Enter>")
    #expect(notes.storedValues()["interval"] == .integer(99))
    #expect(screen.contains("Changed since"))
  }

  @Test func `times of the history are those where the user is`() throws {
    let clock = LocalClock { _ in 19_800 }
    let screen = try run("j+C", clock: clock)
    #expect(screen.contains("when (+05:30)"))
    #expect(screen.contains(clock.text(try #require(try notes.history().first).date)))
    #expect(try run("C").contains("when (UTC)"))
  }

  // MARK: - Export and import

  @Test func `the difference to another suite is applied row by row`() throws {
    notes.setStoredValue(.integer(60), forKey: "interval")
    mail.setStoredValue(.integer(90), forKey: "interval")
    mail.setStoredValue(.string("Ada"), forKey: "signature")
    // To "another suite", the last but one, which has one choice, then the second row.
    let screen = try run("DGk<Enter><Enter>jp")
    #expect(notes.storedValues() == ["interval": .integer(60), "signature": .string("Ada")])
    #expect(screen.contains("Changed 1 key."))
    #expect(screen.contains("1 differ"))
  }

  @Test func `the values of an hour ago are computed from the history`() throws {
    try run("j+")
    let screen = try run("Djj<Enter>")
    #expect(screen.contains("an hour ago") || screen.contains("Nothing differs."))
  }

  @Test func `the values of a time are computed from the history, and the time is typed`() throws {
    try run("j+")
    let refused = try run("DG<Enter>soon<Enter>")
    #expect(refused.contains("Write a time such as 09:00, yesterday"))
    #expect(refused.contains("soon"))
    let screen = try run("DG<Enter>soon<Enter><C-u>2 hours ago<Enter>")
    #expect(screen.contains("org.example.notes and 2 hours ago"), "\(screen)")
  }

  @Test(arguments: ["+-uu", "+-+-uuuu", "-+uu", "+ruu"])
  func `undo of steps takes no change of the suite that was shown before`(keys: String) throws {
    mail.setStoredValue(.integer(50), forKey: "interval")
    try mail.flush()
    try run("j+smail<Enter>j" + keys)
    #expect(mail.storedValues() == ["interval": .integer(50)])
    #expect(notes.storedValues() == ["interval": .integer(31)])
  }

  @Test func `a step in another suite does not join the steps before`() throws {
    mail.setStoredValue(.integer(50), forKey: "interval")
    try mail.flush()
    let screen = try run("j+smail<Enter>j+snotes<Enter>+u")
    #expect(notes.storedValues() == ["interval": .integer(31)], "\(screen)")
    #expect(mail.storedValues() == ["interval": .integer(51)])
  }
}

extension ChangeOrder.Change {
  /// The suite of a stored change; nil for a change of staged edits.
  fileprivate var suiteName: String? {
    if case .stored(let suite, _) = self { suite.name } else { nil }
  }
}
