import Defaults
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// The stored key bindings, together with those of the command line or an app.
@Suite struct StoredBindingsTests {
  private func keys(_ action: some KeyCommand, _ bindings: StoredBindings) -> [String] {
    bindings.bindings.bindings(in: .list).first { $0.row.action == KeyAction(action) }?
      .presses.map(\.name) ?? []
  }

  @Test func `stored keys replace those of the table`() {
    let found = StoredBindings(["reset": "J Del", "list.undo": "A-u", "details": ""], [:])
    #expect(found.problems == [])
    #expect(keys(ListCommand.reset, found) == ["J", "Del"])
    #expect(keys(ListCommand.undo, found) == ["A-u"])
    #expect(keys(ListCommand.details, found) == [])
    #expect(keys(ListCommand.redo, found) == ["U", "^R"])
  }

  @Test func `what the command line has chosen wins over the stored keys of the action`() {
    let stored = ["reset": "J", "list.undo": "A-u", "details": "F4"]
    let found = StoredBindings(stored, ["reset": ["F22"], "undo": ["F23"]])
    #expect(found.problems == [])
    #expect(keys(ListCommand.reset, found) == ["F22"])
    #expect(keys(ListCommand.undo, found) == ["F23"])
    #expect(keys(ListCommand.details, found) == ["F4"])
  }

  @Test func `of two stored actions with one key, neither is used, and all else is`() {
    let found = StoredBindings(["reset": "J", "list.undo": "J", "details": "F4"], [:])
    #expect(
      found.problems == [
        "\"J\" is bound to \"reset\", and \"J\" to \"undo\", in list. Bind one of the actions to "
          + "other keys. Not used: \"list.undo\", \"reset\"."
      ]
    )
    #expect(keys(ListCommand.reset, found) == ["r", "Del", "F8"])
    #expect(keys(ListCommand.undo, found) == ["u"])
    #expect(keys(ListCommand.details, found) == ["F4"])
  }

  @Test func `a stored key that the table or the command line has for another action is named`() {
    let table = StoredBindings(["reset": "u"], [:])
    #expect(table.problems.count == 1)
    #expect(table.problems.first?.hasSuffix("Not used: \"reset\".") == true)
    #expect(keys(ListCommand.undo, table) == ["u"])
    #expect(keys(ListCommand.reset, table) == ["r", "Del", "F8"])
    let line = StoredBindings(["reset": "J"], ["list.undo": ["J"]])
    #expect(line.problems.count == 1)
    #expect(keys(ListCommand.undo, line) == ["J"])
    #expect(keys(ListCommand.reset, line) == ["r", "Del", "F8"])
  }

  @Test func `a binding that fits only together with one that is left out is named too`() {
    // Without "undo", which clashes, the key u is that of the table again.
    let found = StoredBindings(["undo": "q", "reset": "u"], [:])
    #expect(found.problems.count == 2)
    #expect(found.problems.last?.hasSuffix("Not used: \"reset\".") == true)
    #expect(keys(ListCommand.undo, found) == ["u"])
    #expect(keys(ListCommand.reset, found) == ["r", "Del", "F8"])
  }

  @Test func `names that do not exist are left out, each with a reason`() {
    let stored = ["rset": "J", "lst.undo": "K", "redo": "Enterr", "details": "F4", "quit": "^C"]
    let found = StoredBindings(stored, [:])
    let text = found.problems.joined(separator: "\n")
    for name in ["rset", "lst.undo", "redo", "quit"] {
      #expect(text.contains("Not used: \"\(name)\"."), "\(name)")
    }
    #expect(keys(ListCommand.details, found) == ["F4"])
    #expect(keys(ListCommand.quit, found) == ["q", "F10", "^C"])
  }

  @Test(
    .thorough,
    arguments: [
      "reset", "undo", "list.undo", "quit", "text.close", "nothing", "list.nothing", "nowhere.undo",
      "undo.list", "", ".",
    ]
  )
  func `whatever is stored, the bindings can be used and the editor can be left`(name: String) {
    for presses in ["u", "^C", "", "q r J", "Esc", "no key", "Enter ^M", "a"] {
      var stored = ["step-up": "F1", "toggle": "F22"]
      stored[name] = presses
      let found = StoredBindings(stored, [:])
      #expect(!found.problems.isEmpty, "F1 is the help")
      #expect(keys(ListCommand.toggle, found) == ["F22"], "\(name) = \(presses)")
      #expect(found.bindings.action(for: .interrupt, in: .list) == KeyMode.list.exitAction)
    }
  }

  @Test func `the rule names the entry that cannot be stored`() throws {
    let settings = SettingsSuite(Defaults.Suite(inMemory: "prefs"))
    #expect(throws: Never.self) { try Defaults.set(settings.bindings, to: ["reset": "J"]) }
    #expect(throws: Defaults.WriteError.self) {
      try Defaults.set(settings.bindings, to: ["details": "F4", "reset": "u"])
    }
    let refused = settings.suite.rejection(
      of: .dictionary(["details": .string("F4"), "reset": .string("u")]),
      forKey: "bindings"
    )
    #expect(
      refused.map(String.init(describing:))
        == "\"reset\": u is refused: \"u\" is bound to \"reset\", and \"u\" to \"undo\", in list. Bind one of the "
        + "actions to other keys"
    )
  }
}
