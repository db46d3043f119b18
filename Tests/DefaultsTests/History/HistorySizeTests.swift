import DefaultsTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// How large a history becomes.
struct HistorySizeTests {
  private let temporary: TemporarySuite
  private let journals: TemporaryDirectory
  private var suite: Defaults.Suite { temporary.suite }

  init() throws {
    temporary = try TemporarySuite(onDisk: "org.example.size")
    journals = try TemporaryDirectory()
  }

  private func keepHistory(_ suite: Defaults.Suite, limit: Int = 1 << 20) {
    var options = Defaults.HistoryOptions(program: "test", directory: journals.path)
    options.sizeLimit = limit
    suite.keepHistory(options)
  }

  private var size: Int {
    get throws { try journals.read("org.example.size.history").count }
  }

  private func text(_ number: Int, _ count: Int = 50_000) -> Defaults.StoredValue {
    .string("\(number) " + String(repeating: "x", count: count))
  }

  @Test(.thorough) func `the oldest entries make room for new ones`() throws {
    keepHistory(suite)
    for number in 0..<60 {
      try suite.write(["k": text(number, 20_000)])
      try suite.flush()
      #expect(try size < 1_500_000)
    }
    let entries = try suite.history()
    #expect(entries.count > 10 && entries.count < 30)
    #expect(entries.last?.changes.first?.new == text(59, 20_000))
    try suite.undo()
    #expect(suite.storedValue(forKey: "k") == text(58, 20_000))
  }

  @Test(.thorough) func `of an entry that is too large, the largest values are omitted`() throws {
    keepHistory(suite)
    var values: [Defaults.KeyName: Defaults.StoredValue?] = ["flag": .bool(true)]
    for number in 0..<100 { values[Defaults.KeyName("k\(number)")] = text(number) }
    try suite.write(values)
    try suite.flush()
    #expect(try size < 1_500_000)
    let entry = try #require(try suite.history().last)
    #expect(entry.changes.count == 101)
    #expect(entry.changes.contains { $0.omission == .large })
    #expect(entry.changes.first { $0.key == "flag" }?.omission == nil)
    // This process still has the values.
    try suite.undo()
    #expect(suite.storedValues().isEmpty)
  }

  @Test func `a usual history is far from the limit`() throws {
    keepHistory(suite, limit: Defaults.HistoryOptions().sizeLimit)
    for number in 0..<30 {
      try suite.write(["k": .integer(Int128(number))])
      try suite.flush()
    }
    #expect(try suite.history().count == 30)
  }

  @Test func `this process keeps the values of no more entries than a history has`() throws {
    var options = Defaults.HistoryOptions(program: "test", directory: journals.path)
    options.limit = 3
    suite.keepHistory(options)
    let journal = try #require(suite.core.journal.withLock { $0 })
    for number in 0..<5 {
      // Too large for the journal, so this process keeps it.
      try suite.write(["k": text(number, 100_000)])
      try suite.flush()
      #expect(journal.keptEntryCount == min(number + 1, 3))
    }
    for _ in 0..<3 {
      try suite.write(["m": .bool(suite.storedValue(forKey: "m") != .bool(true))])
      try suite.flush()
    }
    #expect(journal.keptEntryCount == 0)
  }
}
