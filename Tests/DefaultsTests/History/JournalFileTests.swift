import DefaultsTesting
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// How the file of a history grows, and what happens to it when a process fails.
struct JournalFileTests {
  private let directory: TemporaryDirectory
  private let suite: Defaults.Suite
  private var journal: String { "state/app.history" }

  init() throws {
    directory = try TemporaryDirectory()
    suite = Defaults.Suite(
      name: "app",
      store: Defaults.PropertyListStore(file: directory.file("app.plist"))
    )
    keepHistory(suite)
  }

  private func keepHistory(_ suite: Defaults.Suite, limit: Int = 500, sizeLimit: Int = 8 << 20) {
    var options = Defaults.HistoryOptions(program: "test", directory: directory.file("state"))
    options.limit = limit
    options.sizeLimit = sizeLimit
    suite.keepHistory(options)
  }

  private func set(_ value: Int, _ key: String = "k") throws {
    suite.setStoredValue(.integer(Int128(value)), forKey: key)
    try suite.flush()
  }

  private func values() throws -> [Int] {
    try suite.history().compactMap { entry in
      if case .integer(let value) = entry.changes.first?.new { Int(value) } else { nil }
    }
  }

  private func status() throws -> stat {
    var status = stat()
    try #require(stat(directory.file(journal), &status) == 0)
    return status
  }

  private func lines() throws -> [String] {
    String(decoding: try directory.read(journal), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  // MARK: - Growth

  @Test func `an entry is one more line of the same file`() throws {
    try set(1)
    let first = try status()
    let start = try directory.read(journal)
    for value in 2...20 { try set(value) }
    #expect(try status().st_ino == first.st_ino)
    #expect(try lines().count == 21)
    #expect(try directory.read(journal).starts(with: start))
    #expect(try values() == Array(1...20))
  }

  @Test func `the time of an entry is written in milliseconds`() throws {
    for value in 1...20 { try set(value) }
    for line in try lines().dropFirst() {
      #expect(line.firstMatch(of: /T\d\d:\d\d:\d\d(\.\d{1,3})?Z"/) != nil, "\(line)")
    }
  }

  @Test func `joined changes are one entry, with the lines of all`() throws {
    try set(1)
    for value in 2...5 {
      let options = Defaults.WriteOptions(extendsLastEntry: true)
      try suite.write(["k": .integer(Int128(value))], options: options)
      try suite.flush()
    }
    #expect(try lines().count == 6)
    #expect(try suite.history().map(\.changes) == [[.init(key: "k", old: nil, new: .integer(5))]])
    // What another process records ends the entry.
    let other = Defaults.Suite(
      name: "app",
      store: Defaults.PropertyListStore(file: directory.file("app.plist"))
    )
    keepHistory(other)
    try other.write(["l": .bool(true)])
    try other.flush()
    try suite.write(["k": .integer(6)], options: .init(extendsLastEntry: true))
    try suite.flush()
    #expect(try suite.history().count == 3)
  }

  @Test(.thorough) func `a journal that has grown is written anew with the newest entries`() throws
  {
    keepHistory(suite, limit: 10)
    for value in 1...1500 {
      try set(value)
      #expect(try status().st_size <= 65_536)
    }
    #expect(try values() == Array(1491...1500))
    #expect(try lines().count < 400)
    for value in (1497...1499).reversed() {
      try suite.undo()
      #expect(suite.storedValue(forKey: "k") == .integer(Int128(value)))
    }
  }

  @Test func `a position stays valid until the journal is written anew`() throws {
    var position: Defaults.HistoryPosition?
    func read() throws -> (keys: [String], areAll: Bool) {
      let (entries, areAll) = try suite.history(since: &position)
      return (entries.map { $0.changes[0].key.string }, areAll)
    }
    try set(1)
    #expect(try read() == (["k"], true))
    try set(2)
    try set(3, "l")
    #expect(try read() == (["k", "l"], false))
    try suite.forgetHistory(forKey: "l")
    #expect(try read() == (["k", "k"], true))
    try set(4)
    #expect(try read() == (["k"], false))
    #expect(try read() == ([], false))
  }

  @Test func `processes that record at the same time lose no entry`() async throws {
    let path = directory.file("app.plist")
    await withTaskGroup { group in
      for number in 0..<6 {
        let suite = Defaults.Suite(name: "app", store: Defaults.PropertyListStore(file: path))
        keepHistory(suite)
        group.addTask {
          for value in 0..<15 {
            suite.setStoredValue(.integer(Int128(value)), forKey: "k\(number)")
            try? suite.flush()
            if value == 7 { _ = try? suite.forgetHistory(forKey: "none") }
          }
        }
      }
    }
    let entries = try suite.history()
    #expect(entries.count == 90)
    for number in 0..<6 {
      let values = entries.flatMap(\.changes).filter { $0.key.string == "k\(number)" }.map(\.new)
      #expect(values == (0..<15).map { .integer($0) })
    }
    #expect(suite.takeDiagnostics() == [])
  }

  // MARK: - Failures

  private func record(_ text: String, in file: JournalFile) throws {
    let record = JournalContent.Record((text, .dictionary(["id": .string(text)])))
    _ = try file.change { end throws(Defaults.StoreError) in
      end.header == nil || !end.isFinished ? nil : record.line
    } orReplacing: { bytes throws(Defaults.StoreError) in
      var content = try JournalContent(bytes, location: file.location)
      content.append(record)
      let new = content.rewritten(sizeLimit: 1 << 20).bytes
      return JournalReplacement(bytes: new, keepsOld: !content.damagedLines.isEmpty)
    }
  }

  private func ids(in file: JournalFile) throws -> [String] {
    try JournalContent(try file.contents(), location: file.location).records.map(\.id)
  }

  @Test(arguments: [0, 1, 5, 9])
  func `a line that could be written in part only costs no other entry`(count: Int) throws {
    var file = JournalFile(path: directory.file("j.history"))
    for text in ["a", "b"] { try record(text, in: file) }
    let intact = file
    let real = FileSystemCalls()
    let written = Mutex(0)
    file.files.calls.write = { descriptor, bytes in
      let rest = written.withLock { count - $0 }
      guard rest > 0 else { return -Int(ENOSPC) }
      let result = real.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(rest)))
      written.withLock { $0 += result }
      return result
    }
    #expect(throws: Defaults.StoreError.self) { try record("c", in: file) }
    #expect(try ids(in: intact) == ["a", "b"])
    try record("d", in: intact)
    #expect(try ids(in: intact) == ["a", "b", "d"])
    #expect(try directory.names().contains { $0.contains("corrupt") } == false)
  }

