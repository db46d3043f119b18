import Defaults
import DefaultsSchema
import Foundation
import TestSupport
import Testing

@testable import EditorCore

/// The file with what the editor remembers of a suite.
@Suite struct SuiteMemoryFileTests {
  private let fixture = NotesFixture()
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func file() throws -> SuiteMemoryFile {
    let history = Defaults.HistoryOptions(program: "test", directory: directory.path)
    return try #require(SuiteMemoryFile(of: fixture.suite, history))
  }

  @Test func `each part keeps what another editor has written`() throws {
    let (mine, other) = (try file(), try file())
    try mine.save([.parked(["a": .integer(1)])])
    try other.save([.parked(["b": .integer(2)])])
    try other.save([.staged(["a": .integer(3)])])
    try mine.save([.place(RememberedPlace(order: .name), replacing: RememberedPlace())])
    try mine.save([.editsUndeclaredKeys(true)])
    try other.save([.parked(["b": nil])])
    let expected = SuiteMemory(
      parked: ["a": .integer(1)],
      staged: ["a": .integer(3)],
      place: RememberedPlace(order: .name),
      editsUndeclaredKeys: true
    )
    #expect(mine.read().memory == expected)
    try mine.save([.editsUndeclaredKeys(false)])
    #expect(!other.read().memory.editsUndeclaredKeys)
  }
}
