/// The commands of a date, except those that step a part (`StepCommand`).
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
        .init(StepCommand.stepUp, "Up + ^P", "one more", hint: "up"),
        .init(StepCommand.stepDown, "Down - ^N", "one less", hint: "down"),
        .init(typed: "0-9", "type the selected part"),
        .init(DateCommand.now, ";", "now", hint: "now"),
        .init(DateCommand.typeText, "e", "type the date as text, ISO 8601", hint: "text"),
        .init(DateCommand.monthUp, "PgUp", "the next month"),
        .init(DateCommand.monthDown, "PgDn", "the previous month"),
        .init(DateCommand.clearDigit, "Backspace", "delete a digit"),
        .init(DateCommand.switchZone, "@", "switch between local time and UTC or the typed zone"),
      ]
    )
    + KeyRow.group(
      "Move",
      in: [.date],
      [
        .init(DateCommand.previousPart, "Left", "the previous part"),
        .init(DateCommand.nextPart, "Right Tab", "the next part"),
        .init(DateCommand.firstPart, "Home ^A", "the year"),
        .init(DateCommand.lastPart, "End ^E", "the second"),
      ]
    )
}
