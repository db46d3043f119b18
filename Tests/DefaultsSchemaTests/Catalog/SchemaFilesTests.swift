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
    try write("{}", "a", age: 60)
  }

  private func write(_ text: String, _ suite: String, age: TimeInterval) throws {
    let file = directory.file("\(suite).schema.json")
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let date = Date(timeIntervalSinceNow: -age)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
  }

  @Test func `documents that are left alone are not read again`() throws {
    let files = try #require(SchemaFiles(of: path))
    #expect(SchemaFiles(of: path) == files)
    // No schema document.
    try Data().write(to: URL(fileURLWithPath: directory.file("notes.txt")))
    #expect(SchemaFiles(of: path) == files)
  }

  @Test func `every change is seen`() throws {
    let files = try #require(SchemaFiles(of: path))
    try write("[]", "a", age: 60)
    let changed = try #require(SchemaFiles(of: path))
    #expect(changed != files)
    try write("{}", "b", age: 60)
    let added = try #require(SchemaFiles(of: path))
    #expect(added != changed)
    try FileManager.default.removeItem(atPath: directory.file("a.schema.json"))
    #expect(SchemaFiles(of: path) != added)
  }

  @Test func `a document that was changed just now is read again`() throws {
    try write("{}", "a", age: 0)
    #expect(SchemaFiles(of: path) == nil)
  }
}
