/// The commands of a plan, except those that move by lines and pages (`MoveCommand`).
enum PlanCommand: String, KeyCommand {
  case apply, applyRow, leaveOut, keepBoth, dropRow, dropAll

  /// The keys of plans.
  ///
  /// In a plan that resets keys, Enter is bound to the answer that changes nothing, because a user may
  /// press it twice by mistake.
  static let rows: [KeyRow] =
    KeyRow.group("Plan") {
      row(
        .apply,
        "Enter",
        "apply all rows that are not left out; one undo reverts them",
        hint: "apply",
        in: [.plan, .staged]
      )
      row(
        .apply,
        "y",
        "apply all rows that are not left out; one undo reverts them",
        hint: "do it",
        in: [.decision]
      )
      FinishCommand.row(
        .close,
        "n Esc Enter ^C q",
        "change nothing",
        hint: "leave it",
        in: [.decision]
      )
      row(
        .leaveOut,
        "Space",
        "leave the row out, or include it again",
        hint: "leave out",
        in: [.plan, .decision, .staged]
      )
      row(.applyRow, "p", "apply this row alone", hint: "this row", in: [.plan, .staged])
      row(
        .keepBoth,
        "b",
        "keep both, where another program has changed the key",
        hint: "keep both",
        in: [.staged],
        when: \.canMerge,
        isUrgent: \.canMerge
      )
      row(.dropRow, "d Del", "drop this edit", hint: "drop", in: [.staged])
      row(.dropAll, "R", "drop all staged edits", hint: "drop all", in: [.staged])
      FinishCommand.row(.close, "Esc ^C q", "close", hint: "close", in: [.plan])
      FinishCommand.row(
        .close,
        "Esc ^C q w",
        "close, and keep what is staged",
        hint: "close",
        in: [.staged]
      )
    }
}
