import DefaultsCore
import DefaultsSchema
import Terminal

// Keys that no schema declares. Their type is only inferred from the stored value and nothing checks
// what is entered, so the first command that would edit one asks. The answer yes is remembered for the
// suite; after the answer no, the value is looked at instead.
/// The question whether keys without a schema may be edited.
struct UndeclaredQuestion: QuestionScreen {
  /// The command that asked.
  let command: ListCommand
  /// The key on which the command acts; nil for none.
  let key: Defaults.KeyName?

  var opensByItself: Bool { false }

  func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    switch QuestionCommand(action) {
    case .yes: .close { [command, key] in $0.allowUndeclared(for: command, key) }
    case .no:
      .close { [command, key] state in
        // Where editing is not allowed, the value can still be looked at.
        if command == .edit, let key, state.reselect(key) { state.openViewer() }
      }
    case nil: .stay
    }
  }

  func question(_ state: EditorState) -> QuestionView {
    let what = state.document.hasSchema ? "this key" : "this suite"
    return QuestionView(
      title: "No schema",
      lines: [
        "No schema describes \(what), so its values are not checked. "
          + "They keep the type that is stored.",
        "",
        "Edit keys without a schema in \(state.document.suiteName)? You are asked once for each suite.   "
          + state.yesOrNo,
      ]
    )
  }
}

extension EditorState {
  /// Returns whether a command must ask before it edits the selected key.
  func mustAsk(before command: ListCommand) -> Bool {
    switch command {
    case .edit, .editExternally, .toggle, .stepUp, .stepDown:
      guard let item = selectedItem, !item.isDeclared, !allowsUndeclared else { return false }
      return refusal(toReset: item) == nil
    default: return false
    }
  }

  /// Whether keys without a schema may be edited in the shown suite.
  ///
  /// The files of other programs rarely have a schema, so there the user is not asked.
  var allowsUndeclared: Bool {
    suite.editsUndeclaredKeys || !session.settings.questions.contains(.undeclared)
      || !document.hasSchema && isOfOtherProgram
  }

  /// Whether the shown suite is in the files of another program.
  var isOfOtherProgram: Bool { isOfOtherProgram(document.suiteName) }

  /// Returns whether a suite is in the files of another program.
  func isOfOtherProgram(_ name: String) -> Bool {
    catalog.suites.contains { $0.name == name && !$0.origin.isEmpty }
  }

  /// Asks whether keys without a schema may be edited in this suite, or forbids it again.
  mutating func toggleUndeclared() {
    guard !session.isReadOnly else { return refuse(Self.readOnlyText) }
    guard document.undeclaredCount > 0 else {
      return refuse("The schema describes every key here.")
    }
    guard session.settings.questions.contains(.undeclared) else {
      return refuse("The settings of the editor allow editing all keys without a schema.")
    }
    guard suite.editsUndeclaredKeys else {
      return show(UndeclaredQuestion(command: .allowUndeclared, key: nil))
    }
    note("Keys without a schema are read-only again.")
    allowUndeclared(false)
  }

  /// Performs the answer yes, and then the command that asked.
  mutating func allowUndeclared(for command: ListCommand, _ key: Defaults.KeyName?) {
    note("Keys without a schema can be edited now. Their values keep the stored type.")
    allowUndeclared(true)
    if let key, reselect(key) { perform(command) }
  }

  /// Sets whether keys without a schema may be edited, also for the next session.
  private mutating func allowUndeclared(_ isAllowed: Bool) {
    suite.editsUndeclaredKeys = isAllowed
    send(.remember(suiteName: document.suiteName, .editsUndeclaredKeys(isAllowed)))
  }
}
