import Defaults
import Terminal
import Testing

@testable import EditorCore

/// The texts on the screen that name a key press, when other keys are bound.
@Suite struct KeyTextTests {
  /// Other key presses for every action that a text names.
  private static let replacements: [String: [String]] = [
    "filter": ["F13"], "undo": ["F14"], "redo": ["F15"], "reset": ["F16"], "edit": ["F17"],
    "toggle": ["F18"], "step-up": ["F19"], "step-down": ["F20"], "allow-undeclared": ["F21"],
    "help": ["F22"], "suites": ["F23"], "quit": ["F24"], "only-set": ["A-m"],
    "clear-filter": ["A-c"], "recall": ["A-s"], "keep-mine": ["A-1"], "take-theirs": ["A-2"],
    "edit-again": ["A-3"], "yes": ["A-y"], "no": ["A-n"], "close": ["A-x"], "next": ["A-j"],
    "previous": ["A-k"], "messages": ["A-e"],
  ]

  /// Actions without any key press.
  private static let removed: [String: [String]] = [
    "filter": [], "undo": [], "redo": [], "reset": [], "edit": [], "toggle": ["Space"],
    "allow-undeclared": [], "help": [], "only-set": [], "reset-input": [], "step-up": ["+"],
    "step-down": [],
  ]

  private static let suiteName = "org.example.notes"

  private static let stored: [Defaults.KeyName: Defaults.StoredValue] = [
    "appearance.zoom": .real(9), "general.autosaveInterval": .integer(60),
    "legacy": .integer(7),
  ]

  private static let write = WriteRequest(
    suiteName: suiteName,
    key: "general.autosave",
    value: .bool(false),
    purpose: .edit(extendsLast: false)
  )

  private static func elsewhere(_ key: Defaults.KeyName) -> Action {
    .changed(
      Action.Change(
        suiteName: suiteName,
        key: key,
        layers: KeyLayers(stored: .integer(45)),
        isElsewhere: true
      )
    )
  }

  private static func restored(
    _ direction: Defaults.RestoreDirection,
    _ outcome: RestoreOutcome
  ) -> Action {
    .restored([(RestoreRequest(suiteName: suiteName, direction: direction), outcome)])
  }

  /// The entry of a change of the interval from 30 to 60.
  private static func entry() throws -> Defaults.HistoryEntry {
    let suite = NotesFixture().suite
    var options = Defaults.HistoryOptions()
    options.isOnDisk = false
    suite.keepHistory(options)
    try suite.write(["general.autosaveInterval": .integer(30)])
    try suite.write(["general.autosaveInterval": .integer(60)])
    return try suite.undo(.thisProcess)
  }

  /// One step: key presses as in a scenario, or another input.
  private enum Input {
    case press(String)
    case action(Action)
    case undone, redone
  }

  private struct Case: CustomTestStringConvertible {
    var replacements: [String: [String]] = KeyTextTests.replacements
    var steps: [Input]
    var size: Size = Size(columns: 80, rows: 24)
    /// Whether the suite stores nothing and has no schema.
    var isEmpty: Bool = false
    var text: String

    var testDescription: String { text }
  }

