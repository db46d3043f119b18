import Terminal
import Testing

@testable import EditorCore

/// A key press that is bound in several modes means the same in all of them.
@Suite struct KeyMeaningTests {
  /// The actions that people would call by the same words; an action can be in several lines.
  private static let meanings: [String: Set<String>] = [
    "something new": ["add", "add-after"],
    "do or take what is selected": [
      "edit", "choose", "keep-filter", "apply", "go-back", "save", "toggle-fold", "run",
    ],
    "edit": ["edit", "rename", "type-text", "set-chosen"],
    "go back": ["close", "quit", "clear-filter", "clear-search", "no"],
    "undo the value": ["reset", "unset", "reset-input", "reset-chosen"],
    "undo many": ["reset-many", "drop-all"],
    "remove what the cursor is at": [
      "reset", "unset", "drop-row", "make-empty", "remove", "delete-forward",
    ],
    "take a step back": ["back", "delete-back", "clear-digit"],
    "redo": ["redo", "redo-typing"],
    "switch the selected row on or off, or take it": [
      "toggle", "mark", "leave-out", "choose", "toggle-fold",
    ],
    "search": ["filter", "search"],
    "look in other suites": ["search-everywhere", "search-this-suite", "all-suites"],
    "show all changes, or close them": ["all-changes", "close"],
    "copy": ["copy", "copy-path"],
    "show the difference, or close it": ["compare", "show-difference", "close"],
    "show the history, or close it": ["history", "close"],
    "show the layers, or close them": ["layers", "close"],
    "show what is staged, or close it": ["review", "close"],
    "look at the whole value, or close it": ["view", "close"],
    "write to a file": ["export", "save-to-file", "export-chosen"],
    "lock or unlock": ["lock", "lock-chosen"],
    "read from a file": ["import", "load-from-file"],
    "put it on several lines": ["open-box", "tidy"],
    "up, or to the one before": [
      "previous", "line-up", "previous-color", "step-up", "earlier-filter", "recall",
    ],
    "down, or to the one after": ["next", "line-down", "next-color", "step-down", "later-filter"],
    "far up": ["page-up", "ten-steps-up", "month-up"],
    "far down": ["page-down", "ten-steps-down", "month-down"],
    "to the left or out": ["left", "previous-part", "previous-cell", "fold", "go-up"],
    "to the right or in": ["right", "next-part", "next-cell", "unfold", "descend"],
    "to the start": ["first", "start", "minimum", "first-part"],
    "to the end": ["last", "end", "maximum", "last-part"],
    "go on": ["next-pane", "next-part", "next-section", "next-group"],
    "go back to the one before": ["previous-pane", "previous-section", "previous-group"],
    "complete": ["complete", "complete-path", "complete-name"],
  ]

  /// Bindings that have a meaning of their own.
  private struct Exception: Sendable {
    let keys: [String]
    let modes: [KeyMode]
    let reason: String
  }

  private static let exceptions: [Exception] = [
    Exception(
      keys: ["Enter", "y", "n", "m", "t", "b", "e", "E", "i", "v", "s", "c"],
      modes: [.question, .conflict, .copy],
      reason: "The screen asks a question, and these keys are its answers."
    ),
    Exception(
      keys: ["y", "n"],
      modes: [.plan, .staged],
      reason: "A plan asks whether to apply it."
    ),
    Exception(
      keys: ["b"],
      modes: [.staged],
      reason: "It keeps both changes, as in the question about a conflict."
    ),
    Exception(keys: ["Enter"], modes: [.message], reason: "A message only asks to be read."),
    Exception(
      keys: ["Enter", "Tab"],
      modes: [.box, .json],
      reason: "A text of several lines contains line breaks and tabs."
    ),
    Exception(
      keys: ["Tab"],
      modes: [.filter, .path, .color],
      reason: "Shells complete with Tab, and other fields have no parts to go to."
    ),
    Exception(
      keys: ["S-Tab"],
      modes: [.filter, .everywhere, .history],
      reason: "It changes which suites are searched; a prompt has no panes."
    ),
    Exception(
      keys: ["C-b", "C-f", "C-d", "C-u"],
      modes: [
        .filter, .everywhere, .text, .box, .json, .secret, .path, .color, .number, .search,
        .searchSeveral, .picker, .helpSearch, .rowFilter,
      ],
      reason: "In a text they are the keys of GNU Readline, and elsewhere those of less."
    ),
  ]

