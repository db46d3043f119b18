import DefaultsTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Two processes and one file, each process played by a suite with a store of its own.
@Suite(.timeLimit(.minutes(10)))
struct MergeTests {
  private let temporary: TemporarySuite
  private let mine: Defaults.Suite
  private let theirs: Defaults.Suite

  init() throws {
    temporary = try TemporarySuite(onDisk: "merge")
    mine = temporary.suite
    theirs = try #require(temporary.neighbour())
    mine.set(1, forKey: "a")
    mine.set(2, forKey: "b")
    try mine.flush()
    theirs.reload()
  }

  private var stored: [Defaults.KeyName: Defaults.StoredValue]? {
    get throws {
      let file = try #require(temporary.file)
      return try Defaults.PropertyListStore(file: file).load(unlike: nil)?.values
    }
  }

  /// Stores something before the other suite notices, and lets both notice in the end.
  private func race(
    _ first: (Defaults.Suite) -> Void,
    _ second: (Defaults.Suite) -> Void
  ) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    // The second one's store is held, so that it cannot notice what the first one stores.
    try theirs.core.withStore {
      second(theirs)
      first(mine)
      try mine.flush()
    }
    try theirs.flush()
    mine.reload()
    #expect(try stored == mine.storedValues())
    #expect(try stored == theirs.storedValues())
    return mine.storedValues()
  }

  @Test func `of two changes of a key the later commit wins`() throws {
    let values = try race({ $0.set(10, forKey: "a") }, { $0.set(20, forKey: "a") })
    #expect(values == ["a": .integer(20), "b": .integer(2)])
  }

  @Test func `a key that is removed elsewhere and changed here later is changed`() throws {
    let values = try race({ $0.removeObject(forKey: "a") }, { $0.set(20, forKey: "a") })
    #expect(values == ["a": .integer(20), "b": .integer(2)])
  }

  @Test func `a key that is changed elsewhere and removed here later is removed`() throws {
    let values = try race({ $0.set(10, forKey: "a") }, { $0.removeObject(forKey: "a") })
    #expect(values == ["b": .integer(2)])
  }

  @Test func `a key that both remove is removed, and one that both add has the later value`() throws
  {
    let values = try race(
      {
        $0.removeObject(forKey: "a")
        $0.set("first", forKey: "new")
      },
      {
        $0.removeObject(forKey: "a")
        $0.set("second", forKey: "new")
      }
    )
    #expect(values == ["b": .integer(2), "new": .string("second")])
  }

  @Test func `a file that is removed elsewhere comes back with the later change alone`() throws {
    let file = try #require(temporary.file)
    try theirs.core.withStore {
      theirs.set(20, forKey: "a")
      try FileManager.default.removeItem(atPath: file)
    }
    try theirs.flush()
    #expect(try stored == ["a": .integer(20)])
    #expect(theirs.storedValues() == ["a": .integer(20)])
  }

  @Test func `a file that is replaced by an older one is taken over`() throws {
    let file = try #require(temporary.file)
    let backup = file + ".backup"
    try FileManager.default.copyItem(atPath: file, toPath: backup)
    mine.set(10, forKey: "a")
    try mine.flush()
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: backup, toPath: file)
    mine.set(3, forKey: "c")
    try mine.flush()
    #expect(try stored == ["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    #expect(try stored == mine.storedValues())
  }
}
