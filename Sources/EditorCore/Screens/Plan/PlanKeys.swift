/// The commands of a plan, except those that move by lines and pages (`MoveCommand`).
enum PlanCommand: String, KeyCommand {
  case apply, applyRow, leaveOut, keepBoth, dropRow, dropAll

  /// The keys of plans.
  static let rows: [KeyRow] =
    KeyRow.group("Plan", in: [.plan, .staged]) {
      row(
        .apply,
        "Enter y",
        "apply all rows that are not left out; one undo reverts them",
        hint: "apply",
        when: \.canWrite
      )
      row(
        .leaveOut,
        "Space",
        "leave the row out, or include it again",
        hint: "leave out",
        when: \.canWrite
      )
      row(.applyRow, "p", "apply this row alone", hint: "this row", when: \.canWrite)
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
      FinishCommand.row(
        .close,
        "n ^C q",
        "close, and change nothing",
        in: [.plan]
      )
      FinishCommand.row(
        .close,
        "n ^C q w",
        "close, and keep what is staged",
        in: [.staged]
      )
    } + FilterCommand.rows(ofTable: .plan, .staged)
}
