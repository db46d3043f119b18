public import Defaults

/// What the keys of one suite mean to people.
///
/// ```swift
/// let schema = Schema(suite: .standard, title: "Sketchbook") {
///   Section("General") {
///     Toggle("Show all-day events", key: .showAllDayEvents)
///     Picker("Default duration", key: .defaultDuration)
///     NumberField("Quality", key: .quality, in: 0...1, step: 0.05)
///     TextField("Name", key: .name)
///   }
/// }
/// ```
public struct Schema: Sendable {
  /// The suite whose keys it describes.
  public let suite: Defaults.Suite
  /// The name of the app, for people.
  public let title: String
  /// What the app's preferences are about; may be empty.
  public let help: String
  /// Groups of entries in the order in which they are shown.
  public let sections: [Section]

  /// Creates a schema from its sections.
  ///
  /// Declaring the same key twice, or a key that belongs to another suite, is a programming
  /// mistake and stops the program with a message that names the key.
  public init(
    suite: Defaults.Suite = .standard,
    title: String,
    help: String = "",
    @SchemaBuilder sections: () -> [Section]
  ) {
    self.init(suite: suite, title: title, help: help, sections: sections())
  }

  init(suite: Defaults.Suite, title: String, help: String, sections: [Section]) {
    var seen: Set<String> = []
    for entry in sections.flatMap(\.entries) {
      precondition(
        seen.insert(entry.key).inserted,
        "The schema \"\(title)\" declares the key \"\(entry.key)\" twice: remove one entry."
      )
      precondition(
        entry.suite == nil || entry.suite == suite,
        "The key \"\(entry.key)\" belongs to another suite than the schema \"\(title)\": "
          + "declare the key with the schema's suite, or the schema with the key's."
      )
    }
    self.suite = suite
    self.title = title
    self.help = help
    self.sections = sections
  }

  /// All entries in the order of the sections.
  public var entries: [Entry] {
    sections.flatMap(\.entries)
  }

  /// Returns the entry that describes a key, or nil when the schema has none.
  public func entry(forKey key: String) -> Entry? {
    for section in sections {
      if let entry = section.entries.first(where: { $0.key == key }) { return entry }
    }
    return nil
  }
}
