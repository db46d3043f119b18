import Defaults
import DefaultsTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsINI

/// Of all dialects but git's: the contract has keys without a section, which its files do not have.
private let contracts = INIDialect.allCases.filter { $0 != .git }.map { dialect in
  let texts = StoredSamples.texts.filter { text in
    // What each line can hold; the dialects with escapes hold more.
    !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      && text.first != " " && text.last != " " && !text.hasSuffix("\\")
  }
  let keys = (0..<8).map { Defaults.KeyName("s/k\($0)") }
  return StoreContract(
    "in INI files (\(dialect))",
    samples: StoredSamples(values: texts.map { .string($0) }, keys: keys)
  ) {
    let directory = try TemporaryDirectory()
    let path = directory.file("settings.ini")
    return StoreContract.Pair(
      store: INIStore(file: path, dialect: dialect),
      other: INIStore(file: path, dialect: dialect),
      owner: directory,
      reopen: { INIStore(file: path, dialect: dialect) }
    )
  }
}

@Suite(.timeLimit(.minutes(5)))
struct INIStoreTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func store(_ text: String, _ dialect: INIDialect) throws -> INIStore {
    INIStore(file: try directory.write(text.utf8, to: "a.ini"), dialect: dialect)
  }

  private func text() throws -> String {
    String(decoding: try directory.read("a.ini"), as: UTF8.self)
  }

  @Test(arguments: contracts, StoreContract.Check.allCases)
  func `stores keep the contract`(contract: StoreContract, check: StoreContract.Check) async throws
  {
    #expect(try await contract.run(check) == .passed)
  }

  @Test func `declared texts have the values that they mean, and keep their words`() throws {
    let store = try store("[s]\non=yes\nsize=12\nratio=0.5\nname=12\nodd=maybe\n", .plain)
    #expect(try store.load(unlike: nil)?.values["s/size"] == .string("12"))
    let before = try store.load(unlike: nil)?.version
    _ = store.declare(["s/on": .bool, "s/size": .integer, "s/ratio": .real, "s/odd": .bool])
    let values = try #require(try store.load(unlike: before)?.values)
    #expect(
      values == [
        "s/on": .bool(true), "s/size": .integer(12), "s/ratio": .real(0.5), "s/name": .string("12"),
        "s/odd": .string("maybe"),
      ]
    )
    _ = try store.commit(
      ["s/on": .bool(false), "s/size": .integer(13), "s/ratio": .real(2)],
      expecting: ["s/on": .bool(true)]
    )
    #expect(try text() == "[s]\non=no\nsize=13\nratio=2\nname=12\nodd=maybe\n")
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(["s/size": .integer(1)], expecting: ["s/size": .integer(12)])
    }
    #expect(error?.cause == .outdated(["s/size"]))
  }

  @Test func `a value that means the same stays as it is written`() throws {
    let store = try store("[s]\non=1\nratio=0.50\n", .plain)
    _ = store.declare(["s/on": .bool, "s/ratio": .real])
    _ = try store.commit(["s/on": .bool(true), "s/ratio": .real(0.5)])
    #expect(try text() == "[s]\non=1\nratio=0.50\n")
  }

  @Test func `KDE's lists have commas`() throws {
    let store = try store("[s]\nl=a,b\\\\,c\n", .kde)
    _ = store.declare(["s/l": .list(.text)])
    #expect(try store.load(unlike: nil)?.values["s/l"] == .array([.string("a"), .string("b,c")]))
    _ = try store.commit(["s/l": .array([.string("x,y"), .string("z\\")])])
    #expect(try text() == "[s]\nl=x\\\\,y,z\\\\\\\\\n")
    #expect(try store.load(unlike: nil)?.values["s/l"] == .array([.string("x,y"), .string("z\\")]))
  }

  @Test(.thorough) func `a file is not written while git or KDE writes it`() throws {
    let store = try store("[s]\na=1\n", .git)
    let lock = try directory.write("".utf8, to: "a.ini.lock")
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(["s.a": .string("2")])
    }
    #expect(error.map { "\($0)".contains("a.ini.lock") } == true)
    try FileManager.default.removeItem(atPath: lock)
    _ = try store.commit(["s.a": .string("2")])
    #expect(try directory.names() == ["a.ini"])
  }

  @Test(.thorough)
  func `a lock of KDE's whose process has ended is removed, one of a living process is not`()
    throws
  {
    let store = try store("[s]\na=1\n", .kde)
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, 255)
    let name = String(
      decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    try directory.write("\(getpid())\nkwin\n\(name)\n".utf8, to: "a.ini.lock")
    #expect(throws: Defaults.StoreError.self) { try store.commit(["s/a": .string("2")]) }
    // No process has a number that is this large.
    try directory.write("99999999\nkwin\n\(name)\n".utf8, to: "a.ini.lock")
    _ = try store.commit(["s/a": .string("3")])
    #expect(try directory.names() == ["a.ini"])
  }

  @Test func `a list that shrinks to one text is that text at once`() throws {
    let store = try store("[a]\n\tf = 1\n\tf = 2\n", .git)
    let suite = Defaults.Suite(foreign: "ini:\(directory.path)") { store }
    try suite.write(["a.f": .array([.string("2")])])
    #expect(suite.storedValue(forKey: "a.f") == .string("2"))
    try suite.flush()
    #expect(try text() == "[a]\n\tf = 2\n")
    try suite.write(["a.f": .array([.string("2"), .string("3")])])
    #expect(suite.storedValue(forKey: "a.f") == .array([.string("2"), .string("3")]))
  }

  @Test func `a file that cannot be parsed stays as it is`() throws {
    let store = try store("[s\na=1\n", .plain)
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(["s/a": .string("2")])
    }
    #expect(
      error?.description.contains("line 1, column 1: the name of a section ends with ]") == true
    )
    #expect(try text() == "[s\na=1\n")
  }
}
