/// Collects the sections of a schema.
@resultBuilder
public enum SchemaBuilder {
  /// Takes one section.
  public static func buildExpression(_ section: Section) -> [Section] { [section] }
  /// Joins the parts of a block.
  public static func buildBlock(_ parts: [Section]...) -> [Section] { parts.flatMap(\.self) }
  /// Takes what an `if` without `else` gave.
  public static func buildOptional(_ part: [Section]?) -> [Section] { part ?? [] }
  /// Takes the first branch.
  public static func buildEither(first part: [Section]) -> [Section] { part }
  /// Takes the second branch.
  public static func buildEither(second part: [Section]) -> [Section] { part }
  /// Joins the rounds of a loop.
  public static func buildArray(_ parts: [[Section]]) -> [Section] { parts.flatMap(\.self) }
}

/// Collects the entries of a section.
@resultBuilder
public enum SectionBuilder {
  /// Takes one entry.
  public static func buildExpression(_ element: some EntryRepresentable) -> [Entry] {
    [element.entry]
  }
  /// Joins the parts of a block.
  public static func buildBlock(_ parts: [Entry]...) -> [Entry] { parts.flatMap(\.self) }
  /// Takes what an `if` without `else` gave.
  public static func buildOptional(_ part: [Entry]?) -> [Entry] { part ?? [] }
  /// Takes the first branch.
  public static func buildEither(first part: [Entry]) -> [Entry] { part }
  /// Takes the second branch.
  public static func buildEither(second part: [Entry]) -> [Entry] { part }
  /// Joins the rounds of a loop.
  public static func buildArray(_ parts: [[Entry]]) -> [Entry] { parts.flatMap(\.self) }
}
