import Defaults
import DefaultsSchema
import Terminal

/// Selects one of several values in a list with a highlight.
///
/// Up to nine choices are visible and numbered, so a digit selects one and saves it at once. A stored
/// value that is none of the choices is kept until a choice is highlighted.
struct ChoiceControl: Control {
  /// The greatest number of choices that are visible at once.
  private static let maximumRows = 9

  private let choices: [Choice]
  private let edited: EditedValue
  /// The index of the highlighted choice; nil if the value shown first is none of the choices.
  private var index: Int?
  private var scroll: Scroll = Scroll()

  init(_ choices: [Choice], _ edited: EditedValue) {
    self.choices = choices
    self.edited = edited
    index = choices.firstIndex { $0.value == edited.shown }
  }

  private var highlighted: Defaults.StoredValue? { index.map { choices[$0].value } }

  var isDirty: Bool { index != nil && highlighted != edited.original }

  /// False, because few key presses move the highlight again.
  var isWorthParking: Bool { false }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    guard let value = highlighted ?? edited.shown else {
      throw .notAChoice("", choices: choices.map(\.value.plainText))
    }
    return value
  }

  var keyMode: KeyMode { .choice }

  var typedCharacters: String? { "1-\(min(9, choices.count))" }

  mutating func type(_ character: Character) -> ControlOutcome {
    guard keyMode.types(character), let digit = character.wholeNumberValue, digit <= choices.count
    else { return .ignored }
    index = digit - 1
    return .commit
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    guard let command = MoveCommand(action) else {
      let outcome = ControlOutcome(action)
      return outcome == .commit && index == nil ? .ignored : outcome
    }
    index = command.moved(index, count: choices.count)
    return .changed
  }

  mutating func handle(_ event: MouseEvent, columns: Int, rows: Int) -> ControlOutcome {
    switch event.action {
    case .wheelUp: return perform(KeyAction(MoveCommand.previous))
    case .wheelDown: return perform(KeyAction(MoveCommand.next))
    case .press, .doubleClick:
      let visible = visible(columns: columns, rows: rows)
      guard event.row < visible.count else { return .ignored }
      index = visible.lowerBound + event.row
      return event.action == .doubleClick ? .commit : .changed
    }
  }

  mutating func scroll(columns: Int, rows: Int) {
    scroll.show(index, of: choices.count, rows: visible(columns: columns, rows: rows).count)
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    let titles = min(columns - 20, choices.map { SafeText($0.title).width }.max() ?? 0)
    let visible = visible(columns: columns, rows: rows)
    var lines = visible.map { place in
      line(choices[place], number: place + 1, isHighlighted: place == index, max(8, titles))
    }
    if visible.count < choices.count, lines.count < rows {
      lines.append(StyledLine(SafeText("  … \(choices.count) in all")))
    }
    let help = help(columns: columns)
    if !help.isEmpty, lines.count + 1 < rows {
      lines += ([StyledLine()] + help).prefix(rows - lines.count)
    }
    let cursor = index.map { (line: $0 - visible.lowerBound, column: 0) }
    return ControlPicture(lines: lines, cursor: cursor)
  }

  /// Returns the indices of the visible choices; at least three, before there is room for the help.
  private func visible(columns: Int, rows: Int) -> Range<Int> {
    let help = help(columns: columns)
    let notes = (help.isEmpty ? 0 : help.count + 1) + (choices.count > Self.maximumRows ? 1 : 0)
    let room = min(Self.maximumRows, max(rows - notes, min(rows, 3)))
    return scroll.visible(containing: index, of: choices.count, rows: room)
  }

  /// Returns the help of the highlighted choice, in at most three lines.
  private func help(columns: Int) -> [StyledLine] {
    guard let index, !choices[index].help.isEmpty else { return [] }
    return SafeText(choices[index].help).wrapped(to: columns).prefix(3).map { StyledLine($0) }
  }

  private func line(
    _ choice: Choice,
    number: Int,
    isHighlighted: Bool,
    _ titleColumns: Int
  ) -> StyledLine {
    let isStored = choice.value == edited.stored
    var notes: [String] = []
    if choice.title != choice.value.plainText { notes.append(choice.value.plainText) }
    if isStored { notes.append("stored") }
    if choice.value == edited.defaultValue { notes.append("default") }
    let start = SafeText(
      "\(isHighlighted ? ">" : " ") \(number <= 9 ? "\(number)" : " ") (\(isStored ? "•" : " ")) "
    )
    let title = SafeText(choice.title).truncated(to: titleColumns).padded(to: titleColumns)
    let note = SafeText("   " + notes.joined(separator: "  "))
    return StyledLine(spans: [
      .init(
        text: start + title,
        role: isStored ? .strong : .text,
        isSelected: isHighlighted
      ),
      .init(text: note, role: .quiet),
    ])
  }
}
