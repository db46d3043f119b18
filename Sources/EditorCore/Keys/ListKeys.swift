import DefaultsSchema

/// The commands of the list, except those that move by lines and pages (`MoveCommand`).
enum ListCommand: String, KeyCommand {
  case edit, editExternally, view, toggle, stepUp, stepDown, reset, undo, redo, allowUndeclared, add
  case filter, onlySet, clearFilter, nextMatch, previousMatch, order, bookmark, onlyBookmarks
  case links, back, copy, showSecret
  case halfPageDown, halfPageUp, nextGroup, previousGroup, unfold, fold, toggleFold, foldAll
  case quit, suites, palette, details, messages, settings, mouse
}

extension KeyTable {
  /// The keys that change and find keys.
  static let list: [KeyRow] =
    KeyRow.group(
      "Change",
      in: [.list],
      [
        .init(ListCommand.edit, "Enter e F2", "edit", hint: "edit", isBasic: true) {
          $0.canEdit && !$0.isBool
        },
        .init(ListCommand.editExternally, "E ^X", "edit the value as text in $EDITOR"),
        .init(ListCommand.toggle, "Space", "toggle a Bool", hint: "toggle", isBasic: true) {
          $0.canEdit && $0.isBool
        },
        .init(ListCommand.reset, "r Del F8", "reset to the default", hint: "reset", isBasic: true) {
          $0.canReset
        },
        .init(
          ListCommand.view,
          "v",
          "look at everything about the key",
          hint: "look",
          isBasic: true
        ) { $0.item != nil },
        .init(ListCommand.undo, "u", "undo", hint: "undo", isBasic: true) { $0.canUndo },
        .init(ListCommand.redo, "U ^R", "redo", isBasic: true),
        .init(ListCommand.stepUp, "+", "step a number up"),
        .init(ListCommand.stepDown, "-", "step a number down"),
        .init(ListCommand.add, "a", "add a key without a schema"),
        .init(ListCommand.allowUndeclared, "f", "allow editing keys without a schema"),
        .init(
          ListCommand.copy,
          "y",
          "copy name, value, JSON or a command",
          hint: "copy",
          isBasic: true
        ) { $0.item != nil && !$0.canEdit },
      ]
    )
    + KeyRow.group(
      "Find",
      in: [.list],
      [
        .init(
          ListCommand.filter,
          "/ F3",
          "filter",
          hint: "filter",
          in: KeyTable.paneModes,
          isBasic: true
        ) { $0.mode == .list },
        .init(ListCommand.onlySet, "m", "only keys that are set", hint: "only set", isBasic: true),
        .init(
          ListCommand.clearFilter,
          "Esc",
          "clear filter and marks; leave the settings",
          isBasic: true
        ),
        .init(ListCommand.nextMatch, "n", "next match of the last filter"),
        .init(ListCommand.previousMatch, "N", "previous match of the last filter"),
        .init(ListCommand.order, "o", "order of the list", isBasic: true),
        .init(ListCommand.bookmark, "b", "set or remove a bookmark"),
        .init(ListCommand.onlyBookmarks, "B", "only keys with a bookmark"),
        .init(ListCommand.links, "L", "go to the replacement or to a related key"),
        .init(ListCommand.back, "Backspace", "go back to the previous place"),
      ]
    )

  /// The keys that move by more than a line or fold groups; sections are called groups on the screen.
  static let groups: [KeyRow] = KeyRow.group(
    "Move",
    in: [.list],
    [
      .init(ListCommand.halfPageDown, "^D", "half a page down"),
      .init(ListCommand.halfPageUp, "^U", "half a page up"),
      .init(ListCommand.nextGroup, "]", "next group"),
      .init(ListCommand.previousGroup, "[", "previous group"),
      .init(ListCommand.unfold, "Right l", "unfold the group", isBasic: true),
      .init(ListCommand.fold, "Left h", "fold the group", isBasic: true),
      .init(ListCommand.toggleFold, "z", "fold or unfold the group"),
      .init(ListCommand.foldAll, "Z", "fold or unfold all groups"),
    ]
  )

  /// The keys that quit or show other parts of the editor.
  static let program: [KeyRow] = KeyRow.group(
    "Show",
    in: [.list],
    [
      .init(ListCommand.quit, "q F10 ^C", "quit", hint: "quit", isBasic: true),
      .init(
        ListCommand.quit,
        "q F10",
        "quit",
        hint: "quit",
        in: [.suites, .details],
        isBasic: true
      ),
      .init(
        ListCommand.suites,
        "s",
        "choose a suite",
        hint: "suites",
        in: paneModes,
        isBasic: true
      ) { $0.hasOtherSuites },
      .init(
        ListCommand.palette,
        ":",
        "find an action, a key or a suite by name",
        hint: "find",
        in: paneModes,
        isBasic: true
      ),
      .init(ListCommand.details, "i", "details on or off"),
      .init(ListCommand.settings, ",", "settings of the editor", in: paneModes, isBasic: true),
      .init(ListCommand.mouse, "M", "mouse on or off", in: paneModes),
      .init(ListCommand.showSecret, "V ^V", "show a secret value for 10 seconds", hint: "show") {
        $0.item?.entry.isSecret == true && $0.item?.value != nil
      },
      .init(
        ListCommand.messages,
        "!",
        "problems and messages",
        hint: "messages",
        when: { $0.hasProblem || $0.hasMessages },
        isUrgent: { $0.hasProblem }
      ),
    ]
  )
}

extension KeyContext {
  fileprivate var isBool: Bool { item?.entry.kind == .bool }
}