  private static let cases: [Case] = [
    Case(steps: [.press("Q")], text: "Q does nothing here. F22 shows what the keys do."),
    Case(replacements: removed, steps: [.press("Q")], text: " Q does nothing here.   "),
    Case(
      steps: [.action(.event(.paste("12345")))],
      text: "5 characters pasted; press F13 or edit a key first."
    ),
    Case(
      replacements: removed,
      steps: [.action(.event(.paste("12345")))],
      text: "5 characters pasted; edit a key first."
    ),
    Case(steps: [.press("<A-j><F18>")], text: "F18 toggles only a Bool. F17 edits."),
    Case(
      replacements: removed,
      steps: [.press("j<Space>")],
      text: "Space toggles only a Bool.   "
    ),
    Case(steps: [.press("<F19>")], text: "F19 and F20 step only numbers. F17 edits."),
    Case(replacements: removed, steps: [.press("+")], text: "+ steps only numbers.   "),
    Case(steps: [.press("G<F17>")], text: "No schema describes this key, so its values"),
    Case(steps: [.press("G")], text: "Not in the schema.   "),
    Case(
      steps: [.action(.written(write, .saved(old: nil, new: .bool(false))))],
      text: "= off (was on)   F14 undo"
    ),
    Case(
      replacements: removed,
      steps: [.action(.written(write, .saved(old: nil, new: .bool(false))))],
      text: "= off (was on)     "
    ),
    Case(
      steps: [.undone],
      text: "(was 60 s)   F15 redo"
    ),
    Case(
      steps: [.redone],
      text: "(was 30 s)   F14 undo"
    ),
    Case(
      steps: [
        .action(
          restored(
            .undo,
            .changedSince([NewerValue(key: "general.autosaveInterval", wanted: .integer(5))])
          )
        )
      ],
      text: "Undo to 5 s anyway?   A-y / A-n"
    ),
    Case(steps: [.press("<A-j>")], text: "F16 → 30 s (default)"),
    Case(replacements: removed, steps: [.press("j")], text: "reset → 30 s (default)"),
    Case(steps: [.press("<A-j><A-j><A-j><A-j><A-j>")], text: ". F16 resets it, F17 edits it."),
    Case(steps: [.press("<A-j><F17>5<A-x>")], text: "F14 reopens what you typed."),
    Case(steps: [.press("<A-j><F17>5<A-x><F17>")], text: "A-s brings back what you typed: 5"),
    Case(
      steps: [
        .press("<A-j><F17>5"), .action(elsewhere("general.autosaveInterval")), .press("<C-s>"),
      ],
      text: "A-1  keep mine         A-2  take theirs"
    ),
    Case(steps: [.press("<F13>qqq")], text: "A-c clears the filter"),
    Case(steps: [.press("<A-m>")], isEmpty: true, text: "A-m shows all keys again"),
    Case(steps: [], isEmpty: true, text: "F23 chooses another suite, a adds a key, F24 quits"),
    Case(steps: [], size: Size(columns: 20, rows: 3), text: "F24 quit F22 help"),
    Case(steps: [], size: Size(columns: 20, rows: 3), isEmpty: true, text: "F24 quits"),
    Case(
      steps: [.press("<A-j>")],
      text: " F17 edit  F16 reset  v look  F13 filter  A-m only set  F22 help"
    ),
    Case(steps: [.press("<F22>")], text: " A-j down  A-k up  / search"),
  ]

  @Test(arguments: cases)
  private func `a text names the key that is bound`(test: Case) throws {
    var state = EditorState(
      document: test.isEmpty
        ? Document(suiteName: Self.suiteName, stored: [:])
        : Document(schema: NotesFixture().schema, stored: Self.stored),
      suites: [SuiteSummary(name: Self.suiteName), SuiteSummary(name: "other")],
      size: test.size,
      settings: EditorSettings(SettingsOverrides(bindings: test.replacements))
    )
    for step in test.steps {
      switch step {
      case .action(let action): _ = update(&state, action)
      case .undone:
        _ = update(&state, Self.restored(.undo, .restored(try Self.entry())))
      case .redone:
        _ = update(&state, Self.restored(.redo, .restored(try Self.entry())))
      case .press(let text):
        for press in try Step.presses(text) { _ = update(&state, .event(.key(press))) }
      }
    }
    let screen = view(state).text
    #expect(screen.contains(test.text), "\(screen)")
  }

  @Test func `the help of the help closes it, and other keys too`() {
    var state = EditorState(
      document: Document(schema: NotesFixture().schema, stored: [:]),
      size: Size(columns: 80, rows: 24)
    )
    for key in ["?", " ", "q"] {
      _ = update(&state, .event(.key(KeyPress(.function(1)))))
      #expect(state.keyMode == .help)
      _ = update(&state, .event(.key(.character(Character(key)))))
      #expect(state.keyMode == .list)
    }
  }

  @Test func `every mode opens its help and returns from it`() throws {
    let openings: [(KeyMode, String)] = [
      (.list, ""), (.filter, "/"), (.number, "j<Enter>"), (.text, "jj<Enter>"),
      (.date, "jjj<Enter>"), (.choice, "jjjj<Enter>"), (.items, "jjjjjj<Enter>"), (.picker, "s"),
      (.details, "<Tab>"),
    ]
    for (mode, presses) in openings {
      var state = EditorState(
        document: Document(schema: NotesFixture().schema, stored: [:]),
        suites: [SuiteSummary(name: Self.suiteName), SuiteSummary(name: "other")],
        size: Size(columns: 80, rows: 24)
      )
      for press in try Step.presses(presses + "<F1>") {
        _ = update(&state, .event(.key(press)))
      }
      #expect(state.keyMode == .help)
      if let list = state.topScreen(HelpScreen.self) {
        #expect(list.groups == Keybindings.standard.help(of: mode))
      }
      // The list of suites may become shorter while the help is shown.
      _ = update(&state, .described(nil, suites: []))
      _ = update(&state, .event(.key(KeyPress(.escape))))
      #expect(state.keyMode == (mode == .picker ? .list : mode))
    }
  }
}
