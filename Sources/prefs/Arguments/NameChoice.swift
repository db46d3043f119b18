import Defaults
import DefaultsTransfer

/// What an argument names: one suite or key, or all whose names match a pattern.
///
/// A name may contain `*` and `?` itself, so an argument is a pattern only if nothing has exactly this
/// name.
enum NameChoice {
  /// One name, which need not exist.
  case name(String)
  /// The names that match.
  case pattern(Glob)

  /// Creates a choice from an argument.
  ///
  /// - Parameters:
  ///   - argument: the argument; in a pattern, a backslash makes the character after it an ordinary
  ///     one.
  ///   - exists: returns whether there is something with a name.
  init(_ argument: String, exists: (Defaults.KeyName) -> Bool) {
    let glob = Glob(argument)
    if exists(Defaults.KeyName(argument)) {
      self = .name(argument)
    } else if let literal = glob.literal {
      self = .name(exists(Defaults.KeyName(literal)) ? literal : argument)
    } else {
      self = .pattern(glob)
    }
  }

  /// Returns whether a name is chosen.
  func contains(_ name: Defaults.KeyName) -> Bool {
    switch self {
    case .name(let chosen): Defaults.KeyName(chosen) == name
    case .pattern(let glob): glob.matches(name.string)
    }
  }
}

extension SuiteOpening {
  /// Returns the suites that an argument names.
  ///
  /// - Returns: the names, and whether the argument is a pattern; a name that is none may be that of
  ///   a suite without values.
  /// - Throws: ``Failure`` when no suite matches a pattern, `Defaults.StoreError` when the directory
  ///   of the suites cannot be read.
  func suiteNames(_ argument: String) throws -> (names: [String], arePattern: Bool) {
    // A path is never a pattern. Without a pattern, the directory need not be readable.
    guard !argument.contains("/"), argument.contains(where: { "*?\\".contains($0) }) else {
      return ([argument], false)
    }
    let suites = try Defaults.ConfigurationHome().suites()
    let existing = Set(suites.map { Defaults.KeyName($0) })
    switch NameChoice(argument, exists: existing.contains) {
    case .name(let name): return ([name], false)
    case .pattern(let glob):
      let names = suites.filter(glob.matches)
      guard names.isEmpty else { return (names, true) }
      throw Failure(
        .notSet,
        "No suite matches \"\(argument)\". prefs domains lists the suites that store something."
      )
    }
  }
}
