/// The commands of a plan, except those that move by lines and pages (`MoveCommand`).
enum PlanCommand: String, KeyCommand {
  case apply, applyRow, leaveOut, keepBoth, dropRow, dropAll
}

extension KeyTable {
  /// The keys of plans.
  ///
  /// In a plan that resets keys, Enter is bound to the answer that changes nothing, because a user may
  /// press it twice by mistake.
  static let plan: [KeyRow] =
    KeyRow.group(
      "Plan",
      [
        .init(
          PlanCommand.apply,
          "Enter",
          "apply all rows that are not left out; one undo reverts them",
          hint: "apply",
          in: [.plan, .staged]
        ),
        .init(
          PlanCommand.apply,
          "y",
          "apply all rows that are not left out; one undo reverts them",
          hint: "do it",
          in: [.decision]
        ),
        .init(
          FinishCommand.close,
          "n Esc Enter ^C q",
          "change nothing",
          hint: "leave it",
          in: [.decision]
        ),
        .init(
          PlanCommand.leaveOut,
          "Space",
          "leave the row out, or include it again",
          hint: "leave out",
          in: [.plan, .decision, .staged]
        ),
        .init(
          PlanCommand.applyRow,
          "p",
          "apply this row alone",
          hint: "this row",
          in: [.plan, .staged]
        ),
        .init(
          PlanCommand.keepBoth,
          "b",
          "keep both, where another program has changed the key",
          hint: "keep both",
          in: [.staged],
          when: \.canMerge,
          isUrgent: \.canMerge
        ),
        .init(PlanCommand.dropRow, "d Del", "drop this edit", hint: "drop", in: [.staged]),
        .init(PlanCommand.dropAll, "R", "drop all staged edits", hint: "drop all", in: [.staged]),
        .init(FinishCommand.close, "Esc ^C q", "close", hint: "close", in: [.plan]),
        .init(
          FinishCommand.close,
          "Esc ^C q w",
          "close, and keep what is staged",
          hint: "close",
          in: [.staged]
        ),
      ]
    )
}
