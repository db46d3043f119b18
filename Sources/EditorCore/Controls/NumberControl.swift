import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a number as text, with keys that step it and keys that select its bounds.
///
/// The number that is shown first is selected: the first typed digit, sign or point replaces it. Every
/// other key press ends the selection, so that the number can also be edited.
///
/// The text is the input; a step parses it, computes the next number (`NumberSteps`) and replaces the
/// text. In an empty field, a step enters the default, or else the valid number that is nearest to 0. Typed
/// text that is not a number stays. Below the text, a scale shows the position of the number between its
/// bounds.
struct NumberControl: LineEditing {
  /// A kind of number, with its limits.
  enum Number: Sendable {
    case whole(NumberLimits<Int128>)
    case real(NumberLimits<Double>)
  }

  private let number: Number
  var text: TypedValue
  /// Why the last key press changed nothing; empty if it did not step, or changed the number.
  private var note: SafeText = ""

  init(_ number: Number, _ edited: EditedValue) {
    self.number = number
    text = TypedValue(edited)
    text.isSelected = !text.buffer.isEmpty
  }

  var keyMode: KeyMode { .number }

  mutating func type(_ character: Character) -> ControlOutcome {
    note = ""
    text.endSelection(replacingText: "0123456789-+.".contains(character))
    return text.buffer.type(character)
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    note = ""
    if let command = StepCommand(action) {
      guard let move = number.move(instead: command) else { return step(command) }
      return perform(KeyAction(move))
    }
    if FieldCommand(action) != nil { text.isSelected = false }
    return text.buffer.perform(action)
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    switch event.action {
    case .wheelUp: perform(KeyAction(StepCommand.stepUp))
    case .wheelDown: perform(KeyAction(StepCommand.stepDown))
    case .press, .doubleClick: .ignored
    }
  }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    let unit = SafeText(edited.unit.isEmpty ? "" : "  \(edited.unit)")
    // The field leaves columns for the unit and the note, and grows with a number of many digits.
    let wanted = max(24, text.buffer.text.utf8.count + 1)
    var picture = text.render(columns: max(1, min(wanted, columns - unit.width - note.width)))
    picture.lines[0].spans.append(.init(text: unit, role: .text))
    if !note.isEmpty { picture.lines[0].spans.append(.init(text: note, role: .caution)) }
    if rows > 1, let slider = slider(at: try? value(), columns: columns) {
      picture.lines.append(StyledLine(slider))
    }
    return picture
  }

  // MARK: - Steps

  private mutating func step(_ command: StepCommand) -> ControlOutcome {
    text.isSelected = false
    let current = try? text.parsed()
    if current == nil, !text.isUnchanged, !text.buffer.isEmpty, !command.isToBound {
      return .moved
    }
    let steps = number.steps(for: [current, edited.defaultValue])
    let now = current.flatMap(steps.units)
    let first = edited.defaultValue.flatMap(steps.units) ?? steps.nearestToZero
    // A number that is too large to be counted is not replaced by the first one.
    let next = steps.number(after: now, command, orFirst: current == nil ? first : nil)
    guard let next, next != now else {
      note = steps.note(command)
      return .moved
    }
    text.buffer.replace(with: steps.text(next))
    return .changed
  }

  /// Returns a scale from minimum to maximum with a mark at the number; nil unless both exist.
  private func slider(at value: Defaults.StoredValue?, columns: Int) -> SafeText? {
    let low: Double
    let high: Double
    switch number {
    case .whole(let limits):
      // On the scale of a very large range, no step would move the mark.
      guard let minimum = limits.minimum, let maximum = limits.maximum else { return nil }
      let (span, overflowed) = maximum.subtractingReportingOverflow(minimum)
      guard !overflowed, span <= 1_000_000 else { return nil }
      (low, high) = (Double(minimum), Double(maximum))
    case .real(let limits):
      guard let minimum = limits.minimum, let maximum = limits.maximum else { return nil }
      (low, high) = (minimum, maximum)
    }
    let left = "\(NumberText.string(low)) ├"
    let right = "┤ \(NumberText.string(high))"
    let length = min(44, columns - left.count - right.count)
    guard length >= 8, high > low, (high - low).isFinite else { return nil }
    var line = Array(repeating: Character("─"), count: length)
    if let position = value?.double, position.isFinite {
      let share = max(0, min(1, (position - low) / (high - low)))
      line[Int((share * Double(length - 1)).rounded())] = "●"
    }
    return SafeText(left + String(line) + right)
  }
}

extension NumberControl {
  var hintWords: [KeyAction: String] {
    let step = number.steps(for: []).stepText
    var words = [
      KeyAction(StepCommand.stepUp): "+\(step)", KeyAction(StepCommand.stepDown): "-\(step)",
    ]
    for command in [StepCommand.minimum, .maximum] where number.move(instead: command) != nil {
      words[KeyAction(command)] = ""
    }
    return words
  }
}

extension NumberControl.Number {
  /// Returns how Home or End moves the cursor where the schema declares no bound to step to.
  fileprivate func move(instead command: StepCommand) -> FieldCommand? {
    let (hasMinimum, hasMaximum) =
      switch self {
      case .whole(let limits): (limits.declared.minimum != nil, limits.declared.maximum != nil)
      case .real(let limits): (limits.minimum != nil, limits.maximum != nil)
      }
    switch command {
    case .minimum: return hasMinimum ? nil : .start
    case .maximum: return hasMaximum ? nil : .end
    case .stepUp, .stepDown, .tenStepsUp, .tenStepsDown: return nil
    }
  }

  /// Returns the steps, which can count from these values.
  fileprivate func steps(for values: [Defaults.StoredValue?]) -> NumberSteps {
    switch self {
    case .whole(let limits): NumberSteps(limits)
    case .real(let limits): NumberSteps(limits, for: values)
    }
  }
}

extension Defaults.StoredValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
