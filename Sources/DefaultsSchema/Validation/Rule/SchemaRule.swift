public import DefaultsCore
import Synchronization

/// Everything that a JSON Schema demands of a value.
///
/// A kind decides which control edits a value. It cannot express that a text must match two
/// patterns, or that one member demands another. A key whose schema says such things has a rule
/// besides its kind; the rule of all other keys is that of their kind (``ValueKind/validate(_:)``).
public struct SchemaRule: Sendable {
  /// The schema: JSON Schema 2020-12 in which each reference is `#/$defs/NAME`.
  let source: JSONValue

  private let compiled: Compiled

  /// The form in which values are checked, which is made for the first value.
  private final class Compiled: Sendable {
    private let purpose: CompiledRule.Purpose
    private let rule = Mutex<CompiledRule?>(nil)

    init(for purpose: CompiledRule.Purpose) {
      self.purpose = purpose
    }

    func rule(of source: JSONValue) -> CompiledRule {
      rule.withLock { rule in
        let made = rule ?? TextPattern.withBudget { CompiledRule(source, for: purpose) }
        rule = made
        return made
      }
    }
  }

  /// Creates a rule from a schema.
  ///
  /// - Parameters:
  ///   - source: a schema whose references all lead to its own `$defs`.
  ///   - purpose: what it is used for.
  init(_ source: JSONValue, for purpose: CompiledRule.Purpose = .document) {
    self.source = source
    compiled = Compiled(for: purpose)
  }

  /// Checks a value.
  ///
  /// What the schema says of strings holds for dates and data too, as texts. A part of the value of which
  /// it says nothing is accepted as it is, also if only some programs can store it.
  ///
  /// - Throws: `Defaults.Rejection` with the first reason why the schema forbids the value, or when the
  ///   check takes more than 200,000 steps and 1,000 for each part of the value.
  public func validate(_ value: Defaults.StoredValue) throws(Defaults.Rejection) {
    var check = RuleCheck(compiled.rule(of: source), of: value)
    var reason: Defaults.Rejection?
    do throws(Defaults.Rejection) {
      _ = try check.evaluate(0, value, depth: 0)
    } catch {
      reason = error
    }
    // What a check has found until it was given up can be inside a `not`.
    if check.isCutShort {
      reason = .refused(value: value.plainText, reason: "its check takes too many steps")
    }
    if let reason { throw reason }
  }
}

extension SchemaRule: Hashable {
  /// Returns whether two rules have the same schema.
  public static func == (left: SchemaRule, right: SchemaRule) -> Bool {
    left.source == right.source
  }

  /// Feeds the schema to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
  }
}
