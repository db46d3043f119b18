public import DefaultsCore

/// The description of a suite's keys.
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
  /// The suite whose keys are described.
  public let suite: Defaults.Suite
  /// The name of the app, as shown to the user.
  public let title: String
  /// A description of the app's preferences; may be empty.
  public let help: String
  /// Other facts about the app.
  public let app: AppInfo
  /// The revision, to be increased with every change; of two published schemas the higher is used.
  public let revision: Int
  /// Whether any other key in the suite is a mistake.
  public let declaresEveryKey: Bool
  /// The sections in the order in which they are shown.
  public let sections: [Section]
  /// Unknown members of the document, which are kept when it is written again.
  public let extraMembers: [JSONValue.Member]

  private let positions: [Defaults.KeyName: Position]

  private struct Position {
    var section: Int
    var entry: Int
  }

  /// Creates a schema from its sections.
  ///
  /// It is a programming error to declare a key twice, or a key that belongs to another suite; the
  /// program stops with a message that names the key.
  public init(
    suite: Defaults.Suite = Defaults.defaultSuite,
    title: String,
    help: String = "",
    app: AppInfo = AppInfo(),
    revision: Int = 0,
    declaresEveryKey: Bool = false,
    @SchemaBuilder sections: () -> [Section]
  ) {
    self.init(
      suite: suite,
      title: title,
      help: help,
      app: app,
      revision: revision,
      declaresEveryKey: declaresEveryKey,
      sections: sections()
    )
  }

  /// Creates a schema from a list of sections.
  init(
    suite: Defaults.Suite,
    title: String,
    help: String,
    app: AppInfo = AppInfo(),
    revision: Int = 0,
    declaresEveryKey: Bool = false,
    extraMembers: [JSONValue.Member] = [],
    sections: [Section]
  ) {
    var positions: [Defaults.KeyName: Position] = [:]
    for (number, section) in sections.enumerated() {
      for (index, entry) in section.entries.enumerated() {
        // Not preconditions, which print no message in a release build.
        let position = Position(section: number, entry: index)
        guard positions.updateValue(position, forKey: entry.key) == nil else {
          fatalError(
            "The schema \"\(title)\" declares the key \"\(entry.key)\" twice: remove one entry."
          )
        }
        guard entry.suite == nil || entry.suite == suite else {
          fatalError(
            "The key \"\(entry.key)\" belongs to another suite than the schema \"\(title)\": "
              + "declare the key with the schema's suite, or the schema with the key's."
          )
        }
      }
    }
    self.suite = suite
    self.title = title
    self.help = help
    self.app = app
    self.revision = revision
    self.declaresEveryKey = declaresEveryKey
    self.extraMembers = extraMembers
    var sections = sections
    if suite.capabilities.holdsSecrets { sections = sections.map(\.withSecrets) }
    if suite.capabilities.holdsJSON { sections = sections.map(\.withOneKindOfNumbers) }
    self.sections = sections.withUniqueIDs()
    self.positions = positions
  }

  /// All entries in the order of the sections.
  public var entries: [Entry] {
    sections.flatMap(\.entries)
  }

  /// Returns the entry of a key; nil when there is none.
  public func entry(forKey key: String) -> Entry? {
    positions[Defaults.KeyName(key)].map { sections[$0.section].entries[$0.entry] }
  }
}

extension Schema: Equatable {
  /// Returns whether two schemas have equal content for suites of the same name.
  public static func == (left: Schema, right: Schema) -> Bool {
    left.suite.name == right.suite.name && left.title == right.title && left.help == right.help
      && left.app == right.app && left.revision == right.revision
      && left.declaresEveryKey == right.declaresEveryKey && left.sections == right.sections
      && left.extraMembers == right.extraMembers
  }
}
