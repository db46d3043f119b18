public import DefaultsCore

/// Everything that a JSON Schema demands of a value, for schemas of which a kind says only a part.
///
/// A kind decides which control edits a value. It cannot express that a text must match two
/// patterns, or that one member demands another. A key whose schema says such things has a rule
/// besides its kind, and the rule alone decides whether a value is valid.
public struct SchemaRule: Sendable {
  /// The schema: JSON Schema 2020-12 in which each reference is `#/$defs/NAME`.
  let source: JSONValue

  private let compiled: CompiledRule

  /// Creates a rule from a schema.
  ///
  /// - Parameter source: a schema whose references all lead to its own `$defs`.
  init(_ source: JSONValue) {
    self.source = source
    compiled = CompiledRule(source)
  }

  /// Checks a value.
  ///
  /// Dates and data count as strings.
  ///
  /// - Returns: false when the check would take more than 200,000 steps, and 1,000 for each part of the
  ///   value: the value is then accepted as far as a property list can hold it, although the schema may
  ///   forbid it.
  /// - Throws: `Defaults.Rejection` with the first reason why the schema forbids the value.
  @discardableResult
  public func validate(_ value: Defaults.StoredValue) throws(Defaults.Rejection) -> Bool {
    var check = RuleCheck(compiled, of: value)
    do throws(Defaults.Rejection) {
      _ = try check.evaluate(0, value, depth: 0)
    } catch {
      guard check.isCutShort else { throw error }
    }
    try Self.checkStorable(value)
    return !check.isCutShort
  }

  /// Patterns that cannot be used, and are therefore not checked.
  var flaws: [SchemaFlaw] { compiled.flaws }

  /// Checks the limits of a property list, which no schema can lift.
  private static func checkStorable(
    _ value: Defaults.StoredValue
  ) throws(Defaults.Rejection) {
    switch value {
    case .string(let text): try TextLimits().validate(text)
    case .integer(let number): try ValueKind.storable(number)
    case .array(let elements): for element in elements { try checkStorable(element) }
    case .dictionary(let members): for (_, member) in members { try checkStorable(member) }
    case .null: throw .notStorable("null cannot be stored")
    case .bool, .real, .date, .data, .uid, .opaque: break
    }
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

extension ValueKind {
  /// Checks that a property list can hold a whole number.
  fileprivate static func storable(_ number: Int128) throws(Defaults.Rejection) {
    guard (Int128(Int64.min)...Int128(UInt64.max)).contains(number) else {
      throw .notStorable("\(number) has more than 64 bits")
    }
  }
}
