import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Undo and redo must come to the next entry, whatever an entry changed or did not change.
struct UndoProgressTests {
  private let suite = Defaults.Suite(inMemory: "progress")

  init() {
    var options = Defaults.HistoryOptions()
    options.isOnDisk = false
    suite.keepHistory(options)
  }

  private func write(_ value: Int128?, extendsLast: Bool = false) throws {
    let options = Defaults.WriteOptions(extendsLastEntry: extendsLast)
    try suite.write(["k": value.map { .integer($0) }], options: options)
    try suite.flush()
  }

  private var value: StoredValue? { suite.storedValue(forKey: "k") }

  @Test func `a write after an undo does not extend the entry of the undo`() throws {
    try write(1)
    try write(2)
    try suite.undo()
    try write(3, extendsLast: true)
    #expect(
      try suite.history().last?.changes == [.init(key: "k", old: .integer(1), new: .integer(3))]
    )
    #expect(try suite.history().last?.cause == .edit)
    #expect(throws: Defaults.UndoError.nothingToRedo) { try suite.redo() }
    try suite.undo()
    #expect(value == .integer(1))
    try suite.undo()
    #expect(value == nil)
  }

  @Test func `a write after a redo does not extend the entry of the redo`() throws {
    try write(1)
    try suite.undo()
    try suite.redo()
    try write(2, extendsLast: true)
    try suite.undo()
    #expect(value == .integer(1))
    try suite.undo()
    #expect(value == nil)
  }

  @Test func `an undo that overwrites later changes of its keys takes these back as well`() {
    func entry(
      _ id: String,
      _ keys: [Defaults.KeyName],
      _ cause: Defaults.Cause = .edit
    ) -> Defaults.HistoryEntry {
      let changes = keys.map { Defaults.HistoryEntry.Change(key: $0, old: nil, new: .integer(1)) }
      return .init(id: id, date: Date(), author: .ofProcess("p"), changes: changes, cause: cause)
    }
    let entries = [
      entry("other", ["l"]), entry("own", ["k"]), entry("newer", ["k"]), entry("both", ["k", "l"]),
      entry("undo", ["k"], .undo(of: "own")),
    ]
    let timeline = Defaults.HistoryTimeline(entries)
    #expect(timeline.undoable.map(\.id) == ["other", "both"])
    #expect(timeline.redoable.map(\.id) == ["own"])
  }

  @Test func `a write has the entry that was made for it, or that it was joined with`() throws {
    #expect(suite.ownHistoryEntry(forKey: "k") == nil)
    try write(1)
    let first = try #require(suite.ownHistoryEntry(forKey: "k"))
    #expect(try suite.history().map(\.id) == [first.id])
    try write(2, extendsLast: true)
    #expect(suite.ownHistoryEntry(forKey: "k") == first)
    try write(3)
    let second = try #require(suite.ownHistoryEntry(forKey: "k"))
    #expect(try suite.history().map(\.id) == [first.id, second.id])
    try suite.write(["k": nil, "l": .bool(true)])
    try suite.flush()
    #expect(suite.ownHistoryEntry(forKey: "k") == suite.ownHistoryEntry(forKey: "l"))
    #expect(suite.ownHistoryEntry(forKey: "k") != second)
    try suite.forgetHistory(forKey: "k")
    #expect(suite.ownHistoryEntry(forKey: "k") == nil)
  }

  @Test func `of a history that was read before, only what was added or changed is read`() throws {
    var position: Defaults.HistoryPosition?
    #expect(try suite.history(since: &position).entries.isEmpty)
    try write(1)
    try write(2)
    #expect(try suite.history(since: &position).entries == suite.history())
    #expect(try suite.history(since: &position) == ([], false))
    try write(3, extendsLast: true)
    try write(4)
    let values = try suite.history(since: &position).entries.map(\.changes.first?.new)
    #expect(values == [.integer(3), .integer(4)])
    #expect(try suite.history(since: &position).entries.isEmpty)
  }

  @Test func `a write of another cause does not extend an edit`() throws {
    try write(1)
    let options = Defaults.WriteOptions(cause: .reset, extendsLastEntry: true)
    try suite.write(["k": nil], options: options)
    try suite.flush()
    #expect(try suite.history().map(\.cause) == [.edit, .reset])
  }

  @Test func `a write that waits for its commit begins an entry, though the next one extends it`()
    throws
  {
    let store = LimitedStore()
    let suite = Defaults.Suite(name: "progress", store: store)
    var options = Defaults.HistoryOptions()
    options.isOnDisk = false
    suite.keepHistory(options)
    let extending = Defaults.WriteOptions(extendsLastEntry: true)
    try suite.write(["k": .integer(1)])
    try suite.flush()
    store.disconnect()
    try suite.write(["k": .integer(2)])
    #expect(throws: LimitedStore.noConnection) { try suite.flush() }
    try suite.write(["k": .integer(3)], options: extending)
    store.connect()
    try suite.flush()
    try suite.write(["k": .integer(4)], options: extending)
    try suite.flush()
    #expect(
      try suite.history().map(\.changes) == [
        [.init(key: "k", old: nil, new: .integer(1))],
        [.init(key: "k", old: .integer(1), new: .integer(4))],
      ]
    )
  }

  @Test func `steps there and back can be undone, and what came before them`() throws {
    try write(1)
    try write(nil)
    try write(5)
    try write(6, extendsLast: true)
    try write(nil, extendsLast: true)
    var count = 0
    while count < 10, (try? suite.undo()) != nil { count += 1 }
    #expect(count < 10)
    #expect(throws: Defaults.UndoError.nothingToUndo) { try suite.undo() }
    #expect(value == nil)
    while count < 30, (try? suite.redo()) != nil { count += 1 }
    #expect(throws: Defaults.UndoError.nothingToRedo) { try suite.redo() }
    #expect(value == .integer(6))
  }

  @Test func `a step back to where the steps began is an undo of them`() throws {
    try write(1)
    try write(2)
    try write(3, extendsLast: true)
    let steps = try #require(suite.ownHistoryEntry(forKey: "k"))
    try write(1, extendsLast: true)
    #expect(suite.ownHistoryEntry(forKey: "k")?.id == steps.id)
    #expect(suite.ownHistoryEntry(forKey: "k")?.isTakenBack == true)
    try suite.undo()
    #expect(value == nil)
    try suite.redo()
    try suite.redo()
    #expect(value == .integer(3))
  }

  @Test func `a forced undo of what others have undone already comes to the next entry`() throws {
    let store = LimitedStore()
    let suite = Defaults.Suite(name: "progress", store: store)
    var options = Defaults.HistoryOptions()
    options.isOnDisk = false
    suite.keepHistory(options)
    try suite.write(["k": .integer(1)])
    try suite.flush()
    try suite.write(["l": .integer(1)])
    try suite.flush()
    // Somebody without a history removes the value that undo would remove.
    _ = try store.commit(["l": nil])
    #expect(throws: Defaults.UndoError.changedSince(restoring: ["l": nil])) { try suite.undo() }
    #expect(try suite.undo(force: true).changes.map(\.key) == ["l"])
    #expect(store.values == ["k": .integer(1)])
    #expect(try suite.undo().changes.map(\.key) == ["k"])
    #expect(store.values == [:])
    #expect(throws: Defaults.UndoError.nothingToUndo) { try suite.undo(force: true) }
    // The same for redo.
    try suite.redo()
    _ = try store.commit(["l": .integer(1)])
    #expect(try suite.redo(force: true).changes.map(\.key) == ["l"])
    #expect(throws: Defaults.UndoError.nothingToRedo) { try suite.redo(force: true) }
    #expect(store.values == ["k": .integer(1), "l": .integer(1)])
  }
}
