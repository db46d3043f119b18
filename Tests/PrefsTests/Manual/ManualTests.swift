import DefaultsSchema
import EditorCore
import Foundation
import TestSupport
import Testing

@testable import prefs

/// The manual pages, which are made from the tables of the help.
struct ManualTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  private static let directory = URL(filePath: #filePath).appending(
    path: "../../../../Sources/prefs/Manual/Pages"
  )
  .standardized

  /// Returns a page in mdoc with its tables, with the escapes that matter here undone.
  private func page(_ name: String) throws -> String {
    let prose = try String(contentsOf: Self.directory.appending(path: name), encoding: .utf8)
    let lines = try prose.split(separator: "\n").map { line in
      guard let table = line.wholeMatch(of: /@([a-z-]+)@/)?.1 else { return String(line) }
      return try #require(ManualTable(rawValue: String(table)), "\(name): \(line)").text()
    }
    return lines.joined(separator: "\n").replacing("\\-", with: "-").replacing("\\(dq", with: "\"")
  }

  @Test func `each table is on a page, and the tool prints it`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    let prose = try names.map {
      try String(contentsOf: Self.directory.appending(path: $0), encoding: .utf8)
    }.joined()
    for table in ManualTable.allCases {
      #expect(prose.contains("\n@\(table.rawValue)@\n"), "\(table)")
      #expect(try tool.run("manual", table.rawValue).output == table.text())
    }
  }

  @Test func `prefs(1) has every command with every option and argument`() throws {
    let text = try page("prefs.1")
    func check(_ command: CommandReference, _ path: String) {
      for inner in command.shownCommands {
        let name = "\(path) \(inner.commandName)"
        #expect(text.contains(".Ss \"\(name)\"\n"), "\(name)")
        check(inner, name)
      }
      for option in command.options {
        for name in option.names ?? [] { #expect(text.contains(name.text), "\(path) \(name.text)") }
      }
      for argument in command.positionals {
        #expect(text.contains(".It \"\(argument.valueName ?? "")\"\n"), "\(path)")
      }
    }
    check(try CommandReference.tool(), "prefs")
    for status in 0...6 { #expect(text.contains(".It \"\(status)\"\n")) }
  }

  @Test func `prefs-schema(5) has every keyword that is read`() throws {
    let text = try page("prefs-schema.5")
    for keyword in Keyword.rootRows + Keyword.keyRows {
      #expect(text.contains(".It \"\(keyword.name)\"\n"), "\(keyword.name)")
    }
  }

  @Test func `prefs-apply(5) has every member of the files`() throws {
    let text = try page("prefs-apply.5")
    for name in ["values", "absent", "locks", "unlocked"] {
      #expect(text.contains(".It \"\(name)\"\n"), "\(name)")
    }
  }

  @Test func `prefs-json(5) has every member of a record, as the schema has`() throws {
    let text = try page("prefs-json.5")
    let schema = try tool.run("manual", "--json-schema").output
    for field in Record.Field.allCases {
      #expect(text.contains(".It \"\(field.rawValue)\"\n"), "\(field)")
      #expect(schema.contains("\"\(field.rawValue)\" : {"), "\(field)")
    }
  }

  @Test func `the schema of records allows every severity`() throws {
    let schema = try tool.run("manual", "--json-schema").output
    for severity in [SchemaFlaw.Severity.note, .warning, .error] {
      #expect(schema.contains("\"\(severity.rawValue)\""), "\(severity)")
    }
  }

  @Test func `prefs-keys(7) has every action of every mode`() throws {
    let text = try page("prefs-keys.7")
    for action in Keybindings.standard.listing {
      #expect(text.contains(".Ss \"\(action.mode)\"\n"), "\(action.mode)")
      #expect(text.contains(".It \"\(action.name)\"\n"), "\(action.name)")
    }
  }

  @Test func `no text becomes a macro or loses a character`() {
    var text = ManualText()
    text.addHeading("say \"No\"")
    text.addParagraph(".hidden and 'quoted' ~ ^ ` é. The next sentence.")
    text.addExample("'x a\\nb")
    text.addTerms([(".Dd", "a \\ and a '")])
    #expect(
      text.text == """
        .Ss "say \\(dqNo\\(dq"
        \\&.hidden and \\(aqquoted\\(aq \\(ti \\(ha \\(ga \\[u00E9].
        The next sentence.
        .Bd -literal -offset indent
        \\(aqx a\\enb
        .Ed
        .Bl -tag -width Ds
        .It ".Dd"
        a \\e and a \\(aq
        .El

        """
    )
  }
}
