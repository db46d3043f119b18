import Defaults
import DefaultsSchema
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// The editor on plain lines, with answers from a list.
@Suite struct PlainDialogueTests {
  private let fixture = NotesFixture()

  /// Types lines, and returns what was said and how many lines could not be used.
  private func type(
    _ lines: String...,
    isInteractive: Bool = false,
    prepare: (inout EditorSession.Source) -> Void = { _ in },
    before: @escaping (String) -> Void = { _ in }
  ) -> (script: PlainScript, refused: Int) {
    let script = PlainScript(lines, isInteractive: isInteractive)
    script.beforeAnswer = before
    let screen = RecordingScreen(size: Size(columns: 100, rows: 200))
    screen.hasClipboard = false
    var source = EditorSession.Source(registry: SchemaRegistry([fixture.schema]))
    source.settings = fixture.settings
    prepare(&source)
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    let refused = session.run(on: script)
    #expect(session.state.isFinished)
    return (script, refused)
  }

  private func stored(_ key: String) -> Defaults.StoredValue? {
    fixture.suite.storedValues()[Defaults.KeyName(key)]
  }

  @Test func `the list has numbers, values and states in words`() {
    fixture.suite.setStoredValue(.integer(7), forKey: "general.autosaveInterval")
    let (script, refused) = type("q")
    #expect(refused == 0)
    #expect(
      script.said == [
        "Notes, suite org.example.notes: 8 keys.",
        "General:",
        "1. Autosave documents: on (default)",
        "2. Autosave interval: 7 s (set)",
        "3. Your name: \"ada\" (default)",
        "4. Date of first run: unset",
        "Appearance:",
        "5. Theme: light (default)",
        "6. Zoom: 1 (default)",
        "Advanced:",
        "7. Recent files: 0 items (default)",
        "8. Server: unset",
        "Type the number of a key, \"help\" for all commands, or \"quit\".",
        "Command: q",
      ]
    )
  }

  @Test func `a number asks for the value, and the answer can be undone`() {
    let (script, refused) = type("2", "45", "u", "U", "q")
    #expect(
      script.reply(to: "2").prefix(3) == [
        "Autosave interval (general.autosaveInterval)",
        "How often an open document is saved, in seconds.", "Expected: Int 5…3600 s, step 5",
      ]
    )
    #expect(script.said.contains("Value [30 (default)]: 45"))
    #expect(script.reply(to: "45").first?.hasPrefix("Saved Autosave interval = 45 s") == true)
    #expect(script.reply(to: "u").first?.hasPrefix("Undone: Autosave interval") == true)
    #expect(stored("general.autosaveInterval") == .integer(45))
    #expect(refused == 0)
  }

  @Test func `a key press with a number acts on that row, and staged edits are named at the end`() {
    let (script, refused) = type("t", "1", "off", "2", "45", "w", "leave-out 2", "Space 9", "", "q")
    #expect(refused == 1)
    #expect(
      script.reply(to: "leave-out 2").contains { $0.contains("45") && $0.contains("left out") }
    )
    #expect(script.reply(to: "Space 9").first == "There is no number 9 here.")
    #expect(
      script.said.last
        == "Edits of org.example.notes are staged, not stored. The editor keeps them for later."
    )
  }

  @Test func `a key press that removes rows acts on those with the typed numbers`() {
    let (script, refused) = type("t", "1", "off", "2", "45", "3", "bea", "w", "d 1-2", "", "q")
    #expect(refused == 0)
    #expect(script.reply(to: "d 1-2").contains { $0.contains("bea") }, "\(script.said)")
    #expect(!script.reply(to: "d 1-2").contains { $0.contains("45") })
  }

  @Test func `a switch is asked for, and not toggled`() {
    let (script, _) = type("1", "", "1", "off", "q")
    #expect(script.said.contains("Expected: on or off"))
    #expect(script.said.contains("Value [on (default)]: "))
    #expect(stored("general.autosave") == .bool(false))
    let (after, _) = type("Space 1", "q")
    #expect(after.reply(to: "Space 1").first?.hasPrefix("Saved Autosave documents = on") == true)
  }

  @Test func `a wrong answer keeps the value, and a person may try again`() {
    let (script, refused) = type("2", "4", "q")
    #expect(refused == 1)
    #expect(script.reply(to: "4").first?.hasSuffix("The value was kept.") == true)
    #expect(stored("general.autosaveInterval") == nil)
    let (again, wrong) = type("2", "4", "x", "50", "q", isInteractive: true)
    #expect(again.reply(to: "4").first?.hasSuffix("Try again.") == true)
    #expect(wrong == 2)
    #expect(stored("general.autosaveInterval") == .integer(50))
  }

  @Test func `an empty line and the end of the input keep the value`() {
    let (script, refused) = type("2", "")
    #expect(refused == 0)
    #expect(script.said.last == "Command: end")
    #expect(type("2").script.said.last == "Value [30 (default)]: end")
    #expect(fixture.suite.storedValues().isEmpty)
  }

  @Test func `everything about a key is said in sentences`() {
    let (script, _) = type("5?", "q")
    #expect(
      script.reply(to: "5?") == [
        "Theme (appearance.theme)", "Type: one of 4",
        "Now: light (default)", "Default: light", "light · dark · Follow the desktop · contrast",
      ]
    )
  }

  @Test func `a search shows what matches, with new numbers`() {
    let (script, _) = type("/autosave", "2", "10", "/", "/nothing at all", "q")
    #expect(
      script.reply(to: "/autosave") == [
        "Notes, suite org.example.notes: 8 keys.",
        "Only those that match \"autosave\" are shown: 2.",
        "1. Autosave documents: on (default)", "2. Autosave interval: 30 s (default)",
      ]
    )
    #expect(stored("general.autosaveInterval") == .integer(10))
    #expect(script.reply(to: "/").contains("8. Server: unset"))
    #expect(
      script.reply(to: "/nothing at all").contains("No keys match \"nothing at all\".")
    )
  }

  @Test func `a key press acts on one key or on several`() {
    for key in ["general.userName", "appearance.zoom"] {
      fixture.suite.setStoredValue(key.hasSuffix("zoom") ? .real(2) : .string("eve"), forKey: key)
    }
    let (script, refused) = type("reset 3", "r 5-9", "r 2-6", "q")
    #expect(stored("general.userName") == nil)
    #expect(stored("appearance.zoom") == nil)
    #expect(script.reply(to: "r 5-9") == ["There is no key 9: the list has 8."])
    #expect(script.reply(to: "r 2-6").contains { $0.contains("Zoom") })
    #expect(refused == 1)
  }

  @Test func `what was done to each of several keys is said`() {
    for (key, value) in [
      ("general.autosave", Defaults.StoredValue.bool(false)), ("general.userName", .string("eve")),
      ("general.autosaveInterval", .integer(60)),
    ] {
      fixture.suite.setStoredValue(value, forKey: key)
    }
    let (script, _) = type("m", "r 1-3", "q")
    let reply = script.reply(to: "r 1-3")
    for title in ["Autosave documents", "Autosave interval", "Your name"] {
      #expect(reply.contains { $0.contains(title) }, "\(title): \(reply)")
    }
    #expect(fixture.suite.storedValues().isEmpty)
  }

  @Test(arguments: ["r", "Space", "+", "reset", "b", "v", "Enter"])
  func `a key press acts on no key that was not named`(press: String) {
    fixture.suite.setStoredValue(.bool(false), forKey: "general.autosave")
    let (script, refused) = type(press, "q")
    #expect(script.reply(to: press).first?.hasPrefix("Which key?") == true)
    #expect(refused == 1)
    #expect(stored("general.autosave") == .bool(false))
  }

  @Test func `a key that was named or is said to be selected may be pressed on`() {
    fixture.suite.setStoredValue(.integer(60), forKey: "general.autosaveInterval")
    #expect(type("2?", "r", "q").refused == 0)
    #expect(stored("general.autosaveInterval") == nil)
    let (script, refused) = type("Down", "Up", "r", "q")
    #expect(script.reply(to: "Down") == ["Selected: 2. Autosave interval: 30 s (default)"])
    #expect(script.reply(to: "Up") == ["Selected: 1. Autosave documents: on (default)"])
    #expect(refused == 0)
  }

  @Test func `a stored line break makes no line of its own`() {
    let forged = "a\nSaved Theme = dark\r\nCommand: q"
    fixture.suite.setStoredValue(.string(forged), forKey: "general.userName")
    fixture.suite.setStoredValue(.string(forged), forKey: "x\nSaved Theme = dark")
    let (script, _) = type(
      "list",
      "3?",
      "9?",
      "3",
      "",
      "v 3",
      "",
      "v 9",
      "",
      "/Saved",
      "/",
      "r 3",
      "C",
      "",
      "q"
    )
    #expect(!script.said.contains { $0.contains("\n") })
    #expect(!script.said.contains { $0.hasPrefix("Saved Theme") })
  }

  @Test func `menus, tables and boxes are said, and numbers choose`() {
    let (script, refused) = type("2", "40", "2", "50", "C", "2", "", "o", "2", "s", "q")
    #expect(refused == 0)
    let history = script.reply(to: "C")
    #expect(history.first == "History of org.example.notes")
    #expect(history.contains { $0.hasPrefix("1. ") && $0.contains("40 s → 50 s") })
    #expect(history.contains("Number 1 is selected."))
    #expect(script.said.contains("Number 2 is selected."))
    #expect(script.reply(to: "o").contains { $0.hasPrefix("1. ") && $0.contains("chosen") })
    #expect(script.said.contains("There is no other suite."))
  }

  @Test func `the key that was chosen in a box is said, and is the one that words act on`() {
    let (script, refused) = type(":", "Zoom", "1", "edit", "2", "q")
    #expect(refused == 0)
    #expect(script.reply(to: "1") == ["Selected: 6. Zoom: 1 (default)"])
    #expect(stored("appearance.zoom") != nil)
  }

  @Test func `the selected key of another suite is said, whatever its name is`() {
    let other = Defaults.Suite(inMemory: "org.example.other")
    other.setStoredValue(.string("a"), forKey: "x")
    fixture.suite.setStoredValue(.string("b"), forKey: "x")
    let suites = [other.name: other, fixture.suite.name: fixture.suite]
    let catalog = SuiteCatalog(
      suites: suites.keys.sorted().map { SuiteSummary(name: $0) },
      registry: SchemaRegistry([])
    )
    let (script, _) = type("1?", "s", "other", "1", "q") {
      $0 = EditorSession.Source(catalog: catalog) { suites[$0] }
    }
    #expect(script.reply(to: "1").last == "Selected: 1. x: \"a\" (set)")
  }

  @Test func `a slash and words filter the rows of a table`() {
    let (script, refused) = type("2", "40", "2", "50", "C", "/\"50 s\"", "/zzz", "/", "", "q")
    #expect(refused == 0)
    let found = script.reply(to: "/\"50 s\"")
    #expect(found.contains("Only rows that match \"\"50 s\"\" are shown."), "\(found)")
    #expect(found.filter { $0.hasPrefix("1. ") || $0.hasPrefix("2. ") }.count == 1, "\(found)")
    #expect(script.reply(to: "C").last?.contains("A slash and words search.") == true)
    #expect(script.reply(to: "/zzz").contains("No row matches."))
    #expect(script.reply(to: "/").contains { $0.hasPrefix("2. ") })
  }

  @Test func `what can be typed at a box is said in words`() {
    let (script, refused) = type(
      "2",
      "40",
      "2",
      "50",
      "C",
      "help",
      "1",
      "Close",
      "q"
    )
    #expect(refused == 0)
    #expect(script.reply(to: "C").last?.hasPrefix("Type a number to choose, restore, ") == true)
    let help = script.reply(to: "help")
    #expect(help.contains("NUMBER: choose the row with this number."))
    #expect(help.contains { $0.hasPrefix("restore, ") })
    #expect(help.contains("help, ? F1: this help"))
    // The keys that move have no words in the line that is said each time.
    #expect(!script.said.contains { $0.hasPrefix("Type ") && $0.contains("down") })
    #expect(stored("general.autosaveInterval") == .integer(50))
  }

  @Test func `of a box that was said, only the few lines that have changed are`() {
    let (script, _) = type("2", "40", "2", "50", "C", "2", "list", "", "q")
    let history = script.reply(to: "C")
    let reply = script.reply(to: "2")
    #expect(script.reply(to: "list") != history && script.reply(to: "list").count == history.count)
    let selection = script.said.split(separator: "Command: 2").last?.prefix {
      $0 != "Command: list"
    }
    #expect(selection?.first == "Number 2 is selected.", "\(reply)")
    #expect((selection?.count ?? 9) < history.count)
  }

  @Test func `what does nothing is said, and counts`() {
    let (script, refused) = type("0", "9", "maybe", "C", "7", "q")
    #expect(refused == 4)
    #expect(script.reply(to: "0") == ["There is no key 0: the list has 8."])
    #expect(
      script.reply(to: "maybe") == [
        "\"maybe\" is neither the number of a key nor a command. Type \"help\" for the commands."
      ]
    )
  }

  @Test(.thorough) func `a change of another program is said before the next prompt`() {
    let fixture = fixture
    let (script, _) = type(
      "?",
      "list",
      "q",
      before: { line in
        guard line == "?" else { return }
        #expect(throws: Never.self) {
          try fixture.writeElsewhere(.integer(60), forKey: "general.autosaveInterval")
        }
      }
    )
    #expect(script.reply(to: "list").contains { $0.contains("60 s (changed elsewhere, set)") })
  }

  @Test(.thorough) func `a value that changed while it was asked for is not overwritten unasked`() {
    let fixture = fixture
    let (script, _) = type(
      "2",
      "45",
      "",
      "q",
      before: { line in
        guard line == "45" else { return }
        #expect(throws: Never.self) {
          try fixture.writeElsewhere(.integer(60), forKey: "general.autosaveInterval")
        }
      }
    )
    #expect(script.said.filter { $0.hasPrefix("Command: ") }.count > 1)
    #expect(stored("general.autosaveInterval") == .integer(60))
  }

  @Test func `nothing can be changed in a read-only session`() {
    let (script, _) = type("2", "45", "q", prepare: { $0.isReadOnly = true })
    #expect(script.said.contains { $0.contains("READ-ONLY") })
    #expect(script.said.contains { $0.contains("Read-only") })
    #expect(fixture.suite.storedValues().isEmpty)
  }

  @Test func `an answer that must stay hidden is read hidden, and not said`() {
    let key = Defaults.Key<String>("account.password", default: "", suite: fixture.suite)
    let schema = Schema(suite: fixture.suite, title: "Mail") {
      Section("Account") { SecureField("Password", key: key) }
    }
    let (script, _) = type(
      "1",
      "s3cret",
      "1?",
      "q",
      prepare: {
        $0 = EditorSession.Source(registry: SchemaRegistry([schema]))
      }
    )
    #expect(script.hidden == ["Value [hidden (default)]: "])
    #expect(stored("account.password") == .string("s3cret"))
    #expect(script.said.filter { $0.contains("s3cret") } == ["Value [hidden (default)]: s3cret"])
  }
}
