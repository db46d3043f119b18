import Defaults
import DefaultsSchema
import Terminal

/// Turns something on and off; every key press that reaches it flips it and is done.
struct ToggleControl: Control {
  func draft(for value: Defaults.StoredValue?) -> Draft {
    if case .bool(let flag) = value { .flag(flag) } else { .flag(false) }
  }

  func parse(_ draft: Draft) throws(Defaults.Rejection) -> Defaults.StoredValue {
    guard case .flag(let flag) = draft else { throw .notABool("") }
    return .bool(flag)
  }

  func update(_ draft: inout Draft, with press: KeyPress) -> ControlOutcome {
    guard case .flag(let flag) = draft else { return .ignored }
    draft = .flag(!flag)
    return .commit
  }

  func render(_ draft: Draft, context: ControlContext, columns: Int) -> ControlPicture {
    ControlPicture(lines: [StyledLine(draft == .flag(true) ? "[x] on" : "[ ] off")])
  }

  var helpGroups: [HelpGroup] { [] }

  var hints: [(key: String, word: String)] { [] }
}
