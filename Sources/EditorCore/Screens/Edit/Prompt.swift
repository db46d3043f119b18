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
  let answer: @Sendable (inout EditorState, Defaults.StoredValue) -> Void
  /// Goes back to where the prompt was opened, without an answer.
  var cancel: @Sendable (inout EditorState) -> Void = { _ in }
}

extension EditorState {
  /// Asks for a text, which begins with the typed one if there is one.
  mutating func ask(
    _ title: String,
    help: String,
    remark: String = "",
    kind: ValueKind = .string(TextLimits()),
    typed: String? = nil,
    keepsInput: Bool = true,
    cancel: @escaping @Sendable (inout EditorState) -> Void = { _ in },
    _ answer: @escaping @Sendable (inout EditorState, String) -> Void
  ) {
    let prompt = Prompt(
      remark: remark,
      keepsInput: keepsInput,
      answer: { answer(&$0, $1.text ?? "") },
      cancel: cancel
    )
    var edit = OpenEdit(prompt, title: title, help: help, kind: kind)
    if let typed { edit.show(.string(typed)) }
    show(EditScreen(edit))
  }

  /// Asks for the path of a file.
  mutating func askForPath(
    _ title: String,
    help: String,
    _ answer: @escaping @Sendable (inout EditorState, String) -> Void
  ) {
    ask(title, help: help, kind: .path) { state, path in
      guard !path.isEmpty else { return state.refuse("No file was named.") }
      answer(&state, path)
    }
  }

  /// Asks for a time in the past, as people write it.
  mutating func askForTime(
    _ title: String,
    typed: String? = nil,
    _ answer: @escaping @Sendable (inout EditorState, String) -> Void
  ) {
    ask(title, help: "A time such as \(TimeText.examples).", typed: typed) { state, text in
      guard TimeText(now: .distantPast, clock: state.session.clock).parse(text) != nil else {
        // The text stays, so that it can be corrected.
        state.askForTime(title, typed: text.isEmpty ? nil : text, answer)
        return state.refuse("Write a time such as \(TimeText.examples).")
      }
      answer(&state, text)
    }
  }

  /// Closes a prompt, and does what it was opened for.
  mutating func finish(_ prompt: Prompt, _ edit: OpenEdit) {
    do throws(Defaults.Rejection) {
      let value = try edit.value()
      keepPromptInput(of: edit)
      closePanels()
      prompt.answer(&self, value)
    } catch {
      show(EditScreen(edit))
      refuse("\(edit.entry.text(of: error)).")
    }
  }
}
