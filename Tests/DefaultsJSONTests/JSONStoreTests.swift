import Defaults
import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsJSON

private let contracts = [
  contract("in JSON", "settings.json", .strict),
  contract("in JSON with comments", "settings.jsonc", .comments),
]

private func contract(
  _ name: String,
  _ file: String,
  _ dialect: JSONScanner.Dialect
) -> StoreContract {
  var samples = StoredSamples()
  samples.values = samples.values.filter {
    !$0.hasInfinity && $0.withOneKindOfNumbers == $0
  }
  return StoreContract(name, samples: samples) {
    let directory = try TemporaryDirectory()
    let path = directory.file(file)
    return StoreContract.Pair(
      store: Defaults.FileStore(file: path, format: .json(dialect)),
      other: Defaults.FileStore(file: path, format: .json(dialect)),
      owner: directory,
      reopen: { Defaults.FileStore(file: path, format: .json(dialect)) }
    )
  }
}

@Suite(.timeLimit(.minutes(10)))
struct JSONStoreTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try directory.read(name), as: UTF8.self)
  }

  /// All names in the directory, also that of a lock file.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test(arguments: contracts, StoreContract.Check.allCases)
  func `stores keep the contract`(
    contract: StoreContract,
    check: StoreContract.Check
  ) async throws {
    #expect(try await contract.run(check) == .passed)
  }

  @Test func `bytes that are not UTF-8 are refused with their place`() throws {
    let content = Array("{\n  \"a\": 1,\n  \"b\": \"x".utf8) + [0xE9] + Array("\"\n}\n".utf8)
    let path = try directory.write(content, to: "a.json")
    let error = #expect(throws: Defaults.StoreError.self) {
      try Defaults.FileStore(file: path, format: .json(.comments)).load(unlike: nil)
    }
    #expect(error?.description.contains("line 3, column 10: the text is not UTF-8") == true)
  }

  @Test(
    .thorough,
    arguments: [
      ("{\"a\": 1,}", "line 1, column 9: a member's name in double quotes is expected here"),
      (
        "{\n  // no\n}",
        "line 2, column 3: JSON has no comments, but jsonc:PATH opens a file with them"
      ),
      ("", "line 1, column 1: a value is missing"),
      ("[1]", "line 1, column 1: settings are the members of an object, and this is an array"),
      ("{\"a\": \u{1}}", "line 1, column 7: a value is expected here; text needs double quotes"),
    ]
  )
  func `a strict file that is not JSON stays as it is`(content: String, reason: String) throws {
    let path = try directory.write(Array(content.utf8), to: "a.json")
    let store = Defaults.FileStore(file: path, format: .json(.strict))
    for attempt in [
      { _ = try store.load(unlike: nil) }, { _ = try store.commit(["b": .bool(true)]) },
    ] {
      let error = #expect(throws: Defaults.StoreError.self) { try attempt() }
      #expect(
        error?.description.contains("cannot be read, and was left as it is: \(reason).") == true
      )
    }
    #expect(try text("a.json") == content)
    #expect(try names() == ["a.json"])
  }

  @Test(
    .thorough,
    arguments: [
      ("{ /* no end }", "line 1, column 3: the comment has no end"),
      ("{ / }", "line 1, column 3: a comment begins with // or /*"),
      ("{,}", "line 1, column 2: a member's name in double quotes is expected here"),
      ("// c\n{\"a\" 1}", "line 2, column 6: a colon is expected here"),
    ]
  )
  func `a file with comments that cannot be parsed stays too`(
    content: String,
    reason: String
  ) throws {
    let path = try directory.write(Array(content.utf8), to: "a.jsonc")
    let store = Defaults.FileStore(file: path, format: .json(.comments))
    let error = #expect(throws: Defaults.StoreError.self) { try store.commit(["b": .null]) }
    #expect(error?.description.contains(reason) == true)
    #expect(try text("a.jsonc") == content)
  }

  @Test func `a comment in JSON says how the file is opened`() throws {
    let path = try directory.write(Array("{\n  // mine\n  \"a\": 1\n}".utf8), to: "a.json")
    let store = Defaults.FileStore(file: path, format: .json(.strict))
    let error = #expect(throws: Defaults.StoreError.self) { try store.load(unlike: nil) }
    let reason = "line 2, column 3: JSON has no comments, but jsonc:PATH opens a file with them"
    #expect(error?.description.contains(reason) == true, "\(error as Any)")
  }

  @Test func `no file is created beside the settings of another program`() throws {
    let path = directory.file("settings.json")
    let store = Defaults.FileStore(file: path, format: .json(.strict))
    _ = try store.commit(["a": .integer(1)])
    _ = try store.commit(["a": .integer(2)])
    #expect(try names() == ["settings.json"])
    #expect(try text("settings.json") == "{\n  \"a\": 2\n}\n")
  }

  @Test(arguments: [
    (Defaults.StoredValue.date(.init(timeIntervalSinceReferenceDate: 0)), "date"),
    (.data(.init()), "data"), (.array([.uid(1)]), "UID"),
    (.real(.infinity), "infinite"),
  ])
  func `what JSON cannot hold is refused`(value: Defaults.StoredValue, word: String) throws {
    let store = Defaults.FileStore(file: directory.file("a.json"), format: .json(.strict))
    let error = #expect(throws: Defaults.StoreError.self) { try store.commit(["a": value]) }
    #expect(error?.description.lowercased().contains(word.lowercased()) == true)
    #expect(try names() == [])
  }

  @Test func `numbers that have more than 64 bits are read as JavaScript does, and stay`() throws {
    let content = "{ \"big\": 123456789012345678901234567890, \"b\": 1.50e3 }"
    let path = try directory.write(Array(content.utf8), to: "a.json")
    let store = Defaults.FileStore(file: path, format: .json(.strict))
    let values = try store.load(unlike: nil)?.values
    #expect(values == ["big": .real(123_456_789_012_345_677_877_719_597_056), "b": .integer(1500)])
    _ = try store.commit(["c": .bool(true)])
    #expect(
      try text("a.json")
        == "{ \"big\": 123456789012345678901234567890, \"b\": 1.50e3, \"c\": true }"
    )
  }

  @Test func `a change that another program makes while a commit runs is not lost`() throws {
    let path = try directory.write(Array("{\"a\": 1}".utf8), to: "a.json")
    var calls = FileSystemCalls()
    let rewrites = Recorder<Bool>()
    let real = FileSystemCalls()
    calls.fsync = { descriptor in
      // As a program that writes in place, of which the times of the file show nothing.
      if rewrites.elements.isEmpty, let file = FileHandle(forWritingAtPath: path) {
        rewrites.record(true)
        file.write(Data("{\"a\": 7}".utf8))
      }
      return real.fsync(descriptor)
    }
    let store = Defaults.FileStore(
      file: path,
      format: FileFormat.json(.strict),
      files: FileSystem(calls: calls)
    )
    _ = try store.commit(["b": .bool(true)])
    #expect(try text("a.json") == "{\"a\": 7, \"b\": true}")
  }
}
