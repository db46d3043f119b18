import Defaults
import DefaultsTesting
import Synchronization
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsINI

private let contract = StoreContract(
  "in files of KDE",
  samples: StoredSamples(
    values: ["a", "two words", "grün", "1"].map { .string($0) },
    keys: (0..<8).map { Defaults.KeyName("Group/k\($0)") }
  )
) {
  let directory = try TemporaryDirectory()
  let shared = try directory.write("[Other][$i]\na=1\n".utf8, to: "shared")
  let open = { @Sendable in KDEStore(file: directory.file("userrc"), shared: [shared]) }
  return StoreContract.Pair(store: open(), other: open(), owner: directory, reopen: open)
}

/// The store over a user's file and those for all users.
@Suite(.timeLimit(.minutes(5)))
struct KDEStoreTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(arguments: StoreContract.Check.allCases)
  func `the store keeps the contract`(check: StoreContract.Check) async throws {
    #expect(try await contract.run(check) == .passed)
  }

  @Test func `a value that becomes locked is hidden, although its file has not changed`() throws {
    let user = try directory.write("[G]\na=1\nb=2\n".utf8, to: "user")
    let shared = directory.file("shared")
    let store = KDEStore(file: user, shared: [shared])
    let first = try #require(try store.load(unlike: nil))
    #expect(first.values.keys.sorted() == ["G/a", "G/b"])
    #expect(try store.load(unlike: first.version) == nil)
    _ = try directory.write("[G][$i]\nb=3\n".utf8, to: "shared")
    let second = try #require(try store.load(unlike: first.version))
    // That of a key with a locked value is shown below it, as a value that is not used.
    #expect(second.values == ["G/b": .string("2")])
    #expect(
      try store.layers().contains { $0.layer == .managed && $0.values == ["G/b": .string("3")] }
    )
  }

  @Test func `a list of one empty text is not an empty list`() throws {
    let store = KDEStore(file: directory.file("user"), shared: [])
    _ = store.declare(["G/l": .list(.text)])
    for list: [Defaults.StoredValue] in [[.string("")], [], [.string(""), .string("")]] {
      _ = try store.commit(["G/l": .array(list)])
      #expect(try store.load(unlike: nil)?.values["G/l"] == .array(list))
    }
  }

  @Test func `only a flag at the end of a heading is none of its groups`() throws {
    let text = "[$Version]\nup=1\n[A][$i]\nb=2\n"
    let user = try directory.write(text.utf8, to: "user")
    let store = KDEStore(file: user, shared: [])
    let values = try store.load(unlike: nil)?.values
    #expect(values == ["$Version/up": .string("1"), "A/b": .string("2")])
    _ = try store.commit(["$Version/up": .string("2")])
    #expect(
      String(decoding: try directory.read("user"), as: UTF8.self).hasPrefix("[$Version]\nup=2\n")
    )
  }

  @Test(arguments: ["<?xml version=\"1.0\"?>\n<plist>\n", "\n{\"a\": \"b=c\"}\n"])
  func `a file in another format is refused, and stays as it is`(text: String) throws {
    let user = try directory.write(text.utf8, to: "user")
    let store = KDEStore(file: user, shared: [])
    #expect(throws: Defaults.StoreError.self) { try store.load(unlike: nil) }
    #expect(throws: Defaults.StoreError.self) { try store.commit(["G/a": .string("1")]) }
    #expect(try directory.read("user") == Array(text.utf8))
  }

  @Test func `translations and paths that come back are written as KDE writes them`() throws {
    let text =
      "[W]\nName=B\nName[de]=D\nName[sr@latin]=S\nName[pt_BR]=P\nDir[$e]=$HOME/x\n"
      + #"Size\x5bmain\x5d=1"# + "\n"
    let user = try directory.write(text.utf8, to: "user")
    let store = KDEStore(file: user, shared: [])
    let values = try #require(try store.load(unlike: nil)?.values)
    _ = try store.commit(values.mapValues { _ in nil })
    _ = try store.commit(values.mapValues(Optional.some))
    let lines = String(decoding: try directory.read("user"), as: UTF8.self).split(separator: "\n")
    #expect(lines.sorted() == text.split(separator: "\n").sorted())
  }

  @Test func `running programs are told the groups and the entries`() throws {
    let told = Mutex<[[String: [String]]]>([])
    let store = KDEStore(file: directory.file("user"), shared: []) { groups in
      told.withLock { $0.append(groups) }
    }
    _ = try store.commit(["a": .string("1"), "G/b": .string("2"), "G/Sub/c": .string("3")])
    #expect(
      told.withLock { $0 } == [["<default>": ["a"], "G": ["b"], "G\u{1D}Sub": ["c"]]]
    )
  }
}
