import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a date part by part, or as ISO 8601 text.
///
/// The control is in one of two states. Normally `parts` holds the input and `part` is selected: Left
/// and Right select another part, Up and Down step it, and digits are typed into it. A full part and a
/// typed separator select the next part, so a whole date can also be typed in one go. A step of a date
/// without parts begins at the present time. While `line` is not nil, the date is edited as one line of
/// text instead; that is also how a date is shown that is outside the range of the calendar. Esc and a
/// paste of a valid date return to the parts; a text that is not a date yet is kept for the next time.
///
/// The parts are in local time or in the other time zone, `zone`: UTC, or the one of the text that was
/// pasted or typed. The time zone is shown after the parts, the same time in the other one below them,
/// and a calendar of the month if there is room.
struct DateControl: Control {
  var edited: EditedValue
  /// The parts of the value that was shown first; nil if the calendar cannot represent it.
  private let shown: DateParts?
  private var parts: DateParts
  /// The selected part.
  private var part: DateParts.Part = .year
  /// The number of digits typed into the part since it was selected; 0 to replace the number.
  private var digits = 0
  /// Whether the part was selected because the previous one was full; a separator then changes
  /// nothing.
  private var isAfterFullPart = false
  /// The date as text while it is edited as text; otherwise nil.
  private var line: TextBuffer?
  /// The text that is not a date and was left for the parts; nil for none.
  private var draft: String?
  /// Whether the parts are in local time.
  private var isLocal = false
  /// The minutes that the time zone besides local time is ahead of UTC.
  private var zone: Int64 = 0
  /// The size at the last drawing.
  private var size = Size(columns: 72, rows: 12)

  init(_ edited: EditedValue) {
    self.edited = edited
    shown = DateParts(edited.shown)
    parts = shown ?? DateParts()
    // A property list can hold dates outside the range of the calendar.
    if shown == nil, case .date(let date) = edited.shown {
      line = TextBuffer(line: DateText.display(date))
    }
  }

  // MARK: - The value

  /// Whether the input is the date that was shown first, even if in another time zone.
  private var isUnchanged: Bool {
    if let line {
      guard case .date(let date) = edited.shown else { return line.isEmpty }
      return line.text == DateText.display(date) || (try? typed(line.text)) == edited.shown
    }
    guard draft == nil else { return false }
    return shown.map { parts == $0 || parts.value == $0.value } ?? parts.isEmpty
  }

