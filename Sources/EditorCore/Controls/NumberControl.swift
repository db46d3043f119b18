import Defaults
import DefaultsSchema
import Terminal

/// Edits a number as text, with keys that step it and keys that select its bounds.
///
/// The number that is shown first is selected: the first typed digit, sign or point replaces it. Every
/// other key press ends the selection, so that the number can also be edited.
///
/// The text is the input; a step parses it, computes the next number and replaces the text. If the text
/// is not a number, stepping does nothing, but a key for a bound still works. Below the text, a scale
/// shows the position of the number between its bounds.
struct NumberControl: LineEditing {
  /// A kind of number, with its limits.
  enum Number: Sendable {
    case whole(NumberLimits<Int128>)
    case real(NumberLimits<Double>)
  }

  private let number: Number
  var text: TypedValue
  /// Whether typing replaces the whole number.
  private var isSelected: Bool

  init(_ number: Number, _ edited: EditedValue) {
    self.number = number
    text = TypedValue(edited)
    isSelected = !text.buffer.isEmpty
  }

  private var kind: ValueKind { text.edited.kind }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    isSelected = false
    return text.restore(input)
  }

  var keyMode: KeyMode { .number }

  mutating func type(_ character: Character) -> ControlOutcome {
    if isSelected, "0123456789-+.".contains(character) { text.buffer.replace(with: "") }
    isSelected = false
    return text.buffer.type(character)
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    guard let step = StepCommand(action) else {
      if FieldCommand(action) != nil { isSelected = false }
      return text.buffer.perform(action)
    }
    guard let moved = moved(text.buffer.text, by: step) else { return .ignored }
    isSelected = false
    text.buffer.replace(with: moved)
    return .changed
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    if isSelected, !text.withoutOuterLineEnds.isEmpty { self.text.buffer.replace(with: "") }
    isSelected = false
    return self.text.paste(text)
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    switch event.action {
    case .wheelUp: perform(KeyAction(StepCommand.stepUp))
    case .wheelDown: perform(KeyAction(StepCommand.stepDown))
    case .press, .doubleClick: .ignored
    }
  }

  private var unitText: SafeText {
    let unit = text.edited.unit
    return SafeText(unit.isEmpty ? "" : "  \(unit)")
  }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    // The field leaves columns for the unit.
    var picture = text.render(columns: max(1, min(24, columns - unitText.width)))
    if isSelected, let column = picture.cursor?.column {
      picture.lines[0].select(columns: column)
    }
    picture.lines[0].spans.append(.init(text: unitText, role: .text))
    if rows > 1, let slider = slider(at: try? value(), columns: columns) {
      picture.lines.append(StyledLine(slider))
    }
    return picture
  }

  /// Returns the text of the number after a step; nil if the step is not possible.
  private func moved(_ text: String, by command: StepCommand) -> String? {
    switch number {
    case .whole(let limits):
      guard case .integer(let current)? = try? kind.parse(text) else {
        return limits.bound(command).map { "\($0)" }
      }
      let step = limits.stepOrMultiple ?? 1
      return limits.moved(current, by: command) { current, steps in
        // If the sum overflows, the number is not changed.
        let (change, overflowed) = step.multipliedReportingOverflow(by: Int128(steps))
        let (sum, overflowedToo) = current.addingReportingOverflow(change)
        return overflowed || overflowedToo ? current : sum
      }.map { "\($0)" }
    case .real(let limits):
      guard case .real(let current)? = try? kind.parse(text) else {
        return limits.bound(command).map(NumberText.string)
      }
      let step = limits.stepOrDefault
      return limits.moved(current, by: command) { current, steps in
        (current + step * Double(steps)).rounded(toDecimalsOf: current, step)
      }.map(NumberText.string)
    }
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
  /// The words of the hints for one step: its size.
  var hintWords: [KeyAction: String] {
    let step =
      switch number {
      case .whole(let limits): "\(limits.stepOrMultiple ?? 1)"
      case .real(let limits): NumberText.string(limits.stepOrDefault)
      }
    return [
      KeyAction(StepCommand.stepUp): "+\(step)", KeyAction(StepCommand.stepDown): "-\(step)",
    ]
  }
}

extension NumberLimits {
  /// The declared step, otherwise the number that every value must be a multiple of; nil for neither.
  var stepOrMultiple: Number? { step ?? multipleOf }

  /// Returns the bound that a command selects; nil for other commands.
  fileprivate func bound(_ command: StepCommand) -> Number? {
    switch command {
    case .minimum: minimum
    case .maximum: maximum
    case .stepUp, .stepDown, .tenStepsUp, .tenStepsDown: nil
    }
  }

  /// Returns the number after a step, limited to the bounds; nil for a bound that does not exist.
  fileprivate func moved(
    _ current: Number,
    by command: StepCommand,
    add: (Number, Int) -> Number
  ) -> Number? {
    let steps: Int
    switch command {
    case .stepUp: steps = 1
    case .stepDown: steps = -1
    case .tenStepsUp: steps = 10
    case .tenStepsDown: steps = -10
    case .minimum, .maximum: return bound(command)
    }
    let moved = add(current, steps)
    if let maximum, moved > maximum { return maximum }
    if let minimum, moved < minimum { return minimum }
    return moved
  }
}

extension NumberLimits<Double> {
  /// The declared step, otherwise a twentieth of the range, otherwise one.
  fileprivate var stepOrDefault: Double {
    if let step = stepOrMultiple { return step }
    if let minimum, let maximum, maximum > minimum, (maximum - minimum).isFinite {
      return (maximum - minimum) / 20
    }
    return 1
  }
}

extension Double {
  /// Returns a sum rounded to the decimals of its operands, so that 0.1 + 0.2 is shown as 0.3.
  fileprivate func rounded(toDecimalsOf first: Double, _ second: Double) -> Double {
    func decimals(_ number: Double) -> Int? {
      let text = "\(number)"
      guard !text.contains("e") else { return nil }
      return text.split(separator: ".").last?.count
    }
    guard let left = decimals(first), let right = decimals(second), max(left, right) <= 12 else {
      return self
    }
    let scale = (0..<max(left, right)).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
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
