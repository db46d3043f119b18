import DefaultsCore
import DefaultsINI
import DefaultsSchema
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
  /// A backslash in the argument makes a `*` or `?` after it an ordinary character.
  init(_ argument: String, exists: (Defaults.KeyName) throws -> Bool) rethrows {
    let glob = Glob(argument)
    if try exists(Defaults.KeyName(argument)) {
      self = .name(argument)
    } else if let literal = glob.literal {
      // A backslash that stands before another character is a part of a name.
      self = .name(literal.contains(where: Self.isSign) ? literal : argument)
    } else {
      self = .pattern(glob)
    }
  }

  /// Returns the one name that an argument stands for, or throws a ``Failure`` if it is a pattern.
  static func single(
    _ argument: String,
    _ subject: Subject,
    exists: (Defaults.KeyName) throws -> Bool
  ) throws -> String {
    // Nearly no name has one of the signs.
    guard mayBePattern(argument) else { return argument }
    switch try NameChoice(argument, exists: exists) {
    case .name(let name): return name
    case .pattern: throw subject.refusal(of: argument)
    }
  }

  /// What arguments choose among existing names.
  struct Chosen {
    /// The existing names that are chosen.
    var names: Set<Defaults.KeyName> = []
    /// The arguments that choose none.
    var missing: [String] = []
    /// The names that are no patterns; they need not exist.
    var named: Set<Defaults.KeyName> = []
    /// Whether one of the arguments is a pattern.
    var hasPatterns = false
  }

  /// Returns what some arguments choose among existing names.
  ///
  /// `spelled` returns an argument as the suite spells the key. There may be very many of both, so only
  /// a pattern is compared with all names.
  static func chosen(
    by arguments: [String],
    among existing: Set<Defaults.KeyName>,
    spelled: (String) -> String = { $0 }
  ) -> Chosen {
    var chosen = Chosen()
    for argument in arguments {
      let matching: Set<Defaults.KeyName>
      switch NameChoice(spelled(argument), exists: existing.contains) {
      case .name(let name):
        let key = Defaults.KeyName(name)
        chosen.named.insert(key)
        matching = existing.contains(key) ? [key] : []
      case .pattern(let glob):
        chosen.hasPatterns = true
        matching = existing.filter { glob.matches($0.string) }
      }
      chosen.names.formUnion(matching)
      if matching.isEmpty { chosen.missing.append(argument) }
    }
    return chosen
  }

  /// Returns whether an argument has a sign of a pattern, or a backslash before one.
  static func mayBePattern(_ argument: String) -> Bool {
    argument.contains { isSign($0) || $0 == "\\" }
  }

  private static func isSign(_ character: Character) -> Bool {
    character == "*" || character == "?"
  }

  /// What an argument names.
  enum Subject: String {
    case suite, key

    fileprivate func refusal(of argument: String) -> Failure {
      let hint: MessageText =
        self == .suite
        ? "prefs domains lists the suites." : "prefs describe lists the keys of a suite."
      return Failure(
        .usage,
        "\"\(argument)\" has * or ?, and the name of one \(rawValue) is expected here: patterns are not "
          + "expanded. Write \\* or \\? for a character of the name. \(hint)"
      )
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

extension Defaults.Suite {
  /// Returns whether a key is stored, in use, or declared by a schema.
  func hasKey(_ key: Defaults.KeyName, _ schema: Schema?) -> Bool {
    storedValues()[key] != nil || effectiveValues()[key] != nil
      || schema?.entry(forKey: key.string) != nil
  }

  /// Returns an argument as the store spells the key: git takes keys in uppercase and lowercase.
  func spelled(_ argument: String) -> String {
    (store as? any INIDeclaring)?.canonical(argument) ?? argument
  }

  /// Returns the key that an argument names, or the keys that match its pattern, sorted.
  ///
  /// With `mustExist`, one key that does not exist is left out.
  func keys(
    matching argument: String,
    _ schema: Schema?,
    mustExist: Bool = false
  ) -> (names: [Defaults.KeyName], arePattern: Bool) {
    switch NameChoice(spelled(argument), exists: { hasKey($0, schema) }) {
    case .name(let name):
      let key = Defaults.KeyName(name)
      return (mustExist && !hasKey(key, schema) ? [] : [key], false)
    case .pattern(let glob):
      let known = Set(storedValues().keys).union(effectiveValues().keys)
        .union(schema?.entries.map(\.key) ?? [])
      return (known.filter { glob.matches($0.string) }.sorted(), true)
    }
  }

  /// Returns the key that an argument names, or throws a ``Failure`` if it is a pattern.
  ///
  /// The key need not exist. `others` exist besides the keys of the suite and of its schema.
  func key(
    named argument: String,
    _ schema: Schema?,
    among others: @autoclosure () throws -> Set<Defaults.KeyName> = []
  ) throws -> String {
    try NameChoice.single(spelled(argument), .key) {
      try hasKey($0, schema) || others().contains($0)
    }
  }
}
