import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

@Suite struct KeyTableTests {
  /// The commands that all tables perform.
  private static let tables: [any KeyCommand.Type] = [
    FilterCommand.self, ListCommand.self, MoveCommand.self, FinishCommand.self,
  ]

  /// The commands that each mode performs.
  private static let commands: [KeyMode: [any KeyCommand.Type]] = [
    .list: [
      MoveCommand.self, ListCommand.self, MarkCommand.self, ManyCommand.self, PaneCommand.self,
    ],
    .plan: [PlanCommand.self] + tables,
    .staged: [PlanCommand.self] + tables,
    .history: [HistoryCommand.self] + tables,
    .rowFilter: [FilterCommand.self, MoveCommand.self, FieldCommand.self],
    .suites: [MoveCommand.self, ListCommand.self, PaneCommand.self, FinishCommand.self],
    .details: [MoveCommand.self, ListCommand.self, PaneCommand.self, FinishCommand.self],
    .filter: [FilterCommand.self, MoveCommand.self, FieldCommand.self],
    .everywhere: [
      SuiteSearchCommand.self, MarkCommand.self, ChoiceCommand.self, MoveCommand.self,
      FieldCommand.self, FinishCommand.self,
    ],
    .text: [FieldCommand.self, LinesCommand.self, EditCommand.self, FinishCommand.self],
    .box: [FieldCommand.self, BoxCommand.self, EditCommand.self, FinishCommand.self],
    .json: [FieldCommand.self, BoxCommand.self, EditCommand.self, FinishCommand.self],
    .number: [FieldCommand.self, StepCommand.self, EditCommand.self, FinishCommand.self],
    .difference: [MoveCommand.self, FinishCommand.self],
    .secret: [FieldCommand.self, SecretCommand.self, FinishCommand.self],
    .path: [FieldCommand.self, PathCommand.self, EditCommand.self, FinishCommand.self],
    .color: [FieldCommand.self, ColorCommand.self, EditCommand.self, FinishCommand.self],
    .data: [DataCommand.self, EditCommand.self, FinishCommand.self],
    .date: [StepCommand.self, DateCommand.self, EditCommand.self, FinishCommand.self],
    .choice: [ChoiceCommand.self, MoveCommand.self, FinishCommand.self],
    .choices: [ChoiceCommand.self, MoveCommand.self, EditCommand.self, FinishCommand.self],
    .search: [ChoiceCommand.self, MoveCommand.self, FieldCommand.self, FinishCommand.self],
    .searchSeveral: [ChoiceCommand.self, MoveCommand.self, FieldCommand.self, FinishCommand.self],
    .items: [ItemsCommand.self, MoveCommand.self, EditCommand.self, FinishCommand.self],
    .members: [
      ItemsCommand.self, SecretCommand.self, MoveCommand.self, EditCommand.self, FinishCommand.self,
    ],
    .records: [
      ItemsCommand.self, SecretCommand.self, MoveCommand.self, EditCommand.self, FinishCommand.self,
    ],
    .toggle: [ToggleCommand.self, FinishCommand.self],
    .app: [FinishCommand.self],
    .question: [QuestionCommand.self],
    .conflict: [ConflictCommand.self, FinishCommand.self],
    .message: [MessageCommand.self, MoveCommand.self, FinishCommand.self],
    .picker: [
      ChoiceCommand.self, MoveCommand.self, FieldCommand.self, FinishCommand.self, ManyCommand.self,
    ],
    .menu: [MoveCommand.self, FinishCommand.self],
    .copy: [CopyCommand.self, MoveCommand.self, FinishCommand.self],
    .viewer: [ViewerCommand.self, SecretCommand.self, MoveCommand.self, FinishCommand.self],
    .help: [HelpCommand.self, MoveCommand.self, FinishCommand.self],
    .helpSearch: [
      HelpCommand.self, ChoiceCommand.self, MoveCommand.self, FieldCommand.self, FinishCommand.self,
    ],
  ]

  private static func actions(_ type: any KeyCommand.Type) -> [KeyAction] {
    func actions<Command: KeyCommand>(_ type: Command.Type) -> [KeyAction] {
      type.allCases.map { KeyAction($0) }
    }
    return actions(type)
  }

  @Test func `the first page of the help has what everybody needs, and no more`() {
    let size = Size(columns: 80, rows: 24)
    let document = Document(suiteName: "org.example.notes", stored: ["a": .bool(true)])
    var state = EditorState(document: document, size: size)
    _ = update(&state, .event(.key(.character("?"))))
    let rows = KeyTable.rows.filter { $0.isBasic && $0.modes.contains(.list) }
    let page = state.topScreen(HelpScreen.self)?.lines.prefix(18).compactMap(\.action?.help)
    #expect((16...18).contains(rows.count))
    #expect(page.map { Set($0) } == Set(rows.map(\.help)))
    #expect(view(state).text.contains("1–18 of"))
  }

  @Test func `no key press has two actions in one mode`() {
    var problems: [KeybindingProblem] = []
    _ = Keybindings(KeyTable.rows, [:], &problems)
    #expect(problems == [])
  }

