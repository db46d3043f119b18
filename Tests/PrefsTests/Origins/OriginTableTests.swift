import DefaultsCore
import DefaultsGSettings
import DefaultsINI
import DefaultsJSON
import Foundation
import Testing

/// The table of what the stores of other programs can do, in the article about them.
struct OriginTableTests {
  private static let stores:
    [(name: String, type: any Defaults.Store.Type, capabilities: Defaults.StoreCapabilities)] = [
      ("json:", Defaults.FileStore.self, Self.capabilities(.strict)),
      ("jsonc:", Defaults.FileStore.self, Self.capabilities(.comments)),
      ("code:", Defaults.FileStore.self, Self.capabilities(.comments)),
      ("gnome:", GSettingsStore.self, GSettingsStore.capabilities),
      ("kde:", KDEStore.self, KDEStore(file: "/f", shared: []).capabilities),
      ("ini:", INIStore.self, INIStore(file: "/f", dialect: .plain).capabilities),
    ]

  private static func capabilities(
    _ dialect: JSONScanner.Dialect
  ) -> Defaults.StoreCapabilities {
    Defaults.FileStore(file: "/f", format: .json(dialect)).capabilities
  }

  @Test func `each row is what the store says of itself`() throws {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Defaults/Defaults.docc/SettingsOfOtherPrograms.md")
    let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
    let table = lines.drop { !$0.hasPrefix("| name | changes") }.prefix { $0.hasPrefix("|") }
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
