import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The keys of a suite that a command uses, and which of their values it must not print.
///
/// A value is a secret if a schema says so of the key or of a member, or if the name of the key or of
/// a member, or a text in the value, looks like one. This is the only rule about secrets in outputs:
/// every command that prints a value, or a message that can quote one, asks a filter. A secret is
/// printed with `--secrets`, or by a command that reads exactly the key that is named.
struct KeyFilter {
  private let globs: [Glob]
  private let named: Set<Defaults.KeyName>
  private let showsNamed: Bool
  private let secrets: Defaults.HistoryOptions?
  /// What makes a key secret as a whole, besides its schema.
  private let wholeSecrets: Defaults.HistoryOptions
  /// The schema of the suite; nil for none.
  let schema: Schema?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - patterns: names and patterns; without any, all keys match.
  ///   - existing: the keys that exist; one of them that is named like a pattern is meant itself.
  ///   - schema: the schema of the suite; nil for none.
  ///   - other: the schema of another suite whose values are printed as well; nil for none.
  ///   - includesSecrets: whether secrets are used like other keys.
  ///   - showsNamed: whether a secret is used if it is named by itself, without a pattern.
  ///   - rule: what is secret besides the keys of the schemas.
  init(
    _ patterns: [String] = [],
    among existing: Set<Defaults.KeyName> = [],
    schema: Schema?,
    and other: Schema? = nil,
    includesSecrets: Bool = false,
    showsNamed: Bool = false,
    rule: Defaults.HistoryOptions = Defaults.HistoryOptions(program: "")
  ) {
    var globs: [Glob] = []
    var named: Set<Defaults.KeyName> = []
    for pattern in patterns {
      switch NameChoice(pattern, exists: existing.contains) {
      case .name(let name): named.insert(Defaults.KeyName(name))
      case .pattern(let glob): globs.append(glob)
      }
    }
    self.globs = globs
    self.named = named
    self.showsNamed = showsNamed
    self.schema = schema
    wholeSecrets = rule.hidingSecrets(of: other)
    secrets =
      includesSecrets
      ? nil
      : rule.hidingSecrets(of: schema).hidingSecrets(of: other)
  }

  /// Returns whether a key matches.
  func matches(_ key: Defaults.KeyName) -> Bool {
    if named.contains(key) || globs.isEmpty && named.isEmpty { return true }
    return globs.contains { $0.matches(key.string) }
  }

  /// Returns whether a key is left out because it, or one of its values, is a secret.
  func hides(_ key: Defaults.KeyName, _ values: Defaults.StoredValue?...) -> Bool {
    guard let secrets, !(showsNamed && named.contains(key)) else { return false }
    return secrets.hides(key, values.compactMap(\.self))
  }

  /// Returns the reason why values of a key are refused, as a phrase without secrets.
  func reason(
    of error: Defaults.WriteError,
    _ key: Defaults.KeyName,
    _ values: Defaults.StoredValue?...
  ) -> String {
    let values = values.compactMap(\.self)
    guard let secrets, secrets.hides(key, values), !(showsNamed && named.contains(key)) else {
      return error.reason
    }
    return secretReason(of: error, key, values)
  }

  /// Returns why a row of a plan is refused, as a phrase without secrets; nil if it is not.
  func reason(of row: Plan.Row) -> String? {
    row.refusal.map { reason(of: $0, row.key, row.now, row.wanted) }
  }

  private func secretReason(
    of error: Defaults.WriteError,
    _ key: Defaults.KeyName,
    _ values: [Defaults.StoredValue]
  ) -> String {
    guard let entry = schema?.entry(forKey: key.string), !wholeSecrets.isSecret(key.string) else {
      return error.reason(isSecret: true)
    }
    return entry.reason(of: error, in: values)
  }

  /// Returns whether a value is a secret that must not be in a file that every user can read.
  func isSecretForAll(_ key: Defaults.KeyName, _ value: Defaults.StoredValue) -> Bool {
    secrets?.hidesFromOtherUsers(key, value, in: schema) == true
  }

  /// Returns the values that are used, and how many were left out because they are secrets.
  func divide(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) -> (used: [Defaults.KeyName: Defaults.StoredValue], secretCount: Int) {
    let matching = values.filter { matches($0.key) }
    let used = matching.filter { !hides($0.key, $0.value) }
    return (used, matching.count - used.count)
  }

  /// Prints how many secrets were left out, if any were, and how to include them.
  ///
  /// With `areNamed`, naming a key includes it.
  static func reportSecrets(_ count: Int, of suite: String, areNamed: Bool = true) {
    guard count > 0 else { return }
    let keys: MessageText = count == 1 ? "1 secret" : "\(count) secrets"
    let hint: MessageText =
      areNamed ? "Use --secrets, or name the key, to include it." : "Use --secrets to include all."
    Output.writeError("\(suite): \(keys) left out. \(hint)")
  }

  /// Prints how many removed values are secrets, which the history does not hold; nothing for none.
  func reportSecrets(removed values: [Defaults.KeyName: Defaults.StoredValue], of suite: String) {
    let count = divide(values).secretCount
    guard count > 0 else { return }
    let keys: MessageText = count == 1 ? "1 secret was" : "\(count) secrets were"
    let rest: MessageText =
      count == values.count ? "" : "; prefs undo --force restores the other values"
    Output.writeError("\(suite): \(keys) removed, which prefs undo cannot restore\(rest).")
  }
}

extension KeyFilter {
  /// Performs an action whose error may quote values of a key, and hides them if it is a secret.
  func hidingReasons<Result>(
    of key: Defaults.KeyName,
    _ values: [Defaults.StoredValue],
    _ action: () throws -> Result
  ) throws -> Result {
    let isSecret = secrets?.hides(key, values) == true
    let failure = Failure(.invalidValue, "\(key): \(Defaults.Rejection.hiddenReason).")
    do {
      return try action()
    } catch let error as Failure where isSecret && error.status == .invalidValue {
      throw failure
    } catch let error as Defaults.WriteError {
      guard case .invalid = error else { throw error }
      let reason = isSecret ? secretReason(of: error, key, values) : error.reason
      throw Failure(.invalidValue, "\(key): \(verbatim: reason).")
    }
  }
}
