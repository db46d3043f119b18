import Terminal

/// A question in a box, which only its answers close.
///
/// Key presses from before it was on the screen are ignored, and after a question that has opened by itself
/// those from before the list is on the screen again (``Feedback/isScreenUnseen``).
protocol QuestionScreen: Screen {
  /// Returns the title and the text of the box.
  func question(_ state: EditorState) -> QuestionView

  /// Whether no key press opens the question.
  var opensByItself: Bool { get }

  /// Performs an action of the screen: an answer.
  func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome
}

extension EditorState {
  /// The key presses for yes and no.
  var yesOrNo: String {
    [QuestionCommand.yes, .no].map { bindings.name(of: $0, in: .question) }.line(separator: " / ")
  }
}

extension QuestionScreen {
  var keyMode: KeyMode { .question }
  var panel: Panel.Form? { .box }
  var keepsNotice: Bool { true }
  var opensByItself: Bool { true }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    guard let action = input.action else { return .stay }
    let outcome = perform(action, in: state)
    guard opensByItself, case .close(let perform) = outcome else { return outcome }
    return .close { state in
      perform(&state)
      // A second press of the answer is not meant for the list.
      if state.isInList { state.feedback.isScreenUnseen = true }
    }
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    question(state).draw(on: &canvas, state, layout)
  }
}
