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

  /// Returns a page as mdoc, with the escapes that matter here undone.
  private func page(_ name: String) throws -> String {
    let result = try tool.run("manual", name)
    #expect(result.status == 0, "\(result.complaint)")
    return result.output.replacingOccurrences(of: "\\-", with: "-")
      .replacingOccurrences(of: "\\(dq", with: "\"")
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

  @Test func `all pages are listed, and another one is refused`() throws {
    let pages = try tool.run("manual").output
    #expect(pages == "prefs.1\nprefs-schema.5\nprefs-apply.5\nprefs-json.5\nprefs-keys.7\n")
    let result = try tool.run("manual", "prefs.2")
    #expect(result.status == 2)
    let names = "prefs.1, prefs-schema.5, prefs-apply.5, prefs-json.5, prefs-keys.7"
    #expect(result.complaint.contains("only \(names)"))
  }

  @Test(arguments: [("0", ".Dd January 1, 1970\n"), ("951782400", ".Dd February 29, 2000\n")])
  func `the date is that of the sources`(seconds: String, line: String) throws {
    let environment = tool.environment.merging(["SOURCE_DATE_EPOCH": seconds]) { $1 }
    let text = try Program.run([tool.program, "manual", "prefs.1"], environment: environment).output
    #expect(text.contains(line))
  }

  @Test(arguments: ["yesterday", "-1", "99999999999999999999"])
  func `a date that is none is refused`(seconds: String) throws {
    let environment = tool.environment.merging(["SOURCE_DATE_EPOCH": seconds]) { $1 }
    let result = try Program.run([tool.program, "manual", "prefs.1"], environment: environment)
    #expect(result.status == 2)
    #expect(result.complaint.contains("SOURCE_DATE_EPOCH"))
  }

  @Test func `no text becomes a macro or loses a character`() {
    let page = ManualPage(
      name: "x",
      number: 1,
      abstract: "say \"No\" to a \\ and a '",
      parts: [
        .section("A"), .paragraph(".hidden and 'quoted' ~ ^ ` é. The next sentence."),
        .example([".Dd", "'x", "a\\nb"]),
      ]
    )
    #expect(
      ManualText(page, date: 0).text == """
        .Dd January 1, 1970
        .Dt X 1
        .Os
        .Sh NAME
        .Nm x
        .Nd "say \\(dqNo\\(dq to a \\e and a \\(aq"
        .Sh "A"
        \\&.hidden and \\(aqquoted\\(aq \\(ti \\(ha \\(ga \\[u00E9].
        The next sentence.
        .Bd -literal -offset indent
        \\&.Dd
        \\(aqx
        a\\enb
        .Ed

        """
    )
  }
}
