@testable import EditorCore

/// A console that answers from a list and keeps everything that was said.
final class PlainScript: PlainConsole {
  let isInteractive: Bool
  private(set) var said: [String] = []
  /// The prompts whose answers were to be hidden.
  private(set) var hidden: [String] = []
  private var answers: ArraySlice<String>
  /// Called before each answer.
  var beforeAnswer: (String) -> Void = { _ in }

  init(_ answers: [String], isInteractive: Bool) {
    self.answers = answers[...]
    self.isInteractive = isInteractive
  }

  func write(_ line: String) { said.append(line) }

  func answer(to prompt: String, isHidden: Bool) -> String? {
    let answer = answers.popFirst()
    said.append("\(prompt)\(answer ?? "end")")
    if isHidden { hidden.append(prompt) }
    answer.map(beforeAnswer)
    return answer
  }

  /// What was said after an answer, up to the next prompt.
  func reply(to line: String) -> [String] {
    guard let start = said.firstIndex(where: { $0.hasSuffix(": \(line)") }) else { return [] }
    return Array(said[(start + 1)...].prefix { !$0.hasPrefix("Command: ") })
  }
}
