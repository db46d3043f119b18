/// The commands of a date, except those that step a part (`StepCommand`).
enum DateCommand: String, KeyCommand {
  case previousPart, nextPart, firstPart, lastPart
  case monthUp, monthDown, now, typeText, clearDigit, switchZone

  /// The keys of a date.
  static let rows: [KeyRow] =
    KeyRow.group("Change", in: [.date]) {
      StepCommand.row(.stepUp, "Up + ^P", "one more", hint: "up")
      StepCommand.row(.stepDown, "Down - ^N", "one less", hint: "down")
      KeyRow(typed: "0-9", "type the selected part")
      row(.now, ";", "now", hint: "now")
      row(.typeText, "e", "type the date as text, ISO 8601", hint: "text")
      row(.monthUp, "PgUp", "the next month")
      row(.monthDown, "PgDn", "the previous month")
      row(.clearDigit, "Backspace", "delete a digit")
      row(
        .switchZone,
        "@",
        "switch between local time and UTC or the typed zone",
        hint: "local"
      )
    }
    + KeyRow.group("Move", in: [.date]) {
      row(.previousPart, "Left", "the previous part")
      row(.nextPart, "Right Tab", "the next part")
      row(.firstPart, "Home ^A", "the year")
      row(.lastPart, "End ^E", "the second")
    }
}
