import Defaults
import DefaultsSchema
import Dispatch
import Terminal
import Testing

@testable import EditorCore

/// Undo, plans and staged edits while other programs write.
@Suite struct ConcurrentUndoTests {
  private let driver: SessionDriver
  private static let name = "general.userName"
  private static let interval = "general.autosaveInterval"

  init() throws {
    driver = try SessionDriver()
  }

  private func stored(_ key: String) throws -> Defaults.StoredValue? {
    try driver.stored()[Defaults.KeyName(key)]
  }

  @Test(arguments: [true, false], [true, false])
  func `an undo asks before it replaces a newer value`(isNoticed: Bool, isForced: Bool) throws {
    try driver.store(["general.autosaveInterval": .integer(30)])
    let change: SessionDriver.Step =
      isNoticed ? .elsewhere(Self.interval, .integer(90)) : .unnoticed(Self.interval, .integer(90))
    try driver.run([
      .press("j+"), .release, change, .press("u"), .release,
      .check { _, frame in
        #expect(frame.contains("Autosave interval is now 90 s"), "\(frame)")
        #expect(frame.contains("Undo to 30 s anyway?"), "\(frame)")
      },
      .press(isForced ? "y" : "n"), .release,
      .check { _, frame in
        guard isForced else { return }
        #expect(frame.contains("Undone: Autosave interval = 30 s (was 90 s)"), "\(frame)")
      },
    ])
    #expect(try stored(Self.interval) == .integer(isForced ? 30 : 90))
  }