  @Test(arguments: ["fdatasync", "rename", "fsync", "pread", "open"])
  func `a call that fails is an error, and no entry is lost`(call: String) throws {
    var file = JournalFile(path: directory.file("j.history"))
    try record("a", in: file)
    let intact = file
    switch call {
    case "fdatasync": file.files.calls.fdatasync = { _ in -Int(EIO) }
    case "rename": file.files.calls.renameat = { _, _, _ in -Int(EIO) }
    case "fsync": file.files.calls.fsync = { _ in -Int(EIO) }
    case "pread": file.files.calls.pread = { _, _, _ in -Int(EIO) }
    default: file.files.calls.openat = { _, _, _, _ in -Int(EIO) }
    }
    if call == "rename" || call == "fsync" {
      // Without the end of the last line, the file must be replaced.
      try directory.write(try directory.read("j.history").dropLast(), to: "j.history")
    }
    #expect(throws: Defaults.StoreError.self) { try record("b", in: file) }
    #expect(try ids(in: intact).first == "a")
    try record("c", in: intact)
    #expect(try ids(in: intact).filter { $0 != "b" } == ["a", "c"])
  }

  // MARK: - Other files

  @Test func `a second name of a file is replaced, and the file stays as it is`() throws {
    try set(1)
    link(directory.file(journal), directory.file("other"))
    let before = try directory.read("other")
    try set(2)
    #expect(try directory.read("other") == before)
    #expect(try values() == [1, 2])
    #expect(try status().st_nlink == 1)
  }

  @Test func `a symbolic link is followed and kept`() throws {
    mkdir(directory.file("state"), 0o700)
    symlink("../elsewhere", directory.file(journal))
    for value in 1...3 { try set(value) }
    #expect(try values() == [1, 2, 3])
    #expect(try directory.read("elsewhere").count > 100)
    let link = directory.file(journal)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../elsewhere")
  }

  @Test(arguments: ["pipe", "directory"])
  func `what is no file is an error and stays`(kind: String) throws {
    mkdir(directory.file("state"), 0o700)
    if kind == "pipe" {
      mkfifo(directory.file(journal), 0o600)
    } else {
      mkdir(directory.file(journal), 0o700)
    }
    try set(1)
    guard case .historyFailed(let error) = suite.takeDiagnostics().first?.kind else {
      Issue.record("not reported")
      return
    }
    #expect(error.cause == .notAFile)
    #expect(throws: Defaults.StoreError.self) { try suite.history() }
  }

  @Test(arguments: ["<plist>\n<dict/>\n</plist>\n", "bplist00"])
  func `a file that is no journal is kept`(text: String) throws {
    mkdir(directory.file("state"), 0o700)
    try directory.write(text.utf8, to: journal)
    #expect(try values() == [])
    try set(6)
    #expect(try values() == [6])
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.file("state"))
    let name = try #require(names.first { $0.contains(".corrupt-") })
    #expect(String(decoding: try directory.read("state/\(name)"), as: UTF8.self) == text)
  }
}
