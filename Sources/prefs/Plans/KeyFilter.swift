import Defaults
import DefaultsSchema
import DefaultsTransfer

/// The keys of a suite that a command uses: those that are named or match a pattern, and no secrets.
///
/// A key is a secret if its schema says so, or its name or value looks like one. Such a key is used
/// only with `--secrets`, or if it is named by itself, without a pattern.
struct KeyFilter {
  private let globs: [Glob]
  private let named: Set<Defaults.KeyName>
  private let secrets: Defaults.HistoryOptions?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - patterns: names and patterns; without any, all keys match.
  ///   - existing: the keys that exist; one of them that is named like a pattern is meant itself.
  ///   - schema: the schema of the suite; nil for none.
  ///   - includesSecrets: whether secrets are used like other keys.
  init(
    _ patterns: [String] = [],
    among existing: Set<Defaults.KeyName> = [],
    schema: Schema?,
    includesSecrets: Bool
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
    secrets =
      includesSecrets ? nil : Defaults.HistoryOptions(program: "").hidingSecrets(of: schema)
  }

  /// Returns whether a key matches.
  func matches(_ key: Defaults.KeyName) -> Bool {
    if named.contains(key) || globs.isEmpty && named.isEmpty { return true }
    return globs.contains { $0.matches(key.string) }
  }

  /// Returns whether a key is left out because it, or one of its values, is a secret.
  func hides(_ key: Defaults.KeyName, _ values: Defaults.StoredValue?...) -> Bool {
    guard let secrets, !named.contains(key) else { return false }
    return secrets.hides(key, values.compactMap(\.self))
  }

  /// Returns the values that are used, and how many were left out because they are secrets.
  func divide(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) -> (used: [Defaults.KeyName: Defaults.StoredValue], secretCount: Int) {
    let matching = values.filter { matches($0.key) }
    let used = matching.filter { !hides($0.key, $0.value) }
    return (used, matching.count - used.count)
  }

  /// Prints how many secrets were left out, if any were.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - suite: the name of the suite.
  ///   - areNamed: whether naming a key includes it.
  static func reportSecrets(_ count: Int, of suite: String, areNamed: Bool = true) {
    guard count > 0 else { return }
    let keys: MessageText = count == 1 ? "1 secret" : "\(count) secrets"
    let hint: MessageText =
      areNamed ? "Use --secrets, or name the key, to include it." : "Use --secrets to include all."
    Output.writeError("\(suite): \(keys) left out. \(hint)" as MessageText)
  }
}