  @Test func `the answer to an undo is not taken for a still newer value`() throws {
    try driver.store(["general.autosaveInterval": .integer(30)])
    try driver.run([
      .press("j+"), .release, .unnoticed(Self.interval, .integer(90)), .press("u"), .release,
      .unnoticed(Self.interval, .integer(120)), .press("y"), .release,
      .check { _, frame in #expect(frame.contains("is now 120 s"), "\(frame)") },
    ])
    #expect(try stored(Self.interval) == .integer(120))
  }

  @Test func `an undo of several keys names all that were changed since`() throws {
    try driver.store(["general.autosaveInterval": .integer(45), "general.userName": .string("Ada")])
    try driver.run([
      .press("jxxR<Enter>"), .release,
      .check { _, frame in #expect(frame.contains("Reset 2 keys"), "\(frame)") },
      .press("y"), .release,
      .check { _, frame in #expect(frame.contains("Reset 2 keys."), "\(frame)") },
      .unnoticed(Self.interval, .integer(90)), .unnoticed(Self.name, .string("Eve")),
      .press("u"), .release,
      .check { _, frame in
        #expect(frame.contains("Autosave interval is now 90 s"), "\(frame)")
        #expect(frame.contains("Your name is now \"Eve\""), "\(frame)")
      },
      .press("y"), .release,
    ])
    #expect(try stored(Self.interval) == .integer(45))
    #expect(try stored(Self.name) == .string("Ada"))
  }

  @Test func `the review of staged edits shows what others store meanwhile`() throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run([
      .press("tjj<Enter><C-u>Bob<Enter>k+"), .release, .press("w"), .release, .press("<Space>"),
      .elsewhere(Self.name, .string("Eve")), .release,
      .check { _, frame in
        #expect(frame.contains("\"Eve\""), "\(frame)")
        #expect(frame.contains("changed elsewhere"), "\(frame)")
        #expect(frame.contains("left out"), "\(frame)")
      },
    ])
    #expect(try stored(Self.name) == .string("Eve"))
  }

  @Test func `both are kept where one side is staged`() throws {
    let key = "advanced.recentFiles"
    try driver.store(["advanced.recentFiles": .array(["a", "b"].map { .string($0) })])
    try driver.run([
      .press("tG<Up><Enter><Enter><C-u>A<Enter><Esc>"), .release,
      .elsewhere(key, .array(["a", "b", "c"].map { .string($0) })),
      .press("<Enter>j<Enter><C-u>B<Enter>"), .release,
      .check { _, frame in #expect(frame.contains("Changed elsewhere while"), "\(frame)") },
      .press("b"), .release, .press("<Esc>w"), .release, .press("<Enter>"), .release,
    ])
    #expect(
      try driver.stored()["advanced.recentFiles"] == .array(["A", "B", "c"].map { .string($0) })
    )
  }

  /// Keys that are pressed while an undo waits for the disk.
  private static let presses = ["/y", "y", "/ay", "?y", "<C-k>y", "my", "<Enter>y"]

  @Test(arguments: presses)
  func `what was pressed before the question does not answer it`(keys: String) throws {
    try driver.store(["general.autosaveInterval": .integer(30)])
    try driver.run([
      .press("j+"), .release, .elsewhere(Self.interval, .integer(90)), .press("u" + keys),
      .releaseAndPress("y"), .press("<Esc>"), .release,
    ])
    #expect(try stored(Self.interval) == .integer(90))
  }

  // MARK: - Plans and staged edits

  @Test(arguments: [true, false])
  func `a staged edit does not replace a newer value, and the others are stored`(
    isNoticed: Bool
  ) throws {
    try driver.store(["general.userName": .string("Ada"), "general.autosaveInterval": .integer(30)])
    let change: SessionDriver.Step =
      isNoticed
      ? .elsewhere(Self.name, .string("Eve")) : .unnoticed(Self.name, .string("Eve"))
    try driver.run([
      .press("tj<Enter><C-u>45<Enter>j<Enter><C-u>Bob<Enter>"), .release, change,
      .press("w"), .release, .press("<Enter>"), .release,
      .check { state, frame in
        // In the table, or on the status line if the suite has not reported the change yet.
        #expect(frame.contains("Your name") && frame.contains("changed el"), "\(frame)")
        #expect(state.stagedCount == 1)
      },
    ])
    #expect(try stored(Self.name) == .string("Eve"))
    #expect(try stored(Self.interval) == .integer(45))
  }

  @Test func `a staged edit of an earlier session knows what it was made for`() throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run([.press("tjj<Enter><C-u>Bob<Enter>"), .release, .press("q"), .release])
    try driver.store(["general.userName": .string("Eve")])
    try driver.run([
      .press("w"), .release, .press("<Enter>"), .release,
      .check { _, frame in #expect(frame.contains("changed elsewhere"), "\(frame)") },
      // The row is included by hand, and saved.
      .press("<Space><Enter>"), .release,
    ])
    #expect(try stored(Self.name) == .string("Bob"))
  }

  @Test func `a plan that has become outdated lists all conflicts and changes nothing`() throws {
    try driver.store(["general.autosaveInterval": .integer(45), "general.userName": .string("Ada")])
    try driver.run([
      .press("jxxR<Enter>"), .release,
      .unnoticed(Self.interval, .integer(90)), .unnoticed(Self.name, .string("Eve")),
      .press("y"), .release, .release,
      .check { _, frame in
        #expect(frame.contains("Autosave interval, Your name changed elsewhere"), "\(frame)")
      },
    ])
    #expect(try stored(Self.interval) == .integer(90))
    #expect(try stored(Self.name) == .string("Eve"))
  }

  // MARK: - A full disk

  @Test func `a change that waited for a full disk does not replace a newer value`() throws {
    try driver.store(["general.userName": .string("Ada")])
    try driver.run([
      .full(true), .press("jj<Enter><C-u>Bob<Enter>"), .release,
      .check { state, _ in #expect(state.document.status.uncommittedKeys == ["general.userName"]) },
      .check { [driver] _, _ in
        driver.fixture.store.isFull = false
        _ = try driver.fixture.store.commit(["general.userName": .string("Eve")])
        try driver.fixture.suite.flush()
        // The suite tells the session on a queue.
        let isTold = DispatchSemaphore(value: 0)
        driver.fixture.suite.afterReports { isTold.signal() }
        isTold.wait()
      },
      .event(.wake), .event(.wake),
      .check { state, frame in
        #expect(frame.contains("Not stored"), "\(frame)")
        #expect(state.unfinished.parked.count == 1)
      },
      .press("<Esc><Enter><Up>"),
      .check { _, frame in #expect(frame.contains("Bob"), "\(frame)") },
    ])
    #expect(try stored(Self.name) == .string("Eve"))
  }
}
