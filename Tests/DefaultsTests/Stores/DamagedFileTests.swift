import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Files that were damaged, cut off or emptied, and who still knows their values.
struct DamagedFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("suite.plist")
    try Defaults.PropertyListStore(file: path).commit([
      "name": .string("Ada"), "count": .integer(3), "flag": .bool(true),
    ])
  }

  /// The ways to damage a file.
  enum Damage: CaseIterable, Sendable {
    case cutOff, emptied, text, oneByte

    fileprivate func bytes(_ whole: [UInt8]) -> [UInt8] {
      switch self {
      case .cutOff: Array(whole.dropLast(30))
      case .emptied: []
      case .text: Array("not a property list".utf8)
      case .oneByte: [0]
      }
    }
  }

  /// Damages the file, as of some time ago, so that nobody waits for it to be completed.
  private func damage(_ damage: Damage) throws -> [UInt8] {
    let bytes = damage.bytes(try directory.read("suite.plist"))
    try directory.write(bytes, to: "suite.plist")
    var times = [
      timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0),
    ]
    #expect(utimes(path, &times) == 0)
    return bytes
  }

  private func stored() throws -> [Defaults.KeyName: Defaults.StoredValue]? {
    try Defaults.PropertyListStore(file: path).load(unlike: nil)?.values
  }

  private func suite(_ isCommand: Bool) -> Defaults.Suite {
    let store = Defaults.PropertyListStore(file: path)
    return Defaults.Suite(
      core: SuiteCore(name: "damaged", store: store, worksInBackground: !isCommand)
    )
  }

  private static let whole: [Defaults.KeyName: Defaults.StoredValue] = [
    "name": .string("Ada"), "count": .integer(4), "flag": .bool(true),
  ]

  @Test(arguments: Damage.allCases)
  func `a store that has read the values starts the new file with them`(damage: Damage) throws {
    let store = Defaults.PropertyListStore(file: path)
    _ = try store.load(unlike: nil)
    let broken = try self.damage(damage)
    let result = try store.commit(["count": .integer(4)])
    #expect(try stored() == Self.whole)
    #expect(result.snapshot.values == Self.whole)
    #expect(result.replaced == ["count": .integer(3)])
    let setAside = try #require(result.setAside)
    #expect(setAside.keepsValues)
    let kept = try #require(setAside.location.split(separator: "/").last.map(String.init))
    #expect(try directory.read(kept) == broken)
  }

  @Test(arguments: Damage.allCases, [true, false])
  func `a suite that has read the values loses none`(damage: Damage, isCommand: Bool) throws {
    let state = try TemporaryDirectory()
    let suite = suite(isCommand)
    suite.keepHistory(Defaults.HistoryOptions(program: "test", directory: state.path))
    #expect(suite.storedValues().count == 3)
    _ = try self.damage(damage)
    suite.set(4, forKey: "count")
    try suite.flush()
    #expect(try stored() == Self.whole)
    #expect(suite.storedValues() == Self.whole)
    let text = try #require(
      suite.takeDiagnostics().map(\.description).first { $0.contains(".corrupt-") }
    )
    #expect(text.contains("with the values that were last read"))
    try suite.undo()
    #expect(try stored()?["count"] == .integer(3))
  }

  @Test(arguments: Damage.allCases)
  func `a program without the values sets the content aside`(damage: Damage) throws {
    let broken = try self.damage(damage)
    let suite = suite(false)
    #expect(suite.integer(forKey: "count") == 0)
    #expect(suite.loadError != nil)
    suite.set(4, forKey: "count")
    try suite.flush()
    #expect(try stored() == ["count": .integer(4)])
    let kept = try #require(try directory.names().first { $0.contains(".corrupt-") })
    #expect(try directory.read(kept) == broken)
    let text = try #require(suite.takeDiagnostics().map(\.description).first { $0.contains(kept) })
    #expect(!text.contains("with the values"))
  }

  @Test(arguments: Damage.allCases)
  func `a command without the values changes nothing and says why`(damage: Damage) throws {
    let broken = try self.damage(damage)
    let suite = suite(true)
    for edits in [["count": .integer(4)], ["name": nil]]
      as [[Defaults.KeyName: Defaults.StoredValue?]]
    {
      try suite.write(edits)
      let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
      guard case .unreadable = error?.cause else {
        Issue.record("unexpected error: \(String(describing: error))")
        return
      }
      #expect(error?.location == path)
    }
    #expect(try directory.read("suite.plist") == broken)
    #expect(try directory.names() == ["suite.plist"])
    #expect(suite.storedValues().isEmpty)
  }

  @Test func `a command stores again once the file is whole`() throws {
    let good = try directory.read("suite.plist")
    _ = try damage(.cutOff)
    let suite = suite(true)
    suite.set(4, forKey: "count")
    #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    try directory.write(good, to: "suite.plist")
    suite.set(4, forKey: "count")
    try suite.flush()
    #expect(try stored() == Self.whole)
  }

  @Test func `setting aside without an edit starts an empty file`() throws {
    let broken = try damage(.cutOff)
    let setAside = try #require(try Defaults.PropertyListStore(file: path).setUnreadableAside())
    let kept = try #require(setAside.location.split(separator: "/").last.map(String.init))
    #expect(try directory.read(kept) == broken)
    #expect(try stored() == [:])
    #expect(try Defaults.PropertyListStore(file: path).setUnreadableAside() == nil)
  }

  @Test func `a commit that was not durable is completed by the next one`() throws {
    let real = FileSystemCalls()
    let failures = Recorder<Int>()
    var calls = real
    calls.fsync = { descriptor in
      var status = stat()
      _ = real.fstat(descriptor, &status)
      guard status.st_mode & S_IFMT == S_IFDIR, failures.elements.isEmpty else {
        return real.fsync(descriptor)
      }
      failures.record(1)
      return -Int(EIO)
    }
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: calls))
    let edits: [Defaults.KeyName: Defaults.StoredValue?] = ["count": .integer(4), "name": nil]
    let expected: [Defaults.KeyName: Defaults.StoredValue?] = ["count": .integer(3)]
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(edits, expecting: expected)
    }
    #expect(error?.cause == .notDurable(errorNumber: EIO))
    #expect(try stored() == ["count": .integer(4), "flag": .bool(true)])
    let result = try store.commit(edits, expecting: expected)
    #expect(result.replaced == ["count": .integer(3), "name": .string("Ada")])
    // It is durable now, so the same edits are a new commit.
    #expect(throws: Defaults.StoreError.self) { try store.commit(edits, expecting: expected) }
  }

  @Test func `a command whose change is not durable says so, and keeps the value`() throws {
    let state = try TemporaryDirectory()
    let failures = Recorder<Int>()
    let real = FileSystemCalls()
    for limit in [1, 2, 1000] {
      let count = failures.elements.count
      var calls = real
      calls.fsync = { descriptor in
        var status = stat()
        _ = real.fstat(descriptor, &status)
        guard status.st_mode & S_IFMT == S_IFDIR, failures.elements.count < count + limit else {
          return real.fsync(descriptor)
        }
        failures.record(1)
        return -Int(EIO)
      }
      let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: calls))
      let core = SuiteCore(name: "damaged", store: store, worksInBackground: false)
      let suite = Defaults.Suite(core: core)
      suite.keepHistory(Defaults.HistoryOptions(program: "test", directory: state.path))
      let value = Defaults.StoredValue.integer(Int128(100 + limit))
      var options = Defaults.WriteOptions()
      options.expectedInStore = ["count": suite.storedValue(forKey: "count")]
      try suite.write(["count": value], options: options)
      if limit == 1 {
        try suite.flush()
        #expect(try suite.history().last?.changes.first?.old == .integer(3))
      } else {
        let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
        #expect(error?.cause == .notDurable(errorNumber: EIO))
      }
      #expect(suite.storedValue(forKey: "count") == value)
      #expect(try stored()?["count"] == value)
    }
  }
}
