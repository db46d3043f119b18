import Defaults
import Foundation
import Glibc
import TestSupport
import Testing

@testable import EditorCore

@Suite struct UserFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private static let bytes: [UInt8] = [0, 1, 255]

  private static let notRegular: UserFile.Failure = .other(reason: "not a regular file")

  private func contents(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func `a new file is the user's alone, and is read back`() throws {
    let path = directory.file("new")
    try UserFile(path).write(Self.bytes, overwriting: false)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try UserFile(path).contents() == Self.bytes)
  }

  @Test func `a file that exists is replaced only on request, and a link is followed`() throws {
    let (path, link) = (directory.file("old"), directory.file("link"))
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: UserFile.Failure.exists) {
      try UserFile(link).write(Self.bytes, overwriting: false)
    }
    #expect(try contents(path) == Array("old".utf8))
    try UserFile(link).write(Self.bytes, overwriting: true)
    #expect(try contents(path) == Self.bytes)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try directory.names().sorted() == ["link", "old"])
  }

  @Test func `only regular files of a sane size are used`() throws {
    let (pipe, large) = (directory.file("pipe"), directory.file("large"))
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: Self.notRegular) { try UserFile(pipe).contents() }
    #expect(throws: Self.notRegular) { try UserFile(pipe).write(Self.bytes, overwriting: true) }
    #expect(throws: Self.notRegular) { try UserFile(directory.path).contents() }
    #expect(FileManager.default.createFile(atPath: large, contents: nil))
    #expect(truncate(large, off_t(UserFile.loadLimit)) == 0)
    #expect(try UserFile(large).contents().count == UserFile.loadLimit)
    #expect(truncate(large, off_t(UserFile.loadLimit + 1)) == 0)
    #expect(throws: UserFile.Failure.other(reason: "larger than 16 MiB, or being written")) {
      try UserFile(large).contents()
    }
  }

  @Test func `what cannot be read or written is told`() {
    let file = UserFile(directory.file("none/file"))
    let failure = UserFile.Failure.other(reason: String(cString: strerror(ENOENT)))
    #expect(throws: failure) { try file.contents() }
    #expect(throws: failure) { try file.write(Self.bytes, overwriting: false) }
  }

  @Test func `the names that continue a path are found, hidden ones only when typed`() throws {
    for name in ["alpha", "alps", "beta", ".hidden"] { try directory.write([1], to: name) }
    try FileManager.default.createDirectory(
      atPath: directory.file("album"),
      withIntermediateDirectories: false
    )
    let facts = PathFacts(examining: directory.file("al"))
    #expect(facts.names == ["album/", "alpha", "alps"])
    #expect(facts.target == .nothing)
    let all = PathFacts(examining: directory.path + "/")
    #expect(all.names == ["album/", "alpha", "alps", "beta"])
    #expect(PathFacts(examining: directory.file(".h")).names == [".hidden"])
    #expect(PathFacts(examining: directory.file("alpha")).target == .file(size: 1))
    #expect(PathFacts(examining: "~").target == .directory)
  }

  @Test func `only the last question is answered while one takes long`() {
    let queue = WorkQueue()
    let answers = WorkQueue()
    let files = FileQuestions { queue.add($0) }
    for _ in 1...3 { files.ask { answers.add {} } }
    #expect(queue.count == 1)
    queue.release()
    #expect(answers.count == 1)
    files.ask { answers.add {} }
    queue.release()
    #expect(answers.count == 2)
  }
}
