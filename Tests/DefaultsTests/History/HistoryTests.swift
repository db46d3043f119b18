import DefaultsTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

extension Defaults.Cause {
  fileprivate var isUndo: Bool {
    if case .undo = self { true } else { false }
  }
}

struct HistoryTests {
  private let temporary: TemporarySuite
  private let journals: TemporaryDirectory
  private var suite: Defaults.Suite { temporary.suite }
  private var options: Defaults.HistoryOptions {
    Defaults.HistoryOptions(program: "test", directory: journals.file("state"))
  }

  init() throws {
    temporary = try TemporarySuite(onDisk: "org.example.history")
    journals = try TemporaryDirectory()
    suite.keepHistory(options)
  }

  /// The changes that are remembered, as short texts.
  private func texts() throws -> [String] {
    try suite.history().map { entry in
      let changes = entry.changes.map { change in
        let old = change.old.map { "\($0)" } ?? "-"
        return "\(change.key) \(old) \(change.new.map { "\($0)" } ?? "-")"
      }
      return changes.joined(separator: ", ") + (entry.cause.isUndo ? " undo" : "")
    }
  }

  private func set(_ value: Int?, _ key: String = "k") throws {
    suite.setStoredValue(value.map { .integer(Int128($0)) }, forKey: key)
    try suite.flush()
  }

