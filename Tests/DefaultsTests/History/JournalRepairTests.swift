import DefaultsTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults

/// Journals that are damaged, whose numbers are used up, or whose suite's path is spelled otherwise.
struct JournalRepairTests {
  private let directory: TemporaryDirectory
  private let suite: Defaults.Suite

  init() throws {
    directory = try TemporaryDirectory()
    mkdir(directory.file("config"), 0o700)
    suite = Self.suite(at: directory.file("config/app.plist"), directory)
  }

  private static func suite(at path: String, _ directory: TemporaryDirectory) -> Defaults.Suite {
    let suite = Defaults.Suite(name: "app", store: Defaults.PropertyListStore(file: path))
    suite.keepHistory(
      Defaults.HistoryOptions(program: "test", directory: directory.file("state"))
    )
    return suite
  }

  private var journal: String { "state/app.history" }

  private func set(_ value: Int, _ key: String = "k") throws {
    suite.setStoredValue(.integer(Int128(value)), forKey: key)
    try suite.flush()
  }

  private func values() throws -> [StoredValue?] {
    try suite.history().map { $0.changes.first?.new }
  }

  /// Changes the text of the journal, which then looks as if it had been written long ago.
  private func edit(_ change: (inout String) -> Void) throws {
    var text = String(decoding: try directory.read(journal), as: UTF8.self)
    change(&text)
    try directory.write(text.utf8, to: journal)
    let date = Date(timeIntervalSinceNow: -3600)
    try FileManager.default.setAttributes(
      [.modificationDate: date],
      ofItemAtPath: directory.file(journal)
    )
  }

  // MARK: - Damage

  private enum Damage: String, CaseIterable {
    case cutOff, inMiddle, atStart, garbage

    /// The values that can still be read, of 1, 2 and 3.
    var rest: [Int] {
      switch self {
      case .cutOff: [1, 2]
      case .inMiddle: [1, 3]
      case .atStart: [1, 2, 3]
      case .garbage: []
      }
    }

    func apply(to text: inout String) {
      let keys = text.ranges(of: "\n\t<key>0").map(\.lowerBound)
      switch self {
      case .cutOff: text = String(text[..<text.index(keys[2], offsetBy: 200)])
      case .inMiddle: text.insert("<", at: text.index(keys[1], offsetBy: 10))
      case .atStart: text = "<oops>" + text
      case .garbage: text = "garbage"
      }
    }
  }

  @Test(arguments: Damage.allCases.map(\.rawValue))
  func `a damaged journal is kept, and what can be read of it goes on`(name: String) throws {
    let damage = try #require(Damage(rawValue: name))
    for value in 1...3 { try set(value) }
    _ = suite.takeDiagnostics()
    try edit(damage.apply)
    let damaged = try directory.read(journal)
    #expect(throws: Defaults.StoreError.self) { try suite.history() }
    try set(4)
    #expect(try values() == (damage.rest + [4]).map { .integer(Int128($0)) })
    let kept = try FileManager.default.contentsOfDirectory(atPath: directory.file("state"))
      .filter { $0.contains(".corrupt-") }
    #expect(kept.count == 1)
    #expect(try directory.read("state/\(kept.first ?? "")") == damaged)
    let location = directory.file("state/\(kept.first ?? "")")
    let kinds = suite.takeDiagnostics().map(\.kind)
    guard kinds.count == 1,
      case .historySetAside(location, let reason, let isEmpty) = kinds.first,
      case .unreadable = reason.cause
    else {
      Issue.record("\(kinds)")
      return
    }
    #expect(isEmpty == damage.rest.isEmpty)
    // It is told once, and the history works again.
    try suite.undo()
    #expect(suite.storedValue(forKey: "k") == .integer(3))
    #expect(suite.takeDiagnostics() == [])
  }

  @Test func `a damaged journal of a newer format is left as it is`() throws {
    try set(1)
    try edit { text in
      text = text.replacing("<integer>3</integer>", with: "<integer>99</integer>")
      text.removeLast(8)
    }
    let damaged = try directory.read(journal)
    try set(2)
    #expect(try directory.read(journal) == damaged)
    guard case .historyFailed = suite.takeDiagnostics().last?.kind else {
      Issue.record("not reported")
      return
    }
  }

  // MARK: - Numbers

  @Test(arguments: [1 << 62, (1 << 62) + 5, Int64.max - 2] as [Int64])
  func `entries are numbered again before the numbers end, in their order`(last: Int64) throws {
    for value in 1...3 { try set(value) }
    try edit { text in
      for (old, new) in [(3, last), (2, last - 1), (1, last - 2)] {
        let number = "<key>number</key>\n\t\t<integer>"
        text = text.replacing(number + "\(old)<", with: number + "\(new)<")
      }
    }
    #expect(try values() == [1, 2, 3].map { .integer($0) })
    for value in 4...6 { try set(value) }
    #expect(try values() == [1, 2, 3, 4, 5, 6].map { .integer($0) })
    let kinds = suite.takeDiagnostics().map(\.kind)
    #expect(kinds == [.historyRenumbered(location: directory.file(journal))])
    let stored = try #require(
      try Defaults.PropertyListStore(file: directory.file(journal)).load(unlike: nil)
    )
    let numbers = stored.values.filter { $0.key != "format" }.values
      .map(Defaults.HistoryEntry.number)
    #expect(numbers.sorted() == [1, 2, 3, 4, 5, 6])
    for value in [5, 4, 3, 2, 1] as [Int128] {
      try suite.undo()
      #expect(suite.storedValue(forKey: "k") == .integer(value))
    }
  }

  // MARK: - Spellings of the path

  @Test(arguments: ["config/./app.plist", "link/app.plist", "link/../config//app.plist", "b.plist"])
  func `the history is that of the file, however its path is written`(spelling: String) throws {
    symlink("config", directory.file("link"))
    symlink("config/app.plist", directory.file("b.plist"))
    try set(1)
    let other = Self.suite(at: directory.file(spelling), directory)
    #expect(try other.history().count == 1)
    #expect(try other.forgetHistory(forKey: "k") == 1)
    #expect(try suite.history() == [])
    try set(2)
    try other.undo()
    #expect(other.storedValue(forKey: "k") == .integer(1))
  }

  @Test func `a file of the same name in another directory has another history`() throws {
    try set(1)
    mkdir(directory.file("other"), 0o700)
    let other = Self.suite(at: directory.file("other/app.plist"), directory)
    #expect(try other.history() == [])
    #expect(try other.forgetHistory(forKey: "k") == 0)
    #expect(try suite.history().count == 1)
  }

  @Test(
    arguments: [
      (path: "/none/./a//b.plist", same: "/none/a/b.plist", isSame: true),
      ("/none/a/b.plist", "/none/a/c.plist", false), ("/none/x/b.plist", "/none/a/b.plist", false),
      ("etcd://a/./b", "etcd://a/b", false), ("etcd://a/b", "etcd://a/b", true),
      ("/", "//", true), ("/tmp/", "/tmp", true),
    ]
  )
  func `locations are compared as files`(path: String, same: String, isSame: Bool) {
    #expect(FileLocation.isSame(path, same) == isSame)
  }
}
