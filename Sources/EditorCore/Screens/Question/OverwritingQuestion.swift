import DefaultsCore
import DefaultsSchema
import Terminal

/// The question whether a change may overwrite newer values of other programs.
struct OverwritingQuestion: QuestionScreen {
  /// A change that may overwrite newer values.
  enum Request: Sendable {
    /// Undo or redo a change of a suite.
    case restore(Defaults.RestoreDirection, ScopedSuite)
    /// Store or remove the value of a key.
    case write(WriteRequest)
  }

  /// The change that the question is about.
  var request: Request
  /// The newer values.
  var newer: [NewerValue]
}

extension OverwritingQuestion {
  /// The suite whose values have changed.
  private var suite: ScopedSuite {
    switch request {
    case .restore(_, let suite): suite
    case .write(let request): request.suite
    }
  }

  /// Replaces the newer values by still newer ones; returns whether the question has changed.
  mutating func refresh(_ changes: [Action.Change]) -> Bool {
    let suite = suite
    var isChanged = false
    for change in changes where change.suiteName == suite.name {
      let now = change.layers.value(in: suite.scope)
      for index in newer.indices where newer[index].key == change.key && newer[index].now != now {
        newer[index].now = now
        newer[index].author = nil
        isChanged = true
      }
    }
    return isChanged
  }
}

extension OverwritingQuestion {
  func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    switch QuestionCommand(action) {
    case .yes: .close { [self] in perform(on: &$0) }
    case .no: .close { $0.refuse("Nothing was changed.") }
    case nil: .stay
    }
  }

  /// Requests the change again, and allows it to overwrite the newer values.
  private func perform(on state: inout EditorState) {
    switch request {
    case .restore(let direction, let suite):
      return state.restore(direction, inSuite: suite, overwriting: newer.nowByKey)
    case .write(let request):
      guard let newer = newer.first else { return }
      return state.request(
        request.value,
        key: request.key,
        request.purpose,
        for: .stored(newer.now),
        in: request.scope
      )
    }
  }

  func question(_ state: EditorState) -> QuestionView {
    let (title, word) =
      switch request {
      case .restore(let direction, _): ("Changed since", direction == .undo ? "Undo" : "Redo")
      case .write(let request):
        ("Changed elsewhere", request.purpose == .reset ? "Reset" : "Change it")
      }
    let facts = newer.map { fact($0, word, suite, state) }
    let wanted = facts.count == 1 ? facts[0].wanted.map { " to \($0)" } ?? "" : " all"
    return QuestionView(
      title: title,
      lines: facts.map(\.now) + ["\(word)\(wanted) anyway?   \(state.yesOrNo)"]
    )
  }

  /// Returns the sentences about a newer value, and the value that would replace it; nil for one of which
  /// the sentences name the places that would change.
  private func fact(
    _ newer: NewerValue,
    _ word: String,
    _ suite: ScopedSuite,
    _ state: EditorState
  ) -> (now: String, wanted: String?) {
    let isShown = suite.name == state.document.suiteName
    let item = state.tableItem(newer.key, newer.now, newer.wanted)
    let name = isShown ? item.entry.title : "\(newer.key) in \(suite.name)"
    let author = newer.author.map { ", by \($0)" } ?? ""
    let changes = ValueText.changes(newer.now, newer.wanted, item, in: suite.scope)
    if let changes, !newer.isSecret {
      return ("\(name) has changed\(author). \(word): \(changes).", nil)
    }
    let texts = [newer.now, newer.wanted].map { value in
      newer.isSecret && value != nil
        ? ValueText.hidden : ValueText.brief(value, item, in: suite.scope)
    }
    return ("\(name) is now \(texts[0])\(author).", texts[1])
  }
}

extension EditorState {
  /// Shows a question that no key press has opened.
  mutating func ask(_ question: some QuestionScreen) {
    show(question)
    feedback.isScreenUnseen = true
  }
}
