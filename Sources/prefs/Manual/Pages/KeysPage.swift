import EditorCore

extension ManualPage {
  /// prefs-keys(7), from the table of all actions.
  static var keys: ManualPage {
    ManualPage(
      name: "prefs-keys",
      number: 7,
      abstract: "key presses of the editor of prefs",
      parts: keysIntroduction + modes + [.section("SEE ALSO"), .references(["prefs(1)"])]
    )
  }

  private static let keysIntroduction: [Part] = [
    .section("DESCRIPTION"),
    .paragraph(
      """
      Each action of the editor has a name and can be bound to other keys. The tables below list the \
      actions of each mode with their standard keys: list is the list of keys, and text, box, \
      json, number, date, choice, items and toggle are the ways to edit a value. Ctrl-C always leaves a mode.
      """
    ),
    .paragraph(
      """
      A key press is written as a character, as the name of a key (Enter, Esc, Tab, Backspace, Del, \
      Ins, Up, Down, Left, Right, Home, End, PgUp, PgDn, Space, Comma, F1 to F24), or as one of them \
      after A- for Alt, S- for Shift or ^ for Ctrl. The forms Alt-x, M-x, Shift-Tab, Ctrl-x and C-x \
      are read as well.
      """
    ),
    .paragraph(
      """
      The option --bind of prefs edit and prefs demo binds other keys to an action in every mode that \
      has it, or in one mode only. An empty list of keys removes all keys of the action.
      """
    ),
    .paragraph(
      """
      The key bindings in the settings of the editor do the same for all sessions. Those that clash or \
      cannot be read are named when the editor starts, and the others are used.
      """
    ),
    .example([
      "prefs edit --bind reset=J,Del --bind details=F4",
      "prefs edit --bind list.undo=A-u",
      "prefs edit --list-keys",
      "prefs write prefs bindings -dict-add reset 'J Del'",
    ]),
  ]

  private static var modes: [Part] {
    let listing = Keybindings.standard.listing
    var parts: [Part] = [.section("EDITOR ACTIONS")]
    var names: [String] = []
    for action in listing where !names.contains(action.mode) { names.append(action.mode) }
    for name in names {
      parts.append(.heading(name))
      parts.append(
        .terms(
          listing.filter { $0.mode == name }.map { action in
            (
              term: action.name,
              text: "\(action.help): \(action.keys.isEmpty ? "no key" : action.keys)"
            )
          }
        )
      )
    }
    return parts
  }
}