  private struct Binding: Hashable {
    let mode: KeyMode
    let action: String
  }

  /// The bindings of each key press, without exceptions.
  private static let bindings: [KeyPress: Set<Binding>] = {
    var bindings: [KeyPress: Set<Binding>] = [:]
    for mode in KeyMode.allCases {
      for binding in Keybindings.standard.bindings(in: mode) {
        guard let action = binding.row.name else { continue }
        for press in binding.presses {
          bindings[press.terminalEquivalent, default: []].insert(.init(mode: mode, action: action))
        }
      }
    }
    return bindings
  }()

  /// Returns whether actions have the same meaning.
  private func haveOneMeaning(_ actions: Set<String>) -> Bool {
    actions.count < 2 || Self.meanings.values.contains { actions.isSubset(of: $0) }
  }

  @Test func `a key press has one meaning in all modes`() throws {
    for (press, bindings) in Self.bindings {
      let exceptions = try Self.exceptions.filter { exception in
        try exception.keys.contains {
          try #require(KeyPress(named: $0)).terminalEquivalent == press
        }
      }
      let rest = bindings.filter { binding in
        !exceptions.contains { $0.modes.contains(binding.mode) }
      }
      // The answers of different questions need not be the same.
      let others = exceptions.filter { !$0.modes.contains(.question) }.map { exception in
        bindings.filter { exception.modes.contains($0.mode) }
      }
      for some in [rest] + others {
        #expect(haveOneMeaning(Set(some.map(\.action))), "\(press.name): \(some)")
      }
    }
  }

  @Test func `every exception is needed`() throws {
    for exception in Self.exceptions {
      for key in exception.keys {
        let press = try #require(KeyPress(named: key)).terminalEquivalent
        let bindings = try #require(Self.bindings[press], "\(key)")
        #expect(!haveOneMeaning(Set(bindings.map(\.action))), "\(key)")
        #expect(bindings.contains { exception.modes.contains($0.mode) }, "\(key)")
      }
    }
  }

  @Test func `every action with a meaning exists`() {
    let names = Set(KeyTable.rows.compactMap(\.name))
    for (meaning, actions) in Self.meanings {
      #expect(actions.isSubset(of: names), "\(meaning): \(actions.subtracting(names))")
    }
  }

  @Test(arguments: KeyMode.ofValues)
  func `Ctrl-S saves in every edit`(mode: KeyMode) throws {
    let press = try #require(KeyPress(named: "^S"))
    let action = Keybindings.standard.action(for: press, in: mode)
    #expect(action == KeyAction(FinishCommand.save) || action == KeyAction(FinishCommand.choose))
  }

  /// The commands that have the same key press in every mode, whether text is typed in it or not.
  @Test(arguments: [
    ("^T", "mark"), ("F8", "reset"), ("F9", "difference"), ("F1", "help"), ("F3", "search"),
    ("^V", "show"), ("^X", "edit-externally"),
  ])
  func `a command has one key press in every mode that has it`(key: String, command: String) throws
  {
    let actions: [String: Set<String>] = [
      "reset": ["reset", "unset", "reset-input"],
      "difference": ["compare", "show-difference"], "help": ["help"],
      "search": ["filter", "search"], "show": ["show-secret"],
    ]
    let names = actions[command] ?? [command]
    let press = try #require(KeyPress(named: key)).terminalEquivalent
    for mode in KeyMode.allCases {
      for binding in Keybindings.standard.bindings(in: mode)
      where binding.row.name.map(names.contains) == true {
        #expect(binding.presses.contains { $0.terminalEquivalent == press }, "\(mode)")
      }
    }
  }
}
