import Terminal

/// A question in a box, which only its answers close.
///
/// Key presses from before it was on the screen are ignored (``Feedback/isQuestionUnseen``).
protocol QuestionScreen: Screen {
  /// Returns the title and the text of the box.
  func question(_ state: EditorState) -> QuestionView

  /// Performs an action of the screen: an answer.
  func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome
}

extension QuestionScreen {
  var keyMode: KeyMode { .question }
  var panel: Panel.Form? { .box }
  var keepsNotice: Bool { true }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool { true }

  mutating func handle(
    _ press: KeyPress,
    _ action: KeyAction?,
    in state: EditorState
  ) -> ScreenOutcome {
    action.map { perform($0, in: state) } ?? .stay
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    question(state).draw(on: &canvas, layout)
  }
}
