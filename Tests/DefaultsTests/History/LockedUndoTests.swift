import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Undo and redo of keys that an administrator has locked since.
struct LockedUndoTests {
  private let layered: LayeredSuite
  private var suite: Defaults.Suite { layered.suite }

  init() throws {
    layered = try LayeredSuite()
    var options = Defaults.HistoryOptions()
    options.isOnDisk = false
    suite.keepHistory(options)
  }

  private func write(_ values: [Defaults.KeyName: Int128]) throws {
    try suite.write(values.mapValues { .integer($0) })
    try suite.flush()
  }

  /// Locks the key at 9, or unlocks it.
  private func setLock(_ key: Defaults.KeyName, _ isLocked: Bool) throws {
    try layered.put(isLocked ? [key: .integer(9)] : nil, at: "managed/app.plist")
    suite.reload()
  }

  private var lock: Defaults.Lock? { suite.lock(forKey: "k") }

  @Test func `undo of a locked key throws and changes nothing`() throws {
    try write(["k": 1])
    try write(["k": 2])
    try setLock("k", true)
    let lock = try #require(lock)
    let entries = try suite.history()
    for force in [false, true] {
      #expect(throws: Defaults.WriteError.locked(key: "k", by: lock)) {
        try suite.undo(force: force)
      }
      #expect(throws: Defaults.WriteError.locked(key: "k", by: lock)) {
        try suite.undo(.thisProcess, force: force)
      }
    }
    #expect(suite.storedValues() == ["k": .integer(2)])
    #expect(try suite.history() == entries)
    #expect(layered.reopened().storedValues() == ["k": .integer(2)])
    // Nothing is lost: when the lock is gone the change can be taken back.
    try setLock("k", false)
    try suite.undo()
    #expect(layered.reopened().storedValues() == ["k": .integer(1)])
  }

  @Test func `a transaction with one locked key is not undone at all`() throws {
    try write(["j": 1, "k": 1, "l": 1])
    try write(["j": 2, "k": 2, "l": 2])
    try setLock("k", true)
    let lock = try #require(lock)
    #expect(throws: Defaults.WriteError.locked(key: "k", by: lock)) { try suite.undo() }
    let expected: [Defaults.KeyName: StoredValue] = [
      "j": .integer(2), "k": .integer(2), "l": .integer(2),
    ]
    #expect(suite.storedValues() == expected)
    #expect(layered.reopened().storedValues() == expected)
  }

  @Test func `redo of a locked key throws and changes nothing`() throws {
    try write(["k": 1])
    try suite.undo()
    try setLock("k", true)
    let lock = try #require(lock)
    let entries = try suite.history()
    #expect(throws: Defaults.WriteError.locked(key: "k", by: lock)) { try suite.redo() }
    #expect(suite.storedValues() == [:])
    #expect(try suite.history() == entries)
    try setLock("k", false)
    try suite.redo()
    #expect(suite.storedValues() == ["k": .integer(1)])
  }

  @Test func `undo of a value that the key's rule does not accept throws and changes nothing`()
    throws
  {
    try write(["k": 70])
    try write(["k": 7])
    let key = Defaults.Key<Int>("k", default: 0, suite: suite, in: 0...9)
    let error = Defaults.WriteError.invalid(key: "k", .aboveMaximum(value: "70", maximum: "9"))
    #expect(throws: error) { try suite.undo() }
    #expect(Defaults[key] == 7)
    #expect(suite.storedValues() == ["k": .integer(7)])
  }
}