  @Test func `every key press of the table can be read, and every row has texts`() {
    for row in KeyTable.rows {
      #expect(!row.help.isEmpty && !row.title.isEmpty && !row.modes.isEmpty, "\(row.written)")
      guard row.action != nil else { continue }
      let count = row.written.split(separator: " ").count
      #expect(count > 0 && row.presses.count == count, "\(row.written)")
    }
  }

  @Test(arguments: KeyMode.allCases)
  func `every mode has the help, and a way out with Ctrl-C`(mode: KeyMode) {
    let bindings = Keybindings.standard
    #expect(bindings.name(of: GlobalCommand.help, in: mode) != nil)
    #expect(bindings.action(for: .interrupt, in: mode) == mode.exitAction)
    let presses = bindings.bindings(in: mode).first { $0.row.action == mode.exitAction }?.presses
    #expect(presses?.count ?? 0 >= 2)
  }

  @Test(arguments: KeyMode.allCases)
  func `Esc has an action in every mode`(mode: KeyMode) {
    #expect(Keybindings.standard.action(for: KeyPress(.escape), in: mode) != nil)
  }

  @Test func `every heading fits in its column of the help`() {
    for row in KeyTable.rows { #expect(row.title.count <= 10, "\(row.title)") }
  }

  @Test(arguments: KeyMode.allCases)
  func `every action of a mode is one of its commands, and has one row`(mode: KeyMode) {
    let actions = Keybindings.standard.bindings(in: mode).compactMap(\.row.action)
    #expect(Set(actions).count == actions.count)
    let types = (Self.commands[mode] ?? []) + [GlobalCommand.self]
    let performed = Set(types.flatMap(Self.actions))
    for action in actions { #expect(performed.contains(action), "\(action.name)") }
  }

  @Test func `every command has a row`() {
    let rows = Set(KeyTable.rows.compactMap(\.action))
    for type in Self.commands.values.joined() {
      for action in Self.actions(type) { #expect(rows.contains(action), "\(action.name)") }
    }
  }

  private static let controls: [(mode: KeyMode, kind: ValueKind, value: Defaults.StoredValue)] = [
    (.text, .string(TextLimits()), .string("text")),
    (.box, .string(TextLimits()), .string("a\nb")),
    (.json, .json, .string("{\"a\": 1}")),
    (.path, .path, .string("/tmp")),
    (.color, .color, .string("orange")),
    (.data, .data, .data(.init([1]))),
    (.secret, .string(TextLimits()), .string("x")),
    (.number, .integer(NumberLimits(minimum: 1, maximum: 99)), .integer(50)),
    (.date, .date, .date(.init(timeIntervalSinceReferenceDate: 0))),
    (.choice, .choice(letters(2)), .string("a")),
    (.choices, .choices(letters(2)), .array([.string("a")])),
    (.search, .choice(letters(10)), .string("a")),
    (.searchSeveral, .choices(letters(10)), .array([.string("a")])),
    (.items, .list(of: .url), .array([.string("a"), .string("b")])),
    (.members, .dictionary(of: .url), .dictionary(["a": .string("b"), "c": .string("d")])),
    (.toggle, .bool, .bool(true)),
  ]

  private static func letters(_ count: Int) -> [Choice] {
    "abcdefghij".prefix(count).map { Choice(.string("\($0)"), title: "\($0)".uppercased()) }
  }

  @Test(arguments: controls)
  func `a control performs every action of its mode`(
    mode: KeyMode,
    kind: ValueKind,
    value: Defaults.StoredValue
  ) {
    func control() -> any Control { kind.control(value, isSecret: mode == .secret) }
    #expect(control().keyMode == mode)
    for binding in Keybindings.standard.bindings(in: mode) {
      guard let action = binding.row.action, GlobalCommand(action) == nil,
        EditCommand(action) == nil
      else { continue }
      for press in binding.presses {
        var control = control()
        #expect(control.update(press, .standard) != .ignored, "\(action.name) \(press.name)")
      }
    }
  }

  @Test(arguments: [
    (KeyMode.text, "x", nil), (.filter, "?", nil), (.number, "5", nil), (.text, "F1", "help"),
    (.date, "?", "help"), (.date, "7", nil), (.list, "Space", "toggle"),
    (.list, "C-i", "next-pane"),
    (.date, "C-i", "next-part"), (.list, "C-m", "edit"), (.items, "C-[", "close"),
    (.text, "C-h", "delete-back"),
  ])
  func `a key press has an action or types a character`(
    mode: KeyMode,
    press: String,
    action: String?
  ) throws {
    let press = try #require(KeyPress(named: press))
    #expect(Keybindings.standard.action(for: press, in: mode)?.name == action)
  }

  @Test func `the help of the list has its rows with all key presses`() {
    let rows = Keybindings.standard.help(of: .list).flatMap(\.rows)
    #expect(rows.contains { $0.keys == "r Del F8" && $0.help == "reset to the default" })
    #expect(rows.count == KeyTable.rows.count { $0.modes.contains(.list) })
  }
}
