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
  private let location: String

  init() throws {
    directory = try TemporaryDirectory()
    location = Defaults.HistoryOptions.location(of: fixture.suite)
  }

  private func file() throws -> SuiteMemoryFile {
    let history = Defaults.HistoryOptions(program: "test", directory: directory.path)
    return try #require(SuiteMemoryFile(of: fixture.suite, history))
  }

  private func store(_ fileExtension: String) -> Defaults.PropertyListStore {
    Defaults.PropertyListStore(file: directory.file("org.example.notes.\(fileExtension)"))
  }

  private func names() throws -> [String] {
    try directory.names().filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Writes the four files of an earlier version.
  private func writeEarlierFiles() throws {
    _ = try store("parked").commit([
      Defaults.KeyName("\(location)\na\nb"): .string("typed"),
      "/elsewhere/org.example.notes.plist\na": .string("other"),
    ])
    _ = try store("staged").commit([Defaults.KeyName("\(location)\na"): .integer(3)])
    _ = try store("place").commit([
      Defaults.KeyName("\(location)\nfilter"): .string("auto"),
      Defaults.KeyName("\(location)\nbookmark\na"): .bool(true),
    ])
    _ = try store("undeclared").commit([Defaults.KeyName(location): .bool(true)])
  }

  private static let remembered = SuiteMemory(
    parked: ["a\nb": .string("typed")],
    staged: ["a": .integer(3)],
    place: RememberedPlace(bookmarks: ["a"]),
    editsUndeclaredKeys: true
  )

  @Test func `the files of earlier versions are read until the first save, which replaces them`()
    throws
  {
    try writeEarlierFiles()
    let before = try names()
    #expect(try file().read().memory == Self.remembered)
    #expect(try names() == before)
    try file().save(.parked(["a\nb": nil, "c": .bool(true)]))
    var memory = Self.remembered
    memory.parked = ["c": .bool(true)]
    #expect(try file().read().memory == memory)
    #expect(try names() == ["org.example.notes.memory"])
    let values = try #require(try store("memory").load(unlike: nil)?.values)
    #expect(values["parked\n/elsewhere/org.example.notes.plist\na"] == .string("other"))
  }

  @Test func `files of earlier versions beside a newer file are left alone`() throws {
    try file().save(.parked(["c": .bool(true)]))
    try writeEarlierFiles()
    try file().save(.editsUndeclaredKeys(false))
    #expect(try file().read().memory == SuiteMemory(parked: ["c": .bool(true)]))
    #expect(try names().count == 5)
  }

  @Test func `an earlier file that is damaged is reported and stays, and the others are kept`()
    throws
  {
    try writeEarlierFiles()
    try directory.write(Array("no property list".utf8), to: "org.example.notes.staged")
    let (memory, failure) = try file().read()
    var expected = Self.remembered
    expected.staged = [:]
    #expect(memory == expected)
    #expect(failure != nil)
    try file().save(.editsUndeclaredKeys(true))
    #expect(try file().read().memory == expected)
    #expect(try names() == ["org.example.notes.memory", "org.example.notes.staged"])
  }

  @Test func `each part keeps what another editor has written`() throws {
    let (mine, other) = (try file(), try file())
    try mine.save(.parked(["a": .integer(1)]))
    try other.save(.parked(["b": .integer(2)]))
    try other.save(.staged(["a": .integer(3)]))
    try mine.save(.place(RememberedPlace(order: .name), replacing: RememberedPlace()))
    try mine.save(.editsUndeclaredKeys(true))
    try other.save(.parked(["b": nil]))
    let expected = SuiteMemory(
      parked: ["a": .integer(1)],
      staged: ["a": .integer(3)],
      place: RememberedPlace(order: .name),
      editsUndeclaredKeys: true
    )
    #expect(mine.read().memory == expected)
    try mine.save(.editsUndeclaredKeys(false))
    #expect(!other.read().memory.editsUndeclaredKeys)
  }
}
