import Terminal
import Testing

@testable import EditorCore

/// The meaning of typed lines.
@Suite struct PlainCommandTests {
  @Test(arguments: [
    ("", PlainCommand.next), ("  ", .next), ("3", .number(3)), ("12", .number(12)),
    ("3?", .describe(3)), ("? 3", .describe(3)), ("3 ?", .describe(3)), ("?", .help),
    ("help", .help), ("List", .list), ("/", .search("")), ("/two words", .search("two words")),
    ("//all", .search("/all")), ("u", .press(.character("u"), nil)),
    ("undo", .press(.character("u"), nil)), ("r 3", .press(.character("r"), 3...3)),
    ("reset 3-7", .press(.character("r"), 3...7)), ("^R", .press(.control("r"), nil)),
    ("Space 2", .press(.character(" "), 2...2)), ("page-down", .press(KeyPress(.pageDown), nil)),
  ])
  func `a line in the list is a command`(line: String, command: PlainCommand) {
    #expect(PlainCommand(line, in: .list, .standard) == command)
  }

  @Test(arguments: [
    "nothing", "r 7-3", "r 3 4", "r -", "3-7", "99999999999999999999", "r 99999999999999999999",
    "٣",
    "3 4", "u x",
  ])
  func `any other line is unknown`(line: String) {
    #expect(PlainCommand(line, in: .list, .standard) == .unknown(line))
  }

  @Test func `over the list, words are no commands of the list`() {
    #expect(PlainCommand("y", in: .question, .standard) == .press(.character("y"), nil))
    #expect(PlainCommand("r 3", in: .question, .standard) == .unknown("r 3"))
    #expect(PlainCommand("list", in: .picker, .standard) == .unknown("list"))
    #expect(PlainCommand("Esc", in: .picker, .standard) == .press(KeyPress(.escape), nil))
    // A letter that is typed there is no key.
    #expect(PlainCommand("r", in: .picker, .standard) == .unknown("r"))
  }

  @Test(arguments: [
    ("go back", PlainCommand.press(KeyPress(.escape), nil)),
    ("Go Back", .press(KeyPress(.escape), nil)),
    ("go back 2", .press(KeyPress(.escape), 2...2)), ("go", .unknown("go")), ("help", .help),
    ("F1", .help), ("/go back", .search("go back")),
  ])
  func `a word that the screen has said is its key press`(line: String, command: PlainCommand) {
    let spoken = [("go back", KeyPress(.escape)), ("help", KeyPress(.function(1)))]
    #expect(PlainCommand(line, in: .picker, .standard, spoken: spoken) == command)
  }

  @Test func `the user's own keys count`() throws {
    let bindings = try Keybindings(replacing: ["reset": ["J"]])
    #expect(PlainCommand("J 2", in: .list, bindings) == .press(.character("J"), 2...2))
    #expect(PlainCommand("reset 2", in: .list, bindings) == .press(.character("J"), 2...2))
  }
}
