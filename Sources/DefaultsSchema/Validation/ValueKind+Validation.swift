public import DefaultsCore
import FoundationEssentials
import Synchronization

extension ValueKind {
  /// Checks that a value is of the kind and within its limits.
  ///
  /// The kind is checked as the JSON Schema that a document has for it (``SchemaRule``).
  ///
  /// - Throws: `Defaults.Rejection` with the reason when it is not.
  public func validate(_ value: Defaults.StoredValue) throws(Defaults.Rejection) {
    // A schema may have thousands of choices and keys with them, and the default is one in each.
    if case .choice(let choices, _) = self, choices.contains(where: { $0.value == value }) {
      return
    }
    try rule.validate(value)
  }

  /// The rule that accepts the values of the kind.
  var rule: SchemaRule { SchemaRule(.object(keywords()), for: .kind) }
}

/// The rule of a kind, which is made when a value is checked for the first time.
///
/// Two of them are always equal: they belong to an entry, which has the kind.
final class KindRule: Sendable {
  private let rule = Mutex<SchemaRule?>(nil)

  /// Returns the rule of the kind, which is the same each time.
  func rule(of kind: ValueKind) -> SchemaRule {
    rule.withLock { rule in
      if let rule { return rule }
      let made = kind.rule
      rule = made
      return made
    }
  }
}

extension KindRule: Hashable {
  static func == (left: KindRule, right: KindRule) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension URL {
  /// Creates a URL from its stored text, which is the URL itself or a JSON string of it.
  init?(storedText text: String) {
    if text.starts(withASCII: "\""), case .string(let bare)? = try? JSONValue(parsing: text) {
      self.init(string: bare)
    } else {
      self.init(string: text)
    }
  }
}
