import DefaultsTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Journals that are damaged, or whose suite's path is spelled otherwise.
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

  /// Changes the lines of the journal; the first is its header.
  private func edit(_ change: (inout [String]) -> Void) throws {
    let text = String(decoding: try directory.read(journal), as: UTF8.self)
    var lines = text.components(separatedBy: "\n")
    change(&lines)
    try directory.write(lines.joined(separator: "\n").utf8, to: journal)
  }

  private var kept: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: directory.file("state"))
        .filter { $0.contains(".corrupt-") }
    }
  }

  // MARK: - Damage

  private enum Damage: String, CaseIterable {
    case noHeader, inHeader, inMiddle, noEntry, twice, garbage

    /// The values that can still be read, of 1, 2 and 3.
    var rest: [Int] {
      switch self {
      case .noHeader, .inHeader: [1, 2, 3]
      case .inMiddle, .noEntry: [1, 3]
      case .twice: [3]
      case .garbage: []
      }
    }

    /// The numbers of the lines that cannot be read.
    var lines: [Int] {
      switch self {
      case .noHeader: []
      case .inHeader, .garbage: [1]
      case .inMiddle, .noEntry: [3]
      case .twice: [2, 3]
      }
    }

    func apply(to lines: inout [String]) {
      switch self {
      case .noHeader: lines.removeFirst()
      case .inHeader: lines[0] = "oops" + lines[0]
      case .inMiddle: lines[2].removeLast(5)
      case .noEntry: lines[2] = "[1, 2]"
      case .twice: (lines[1], lines[2]) = ("{", "\u{0}\u{0}")
      case .garbage: lines = ["garbage", ""]
      }
    }
  }

  @Test(arguments: Damage.allCases.map(\.rawValue))
  func `lines that cannot be read are left out and reported once`(name: String) throws {
    let damage = try #require(Damage(rawValue: name))
    for value in 1...3 { try set(value) }
    try edit(damage.apply)
    let damaged = try directory.read(journal)
    #expect(try values() == damage.rest.map { .integer(Int128($0)) })
    #expect(try values().count == damage.rest.count)
    let location = directory.file(journal)
    #expect(
      suite.takeDiagnostics().map(\.kind)
        == (damage.lines.isEmpty
          ? [] : [.historyDamaged(location: location, lines: damage.lines)])
    )
    #expect(try directory.read(journal) == damaged)
    // The next entry can be undone.
    try set(4)
    #expect(try values() == (damage.rest + [4]).map { .integer(Int128($0)) })
    try suite.undo()
    #expect(suite.storedValue(forKey: "k") == .integer(3))
  }

  @Test(arguments: Damage.allCases.map(\.rawValue))
  func `a damaged journal is kept when it is written anew`(name: String) throws {
    let damage = try #require(Damage(rawValue: name))
    for value in 1...3 { try set(value) }
    try set(1, "other")
    try edit { lines in
      let last = lines.remove(at: 4)
      damage.apply(to: &lines)
      lines.insert(last, at: lines.count - 1)
    }
    _ = suite.takeDiagnostics()
    let damaged = try directory.read(journal)
    #expect(try suite.forgetHistory(forKey: "other") == 1)
    #expect(try values() == damage.rest.map { .integer(Int128($0)) })
    guard !damage.lines.isEmpty else {
      #expect(try kept == [])
      return
    }
    let name = try #require(try kept.first)
    #expect(try directory.read("state/\(name)") == damaged)
    #expect(
      suite.takeDiagnostics().map(\.kind) == [
        .historySetAside(
          location: directory.file("state/\(name)"),
          lines: damage.lines,
          isEmpty: false
        )
      ]
    )
    #expect(try kept.count == 1)
  }

  @Test func `a journal without any line that can be read is kept by the next entry`() throws {
    try set(1)
    try edit(Damage.garbage.apply)
    try set(2)
    #expect(try values() == [.integer(2)])
    let name = try #require(try kept.first)
    #expect(try directory.read("state/\(name)") == Array("garbage\n".utf8))
    let kind = suite.takeDiagnostics().last?.kind
    #expect(
      kind
        == .historySetAside(location: directory.file("state/\(name)"), lines: [1], isEmpty: true)
    )
  }

  @Test(arguments: [0, 1, 40, 200])
  func `a part of a line at the end is that of a crash, and the next entry replaces it`(
    count: Int
  ) throws {
    for value in 1...3 { try set(value) }
    try edit { lines in
      lines.removeLast()
      lines[3] = String(lines[3].prefix(count))
    }
    #expect(try values() == [.integer(1), .integer(2)])
    try set(4)
    #expect(try values() == [.integer(1), .integer(2), .integer(4)])
    #expect(try kept == [])
    #expect(suite.takeDiagnostics() == [])
  }

  @Test func `a last line without a line break counts`() throws {
    for value in 1...3 { try set(value) }
    try edit { $0.removeLast() }
    for _ in 0..<2 { #expect(try values() == [.integer(1), .integer(2), .integer(3)]) }
    try set(4)
    #expect(try values() == [1, 2, 3, 4].map { .integer($0) })
    #expect(try kept == [])
  }

  @Test func `an empty file is a new journal`() throws {
    try set(1)
    try directory.write([], to: journal)
    #expect(try values() == [])
    try set(2)
    #expect(try values() == [.integer(2)])
    #expect(try kept == [])
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
