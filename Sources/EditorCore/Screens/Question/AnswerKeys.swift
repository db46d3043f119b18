/// The answers to a question.
enum QuestionCommand: String, KeyCommand {
  case yes, no
}

/// The answers to the question which value to keep.
enum ConflictCommand: String, KeyCommand {
  case keepMine, takeTheirs, editAgain, editTheirs, keepBoth
}

extension KeyTable {
  /// The keys of the questions.
  ///
  /// Enter is bound to the answer that changes nothing, because a user may press it before reading the
  /// question. The conflict has no such answer, so Enter is not bound there.
  static let answers: [KeyRow] =
    KeyRow.group(
      "Answer",
      in: [.question],
      [
        .init(QuestionCommand.yes, "y", "do it", hint: "do it"),
        .init(QuestionCommand.no, "n Esc Enter ^C q", "leave it", hint: "leave it"),
      ]
    )
    + KeyRow.group(
      "Answer",
      in: [.conflict],
      [
        .init(ConflictCommand.keepMine, "m", "keep mine", hint: "keep mine"),
        .init(ConflictCommand.takeTheirs, "t", "take theirs", hint: "take theirs"),
        .init(ConflictCommand.keepBoth, "b", "keep both", hint: "keep both") { $0.canMerge },
        .init(ConflictCommand.editAgain, "e", "edit mine again", hint: "edit mine"),
        .init(ConflictCommand.editTheirs, "E", "edit theirs", hint: "edit theirs"),
      ]
    )
}