  @Test func `every commit is remembered with old and new values and its author`() throws {
    try set(1)
    try set(2)
    try set(nil)
    let entries = try suite.history()
    #expect(
      entries.map(\.changes) == [
        [.init(key: "k", old: nil, new: .integer(1))],
        [.init(key: "k", old: .integer(1), new: .integer(2))],
        [.init(key: "k", old: .integer(2), new: nil)],
      ]
    )
    #expect(entries.allSatisfy { $0.author.process == getpid() && $0.author.program == "test" })
    #expect(entries.allSatisfy { abs($0.date.timeIntervalSinceNow) < 600 })
    #expect(entries.map(\.id) == entries.map(\.id).sorted())
  }

  @Test func `the keys of one transaction are one change, and are undone together`() throws {
    try set(1)
    try suite.setStoredValues(["k": .integer(5), "l": .integer(6)])
    try suite.flush()
    let entry = try suite.undo()
    #expect(entry.changes.map(\.key) == ["k", "l"])
    #expect(suite.storedValues() == ["k": .integer(1)])
    #expect(try #require(temporary.neighbour()).storedValues() == ["k": .integer(1)])
  }

  @Test func `undo goes back step by step, whoever made the changes`() throws {
    try set(1)
    let neighbour = try #require(temporary.neighbour())
    neighbour.keepHistory(options)
    neighbour.setStoredValue(.integer(2), forKey: "k")
    try neighbour.flush()
    suite.reload()
    try set(3)
    for expected in [2, 1] {
      try suite.undo()
      #expect(suite.storedValue(forKey: "k") == .integer(Int128(expected)))
    }
    try suite.undo()
    #expect(suite.storedValues() == [:])
    #expect(throws: Defaults.UndoError.nothingToUndo) { try suite.undo() }
    #expect(try texts().count == 6)
  }

  @Test func `a change after an undo is the next to be undone`() throws {
    try set(1)
    try set(2)
    try suite.undo()
    try set(3)
    try suite.undo()
    #expect(suite.storedValue(forKey: "k") == .integer(1))
    try suite.undo()
    #expect(suite.storedValue(forKey: "k") == nil)
  }

  @Test func `what somebody changed without a history is not overwritten`() throws {
    try set(1)
    let neighbour = try #require(temporary.neighbour())
    neighbour.setStoredValue(.integer(9), forKey: "k")
    try neighbour.flush()
    #expect(throws: Defaults.UndoError.changedSince(restoring: ["k": nil])) { try suite.undo() }
    #expect(suite.storedValue(forKey: "k") == .integer(9))
    // What was expected to be undone was not, and later commits are no undo of it.
    try set(nil)
    #expect(try suite.history().last?.cause == .edit)
    try set(9)
    try suite.undo()
    try suite.undo()
    try suite.undo(force: true)
    #expect(suite.storedValue(forKey: "k") == nil)
  }

  @Test func `a value that another process stored meanwhile is what comes back`() throws {
    try set(1)
    let neighbour = try #require(temporary.neighbour())
    neighbour.setStoredValue(.integer(7), forKey: "k")
    try neighbour.flush()
    // Perhaps before this suite has noticed: what counts is what the commit replaced.
    try set(2)
    #expect(
      try suite.history().last?.changes == [
        .init(key: "k", old: .integer(7), new: .integer(2))
      ]
    )
    try suite.undo()
    #expect(suite.storedValue(forKey: "k") == .integer(7))
  }

  @Test(arguments: ["apiToken", "smtp.password", "client-secret", "AWS_PRIVATE_KEY"])
  func `secrets are remembered without their values`(key: String) throws {
    suite.set("hush-hush", forKey: key)
    try suite.flush()
    #expect(
      try suite.history().map(\.changes) == [
        [.init(key: Defaults.KeyName(key), old: nil, new: nil, omission: .secret)]
      ]
    )
    let journal = try journals.read("state/org.example.history.history")
    #expect(!journal.contains(Array("hush-hush".utf8)))
    // Only the process that made the change knows the values.
    let neighbour = try #require(temporary.neighbour())
    neighbour.keepHistory(options)
    #expect(throws: Defaults.UndoError.valuesOmitted(key: Defaults.KeyName(key), .secret)) {
      try neighbour.undo()
    }
    #expect(throws: Defaults.UndoError.nothingToUndo) { try neighbour.undo(force: true) }
    try suite.undo()
    #expect(suite.storedValue(forKey: key) == nil)
  }

  @Test func `a forced undo of several keys leaves out the secrets that the history does not have`()
    throws
  {
    try suite.write(["a": .integer(1)])
    try suite.flush()
    try suite.write(["a": .integer(2), "token": .string("hush-hush")])
    try suite.flush()
    try suite.write(["a": nil, "token": nil])
    try suite.flush()
    let neighbour = try #require(temporary.neighbour())
    neighbour.keepHistory(options)
    #expect(throws: Defaults.UndoError.self) { try neighbour.undo() }
    #expect(try neighbour.undo(force: true).changes.map(\.key) == ["a"])
    #expect(neighbour.storedValues() == ["a": .integer(2)])
    #expect(try neighbour.redo(force: true).changes.map(\.key) == ["a"])
    #expect(neighbour.storedValues().isEmpty)
  }

  @Test func `large and deeply nested values are left out`() throws {
    suite.set(String(repeating: "x", count: 70_000), forKey: "k")
    let deep = (0..<510).reduce(StoredValue.bool(true)) { value, _ in .array([value]) }
    suite.setStoredValue(deep, forKey: "l")
    try suite.flush()
    #expect(try suite.history().flatMap(\.changes).map(\.omission) == [.large, .large])
    #expect(suite.takeDiagnostics() == [])
  }

  @Test func `the oldest changes make room`() throws {
    var options = options
    options.limit = 3
    suite.keepHistory(options)
    for value in 1...6 { try set(value) }
    #expect(
      try suite.history().compactMap(\.changes.first?.new) == [
        .integer(4), .integer(5), .integer(6),
      ]
    )
  }

  @Test func `suites of the same name in other directories keep apart`() throws {
    try set(1)
    let other = try TemporarySuite(onDisk: "org.example.history")
    other.suite.keepHistory(options)
    #expect(try other.suite.history() == [])
    #expect(throws: Defaults.UndoError.nothingToUndo) { try other.suite.undo() }
    #expect(try suite.history().count == 1)
  }

  @Test func `all kinds of values come back exactly`() throws {
    let samples = StoredSamples.all.filter { $0.refusal(depth: 4) == nil }.enumerated().map {
      (Defaults.KeyName("k\($0)"), StoredValue?.some($1))
    }
    try suite.setStoredValues(Dictionary(uniqueKeysWithValues: samples))
    try suite.flush()
    let before = suite.storedValues()
    try suite.setStoredValues(before.mapValues { _ in StoredValue?.some(.string("other")) })
    try suite.flush()
    #expect(suite.takeDiagnostics() == [])
    try suite.undo()
    #expect(suite.storedValues() == before)
  }

  @Test func `a journal that cannot be written fails no commit, and is reported`() throws {
    try Data().write(to: URL(fileURLWithPath: journals.file("state")))
    try set(1)
    #expect(suite.storedValue(forKey: "k") == .integer(1))
    let kinds = suite.takeDiagnostics().map(\.kind)
    guard kinds.count == 1, case .historyFailed = kinds.first else {
      Issue.record("\(kinds)")
      return
    }
  }

  @Test func `the journal is the user's alone`() throws {
    try set(1)
    for (name, mode) in [("state", 0o700), ("state/org.example.history.history", 0o600)] {
      var status = stat()
      #expect(stat(journals.file(name), &status) == 0)
      #expect(Int(status.st_mode & 0o777) == mode)
    }
  }
}