  var isDirty: Bool { !isUnchanged || edited.isReplaced }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    if let line { return try typed(line.text) }
    guard let value = parts.value else {
      throw parts.isEmpty ? .notADate("") : DateText.rejection(of: parts.text)
    }
    return value
  }

  /// Returns which part is wrong, because the parts cannot be written in the form that a text needs.
  func mark(_ rejection: Defaults.Rejection?) -> String? {
    guard rejection != nil, line == nil, let part = parts.wrongPart else { return nil }
    guard parts[part] != nil else {
      return parts.isEmpty ? "a date is needed" : "the \(part) is missing"
    }
    // Of a day, the rejection names the month that does not have it.
    if case .dayNotInMonth = rejection { return nil }
    let range = parts.range(of: part)
    let text = parts.text(of: part)
    return "the \(part) \(text) is not between \(range.lowerBound) and \(range.upperBound)"
  }

  /// Parses a text; a date without a time zone is one of the shown time zone.
  private func typed(_ text: String) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let value = try edited.kind.parse(text)
    var control = self
    return control.use(text) ? control.parts.value ?? value : value
  }

  /// The parts as a string, or the text of the line in an array, so that `restore` can tell them apart.
  var input: Defaults.StoredValue {
    (line?.text ?? draft).map { .array([.string($0)]) } ?? .string(parts.text)
  }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    switch input {
    case .array(let texts):
      guard case .string(let text) = texts.first else { return false }
      line = TextBuffer(line: text)
    case .string(let text):
      guard let kept = DateParts(partialText: text) else { return false }
      parts = kept
      zone = kept.offset
      isLocal = false
      line = nil
    default:
      return false
    }
    return true
  }

  // MARK: - The time zone

  /// Changes between local time and the other time zone.
  private mutating func switchZone() {
    isLocal.toggle()
    if isLocal { parts.show(edited.clock) } else { parts.show(offset: zone) }
  }

  /// The name of the time zone of the parts.
  private var zoneName: String {
    guard isLocal else { return parts.zoneName }
    return parts.seconds == nil ? "local" : "\(parts.zoneName) local"
  }

  /// The same time in the other time zone; nil if it has the same offset.
  private var otherZoneText: String? {
    var other = self
    other.switchZone()
    guard parts.seconds != nil, other.parts.offset != parts.offset else { return nil }
    return "= \(other.parts.text)\(other.isLocal ? " local" : "")"
  }

  /// Replaces the parts by a date in ISO 8601; one without a time zone is in the shown time zone.
  ///
  /// - Returns: false, without a change, if the text is not a date, or one outside of the calendar.
  private mutating func use(_ text: String) -> Bool {
    guard var new = DateParts(text: text) else { return false }
    switch DateText.offset(of: text) {
    case nil where isLocal: new.assume(edited.clock)
    case nil: new.assume(offset: zone)
    // The present time arrives in UTC.
    case 0 where isLocal: new.show(edited.clock)
    case let offset?:
      zone = offset
      isLocal = false
    }
    parts = new
    draft = nil
    return true
  }

  // MARK: - Input

  var keyMode: KeyMode { line == nil ? .date : .text }

  /// The time zone to which the parts can change; without a time, it is not known whether it is another.
  var hintWords: [KeyAction: String] {
    let isSame = parts.seconds != nil && otherZoneText == nil
    let other = isLocal ? LocalClock.zoneName(minutes: Int(zone)) : "local"
    return [KeyAction(DateCommand.switchZone): isSame ? "" : other]
  }

  mutating func type(_ character: Character) -> ControlOutcome {
    if let outcome = line?.type(character) { return outcome }
    return enter(character) ? .changed : .ignored
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    if let line {
      if action == keyMode.exitAction, leave(line.text) { return .changed }
      return self.line?.perform(action) ?? .ignored
    }
    if let command = StepCommand(action) { return step(command) }
    guard let command = DateCommand(action) else {
      let outcome = ControlOutcome(action)
      // A wrong part refuses the date, and is the one to type into.
      if outcome == .commit, let wrong = parts.wrongPart { select(wrong.rawValue) }
      return outcome
    }
    switch command {
    case .previousPart: select(part.rawValue - 1)
    case .nextPart: select(part.rawValue + 1)
    case .firstPart: select(0)
    case .lastPart: select(DateParts.Part.allCases.count - 1)
    case .monthUp: return step(.month, by: 1)
    case .monthDown: return step(.month, by: -1)
    case .clearDigit: clearDigit()
    case .typeText: line = TextBuffer(line: draft ?? (parts.isEmpty ? "" : parts.text))
    case .switchZone: switchZone()
    case .now: return .readClock
    }
    return .changed
  }

  /// Returns from a text to the parts, which show it if it is a date.
  ///
  /// - Returns: false for a stored date outside of the calendar, of which there are no parts.
  private mutating func leave(_ text: String) -> Bool {
    if !use(text) {
      guard shown != nil || edited.shown == nil else { return false }
      draft = text.isEmpty ? nil : text
    }
    line = nil
    digits = 0
    return true
  }

  private mutating func step(_ command: StepCommand) -> ControlOutcome {
    switch command {
    case .stepUp: step(part, by: 1)
    case .stepDown: step(part, by: -1)
    case .tenStepsUp: step(part, by: 10)
    case .tenStepsDown: step(part, by: -10)
    case .minimum, .maximum: .ignored
    }
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    guard use(text) else {
      // A part of a date can be pasted into its text.
      guard let dropped = line?.insert(text.withoutOuterLineEnds) else {
        return .rejected(DateText.rejection(of: text.withoutOuterLineEnds))
      }
      return .inserted(dropped: dropped)
    }
    line = nil
    digits = 0
    return .inserted(dropped: 0)
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    guard line == nil else { return .ignored }
    switch event.action {
    case .wheelUp: return step(part, by: 1)
    case .wheelDown: return step(part, by: -1)
    case .press, .doubleClick:
      let fields = DateFields(parts, zone: zoneName, columns: size.columns)
      if let part = fields.part(row: event.row, column: event.column) {
        select(part.rawValue)
      } else if hasCalendar(fields),
        let day = MonthCalendar(parts)?.day(row: event.row - fields.rows - 1, column: event.column)
      {
        parts[.day] = day
        noteTyping()
      } else {
        return .ignored
      }
    }
    return .changed
  }

  private mutating func select(_ index: Int) {
    part = DateParts.Part(rawValue: max(0, min(5, index))) ?? part
    digits = 0
    isAfterFullPart = false
  }

  private mutating func step(_ part: DateParts.Part, by count: Int64) -> ControlOutcome {
    guard !parts.isEmpty else { return .readClock }
    parts.step(part, by: count)
    // A step of the time goes over a change of the clocks; a step of the day keeps the time.
    if isLocal, part >= .hour { parts.show(edited.clock) }
    noteTyping()
    digits = 0
    isAfterFullPart = false
    return .changed
  }

  /// Takes changed parts for those of the shown time zone.
  private mutating func noteTyping() {
    draft = nil
    if isLocal { parts.assume(edited.clock) }
  }

  /// Enters a digit, or a separator after a digit; false for any other character.
  private mutating func enter(_ character: Character) -> Bool {
    if let digit = character.wholeNumberValue, (0...9).contains(digit) {
      let width = part == .year ? 4 : 2
      // The first digit replaces the number of the part, and so does a digit after a full second.
      let before = digits == 0 || digits == width ? 0 : parts[part] ?? 0
      digits = digits == width ? 1 : digits + 1
      parts[part] = before * 10 + Int64(digit)
      noteTyping()
      isAfterFullPart = false
      if digits == width, part != .second {
        select(part.rawValue + 1)
        isAfterFullPart = true
      }
      return true
    }
    guard "-/.: T".contains(character), digits > 0 || isAfterFullPart else { return false }
    if !isAfterFullPart { select(part.rawValue + 1) }
    isAfterFullPart = false
    return true
  }

  /// Removes the last typed digit, clears the part, or selects the previous part if it is empty.
  private mutating func clearDigit() {
    defer { noteTyping() }
    if digits > 0, let number = parts[part] {
      digits -= 1
      parts[part] = digits == 0 ? nil : number / 10
    } else if digits == 0, parts[part] != nil {
      parts[part] = nil
    } else {
      select(part.rawValue - 1)
    }
  }

  // MARK: - Drawing

  private func hasCalendar(_ fields: DateFields) -> Bool {
    size.rows >= fields.rows + 1 + MonthCalendar.rows && size.columns >= MonthCalendar.columns
  }

  var wantedRows: Int {
    DateFields(parts, zone: zoneName, columns: 60).rows + 1 + MonthCalendar.rows
  }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    size = Size(columns: columns, rows: rows)
    let isRejected = line != nil && (try? value()) == nil
    if var picture = line?.render(columns: columns, isRejected: isRejected) {
      if rows > 1 { picture.lines.append(StyledLine(SafeText(textNote), cutTo: columns)) }
      return picture
    }
    let fields = DateFields(parts, zone: zoneName, columns: columns)
    var lines = fields.lines(selected: part)
    let cursor = fields.cursor(for: part)
    let note = note.map { StyledLine($0, cutTo: columns, role: .quiet) }
    if hasCalendar(fields), let calendar = MonthCalendar(parts) {
      lines.append(note ?? StyledLine())
      lines += calendar.lines(beside: facts(columns: columns - MonthCalendar.columns - 4))
    } else if let note {
      lines.append(note)
    }
    let first = max(0, cursor.line - rows + 1)
    return ControlPicture(
      lines: Array(lines.dropFirst(first).prefix(rows)),
      cursor: (line: cursor.line - first, column: min(cursor.column, columns - 1))
    )
  }

  /// The line below the parts; nil for none.
  private var note: SafeText? {
    if let draft { return SafeText("not a date yet: \(draft)") }
    return otherZoneText.map { SafeText($0) }
  }

  /// The line below the text.
  private var textNote: String {
    let example = "ISO 8601: 2026-03-14 09:26:53,"
    if isLocal { return "\(example) local time unless it ends in Z" }
    let zone = LocalClock.zoneName(minutes: Int(zone))
    return "\(example) \(zone) unless it ends in \(zone == "UTC" ? "+01:00" : "Z")"
  }

  /// Returns the same date in other notations, for the columns to the right of the calendar.
  private func facts(columns: Int) -> [SafeText] {
    guard columns >= 28, case .date(let date) = parts.value, let seconds = parts.seconds else {
      return []
    }
    let start = DateParts(text: "1970-01-01")?.seconds ?? 0
    return [
      SafeText("UTC   \(DateText.display(date))"),
      SafeText("plist \(DateText.iso8601(date))"),
      SafeText("unix  \(seconds - start)"),
    ].map { $0.truncated(to: columns) }
  }
}
