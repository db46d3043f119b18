public import DefaultsCore

/// Everything that a JSON Schema demands of a value.
///
/// A kind decides which control edits a value. It cannot express that a text must match two
/// patterns, or that one member demands another. A key whose schema says such things has a rule
/// besides its kind; the rule of all other keys is that of their kind (``ValueKind/validate(_:)``).
public struct SchemaRule: Sendable {
  /// The schema: JSON Schema 2020-12 in which each reference is `#/$defs/NAME`.
  let source: JSONValue

  private let purpose: CompiledRule.Purpose
  /// The form in which values are checked.
  private let compiled = Lazy<CompiledRule>()

  /// Creates a rule from a schema whose references all lead to its own `$defs`.
  init(_ source: JSONValue, for purpose: CompiledRule.Purpose = .document) {
    self.source = source
    self.purpose = purpose
  }

  /// How many members a dictionary must and may have; nil if the schema has no such limits at its top.
  var memberCounts: (least: Int, most: Int?)? {
    guard case .object(let members) = source else { return nil }
    func count(_ name: String) -> Int? { members.last { $0.name == name }?.value.count }
    let (least, most) = (count("minProperties"), count("maxProperties"))
    return least == nil && most == nil ? nil : (least ?? 0, most)
  }

  /// Checks a value.
  ///
  /// What the schema says of strings holds for dates and data too, as texts. A part of the value of which
  /// it says nothing is accepted as it is, also if only some programs can store it.
  ///
  /// - Throws: `Defaults.Rejection` with the first reason why the schema forbids the value, or when the
  ///   check takes more than 200,000 steps and 1,000 for each part of the value.
  public func validate(_ value: Defaults.StoredValue) throws(Defaults.Rejection) {
    let compiled = compiled.value {
      TextPattern.withBudget { CompiledRule(source, for: purpose) }
    }
    var check = RuleCheck(compiled, of: value)
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
