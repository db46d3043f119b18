import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// Locks that an administrator sets in the list.
@Suite struct LockTests {
  private var state = EditorState(
    document: Document(
      suiteName: "org.example.notes",
      stored: ["a": .bool(true), "b": .integer(1)]
    ),
    size: Size(columns: 80, rows: 24)
  )

  private mutating func press(_ text: String) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  @Test mutating func `who is no administrator is told how to become one`() throws {
    #expect(try press("T").isEmpty)
    #expect(view(state).text.contains("Keys are locked by root, with sudo prefs edit SUITE."))
  }

  @Test
  mutating func `a suite of another program offers no file and no lock that it does not have`()
    throws
  {
    state.session.canLock = true
    state.session.scopes = WriteScope.allCases
    let name = "org.example.notes"
    state.catalog.suites = [SuiteSummary(name: name, origin: "Program", isLockable: false)]
    #expect(try press("T").isEmpty)
    #expect(view(state).text.contains("belongs to another program, which knows no locks."))
    #expect(try press("S").isEmpty)
    #expect(view(state).text.contains("belongs to another program, which has no other file"))
    state.catalog.suites[0].isLockable = true
    #expect(try press("S").isEmpty)
    #expect(view(state).text.contains("belongs to another program, whose values for all"))
    #expect(state.screens.isEmpty)
  }

  @Test mutating func `the marked keys are locked at the values in use`() throws {
    state.session.canLock = true
    #expect(try press("xx").isEmpty)
    #expect(state.suite.marked.count == 2)
    #expect(try press("TIt is so.").isEmpty)
    #expect(view(state).text.contains("Reason to lock 2 keys of org.example.notes for all users"))
    let request = LockRequest(
      suiteName: "org.example.notes",
      values: ["a": .bool(true), "b": .integer(1)],
      reason: "It is so."
    )
    #expect(try press("<Enter>") == [.changeLocks([request])])
    _ = update(&state, .changedLocks([request], problems: [nil]))
    #expect(view(state).text.contains("2 keys are locked for all users."))
    _ = update(&state, .changedLocks([request], problems: ["It did not work."]))
    #expect(view(state).text.contains("It did not work."))
  }

  @Test mutating func `undo takes back a lock of this session, and redo makes it again`() throws {
    state.session.canLock = true
    #expect(try press("u").contains { $0.request is [RestoreRequest] })
    let name = "org.example.notes"
    let lock = LockRequest(suiteName: name, values: ["a": .bool(true)], reason: "It is so.")
    let unlock = LockRequest(suiteName: name, values: ["a": nil], reason: "")
    _ = update(&state, .restored([(.init(suiteName: name, direction: .undo), .nothing)]))
    #expect(try press("TIt is so.<Enter>") == [.changeLocks([lock])])
    _ = update(&state, .changedLocks([lock], problems: [nil]))
    #expect(view(state).text.contains("a is locked for all users.   u undo"))
    #expect(try press("u") == [.changeLocks([unlock], leftBy: [lock])])
    _ = update(&state, .changedLocks([unlock], problems: [nil]))
    #expect(view(state).text.contains("a is unlocked for all users.   U redo"))
    #expect(try press("U") == [.changeLocks([lock], leftBy: [unlock])])
    // One that has failed is not tried again.
    _ = update(&state, .changedLocks([lock], problems: ["Nothing was changed."]))
    #expect(!state.changeOrder.canUndo)
  }

  @Test mutating func `undo of an unlock brings back the value and the reason`() throws {
    state.session.canLock = true
    let lock = Defaults.Lock(location: "/a", reason: "It is so.")
    let managed = Defaults.LayeredValue(layer: .managed, location: "/a", value: .bool(false))
    state.suite.document = Document(
      suiteName: "org.example.notes",
      layers: [
        "a": KeyLayers(stored: .bool(true), others: [managed], lock: lock),
        "b": KeyLayers(stored: .integer(1)),
      ]
    )
    let name = "org.example.notes"
    let unlock = LockRequest(suiteName: name, values: ["a": nil], reason: "")
    #expect(try press("T2<Enter>") == [.changeLocks([unlock])])
    _ = update(&state, .changedLocks([unlock], problems: [nil]))
    let before = LockRequest(suiteName: name, values: ["a": .bool(false)], reason: "It is so.")
    #expect(try press("u") == [.changeLocks([before], leftBy: [unlock])])
  }

