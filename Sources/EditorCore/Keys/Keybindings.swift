import Defaults
import Terminal

/// The key presses of every action: those of the table, or others that replace them.
///
/// They are computed once, for each mode: the rows of the table with their key presses, and the
/// action of each key press. Nothing changes them while the editor runs.
public struct Keybindings: Sendable {
  /// A row of the table with its key presses in one mode.
  struct Binding: Sendable {
    let row: KeyRow
    let presses: [KeyPress]
  }

  private var bindings: [KeyMode: [Binding]] = [:]
  private var actions: [KeyMode: [KeyPress: KeyAction]] = [:]

  /// The key presses of the table.
  public static let standard: Keybindings = {
    var problems: [KeybindingProblem] = []
    return Keybindings(KeyTable.rows, [:], &problems)
  }()

  /// Creates the bindings of the table with other key presses for some actions.
  ///
  /// ```swift
  /// let bindings = try Keybindings(replacing: ["reset": ["x", "Del"], "list.undo": ["A-u", "u"]])
  /// ```
  ///
  /// A character is bound only where it is not typed as text: `help` bound to `h` and `F1` is `F1`
  /// in a text field, and `help` bound to `h` alone keeps its key there. Ctrl-C always leaves the
  /// mode.
  ///
  /// - Parameter replacements: the names of key presses by the name of the action, after the name of
  ///   a mode and a full stop for this mode alone. An empty array removes all key presses.
  /// - Throws: `KeybindingProblems` with all reasons why the bindings cannot be used.
  public init(replacing replacements: [String: [String]]) throws(KeybindingProblems) {
    var problems: [KeybindingProblem] = []
    self.init(KeyTable.rows, replacements, &problems)
    if !problems.isEmpty { throw KeybindingProblems(problems: problems) }
  }

  /// Creates the bindings of a table, and appends the reasons why they cannot be used.
  init(
    _ rows: [KeyRow],
    _ replacements: [String: [String]],
    _ problems: inout [KeybindingProblem]
  ) {
    let replacements = KeyReplacements(replacements, rows, &problems)
    var clashes: [Clash: [KeyMode]] = [:]
    for mode in KeyMode.allCases {
      var bound: [Binding] = []
      var first: [KeyPress: (press: KeyPress, action: KeyAction)] = [:]
      for row in rows where row.modes.contains(mode) {
        let presses = replacements.presses(of: row, in: mode, &problems)
        bound.append(Binding(row: row, presses: presses))
        guard let action = row.action else { continue }
        for press in presses {
          guard let other = first[press.terminalEquivalent], other.action != action else {
            first[press.terminalEquivalent] = (press, action)
            continue
          }
          let clash = Clash(
            press: other.press,
            action: other.action,
            other: press,
            otherAction: action
          )
          clashes[clash, default: []].append(mode)
        }
      }
      bindings[mode] = bound
      actions[mode] = first.mapValues(\.action)
    }
    problems += clashes.map { $0.problem(in: $1) }.sorted { $0.description < $1.description }
  }

  /// Two actions that have the same key press in one mode.
  private struct Clash: Hashable {
    let press: KeyPress
    let action: KeyAction
    let other: KeyPress
    let otherAction: KeyAction

    func problem(in modes: [KeyMode]) -> KeybindingProblem {
      .clash(
        press.name,
        action: action.name,
        other: other.name,
        otherAction: otherAction.name,
        modes: modes
      )
    }
  }

  // MARK: - Lookup

  /// The rows of a mode with their key presses, in the order of the table.
  func bindings(in mode: KeyMode) -> [Binding] { bindings[mode] ?? [] }

  /// Returns the action of a key press; nil for none.
  func action(for press: KeyPress, in mode: KeyMode) -> KeyAction? {
    actions[mode]?[press.terminalEquivalent]
  }

  /// Returns the row of a command; nil if the mode does not have it.
  func binding(of command: some KeyCommand, in mode: KeyMode) -> Binding? {
    let action = KeyAction(command)
    return bindings(in: mode).first { $0.row.action == action }
  }

  /// Returns the name of the first key press of a command; nil if it has none.
  func name(of command: some KeyCommand, in mode: KeyMode) -> String? {
    binding(of: command, in: mode)?.presses.first?.name
  }
}

/// Key presses that replace those of the table.
///
/// A replacement for an action applies in every mode that has the action, but a character cannot be
/// bound where it is typed: `help` bound to `h` would take the letter from every text field. So such
/// characters are left out there, and if nothing is left, the keys of the table stay, because an
/// action of a text field must not lose its keys by a binding that was meant for the list. A
/// replacement for one mode is meant exactly, so a character that is typed there is an error.
///
/// Ctrl-C is kept for the way out of every mode. It is the only key press that is handled while the
/// values of a suite are being read, and what people press when they know no other key.
private struct KeyReplacements {
  private var presses: [String: [KeyPress]] = [:]

  /// Reads the names of actions and key presses.
  init(
    _ replacements: [String: [String]],
    _ rows: [KeyRow],
    _ problems: inout [KeybindingProblem]
  ) {
    for (name, written) in replacements.sorted(by: { $0.key < $1.key }) {
      if let problem = Self.problem(ofName: name, rows) { problems.append(problem) }
      presses[name] = written.compactMap { text in
        let press = KeyPress(named: text)
        if press == nil { problems.append(.unreadable(text, action: name)) }
        return press
      }
    }
  }

  /// Returns what is wrong with the name of an action; nil for nothing.
  private static func problem(ofName name: String, _ rows: [KeyRow]) -> KeybindingProblem? {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let action = String(parts.last ?? "")
    let modes = rows.filter { $0.action?.name == action }.flatMap(\.modes)
    if parts.count == 2 {
      guard let mode = KeyMode(rawValue: String(parts[0])) else {
        return .unknownMode(String(parts[0]), of: name)
      }
      guard modes.isEmpty || modes.contains(mode) else {
        let actual = KeyMode.allCases.filter(modes.contains)
        return .otherMode(action: action, mode: mode, actual: actual)
      }
    }
    guard modes.isEmpty else { return nil }
    let names = Set(rows.compactMap { $0.action?.name }).sorted()
    return .unknownAction(action, suggestion: nearestWord(to: action, among: names))
  }

  /// Returns the key presses of a row in a mode.
  func presses(
    of row: KeyRow,
    in mode: KeyMode,
    _ problems: inout [KeybindingProblem]
  ) -> [KeyPress] {
    guard let action = row.action else { return [] }
    let types = { (press: KeyPress) in press.typed.map(mode.types) ?? false }
    let standard = row.presses.split(separator: " ").compactMap { KeyPress(named: String($0)) }
      .filter { !types($0) }
    var bound: [KeyPress]
    if let exact = presses["\(mode.rawValue).\(action.name)"] {
      problems += exact.filter(types).map {
        .types($0.name, action: action.name, mode: mode)
      }
      bound = exact
    } else if let replaced = presses[action.name] {
      let usable = replaced.filter { !types($0) }
      bound = usable.isEmpty && !replaced.isEmpty ? standard : usable
    } else {
      return standard
    }
    let isExit = action == mode.exitAction
    if bound.contains(.interrupt), !isExit {
      append(.reserved(action: action.name), to: &problems)
    }
    bound.removeAll { $0 == .interrupt }
    if isExit {
      if bound.isEmpty { problems.append(.noExitKey(action: action.name, mode: mode)) }
      bound.append(.interrupt)
    }
    return bound
  }

  /// Appends a problem, unless it was found in another mode already.
  private func append(_ problem: KeybindingProblem, to problems: inout [KeybindingProblem]) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
