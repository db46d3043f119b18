import Foundation
import Testing

/// The tables of the articles "What the editor can edit" and "What the editor does on a terminal".
@Suite struct EditorArticleTests {
  private struct Row {
    var name: String
    var scenarios: [String]
    var state: String
  }

  private static func rows() throws -> [Row] {
    try ["WhatTheEditorCanEdit", "WhatTheEditorDoesOnATerminal"].flatMap(rows)
  }

  private static func rows(of article: String) throws -> [Row] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Defaults/Defaults.docc/\(article).md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Name |") }
      .map { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        let names = cells[3].split(separator: ",")
        return Row(
          name: cells[1],
          scenarios: names.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) },
          state: cells[4]
        )
      }
  }

  @Test func `each feature has a name of its own, a state, and a reason if it is not complete`()
    throws
  {
    let rows = try Self.rows()
    #expect(rows.count > 25)
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      let isKnown = row.state == "yes" || ["partly: ", "no: "].contains { row.state.hasPrefix($0) }
      #expect(isKnown, "\(row.name)")
      #expect(row.state != "yes" || !row.scenarios.isEmpty, "\(row.name)")
    }
  }

  @Test func `each scenario, file of tests and check that the articles name exists`() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let files =
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?
      .compactMap { ($0 as? URL)?.lastPathComponent } ?? []
    let checks = tests.deletingLastPathComponent().appendingPathComponent(".ci")
    let commands = try FileManager.default.contentsOfDirectory(atPath: checks.path)
    let known = Set(Scenario.all.map(\.name)).union(files).union(commands.map { ".ci/\($0)" })
    for row in try Self.rows() {
      for name in row.scenarios {
        #expect(known.contains(name) || known.contains("\(name).swift"), "\(name)")
      }
    }
  }
}
