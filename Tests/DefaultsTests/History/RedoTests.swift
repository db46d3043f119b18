import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Making changes again that were taken back, and joining entries.
struct RedoTests {
  private let temporary: TemporarySuite
  private let journals: TemporaryDirectory
  private var suite: Defaults.Suite { temporary.suite }
  private var options: Defaults.HistoryOptions {
    Defaults.HistoryOptions(program: "test", directory: journals.file("state"))
  }

  init() throws {
    temporary = try TemporarySuite(onDisk: "org.example.redo")
    journals = try TemporaryDirectory()
    suite.keepHistory(options)
  }

  /// A suite over the same file and journal, as a process finds it that starts now.
  private func restarted() throws -> Defaults.Suite {
    let suite = try #require(temporary.neighbour())
    suite.keepHistory(options)
    return suite
  }

  private func set(_ value: Int?, _ key: String = "k") throws {
    suite.setStoredValue(value.map { .integer(Int128($0)) }, forKey: key)
    try suite.flush()
  }

  private func values() throws -> [Defaults.KeyName: StoredValue] {
    try #require(temporary.neighbour()).storedValues()
  }

  @Test func `redo makes the changes again that undo has taken back, in their order`() throws {
    try set(1)
    try set(2)
    try suite.write(["k": nil, "l": .integer(3)])
    for expected in [["k": 2], ["k": 1], [:]] as [[Defaults.KeyName: Int128]] {
      try suite.undo()
      #expect(try values() == expected.mapValues { .integer($0) })
    }
    for expected in [["k": 1], ["k": 2], ["l": 3]] as [[Defaults.KeyName: Int128]] {
      try suite.redo()
      #expect(try values() == expected.mapValues { .integer($0) })
    }
    #expect(throws: Defaults.UndoError.nothingToRedo) { try suite.redo() }
    #expect(try values() == ["l": .integer(3)])
    try suite.undo()
    #expect(try values() == ["k": .integer(2)])
  }

  @Test func `redo works after a restart, and a redone change can be undone after another`() throws
  {
    try set(1)
    try set(2)
    try suite.undo()
    let second = try restarted()
    let entry = try second.redo()
    #expect(entry.changes == [.init(key: "k", old: .integer(1), new: .integer(2))])
    #expect(try values() == ["k": .integer(2)])
    let third = try restarted()
    #expect(throws: Defaults.UndoError.nothingToRedo) { try third.redo() }
    try third.undo()
    #expect(try values() == ["k": .integer(1)])
    // The entry that was made again is taken back now, so the one before comes next.
    try restarted().undo()
    #expect(try values() == [:])
    #expect(throws: Defaults.UndoError.nothingToUndo) { try restarted().undo() }
  }

  @Test(arguments: ["k", "another"])
  func `a write after an undo leaves nothing to redo`(key: String) throws {
    try set(1)
    try set(2)
    try suite.undo()
    try set(7, key)
    let before = try values()
    #expect(throws: Defaults.UndoError.nothingToRedo) { try suite.redo() }
    #expect(throws: Defaults.UndoError.nothingToRedo) { try suite.redo(force: true) }
    #expect(throws: Defaults.UndoError.nothingToRedo) { try restarted().redo() }
    #expect(try values() == before)
  }

  @Test func `what was changed without a history is overwritten by redo only if told to`() throws {
    try set(1)
    try suite.undo()
    let neighbour = try #require(temporary.neighbour())
    neighbour.setStoredValue(.integer(9), forKey: "k")
    try neighbour.flush()
    #expect(throws: Defaults.UndoError.changedSince(restoring: ["k": .integer(1)])) {
      try suite.redo()
    }
    #expect(try values() == ["k": .integer(9)])
    try suite.redo(force: true)
    #expect(try values() == ["k": .integer(1)])
  }

  // MARK: - Joined entries

  private let extending = Defaults.WriteOptions(extendsLastEntry: true)

  private func step(_ value: Int128, _ key: Defaults.KeyName = "k") throws {
    try suite.write([key: .integer(value)], options: extending)
    try suite.flush()
  }

  @Test func `writes that extend the last entry are one entry, undone and redone as one`() throws {
    try set(1)
    for value in 2...5 { try step(Int128(value)) }
    #expect(
      try suite.history().map(\.changes) == [
        [.init(key: "k", old: nil, new: .integer(5))]
      ]
    )
    try suite.undo()
    #expect(try values() == [:])
    try suite.redo()
    #expect(try values() == ["k": .integer(5)])
  }

  @Test func `a write extends no entry of another key or of several keys`() throws {
    try set(1, "l")
    try step(1)
    #expect(try suite.history().count == 2)
    try suite.write(["k": .integer(2), "l": .integer(2)])
    try suite.flush()
    try step(3)
    #expect(try suite.history().count == 4)
  }

  @Test func `a write extends no entry of another process`() throws {
    try set(1)
    let second = try restarted()
    try second.write(["k": .integer(2)], options: extending)
    try second.flush()
    #expect(try suite.history().count == 2)
  }

  // MARK: - Formats

  private static let journal = "state/org.example.redo.history"

  @Test(
    arguments: [
      (#"{"format":5}"# + "\n", "5"), (#"{"format":"v4","x":1}"# + "\n{}\n", "not a number"),
      (#"{"format":0,"journal":"a"}"# + "\n", "0"),
    ]
  )
  func `a journal of a newer format is refused and left as it is`(
    content: String,
    format: String
  ) throws {
    try set(1)
    try journals.write(content.utf8, to: Self.journal)
    let bytes = try journals.read(Self.journal)
    for attempt in [
      { _ = try suite.history() }, { _ = try suite.undo() }, { _ = try suite.redo() },
      { _ = try suite.undo(force: true) },
    ] as [() throws -> Void] {
      let error = #expect(throws: Defaults.StoreError.self) { try attempt() }
      let text = "\(error.map { "\($0)" } ?? "")"
      #expect(text.contains("this program reads the format 4"))
      #expect(text.contains("its format is \(format),"))
      #expect(text.contains(journals.file(Self.journal)))
      #expect(text.hasSuffix("."))
    }
    // The write itself is stored, and a diagnostic says that it cannot be undone.
    _ = suite.takeDiagnostics()
    try set(2)
    #expect(try values() == ["k": .integer(2)])
    let kinds = suite.takeDiagnostics().map(\.kind)
    guard kinds.count == 1, case .historyFailed? = kinds.first else {
      Issue.record("\(kinds)")
      return
    }
    #expect(try journals.read(Self.journal) == bytes)
    #expect(try journals.names() == ["state"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: journals.file("state")).filter {
        !$0.hasPrefix(".")
      } == ["org.example.redo.history"]
    )
  }
}