  @Test mutating func `of marked keys, either the locked ones or the others are changed`() throws {
    state.session.canLock = true
    let locked = KeyLayers(stored: .bool(true), lock: Defaults.Lock(location: "/a"))
    state.suite.document = Document(
      suiteName: "org.example.notes",
      layers: ["a": locked, "b": KeyLayers(stored: .integer(1))]
    )
    #expect(try press("xxT").isEmpty)
    let screen = view(state).text
    #expect(screen.contains("Some of 2 keys of org.example.notes are locked"), "\(screen)")
    #expect(screen.contains("lock the other 1") && screen.contains("unlock the 1"), "\(screen)")
    func request(_ key: Defaults.KeyName, _ value: Defaults.StoredValue?) -> LockRequest {
      LockRequest(suiteName: "org.example.notes", values: [key: value], reason: "")
    }
    #expect(try press("<Enter><Enter>") == [.changeLocks([request("b", .integer(1))])])
    #expect(try press("T2<Enter>") == [.changeLocks([request("a", nil)])])
  }

  @Test mutating func `a marked key without a value is left out`() throws {
    state.session.canLock = true
    let suite = NotesFixture().suite
    let schema = Schema(suite: suite, title: "Notes") {
      Section("All") {
        TextField("Name", key: Defaults.Key<String?>("name", suite: suite))
        Toggle("On", key: Defaults.Key<Bool>("on", default: true, suite: suite))
      }
    }
    state = EditorState(
      document: Document(schema: schema, stored: [:]),
      size: Size(columns: 80, rows: 24)
    )
    state.session.canLock = true
    _ = try press("xxT")
    #expect(view(state).text.contains("without those that have none"))
    let request = LockRequest(
      suiteName: "org.example.notes",
      values: ["on": .bool(true)],
      reason: ""
    )
    #expect(try press("<Enter>") == [.changeLocks([request])])
  }

  @Test func `locks that cannot be read lock unset keys too`() throws {
    let fixture = NotesFixture()
    let directory = "\(fixture.layers.path)/managed"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755]
    )
    try Data("no property list".utf8)
      .write(to: URL(fileURLWithPath: "\(directory)/org.example.notes.plist"))
    let document = Document(schema: fixture.schema, SuiteContents(of: fixture.suite))
    #expect(document.counts.locked == document.count)
  }

  @Test mutating func `the session's own lock is no news, and its end by someone else is`() throws {
    state.session.canLock = true
    _ = try press("T<Enter>")
    func change(_ lock: Defaults.Lock?) -> Action {
      let layers = KeyLayers(stored: .bool(true), lock: lock)
      return .changed(
        Action.Change(suiteName: "org.example.notes", key: "a", layers: layers, isElsewhere: true)
      )
    }
    // The reason is stored after the lock.
    for reason in [nil, "It is so."] {
      _ = update(&state, change(Defaults.Lock(location: "/a", reason: reason)))
      #expect(state.document.item("a")?.isLocked == true)
      #expect(state.document.counts.changedElsewhere == 0)
    }
    let other = KeyLayers(stored: .bool(false), lock: Defaults.Lock(location: "/a"))
    let name = "org.example.notes"
    _ = update(
      &state,
      .changed(Action.Change(suiteName: name, key: "a", layers: other, isElsewhere: true))
    )
    #expect(state.document.counts.changedElsewhere == 1)
    _ = update(&state, change(nil))
    #expect(state.document.counts.changedElsewhere == 1)
    #expect(view(state).text.contains("is no longer locked"))
  }

  @Test mutating func `a secret is not locked, because every user could read it`() throws {
    let suite = NotesFixture().suite
    let schema = Schema(suite: suite, title: "Secrets") {
      Section("All") { SecureField("Token", key: Defaults.Key<String?>("token", suite: suite)) }
    }
    state = EditorState(
      document: Document(schema: schema, stored: ["token": .string("x")]),
      size: Size(columns: 80, rows: 24)
    )
    state.session.canLock = true
    #expect(try press("T").isEmpty)
    #expect(view(state).text.contains("prefs lock --secrets"))
  }
}
