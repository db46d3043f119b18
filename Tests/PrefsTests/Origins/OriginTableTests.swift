import DefaultsCore
import DefaultsGSettings
import DefaultsINI
import DefaultsJSON
import Foundation
import Testing

@testable import prefs

/// The table of what the stores of other programs can do, in the article about them.
struct OriginTableTests {
  private static let stores:
    [(name: String, type: any Defaults.Store.Type, capabilities: Defaults.StoreCapabilities)] = [
      ("json:", Defaults.FileStore.self, Self.capabilities(.strict)),
      ("jsonc:", Defaults.FileStore.self, Self.capabilities(.comments)),
      ("code:", Defaults.FileStore.self, Self.capabilities(.comments)),
      ("code:DIR", CodeWorkspaceStore.self, CodeWorkspaceStore(file: "/f", user: nil).capabilities),
      ("gnome:", GSettingsStore.self, GSettingsStore.capabilities),
      ("kde:", KDEStore.self, KDEStore(file: "/f", shared: []).capabilities),
      ("ini:", INIStore.self, INIStore(file: "/f", dialect: .plain).capabilities),
    ]

  private static func capabilities(
    _ dialect: JSONScanner.Dialect
  ) -> Defaults.StoreCapabilities {
    Defaults.FileStore(file: "/f", format: .json(dialect)).capabilities
  }

  private func tables() throws -> [Substring] {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Defaults/Defaults.docc/SettingsOfOtherPrograms.md")
    return try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
  }

  @Test func `each name and each dialect has a row`() throws {
    let lines = try tables()
    let names = lines.drop { !$0.hasPrefix("| name | file") }.prefix { $0.hasPrefix("|") }
    for scheme in Origin.schemes {
      #expect(names.contains { $0.contains("`\(scheme):") }, "\(scheme)")
      let isAlike = ["codium", "cursor"].contains(scheme)
      #expect(Self.stores.contains { $0.name == "\(scheme):" } != isAlike, "\(scheme)")
    }
    for dialect in INIDialect.allCases {
      #expect(lines.contains { $0.hasPrefix("| `\(dialect.rawValue)` |") }, "\(dialect)")
    }
  }

  @Test func `each row is what the store says of itself`() throws {
    let table = try tables().drop { !$0.hasPrefix("| name | changes") }.prefix { $0.hasPrefix("|") }
    let rows = Self.stores.map { name, type, capabilities in
      let refused = Defaults.StoredValue.Kind.allCases.filter { !capabilities.kinds.contains($0) }
      let cells = [
        "`\(name)`",
        capabilities.isWatchable ? "shown" : "after a reload",
        type is any Defaults.LayeredStore.Type ? "yes" : "no",
        type is any Defaults.LockableStore.Type ? "yes" : "no",
        capabilities.isAtomic ? "whole" : "compared, then written",
        refused.map { "\($0)" }.joined(separator: ", "),
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    #expect(table.dropFirst(2).map(String.init) == rows)
  }
}
