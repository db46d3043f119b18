import Defaults
import Foundation
import Testing

struct Account: Codable, Defaults.Serializable {
  var fullName: String
  var theme: String
}

private struct OldAccount: Codable {
  var firstName: String
  var lastName: String
}

extension Defaults.Keys {
  static let account = Key<Account>(
    "account",
    default: Account(fullName: "", theme: "light"),
    coding: .versioned(
      .renaming("name", to: "fullName"),
      .adding("theme", .string("light"))
    )
  )
}

final class Swatch: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

final class Palette: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let swatch: Swatch
  override init() { swatch = Swatch() }
  init?(coder: NSCoder) {
    guard let swatch = coder.decodeObject(forKey: "swatch") as? Swatch else { return nil }
    self.swatch = swatch
  }
  func encode(with coder: NSCoder) { coder.encode(swatch, forKey: "swatch") }
}

extension Palette: Defaults.Serializable {
  static let bridge = Defaults.NSSecureCodingBridge<Palette>(allowedClasses: [Swatch.self])
}

struct WhatUsersAskForArticleTests {
  private let suite = Defaults.Suite(inMemory: "requests")

  @Test func `the code of the article`() {
    suite.setStoredValue(.dictionary(["name": .string("Ada")]), forKey: "account")
    #expect(suite[.account].fullName == "Ada")
    #expect(suite[.account].theme == "light")
    let step = Defaults.MigrationStep.decoding(OldAccount.self) { old in
      Account(fullName: "\(old.firstName) \(old.lastName)", theme: "light")
    }
    let key = Defaults.Key<Account?>("old", suite: suite, coding: .versioned(step))
    suite.setStoredValue(
      .dictionary(["firstName": .string("Ada"), "lastName": .string("Lovelace")]),
      forKey: "old"
    )
    #expect(suite[key]?.fullName == "Ada Lovelace")
    let palette = Defaults.Key<Palette?>("palette", suite: suite)
    suite[palette] = Palette()
    #expect(suite[palette] != nil)
  }

  @Test func `each request has an answer, and a test that exists`() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../..")
    let article = tests.appendingPathComponent(
      "../Sources/Defaults/Defaults.docc/WhatUsersAskFor.md"
    )
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| # |") }
      .map { row in
        row.split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
    #expect(rows.map { $0[1] } == (1...26).map(String.init))
    let files = try #require(FileManager.default.enumerator(atPath: tests.path))
      .compactMap { $0 as? String }
    for row in rows {
      let parts = row[4].split(separator: ":", maxSplits: 1)
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
      try #require(parts.count == 2, "\(row[4])")
      let isThere = files.filter { $0.hasSuffix("/\(parts[0]).swift") }.contains { file in
        // `try?`: a file that cannot be read has no test.
        (try? String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8))?
          .contains("func `\(parts[1])`") == true
      }
      #expect(isThere, "\(row[1]): \(row[4])")
      #expect(!row[2].isEmpty && !row[3].isEmpty)
    }
  }
}
