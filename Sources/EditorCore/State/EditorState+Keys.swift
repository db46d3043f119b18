import Terminal

// The key bindings in the present mode, and the texts about them.
extension EditorState {
  /// The mode whose key bindings are used now.
  var keyMode: KeyMode {
    switch mode {
    case .list: .list
    case .filter: .filter
    case .edit(let edit): edit.control.keyMode
    case .conflict: .conflict
    case .confirm: .question
    case .suites: .suites
    case .message: .message
    case .help: .help
    }
  }

  /// The hints for the last line.
  var hints: [(key: String, word: String)] {
    var context = KeyContext(mode: keyMode)
    context.item = selectedItem
    if case .edit(let edit) = mode { context.typed = edit.control.typedCharacters }
    context.canUndo = suitesWithUndo.contains(document.suiteName)
    context.hasOtherSuites = suites.count > 1
    context.hasProblem = problemText != nil
    context.hasMessages = !messages.isEmpty
    return bindings.hints(context)
  }

  /// Returns the first key press of a command, and words: `u undo`; nil if it has no key press.
  func keyText(
    _ command: some KeyCommand,
    _ words: String,
    in mode: KeyMode = .list
  ) -> String? {
    bindings.name(of: command, in: mode).map { "\($0) \(words)" }
  }
}

extension [String?] {
  /// The texts in one line; nil ones are left out.
  func line(separator: String = " ") -> String {
    compactMap(\.self).joined(separator: separator)
  }
}
