public import Defaults

/// One of the known members of a value that is a table.
public struct TableMember: Hashable, Sendable {
  /// The name under which the member is stored.
  public var name: String
  /// A short name for people.
  public var title: String
  /// What the member means; may be empty.
  public var help: String
  /// Which values it takes.
  public var kind: ValueKind
  /// What is used when the member is missing; nil when nothing is.
  public var defaultValue: Defaults.StoredValue?
  /// Whether the table is refused without it.
  public var isRequired: Bool

  /// Creates a member.
  public init(
    _ name: String,
    title: String? = nil,
    help: String = "",
    kind: ValueKind,
    defaultValue: Defaults.StoredValue? = nil,
    isRequired: Bool = false
  ) {
    self.name = name
    self.title = title ?? KeyTitle.derived(from: name)
    self.help = help
    self.kind = kind
    self.defaultValue = defaultValue
    self.isRequired = isRequired
  }
}
