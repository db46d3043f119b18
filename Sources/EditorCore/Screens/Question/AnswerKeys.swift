/// The answers to a question.
enum QuestionCommand: String, KeyCommand {
  case yes, no
}

/// The answers to the question which value to keep.
enum ConflictCommand: String, KeyCommand {
  case keepMine, takeTheirs, editAgain, editTheirs, keepBoth
}

extension QuestionCommand {
  /// The keys of the questions.
  ///
  /// Enter is bound to the answer that changes nothing, because a user may press it before reading the
  /// question.
  static let rows: [KeyRow] = KeyRow.group("Answer", in: [.question]) {
    row(.yes, "y", "do it", hint: "do it")
    row(.no, "n Esc Enter ^C q", "leave it", hint: "leave it")
  }
}

extension ConflictCommand {
  /// The keys of the question about a conflict.
  ///
  /// No answer changes nothing, so Enter is not bound.
  static let rows: [KeyRow] = KeyRow.group("Answer", in: [.conflict]) {
    row(.keepMine, "m", "keep mine", hint: "keep mine")
    row(.takeTheirs, "t", "take theirs", hint: "take theirs")
    row(.keepBoth, "b", "keep both", hint: "keep both") { $0.canMerge }
    row(.editAgain, "e", "edit mine again", hint: "edit mine")
    row(.editTheirs, "E", "edit theirs", hint: "edit theirs")
  }
}
