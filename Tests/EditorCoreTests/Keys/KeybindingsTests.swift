import Terminal
import Testing

@testable import EditorCore

@Suite struct KeybindingsTests {
  /// Returns the reasons why bindings cannot be used; nil if they can.
  private static func problems(_ replacements: [String: [String]]) -> String? {
    do throws(KeybindingProblems) {
      _ = try Keybindings(replacing: replacements)
      return nil
    } catch {
      return error.description
    }
  }

  private static let unusable: [(replacements: [String: [String]], message: String)] = [
    (["resset": ["J"]], #""resset" is not an action; did you mean "reset"?"#),
    (["frobnicate": []], #""frobnicate" is not an action."#),
    (
      ["lst.reset": ["J"]],
      #""lst" in "lst.reset" is not a mode. The modes are list, suites, details"#
    ),
    (
      ["text.reset": ["J"]],
      #""reset" is not an action of the mode text, but of list."#
    ),
    (["reset": ["Dell"]], #""Dell" for "reset" is not the name of a key press. Write"#),
    (["text.help": ["h"]], #""h" is typed as input in the mode text, so it cannot be bound to "#),
    (["choice.next": ["5"]], #""5" is typed as input in the mode choice"#),
    (["reset": ["u"]], #""u" is bound to "reset", and "u" to "undo", in list. Bind one"#),
    (
      ["redraw": ["q"]],
      #""q" is bound to "close", and "q" to "redraw", in plan, staged, history, choice, choices, difference, message"#
    ),
    (
      ["details": ["^M"]],
      #""Enter" is bound to "edit", and "^M", which is the same in a terminal, to "details", in"#
    ),
    (["date.now": ["C-i"]], #""^I" is bound to "now", and "Tab", which is the same in a terminal"#),
    (["details": ["^["]], #", which is the same in a terminal, to "details", in list."#),
    (["date.now": ["C-h"]], #""^H" is bound to "now", and "Backspace", which is the same"#),
    (["undo": ["C-c", "u"]], #""^C" always closes or quits, so it cannot be bound to "undo"."#),
    (["quit": []], #""quit" leaves the mode list, so it needs at least one key besides ^C."#),
    (["text.close": ["^C"]], #""close" leaves the mode text, so it needs at least one key"#),
    (["question.no": []], #""no" leaves the mode question, so it needs"#),
  ]

  @Test(arguments: unusable)
  func `bindings that cannot be used are refused with the reason`(
    replacements: [String: [String]],
    message: String
  ) throws {
    let problems = try #require(Self.problems(replacements))
    #expect(problems.contains(message), "\(problems)")
  }

  /// What the documentation of the option, of the initializer and of the tool shows.
  @Test(arguments: [
    ["reset": ["J", "Del"], "list.next": ["Down", "A-j"], "details": []],
    ["reset": ["J", "Del"], "list.undo": ["A-u", "u"]],
    ["reset": ["J", "Del"], "details": ["F4"]],
  ])
  func `the bindings of the examples can be used`(replacements: [String: [String]]) {
    #expect(Self.problems(replacements) == nil)
  }

  @Test func `all reasons are named, each on one line`() {
    let problems = Self.problems(["resett": ["J"], "undo": ["^C"], "redo": ["Foo"], "quit": []])
    #expect(problems?.split(separator: "\n").count == 4)
  }

  private typealias Replacement = (
    replacements: [String: [String]], mode: KeyMode, press: String, action: String?
  )

  private static let replacements: [Replacement] = [
    (["reset": ["J", "Del"]], .list, "J", "reset"),
    (["reset": ["J"]], .list, "r", nil),
    (["undo": []], .list, "u", nil),
    // Two actions that change their keys with each other.
    (["reset": ["u"], "list.undo": ["r"]], .list, "u", "reset"),
    (["list.help": ["h", "F1"], "fold": ["Left"]], .list, "h", "help"),
    (["list.help": ["h", "F1"], "fold": ["Left"]], .items, "?", "help"),
    // Where a character is typed, the other keys replace, or none.
    (["help": ["Q", "F11"]], .text, "F11", "help"), (["help": ["Q", "F11"]], .text, "F1", nil),
    (["help": ["Q"]], .text, "F1", "help"), (["help": ["Q"]], .text, "Q", nil),
    (["help": ["Q"]], .list, "F1", nil), (["close": ["Q"]], .text, "Esc", "close"),
    (["close": ["Q"]], .message, "Esc", nil), (["close": ["Q"]], .message, "^C", "close"),
    (["quit": ["A-q"]], .list, "q", nil), (["quit": ["A-q"]], .list, "^C", "quit"),
    // The mode's own counts more.
    (["next": ["F5", "F12"], "items.next": ["F10"], "redraw": ["^L"]], .items, "F10", "next"),
    (["next": ["F12"], "items.next": ["F11"]], .items, "F12", nil),
  ]

  @Test(arguments: replacements)
  func `other key presses replace those of the table`(
    replacements: [String: [String]],
    mode: KeyMode,
    press: String,
    action: String?
  ) throws {
    let bindings = try Keybindings(replacing: replacements)
    let press = try #require(KeyPress(named: press))
    #expect(bindings.action(for: press, in: mode)?.name == action)
  }

  @Test func `replaced key presses are in the help, in the hints and in the list of actions`()
    throws
  {
    let bindings = try Keybindings(replacing: ["filter": ["F12", "C-g"], "only-set": []])
    let help = bindings.help(of: .list).flatMap(\.rows)
    #expect(help.contains { $0.keys == "F12 ^G" && $0.help == "filter" })
    #expect(!help.contains { $0.help == "only keys that are set" })
    let hints = bindings.hints(KeyContext(mode: .list)).map { "\($0.key) \($0.word)" }
    #expect(hints.contains("F12 filter") && !hints.contains { $0.hasSuffix("only set") })
    let listed = bindings.listing.filter { $0.mode == "list" }
    #expect(listed.first { $0.name == "filter" }?.keys == "F12 ^G")
    #expect(listed.first { $0.name == "only-set" }?.keys == "")
  }

  @Test func `every listed action can be bound by its name`() throws {
    let listing = Keybindings.standard.listing
    #expect(listing.count > 100)
    let press = try #require(KeyPress(named: "F20"))
    var rest = Dictionary(grouping: listing, by: \.mode)
    // One action of every mode is bound at a time: one press cannot stand for two in a mode.
    while !rest.isEmpty {
      let bound = rest.compactMapValues(\.first)
      rest = rest.mapValues { Array($0.dropFirst()) }.filter { !$0.value.isEmpty }
      let names = bound.values.map { ("\($0.mode).\($0.name)", ["F20"]) }
      let bindings = try Keybindings(replacing: Dictionary(uniqueKeysWithValues: names))
      for action in bound.values {
        let mode = try #require(KeyMode(rawValue: action.mode))
        #expect(bindings.action(for: press, in: mode)?.name == action.name)
      }
    }
  }
}
