/// The commands of a date, besides stepping a part.
enum DateCommand: String, KeyCommand {
  case previousPart, nextPart, firstPart, lastPart
  case monthUp, monthDown, now, typeText, clearDigit, switchZone
}

extension KeyTable {
  /// The keys of a date.
  static let date: [KeyRow] =
    KeyRow.group(
      "Change",
      in: [.date],
      [
        .init(StepCommand.stepUp, "Up + ^P", "one more in this part", hint: "up"),
        .init(StepCommand.stepDown, "Down - ^N", "one less in this part", hint: "down"),
        .init(typed: "0-9", "type the part"),
        .init(DateCommand.now, "t", "now", hint: "now"),
        .init(DateCommand.typeText, "i", "type it as text, ISO 8601", hint: "text"),
        .init(DateCommand.monthUp, "PgUp", "the next month"),
        .init(DateCommand.monthDown, "PgDn", "the month before"),
        .init(DateCommand.clearDigit, "Backspace", "delete a digit"),
        .init(DateCommand.switchZone, "z", "UTC, or the offset that was typed"),
      ]
    )
    + KeyRow.group(
      "Move",
      in: [.date],
      [
        .init(DateCommand.previousPart, "Left ^B", "the part before"),
        .init(DateCommand.nextPart, "Right ^F Tab", "the next part"),
        .init(DateCommand.firstPart, "Home ^A", "the year"),
        .init(DateCommand.lastPart, "End ^E", "the second"),
      ]
    )
}
