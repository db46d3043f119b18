import Foundation
import TestSupport
import Testing

@testable import DefaultsSchema

/// Whether the documents of a search path have to be read again.
@Suite struct SchemaFilesTests {
  private let directory: TemporaryDirectory
  private let path: SchemaSearchPath

  init() throws {
    directory = try TemporaryDirectory()
    path = SchemaSearchPath(directories: [directory.path], environment: [:])
    try write("{}", "a")
  }

  private func write(_ text: String, _ suite: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: directory.file("\(suite).schema.json")))
  }

  private func schema(_ suite: String, title: String) -> String {
    """
    {"x-format": 1, "x-suite": "\(suite)", "title": "\(title)",
     "properties": {"k": {"type": "boolean"}}}
    """
  }

  /// Lists the documents, however recently they were changed.
  private func listed() -> SchemaFiles? {
    SchemaFiles(of: path, suiteName: nil, unchangedFor: 0)
  }

  @Test func `documents that are left alone are not read again`() throws {
    let files = try #require(listed())
    #expect(listed() == files)
    // No schema document.
    try Data().write(to: URL(fileURLWithPath: directory.file("notes.txt")))
    #expect(listed() == files)
  }

  @Test func `every change is seen`() throws {
    let files = try #require(listed())
    // Of another length: the clock of a file system may stand still between two writes.
    try write("[ ]", "a")
    let changed = try #require(listed())
    #expect(changed != files)
    try write("{}", "b")
    let added = try #require(listed())
    #expect(added != changed)
    try FileManager.default.removeItem(atPath: directory.file("a.schema.json"))
    #expect(listed() != added)
  }

  @Test func `a document that was changed just now is read again`() throws {
    #expect(SchemaFiles(of: path, suiteName: nil) == nil)
    // The times that a program can choose do not count.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)],
      ofItemAtPath: directory.file("a.schema.json")
    )
    #expect(SchemaFiles(of: path, suiteName: nil) == nil)
  }

  @Test(.thorough) func `a catalog of one suite is completed, and what has changed is read again`()
    async throws
  {
    try write(schema("a", title: "Old"), "a")
    try write(schema("b", title: "Other"), "b")
    // A document that was changed just now would be read again.
    while SchemaFiles(of: path, suiteName: nil) == nil { try await Task.sleep(for: .seconds(0.1)) }
    let first = SchemaCatalog(searchPath: path, suiteName: "a")
    #expect(first.schemas.map(\.title) == ["Old"])
    let all = first.updated(path, .init())
    #expect(all.schemas.map(\.title) == ["Old", "Other"])
    #expect(all.unreadSuites.isEmpty)
    try write(schema("a", title: "New"), "a")
    for catalog in [first, all] {
      #expect(catalog.updated(path, .init()).schemas.map(\.title) == ["New", "Other"])
    }
  }
}
