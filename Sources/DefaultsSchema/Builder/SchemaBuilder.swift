/// A result builder for the sections of a schema.
@resultBuilder
public enum SchemaBuilder {
  /// Returns one section as a list.
  public static func buildExpression(_ section: Section) -> [Section] { [section] }
  /// Returns the parts of a block, joined.
  public static func buildBlock(_ parts: [Section]...) -> [Section] { parts.flatMap(\.self) }
  /// Returns the part of an `if` without `else`; nothing when it was not executed.
  public static func buildOptional(_ part: [Section]?) -> [Section] { part ?? [] }
  /// Returns the part of the first branch.
  public static func buildEither(first part: [Section]) -> [Section] { part }
  /// Returns the part of the second branch.
  public static func buildEither(second part: [Section]) -> [Section] { part }
  /// Returns the parts of a loop, joined.
  public static func buildArray(_ parts: [[Section]]) -> [Section] { parts.flatMap(\.self) }
}

/// A result builder for the entries of a section.
@resultBuilder
public enum SectionBuilder {
  /// Returns one entry as a list.
  public static func buildExpression(_ element: some EntryRepresentable) -> [Entry] {
    [element.entry]
  }
  /// Returns the parts of a block, joined.
  public static func buildBlock(_ parts: [Entry]...) -> [Entry] { parts.flatMap(\.self) }
  /// Returns the part of an `if` without `else`; nothing when it was not executed.
  public static func buildOptional(_ part: [Entry]?) -> [Entry] { part ?? [] }
  /// Returns the part of the first branch.
  public static func buildEither(first part: [Entry]) -> [Entry] { part }
  /// Returns the part of the second branch.
  public static func buildEither(second part: [Entry]) -> [Entry] { part }
  /// Returns the parts of a loop, joined.
  public static func buildArray(_ parts: [[Entry]]) -> [Entry] { parts.flatMap(\.self) }
}
