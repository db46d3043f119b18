import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private typealias Store = Defaults.PropertyListStore
private typealias StoreError = Defaults.StoreError

/// Reads the permission bits of a file or directory.
private func mode(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return try #require(attributes[.posixPermissions] as? NSNumber).intValue
}

/// Makes a file look as if it had been written long ago, so that it counts as complete.
private func age(_ path: String) throws {
  let date = Date(timeIntervalSinceNow: -3600)
  try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
}

struct PropertyListStoreTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `new files and directories are private`() throws {
    let path = directory.file("a/b/suite.plist")
    try Store(file: path).commit(["key": .bool(true)])
    #expect(try mode(path) == 0o600)
    #expect(try mode(directory.file("a")) == 0o700)
    #expect(try mode(directory.file("a/b")) == 0o700)
  }

  @Test func `nothing but the file is left behind`() throws {
    let store = Store(file: directory.file("suite.plist"))
    for number in 0..<5 { try store.commit(["key": .integer(Int128(number))]) }
    #expect(try directory.names() == ["suite.plist"])
  }

  @Test(arguments: [0o600, 0o640, 0o664, 0o444])
  func `an existing file keeps its mode`(bits: Int) throws {
    let path = try directory.write("<dict/>".utf8, to: "suite.plist")
    chmod(path, mode_t(bits))
    if bits == 0o444, geteuid() != 0 {
      #expect(throws: StoreError.self) { try Store(file: path).commit(["key": .bool(true)]) }
    } else {
      try Store(file: path).commit(["key": .bool(true)])
    }
    #expect(try mode(path) == bits)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `an existing file keeps its owner`() throws {
    let path = try directory.write("<dict/>".utf8, to: "suite.plist")
    chown(path, 1234, 5678)
    try Store(file: path).commit(["key": .bool(true)])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.ownerAccountID] as? NSNumber == 1234)
    #expect(attributes[.groupOwnerAccountID] as? NSNumber == 5678)
  }

  @Test func `removing keys that are not there creates nothing`() throws {
    let store = Store(file: directory.file("missing/suite.plist"))
    #expect(try store.commit(["key": nil]).snapshot.values == [:])
    #expect(try store.commit([:]).snapshot.values == [:])
    #expect(try directory.names() == [])
  }

  @Test func `edits that change nothing do not touch the file`() throws {
    let path = directory.file("suite.plist")
    let store = Store(file: path)
    try store.commit(["key": .integer(1)])
    let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
    try store.commit(["key": .integer(1), "missing": nil])
    let after = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
    #expect(before as? NSNumber == after as? NSNumber)
  }

  @Test func `a chain of symbolic links is kept and its target replaced`() throws {
    let target = try directory.write("<dict><key>a</key><true/></dict>".utf8, to: "target.plist")
    try FileManager.default.createDirectory(
      atPath: directory.file("links"),
      withIntermediateDirectories: false
    )
    symlink("../target.plist", directory.file("links/second"))
    symlink(directory.file("links/second"), directory.file("suite.plist"))
    let store = Store(file: directory.file("suite.plist"))
    #expect(try store.load(unlike: nil)?.values == ["a": .bool(true)])
    try store.commit(["b": .bool(true)])
    #expect(try Store(file: target).load(unlike: nil)?.values["b"] == .bool(true))
    let manager = FileManager.default
    #expect(
      try manager.destinationOfSymbolicLink(atPath: directory.file("links/second"))
        == "../target.plist"
    )
    #expect(
      try manager.destinationOfSymbolicLink(atPath: directory.file("suite.plist"))
        == directory.file("links/second")
    )
  }

  @Test func `a link that leads nowhere gets its target`() throws {
    symlink("deep/down/target.plist", directory.file("suite.plist"))
    let store = Store(file: directory.file("suite.plist"))
    #expect(try store.load(unlike: nil)?.values == [:])
    try store.commit(["a": .bool(true)])
    let target = Store(file: directory.file("deep/down/target.plist"))
    #expect(try target.load(unlike: nil)?.values == ["a": .bool(true)])
  }

  @Test func `links in a circle are an error`() throws {
    symlink("b", directory.file("a"))
    symlink("a", directory.file("b"))
    let store = Store(file: directory.file("a"))
    let error = StoreError.system("readlink", directory.file("a"), ELOOP)
    #expect(throws: error) { try store.load(unlike: nil) }
    #expect(throws: error) { try store.commit(["a": .bool(true)]) }
  }

  @Test func `a pipe, a directory and a socket are no files`() throws {
    let path = directory.file("suite.plist")
    mkfifo(path, 0o600)
    for path in [path, directory.path] {
      let error = StoreError(location: path, cause: .notAFile)
      #expect(throws: error) { try Store(file: path).load(unlike: nil) }
      #expect(throws: error) { try Store(file: path).commit(["a": .bool(true)]) }
    }
  }

  @Test func `a file in place of a directory is an error`() throws {
    let path = try directory.write("x".utf8, to: "file") + "/suite.plist"
    #expect(throws: StoreError.system("stat", path, ENOTDIR)) {
      try Store(file: path).commit(["a": .bool(true)])
    }
  }

  @Test func `a file that is too large is neither read nor written`() throws {
    let path = try directory.write(Array(repeating: 0x20, count: 300), to: "suite.plist")
    let store = Store(file: path, files: FileSystem(), sizeLimit: 250)
    let error = StoreError(location: path, cause: .tooLarge(bytes: 300, limit: 250))
    #expect(throws: error) { try store.load(unlike: nil) }
    #expect(throws: error) { try store.commit(["a": .bool(true)]) }

    try directory.write("<dict/>".utf8, to: "suite.plist")
    #expect(throws: StoreError.self) {
      try store.commit(["a": .data(Data(repeating: 0, count: 250))])
    }
    #expect(try directory.read("suite.plist") == Array("<dict/>".utf8))
    #expect(try directory.names() == ["suite.plist"])
  }

  @Test func `a file that somebody is writing is read again until it is complete`() throws {
    let path = try directory.write("<dict><key>a</key>".utf8, to: "suite.plist")
    let pauses = Mutex<[Int]>([])
    var calls = FileSystemCalls()
    calls.sleep = { milliseconds in
      pauses.withLock { $0.append(milliseconds) }
      try? Data("<dict><key>a</key><true/></dict>".utf8).write(to: URL(fileURLWithPath: path))
    }
    let store = Store(file: path, files: FileSystem(calls: calls))
    #expect(try store.load(unlike: nil)?.values == ["a": .bool(true)])
    #expect(pauses.withLock { $0 } == [10])
  }

  @Test func `unreadable content is reported with the place of the mistake`() throws {
    let path = try directory.write("<dict>\n<oops/></dict>".utf8, to: "suite.plist")
    try age(path)
    let reason = PropertyListError(
      reason: "\"oops\" is not an element of a property list",
      line: 2,
      byteOffset: 7
    )
    #expect(throws: StoreError(location: path, cause: .unreadable(reason))) {
      try Store(file: path).load(unlike: nil)
    }
    #expect(throws: StoreError(location: path, cause: .unreadable(reason))) {
      try Store(file: path).commit([:])
    }
    #expect(try directory.names() == ["suite.plist"])
  }

  @Test func `unreadable content is set aside byte for byte and never replaced`() throws {
    var calls = FileSystemCalls()
    calls.now = { FileTime(seconds: 1_773_480_413) }
    let path = directory.file("suite.plist")
    let store = Store(file: path, files: FileSystem(calls: calls))
    let names = ["suite.plist.corrupt-20260314T092653", "suite.plist.corrupt-20260314T092653-2"]
    for (number, name) in names.enumerated() {
      let garbage = Array("garbage \(number)".utf8)
      try directory.write(garbage, to: "suite.plist")
      try age(path)
      let commit = try store.commit(["a": .integer(Int128(number))])
      #expect(commit.snapshot.values == ["a": .integer(Int128(number))])
      let setAside = try #require(commit.setAside)
      #expect(setAside.location == directory.file(name))
      guard case .unreadable = setAside.reason.cause else {
        Issue.record("unexpected reason: \(setAside.reason)")
        return
      }
      #expect(try directory.read(name) == garbage)
    }
    #expect(try directory.names() == ["suite.plist"] + names)
    #expect(try directory.read(names[0]) == Array("garbage 0".utf8))
  }

  @Test func `content is set aside also where a file cannot have two names`() throws {
    var calls = FileSystemCalls()
    calls.linkat = { _, _, _ in -Int(EPERM) }
    let path = try directory.write("garbage".utf8, to: "suite.plist")
    try age(path)
    let store = Store(file: path, files: FileSystem(calls: calls))
    let setAside = try #require(try store.commit(["a": .bool(true)]).setAside)
    #expect(FileManager.default.contents(atPath: setAside.location) == Data("garbage".utf8))
    #expect(try store.load(unlike: nil)?.values == ["a": .bool(true)])
    #expect(try directory.names().count == 2)
  }

  @Test func `a binary file stays binary and an OpenStep file becomes XML`() throws {
    let binary = try PropertyListSerialization.data(
      fromPropertyList: ["a": 1],
      format: .binary,
      options: 0
    )
    let path = try directory.write(binary, to: "binary.plist")
    try Store(file: path).commit(["b": .real(0.5)])
    #expect(try directory.read("binary.plist").starts(with: "bplist00".utf8))
    let text = try directory.write("{ a = b; }".utf8, to: "text.plist")
    try Store(file: text).commit(["b": .real(0.5)])
    #expect(try directory.read("text.plist").starts(with: "<?xml".utf8))
  }

  @Test func `files of crashed processes are removed, others of such names are not`() throws {
    try directory.write("x".utf8, to: ".suite.plist.123.4.tmp")
    let others = [".other.plist.1.2.tmp", ".suite.plist.mine.tmp", ".suite.plist.1.2.3.tmp"]
    for name in others { try directory.write("x".utf8, to: name) }
    try Store(file: directory.file("suite.plist")).commit(["a": .bool(true)])
    #expect(try directory.names() == (others + ["suite.plist"]).sorted())
  }

  @Test func `a change within one tick of the clock is noticed`() throws {
    let path = directory.file("suite.plist")
    let store = Store(file: path)
    let version = try store.commit(["a": .integer(1)]).snapshot.version
    let text = String(decoding: try directory.read("suite.plist"), as: UTF8.self)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data(text.replacing(">1<", with: ">2<").utf8))
    try file.close()
    // The worst case: the same file, size and times.
    var status = stat()
    stat(path, &status)
    let known = Defaults.StoreVersion(
      bytes: Defaults.StoreVersion(words: FileStatus(status).identity).bytes
        + version.bytes.suffix(8)
    )
    #expect(version.bytes.count == 48)
    #expect(try store.load(unlike: known)?.values == ["a": .integer(2)])
  }

  @Test(.enabled(if: geteuid() == 0))
  func `as root a name that others could have put there is not followed`() throws {
    let target = try directory.write("<dict/>".utf8, to: "target.plist")
    let open = directory.file("open")
    mkdir(open, 0o700)
    chmod(open, 0o1777)
    symlink(target, open + "/link.plist")
    lchown(open + "/link.plist", 1234, 1234)
    try directory.write("<dict/>".utf8, to: "open/file.plist")
    chmod(open + "/file.plist", 0o666)
    for path in [open + "/link.plist", open + "/file.plist"] {
      let error = StoreError(location: path, cause: .writableByOthers(path: path))
      #expect(throws: error) { try Store(file: path).load(unlike: nil) }
      #expect(throws: error) { try Store(file: path).commit(["a": .bool(true)]) }
    }
    var calls = FileSystemCalls()
    calls.geteuid = { 1234 }
    let store = Store(file: open + "/link.plist", files: FileSystem(calls: calls))
    #expect(try store.load(unlike: nil)?.values == [:])
  }

  @Test func `a relative path does not depend on later changes of directory`() {
    let store = Store(file: "suite.plist")
    #expect(store.location == FileManager.default.currentDirectoryPath + "/suite.plist")
  }
}
