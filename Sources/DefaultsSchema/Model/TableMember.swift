public import DefaultsCore

/// A declared member of a table.
public struct TableMember: Hashable, Sendable {
  /// The key of the member in the stored dictionary.
  public var name: String
  /// A short title that is shown for the member.
  public var title: String
  /// A description of the member; may be empty.
  public var help: String
  /// The kind of its values.
  public var kind: ValueKind
  /// The value that is used when the member is missing; nil for none.
  public var defaultValue: Defaults.StoredValue?
  /// Whether a table without the member is refused.
  public var isRequired: Bool
  /// Whether its value is hidden on the screen; the key is then not remembered or exported either.
  public var isSecret: Bool = false

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

  /// Returns a copy with its value hidden on the screen, as `secret()` of a key does.
  public func secret() -> TableMember {
    var member = self
    member.isSecret = true
    return member
  }
}
