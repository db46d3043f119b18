import DefaultsSchema

/// The commands of the list, except those that move by lines and pages (`MoveCommand`).
enum ListCommand: String, KeyCommand {
  case edit, editExternally, view, toggle, stepUp, stepDown, reset, undo, redo, allowUndeclared, add
  case filter, onlySet, clearFilter, nextMatch, previousMatch, order, bookmark, onlyBookmarks
  case links, back, copy, showSecret
  case halfPageDown, halfPageUp, nextGroup, previousGroup, unfold, fold, toggleFold, foldAll
  case quit, suites, palette, details, messages, settings, mouse

  /// The keys that change and find keys.
  static let rows: [KeyRow] =
    KeyRow.group("Change", in: [.list]) {
      row(.edit, "Enter e F2", "edit", hint: "edit", isBasic: true) { $0.canEdit && !$0.isBool }
      row(.editExternally, "E ^X", "edit the value as text in $EDITOR")
      row(.toggle, "Space", "toggle a Bool", hint: "toggle", isBasic: true) {
        $0.canEdit && $0.isBool
      }
      row(.reset, "r Del F8", "reset to the default", hint: "reset", isBasic: true) { $0.canReset }
      row(.view, "v", "look at everything about the key", hint: "look", isBasic: true) {
        $0.item != nil
      }
      row(.undo, "u", "undo", hint: "undo", isBasic: true) { $0.canUndo }
      row(.redo, "U ^R", "redo", isBasic: true)
      row(.stepUp, "+", "step a number up")
      row(.stepDown, "-", "step a number down")
      row(.add, "a", "add a key without a schema")
      row(.allowUndeclared, "f", "allow editing keys without a schema")
      row(.copy, "y", "copy name, value, JSON or a command", hint: "copy", isBasic: true) {
        $0.item != nil && !$0.canEdit
      }
    }
    + KeyRow.group("Find", in: [.list]) {
      row(.filter, "/ F3", "filter", hint: "filter", in: KeyMode.panes, isBasic: true) {
        $0.mode == .list
      }
      row(.onlySet, "m", "only keys that are set", hint: "only set", isBasic: true)
      row(.clearFilter, "Esc", "clear filter and marks; leave the settings", isBasic: true)
      row(.nextMatch, "n", "next match of the last filter or search")
      row(.previousMatch, "N", "previous match of the last filter or search")
      row(.order, "o", "order of the list", isBasic: true)
      row(.bookmark, "b", "set or remove a bookmark")
      row(.onlyBookmarks, "B", "only keys with a bookmark")
      row(.links, "L", "go to the replacement or to a related key")
      row(.back, "Backspace", "go back to the previous place")
    }

  /// The keys that move by more than a line or fold groups; sections are called groups on the screen.
  static let groups: [KeyRow] = KeyRow.group("Move", in: [.list]) {
    row(.halfPageDown, "^D", "half a page down")
    row(.halfPageUp, "^U", "half a page up")
    row(.nextGroup, "]", "next group")
    row(.previousGroup, "[", "previous group")
    row(.unfold, "Right l", "unfold the group", isBasic: true)
    row(.fold, "Left h", "fold the group", isBasic: true)
    row(.toggleFold, "z", "fold or unfold the group")
    row(.foldAll, "Z", "fold or unfold all groups")
  }

  /// The keys that quit or show other parts of the editor.
  static let program: [KeyRow] = KeyRow.group("Show", in: [.list]) {
    row(.quit, "q F10 ^C", "quit", hint: "quit", isBasic: true)
    row(.quit, "q F10", "quit", hint: "quit", in: [.suites, .details], isBasic: true)
    row(.suites, "s", "choose a suite", hint: "suites", in: KeyMode.panes, isBasic: true) {
      $0.hasOtherSuites
    }
    row(
      .palette,
      ":",
      "find an action, a key or a suite by name",
      hint: "find",
      in: KeyMode.panes,
      isBasic: true
    )
    row(.details, "i", "details on or off")
    row(.settings, ",", "settings of the editor", in: KeyMode.panes, isBasic: true)
    row(.mouse, "M", "mouse on or off", in: KeyMode.panes)
    row(.showSecret, "V ^V", "show a secret value for 10 seconds", hint: "show") {
      $0.item?.entry.isSecret == true && $0.item?.value != nil
    }
    row(
      .messages,
      "!",
      "problems and messages",
      hint: "messages",
      when: { $0.hasProblem || $0.hasMessages },
      isUrgent: { $0.hasProblem }
    )
  }
}

extension KeyContext {
  fileprivate var isBool: Bool { item?.entry.kind == .bool }
}
