import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a Bool; one key press changes and saves it.
struct ToggleControl: Control {
  var edited: EditedValue
  /// The new value; nil before the first change.
  private var flag: Bool?

  init(_ edited: EditedValue) {
    self.edited = edited
  }

  private var isOn: Bool { flag ?? (edited.shown == .bool(true)) }

  var isDirty: Bool { flag.map { .bool($0) != edited.original } ?? edited.isReplaced }

  /// False, because one key press enters the value again.
  var isWorthParking: Bool { false }

  func value() -> Defaults.StoredValue {
    flag.map { .bool($0) } ?? edited.shown ?? .bool(false)
  }

  var keyMode: KeyMode { .toggle }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    switch ToggleCommand(action) {
    case .toggle:
      flag = !isOn
      return .commit
    case nil:
      return ControlOutcome(action)
    }
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    guard event.action == .press else { return .ignored }
    flag = !isOn
    return .changed
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    let isUnset = edited.isOptional && edited.shown == nil && flag == nil
    return ControlPicture(
      lines: [StyledLine(isUnset ? "[-] unset" : isOn ? "[x] on" : "[ ] off", role: .strong)],
      cursor: (line: 0, column: min(1, columns - 1))
    )
  }
}
