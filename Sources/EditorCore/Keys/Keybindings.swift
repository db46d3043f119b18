import DefaultsCore
import Terminal

/// The key presses of every action in every mode: from the table, or replacements.
///
/// The initializer computes two tables once for each mode: the rows with their key presses, for the
/// help and the hints, and the action of each key press, for the lookup. Bindings are replaced as a whole
/// when the settings of the editor change.
///
/// Terminals send the same byte for some key presses, for example for Tab and Ctrl-I. So key presses are
/// compared by `terminalEquivalent`, and two actions with equivalent key presses in one mode are a
/// problem. All problems are collected before the initializer throws.
public struct Keybindings: Sendable {
  /// A row of the table with its key presses in one mode.
  struct Binding: Sendable {
    /// The row of the table.
    let row: KeyRow
    /// The key presses, after replacement; the first one is shown in texts.
    let presses: [KeyPress]
  }

  private var bindings: [KeyMode: [Binding]] = [:]
  /// The actions by the terminal equivalent of their key presses.
  private var actions: [KeyMode: [KeyPress: KeyAction]] = [:]

  /// The key presses of the table.
  public static let standard: Keybindings = {
    var problems: [KeybindingProblem] = []
    return Keybindings(KeyTable.rows, [:], &problems)
  }()

  /// Creates the bindings of the table, with other key presses for some actions.
  ///
  /// ```swift
  /// let bindings = try Keybindings(replacing: ["reset": ["J", "Del"], "list.undo": ["A-u", "u"]])
  /// ```
  ///
  /// A character is bound only in modes in which it is not input. In a text field, `help` bound to `h`
  /// and `F1` is bound to `F1` only, and `help` bound to `h` alone keeps the key presses of the table.
  /// Ctrl-C always leaves the mode.
  ///
  /// - Parameter replacements: the names of key presses by action name. `mode.action` as the name
  ///   replaces them in one mode. An empty array removes all key presses.
  /// - Throws: `KeybindingProblems` with all reasons why the bindings cannot be used.
  public init(replacing replacements: [String: [String]]) throws(KeybindingProblems) {
    guard !replacements.isEmpty else {
      self = .standard
      return
    }
    var problems: [KeybindingProblem] = []
    self.init(KeyTable.rows, replacements, &problems)
    if !problems.isEmpty { throw KeybindingProblems(problems: problems) }
  }

  /// Creates the bindings of a table, and appends the reasons why they cannot be used to `problems`.
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

  /// Two actions with equivalent key presses; the same clash in several modes is one problem.
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

  /// Returns the action of a key press in a mode; nil for none.
  func action(for press: KeyPress, in mode: KeyMode) -> KeyAction? {
    actions[mode]?[press.terminalEquivalent]
  }

  /// Returns the name of the first key press of an action; nil if it has none.
  func name(of action: KeyAction, in mode: KeyMode) -> String? {
    bindings(in: mode).first { $0.row.action == action }?.presses.first?.name
  }

  /// Returns the name of the first key press of a command; nil if it has none.
  func name(of command: some KeyCommand, in mode: KeyMode) -> String? {
    name(of: KeyAction(command), in: mode)
  }
}

/// The replacements for key presses of the table.
///
/// A replacement for an action applies in every mode that has the action, except that a character is
/// not bound in modes in which it is input: `help` bound to `h` would make it impossible to type the
/// letter in a text field. Such characters are left out in these modes. If no key press is left, the
/// mode keeps the key presses of the table, because a binding that was meant for the list must not make
/// an action of a text field unreachable. A replacement for one mode (`list.undo`) applies as written,
/// so a character that is input in that mode is an error.
///
/// Ctrl-C is reserved for the exit action of every mode, because it is handled even while the values of
/// a suite are being read, and users try it when they know no other key press.
private struct KeyReplacements {
  /// The key presses by action name, or by mode and action name.
  private var presses: [String: [KeyPress]] = [:]

  /// Parses the names of actions and key presses.
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

  /// Returns the problem of an action name; nil if the action exists.
  private static func problem(ofName name: String, _ rows: [KeyRow]) -> KeybindingProblem? {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let action = String(parts.last ?? "")
    let modes = rows.filter { $0.name == action }.flatMap(\.modes)
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
    let names = Set(rows.compactMap(\.name)).sorted()
    return .unknownAction(action, suggestion: nearestWord(to: action, among: names))
  }

  /// Returns the key presses of a row in a mode, after replacement.
  func presses(
    of row: KeyRow,
    in mode: KeyMode,
    _ problems: inout [KeybindingProblem]
  ) -> [KeyPress] {
    let types = { (press: KeyPress) in press.typed.map(mode.types) ?? false }
    let standard = row.presses.filter { !types($0) }
    guard let action = row.action, let name = row.name, !self.presses.isEmpty else {
      return standard
    }
    var bound: [KeyPress]
    if let exact = presses["\(mode.rawValue).\(name)"] {
      problems += exact.filter(types).map {
        .types($0.name, action: name, mode: mode)
      }
      bound = exact
    } else if let replaced = presses[name] {
      let usable = replaced.filter { !types($0) }
      // An empty replacement removes the key presses; one of typed characters only is ignored here.
      bound = usable.isEmpty && !replaced.isEmpty ? standard : usable
    } else {
      return standard
    }
    let isExit = action == mode.exitAction
    if bound.contains(.interrupt), !isExit {
      append(.reserved(action: name), to: &problems)
    }
    // Ctrl-C is removed from all actions and added to the exit action, whatever the replacements are.
    bound.removeAll { $0 == .interrupt }
    if isExit {
      if bound.isEmpty { problems.append(.noExitKey(action: name, mode: mode)) }
      bound.append(.interrupt)
    }
    return bound
  }

  /// Appends a problem, unless it was found in another mode already.
  private func append(_ problem: KeybindingProblem, to problems: inout [KeybindingProblem]) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
