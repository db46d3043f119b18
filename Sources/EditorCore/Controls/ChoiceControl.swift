import Defaults
import DefaultsSchema
import Terminal

/// Picks one of some values.
struct ChoiceControl: Control {
  let choices: [Choice]

  func draft(for value: Defaults.StoredValue?) -> Draft {
    .choice(choices.firstIndex { $0.value == value })
  }

  func parse(_ draft: Draft) throws(Defaults.Rejection) -> Defaults.StoredValue {
    guard case .choice(let index?) = draft, choices.indices.contains(index) else {
      throw .notAChoice("", choices: choices.map(\.value.plainText))
    }
    return choices[index].value
  }

  func update(_ draft: inout Draft, with press: KeyPress) -> ControlOutcome {
    guard case .choice(let index) = draft else { return .ignored }
    if case .character(let character) = press.key, press.modifiers.isEmpty,
      let digit = character.wholeNumberValue, (1...9).contains(digit)
    {
      guard digit <= choices.count else { return .ignored }
      draft = .choice(digit - 1)
      return .commit
    }
    guard let command = Keymap.picker.command(for: press) else { return .ignored }
    switch command {
    case .choose: return index == nil ? .ignored : .commit
    case .cancel: return .cancel
    case .useDefault: return .useDefault
    case .help: return .help
    case .redraw: return .redraw
    case .suspend: return .suspend
    case .next, .previous, .pageDown, .pageUp, .first, .last:
      draft = .choice(command.moved(index, count: choices.count))
      return .changed
    }
  }

  func render(_ draft: Draft, context: ControlContext, columns: Int) -> ControlPicture {
    guard case .choice(let index) = draft else { return ControlPicture(lines: []) }
    let titles = min(columns - 20, choices.map { SafeText($0.title).width }.max() ?? 0)
    let visible = visibleChoices(around: index ?? 0)
    var lines = visible.map { place in
      line(
        choices[place],
        number: place + 1,
        isHighlighted: place == index,
        context,
        max(8, titles)
      )
    }
    if visible.count < choices.count {
      lines.append(StyledLine(SafeText("  … \(choices.count) in all")))
    }
    if let index, !choices[index].help.isEmpty {
      lines.append(StyledLine())
      lines += SafeText(choices[index].help).wrapped(to: columns).prefix(3).map { StyledLine($0) }
    }
    let cursor = index.map { (line: $0 - (visible.first ?? 0), column: 0) }
    return ControlPicture(lines: lines, cursor: cursor)
  }

  var helpGroups: [HelpGroup] { Keymap.picker.helpGroups }

  var hints: [(key: String, word: String)] {
    [("1-\(min(9, choices.count))", "pick")] + Keymap.picker.hints
  }

  /// At most nine choices around the highlighted one.
  private func visibleChoices(around index: Int) -> Range<Int> {
    let start = max(0, min(index - 4, choices.count - 9))
    return start..<min(choices.count, start + 9)
  }

  private func line(
    _ choice: Choice,
    number: Int,
    isHighlighted: Bool,
    _ context: ControlContext,
    _ titleColumns: Int
  ) -> StyledLine {
    let isStored = choice.value == context.stored
    var notes: [String] = []
    if choice.title != choice.value.plainText { notes.append(choice.value.plainText) }
    if isStored { notes.append("stored") }
    if choice.value == context.defaultValue { notes.append("default") }
    let start = SafeText(
      "\(isHighlighted ? ">" : " ") \(number <= 9 ? "\(number)" : " ") (\(isStored ? "•" : " ")) "
    )
    let title = SafeText(choice.title).truncated(to: titleColumns).padded(to: titleColumns)
    let note = SafeText("   " + notes.joined(separator: "  "))
    return StyledLine(spans: [
      .init(text: start + title, style: Style(bold: isStored, reversed: isHighlighted)),
      .init(text: note, style: Style(dim: true)),
    ])
  }
}

extension PickerCommand {
  /// The place a moving command leads to among `count` places; other commands stay.
  func moved(_ index: Int?, count: Int) -> Int? {
    guard count > 0 else { return nil }
    let last = count - 1
    return switch self {
    case .next: index.map { min(last, $0 + 1) } ?? 0
    case .previous: index.map { max(0, $0 - 1) } ?? last
    case .pageDown: min(last, (index ?? 0) + 9)
    case .pageUp: max(0, (index ?? 0) - 9)
    case .first: 0
    case .last: last
    case .choose, .cancel, .useDefault, .help, .redraw, .suspend: index
    }
  }
}
