import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

/// What is asked for with the control of an open edit that is not of a key: a path, the name of a suite,
/// one value for several keys.
///
/// The controls and their keys are the same as for a key; only what is done with the value differs.
struct Prompt: Sendable {
  /// What the value is for, beside the control; empty for nothing.
  var remark: String = ""
  /// Whether what was typed is offered when the same is asked again.
  var keepsInput: Bool = true
  /// Does what was asked for, when the prompt is closed.
  let answer: @Sendable (inout EditorState, Defaults.StoredValue) -> [Effect]
  /// Goes back to where the prompt was opened, without an answer.
  var cancel: @Sendable (inout EditorState) -> Void = { _ in }
}

extension EditorState {
  /// Asks for the path of a file.
  mutating func askForPath(
    _ title: String,
    help: String,
    _ answer: @escaping @Sendable (inout EditorState, String) -> [Effect]
  ) {
    let prompt = Prompt(answer: { state, value in
      guard case .string(let path) = value, !path.isEmpty else {
        return state.refused("No file was named.")
      }
      return answer(&state, path)
    })
    show(EditScreen(OpenEdit(prompt, title: title, help: help, kind: .path)))
  }

  /// Asks for a time in the past, as people write it.
  mutating func askForTime(
    _ title: String,
    typed: String = "",
    _ answer: @escaping @Sendable (inout EditorState, String) -> [Effect]
  ) {
    let prompt = Prompt(answer: { state, value in
      guard case .string(let text) = value,
        TimeText(now: .distantPast, clock: state.session.clock).parse(text) != nil
      else {
        // The text stays, so that it can be corrected.
        let typed = if case .string(let text) = value { text } else { "" }
        state.askForTime(title, typed: typed, answer)
        return state.refused("Write a time such as \(TimeText.examples).")
      }
      return answer(&state, text)
    })
    let help = "A time such as \(TimeText.examples)."
    var edit = OpenEdit(prompt, title: title, help: help, kind: .string(TextLimits()))
    if !typed.isEmpty { edit.show(.string(typed)) }
    show(EditScreen(edit))
  }

  /// Closes a prompt, and does what it was opened for.
  mutating func finish(_ prompt: Prompt, _ edit: OpenEdit) -> [Effect] {
    do throws(Defaults.Rejection) {
      let value = try edit.value()
      keepPromptInput(of: edit)
      closePanels()
      return prompt.answer(&self, value)
    } catch {
      show(EditScreen(edit))
      return refused("\(error.text(isSecret: edit.entry.holdsSecret)).")
    }
  }
}
