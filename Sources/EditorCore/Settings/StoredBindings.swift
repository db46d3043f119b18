import DefaultsCore

/// The key bindings of the settings, combined with the bindings of the command line or the app.
///
/// A stored binding that cannot be used is reported, and its action keeps the key presses of the table;
/// all other bindings are used. If two stored bindings clash, both are left out, because either could be
/// the intended one. An action that has the keys of the table again can clash with other bindings, so the
/// bindings are checked until there is no problem; each check leaves out at least one.
struct StoredBindings {
  /// The bindings to use.
  let bindings: Keybindings
  /// The bindings that cannot be used, with the reasons, each as sentences.
  let problems: [String]

  /// The validation of stored bindings: there must be no problem with the keys of the table.
  ///
  /// The bindings of the command line and of the app are not available to it.
  static let validation: Defaults.Validation<[String: String]> = Defaults.Validation { stored in
    let found = KeyReplacementCheck(stored.mapValues(presses)).problems
    guard let first = found.first else { return }
    let reason = String(first.description.reversed().drop { $0 == "." }.reversed())
    guard let name = stored.keys.filter(first.concerns).min() else {
      throw Defaults.Rejection.refused(value: "", reason: reason)
    }
    throw Defaults.Rejection.member(name, .refused(value: stored[name] ?? "", reason: reason))
  }

  /// Returns the names of key presses in a stored text, which are separated by blanks.
  static func presses(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  /// Creates the bindings from the stored ones and the choices of the command line or the app.
  ///
  /// The chosen bindings are valid; each replaces the stored ones of its action.
  init(_ stored: [String: String], _ chosen: [String: [String]]) {
    var rest = stored.filter { name, _ in
      let action = name.split(separator: ".", maxSplits: 1).last.map(String.init)
      return chosen[name] == nil && action.flatMap { chosen[$0] } == nil
    }
    .mapValues(Self.presses)
    var texts: [String] = []
    while !rest.isEmpty {
      let check = KeyReplacementCheck(rest.merging(chosen) { $1 })
      guard !check.problems.isEmpty else {
        (bindings, problems) = (check.bindings, texts)
        return
      }
      let culprits = rest.keys.filter { name in check.problems.contains { $0.concerns(name) } }
      // Every problem concerns a stored binding, because the chosen ones are valid.
      let unused = culprits.isEmpty ? Array(rest.keys) : culprits
      for problem in check.problems {
        let names = unused.filter(problem.concerns).sorted().map { "\"\($0)\"" }
        texts.append("\(problem) Not used: \(names.joined(separator: ", ")).")
      }
      for name in unused { rest[name] = nil }
    }
    bindings = chosen.isEmpty ? .standard : KeyReplacementCheck(chosen).bindings
    problems = texts
  }
}

/// Bindings with replaced key presses, and all reasons why they cannot be used.
private struct KeyReplacementCheck {
  let bindings: Keybindings
  let problems: [KeybindingProblem]

  init(_ replacements: [String: [String]]) {
    var problems: [KeybindingProblem] = []
    bindings = Keybindings(KeyTable.rows, replacements, &problems)
    self.problems = problems
  }
}

extension KeybindingProblem {
  /// Returns whether the replacement with this name, `action` or `mode.action`, caused the problem.
  func concerns(_ name: String) -> Bool {
    func stands(for action: String, in modes: [KeyMode] = KeyMode.allCases) -> Bool {
      name == action || modes.contains { name == "\($0.rawValue).\(action)" }
    }
    return switch self {
    case .unknownAction(let action, _), .reserved(let action): stands(for: action)
    case .unknownMode(_, let written), .unreadable(_, let written): name == written
    case .otherMode(let action, let mode, _), .types(_, let action, let mode):
      name == "\(mode.rawValue).\(action)"
    case .noExitKey(let action, let mode): stands(for: action, in: [mode])
    case .clash(_, let action, _, let otherAction, let modes):
      stands(for: action, in: modes) || stands(for: otherAction, in: modes)
    }
  }
}
